"""Moves: preconditions, idempotency, refusals, forms, take-backs, resignations."""

import asyncio
from typing import Any

from tests.http.client import Client
from tests.http.conftest import House

CHOOSE = {"type": "toy.choose-favourites", "colors": ["jade"]}
MOVE = {
    "match", "move", "seat", "action", "by", "events", "version", "to_act", "recorded_at", "taken_back_at",
}  # fmt: skip
EVENT = {"version", "move", "type", "seat", "by", "data", "text", "move_complete", "recorded_at"}


async def two(ann: Client, bob: Client, **terms: Any) -> str:
    """A running match of two players."""
    match = await ann.open(**terms)
    await ann.sit(match)
    await bob.sit(match)
    await ann.start(match)
    return match


async def turn(ann: Client, bob: Client, **terms: Any) -> str:
    """The same with favourites chosen: it is seat 1's turn."""
    match = await two(ann, bob, **terms)
    for client in (ann, bob):
        assert (await client.move(match, CHOOSE)).status_code == 201
    return match


async def test_a_move_is_answered_with_its_events(ann: Client, bob: Client) -> None:
    match = await two(ann, bob)
    answer = await ann.move(match, CHOOSE)
    found = answer.json()
    assert answer.status_code == 201
    assert set(found) == MOVE
    assert set(found["events"][0]) == EVENT
    assert (found["move"], found["seat"], found["by"], found["action"]) == (1, 1, "player", CHOOSE)
    assert found["events"][0]["data"] == {"colors": ["jade"]}
    assert answer.headers["location"] == f"{match}/moves/1"
    assert answer.headers["etag"].startswith(f'"{found["version"]}.')
    assert (await ann.get(f"{match}/moves/1")).json() == found
    assert (await bob.get(f"{match}/moves/1")).json()["action"] == {"type": CHOOSE["type"], "colors": None}


async def test_a24_the_precondition_is_one_strong_tag_or_a_star(ann: Client, bob: Client) -> None:
    match = await two(ann, bob)
    for text in ("7", 'W/"7"', '"7", "8"', '"x"', "", '"', '"-1"', '"7.XYZ"', '"07"', '"99999999999999999"', "**"):
        answer = await ann.move(match, CHOOSE, If_Match=text)
        assert (answer.status_code, answer.json()["code"]) == (400, "invalid_header"), text
    answer = await ann.post(f"{match}/moves", {"action": CHOOSE})
    assert (answer.status_code, answer.json()["code"]) == (428, "precondition_required")
    etag = (await ann.get(f"{match}/position")).headers["etag"]
    assert (await ann.move(match, CHOOSE, If_Match=etag)).status_code == 201
    version = (await bob.get(match)).json()["version"]
    for stale in ("1", str(version + 1)):
        answer = await bob.move(match, CHOOSE, If_Match=f'"{stale}"')
        assert (answer.status_code, answer.json()["code"]) == (412, "precondition_failed")
        assert answer.json()["current_version"] == version
    assert (await bob.move(match, CHOOSE, If_Match=f'"{version}"')).status_code == 201


async def test_a24_of_two_clients_of_one_seat_one_is_late(ann: Client, bob: Client) -> None:
    match = await turn(ann, bob)
    etag = (await ann.get(f"{match}/options")).headers["etag"]
    leave = {"type": "toy.leave-gem"}
    answers = await asyncio.gather(*(ann.move(match, leave, If_Match=etag) for _ in range(2)))
    assert sorted(answer.status_code for answer in answers) == [201, 412]


async def test_two_seats_that_choose_at_once_never_collide(ann: Client, bob: Client) -> None:
    match = await two(ann, bob)
    etag = (await ann.get(match)).headers["etag"]
    answers = await asyncio.gather(*(client.move(match, CHOOSE, If_Match=etag) for client in (ann, bob)))
    assert [answer.status_code for answer in answers] == [201, 201]


async def test_a21_the_same_key_gives_the_first_answer_again(ann: Client, bob: Client, house: House) -> None:
    match = await two(ann, bob)
    first = await ann.move(match, CHOOSE, Idempotency_Key="one")
    assert (await bob.move(match, CHOOSE)).status_code == 201
    version = (await ann.get(match)).json()["version"]
    for if_match in ("*", '"1"'):
        again = await ann.move(match, CHOOSE, Idempotency_Key="one", If_Match=if_match)
        assert (again.status_code, again.headers["idempotent-replayed"]) == (201, "true")
        assert (again.json(), again.headers["etag"]) == (first.json(), first.headers["etag"])
    again = await ann.post(f"{match}/moves", {"action": CHOOSE}, Idempotency_Key="one")
    assert again.status_code == 201
    other = await ann.move(match, {**CHOOSE, "colors": ["ruby"]}, Idempotency_Key="one")
    assert (other.status_code, other.json()["code"]) == (422, "key_reused")
    assert (await ann.get(match)).json()["version"] == version


async def test_a21_fifty_at_once_are_one_move(ann: Client, bob: Client) -> None:
    match = await two(ann, bob)
    before = (await ann.get(match)).json()["version"]
    answers = await asyncio.gather(*(ann.move(match, CHOOSE, Idempotency_Key="k") for _ in range(50)))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.content for answer in answers}) == 1
    assert sum("idempotent-replayed" in answer.headers for answer in answers) == 49
    assert (await ann.get(match)).json()["version"] == before + 1


async def test_a21_a_key_belongs_to_its_player(ann: Client, bob: Client) -> None:
    match = await two(ann, bob)
    assert (await ann.move(match, CHOOSE, Idempotency_Key="k")).status_code == 201
    answer = await bob.move(match, CHOOSE, Idempotency_Key="k")
    assert answer.status_code == 201
    assert "idempotent-replayed" not in answer.headers


async def test_a21_a_refusal_is_not_remembered(ann: Client, bob: Client) -> None:
    match = await turn(ann, bob)
    answer = await ann.move(match, {"type": "toy.pass-bid"}, Idempotency_Key="k")
    assert answer.status_code == 422
    assert (await ann.move(match, {"type": "toy.leave-gem"}, Idempotency_Key="k")).status_code == 201


async def test_c14_a_double_click_is_one_move(ann: Client, bob: Client) -> None:
    match = await turn(ann, bob, settings={"auctions": 8})
    etag = (await ann.get(f"{match}/options")).headers["etag"]
    before = (await ann.get(match)).json()["move"]
    answers = await asyncio.gather(*(ann.move(match, {"type": "toy.leave-gem"}, If_Match=etag) for _ in range(2)))
    assert sorted(answer.status_code for answer in answers) == [201, 412]
    assert (await ann.get(match)).json()["move"] == before + 1


async def test_c14_an_answer_to_one_prompt_is_not_taken_for_the_next(ann: Client) -> None:
    """Both seats are Ann's: the version of the first prompt does not hold for the second, though the shape fits."""
    match = await ann.alone()
    for seat in (1, 2):
        await ann.move(match, CHOOSE, seat)
    leave = {"type": "toy.leave-gem"}
    etag = (await ann.get(f"{match}/options?seat=1")).headers["etag"]
    first = await ann.move(match, leave, 1, If_Match=etag)
    assert first.status_code == 201
    following = first.json()["to_act"][0]
    answer = await ann.move(match, leave, following, If_Match=etag)
    assert (answer.status_code, answer.json()["code"]) == (412, "precondition_failed")


async def test_c16_nobody_moves_for_another_seat_or_out_of_turn(
    house: House, ann: Client, bob: Client, eve: Client
) -> None:
    match = await turn(ann, bob)
    before = await ann.get(match)
    leave = {"type": "toy.leave-gem"}
    for client, seat, status, code in (
        (bob, None, 409, "no_decision"),
        (bob, 2, 409, "no_decision"),
        (bob, 1, 403, "seat_not_yours"),
        (ann, 2, 403, "seat_not_yours"),
        (ann, 9, 403, "seat_not_yours"),
        (eve, None, 403, "not_seated"),
        (eve, 1, 403, "not_seated"),
    ):
        answer = await client.move(match, leave, seat)
        assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert (await house.client().move(match, leave)).status_code == 401
    assert (await ann.get(match)).headers["etag"] == before.headers["etag"]


async def test_c16_nobody_moves_for_a_bot_or_where_no_match_runs(ann: Client, bob: Client) -> None:
    opened = await ann.open()
    await ann.sit(opened)
    answer = await ann.move(opened, CHOOSE)
    assert (answer.status_code, answer.json()["code"]) == (409, "match_not_running")
    await ann.sit(opened, bot="random", seat=2)
    await ann.start(opened)
    answer = await ann.move(opened, CHOOSE, 2)
    assert (answer.status_code, answer.json()["code"]) == (403, "seat_not_yours")
    over = await two(ann, bob)
    assert (await bob.post(f"{over}/resignations", {})).json()["status"] == "finished"
    for client in (ann, bob):
        answer = await client.move(over, CHOOSE)
        assert (answer.status_code, answer.json()["code"]) == (409, "match_over")
        for path in ("/takebacks", "/resignations"):
            answer = await client.post(over + path, {} if path == "/resignations" else None)
            assert (answer.status_code, answer.json()["code"]) == (409, "match_over")


async def test_seats_of_one_player_are_named(ann: Client) -> None:
    match = await ann.alone()
    answer = await ann.move(match, CHOOSE)
    assert (answer.status_code, answer.json()["code"]) == (403, "seat_ambiguous")
    assert (await ann.move(match, CHOOSE, 2)).json()["seat"] == 2
