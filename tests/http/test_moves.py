"""Moves: preconditions, idempotency, refusals, forms, take-backs, resignations."""

import asyncio
from typing import Any

import pytest

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


async def test_d09_the_rules_refuse_with_code_rule_field_and_version(ann: Client, bob: Client) -> None:
    match = await turn(ann, bob)
    version = (await ann.get(match)).json()["version"]
    view = (await ann.get(f"{match}/position")).json()["view"]
    missing = next(color for color in ("amber", "jade", "pearl", "ruby") if color not in view["display"])
    seen = {}
    for action in (
        {"type": "toy.pass-bid"},
        {"type": "toy.open-auction", "color": missing, "bid": 1},
        {"type": "toy.arrange", "places": []},
    ):
        answer = await ann.move(match, action)
        found = answer.json()
        assert answer.status_code == 422
        assert found["current_version"] == version
        assert found["errors"][0]["pointer"].startswith("/action")
        assert found["detail"]
        seen[action["type"]] = (found["code"], found["rule"], found["errors"][0]["pointer"])
    assert seen["toy.pass-bid"] == ("not_now", None, "/action/type")
    assert seen["toy.open-auction"][1:] == ("TOY-3.3", "/action/color")
    assert seen["toy.arrange"][1:] == ("TOY-3.2", "/action/places/0")
    assert len({code for code, _, _ in seen.values()}) == 3


async def test_c17_what_is_refused_changes_nothing(ann: Client, bob: Client, house: House) -> None:
    match = await turn(ann, bob)
    before, rows = await ann.get(match), {key: len(value) for key, value in house.store.streams.items()}
    for _ in range(20):
        for action in ({"type": "toy.pass-bid"}, {"type": "toy.arrange", "places": []}):
            assert (await ann.move(match, action)).status_code == 422
    assert (await ann.get(match)).headers["etag"] == before.headers["etag"]
    assert {key: len(value) for key, value in house.store.streams.items()} == rows


async def test_d07_every_listed_answer_leads_to_a_move_that_is_accepted(ann: Client) -> None:
    """Walks every form by POST options, answers by least and most, and previews what comes out."""
    match = await ann.alone()
    for seat in (1, 2):
        await ann.move(match, CHOOSE, seat)
    for _ in range(40):
        found = (await ann.get(match)).json()
        if found["status"] != "running":
            break
        seat = found["to_act"][0]
        for option in (await ann.options(match, seat))["options"]:
            action = await completed(ann, match, seat, option)
            answer = await ann.post(f"{match}/moves?preview=true", {"action": action, "seat": seat})
            assert answer.status_code == 200, answer.text
        assert (await ann.move(match, action, seat)).status_code == 201


async def completed(client: Client, match: str, seat: int, option: dict[str, Any]) -> Any:
    """The action of an option, asked for slot by slot with the first answer that is offered."""
    if option["action"] is not None:
        assert option["slots"] == []
        return option["action"]
    filled: dict[str, Any] = {}
    slot = option["slots"][0]
    while slot is not None:
        assert (slot["pick"] is None) != (slot["amount"] is None)
        assert slot["label"]
        if slot["amount"] is not None:
            answer = slot["amount"]["least"]
        elif slot["pick"]["most"] == 1:
            answer = slot["pick"]["among"][0]["value"]
        else:
            answer = [choice["value"] for choice in slot["pick"]["among"][: slot["pick"]["least"]]]
        filled[slot["slot"]] = answer
        asked = await client.post(f"{match}/options", {"seat": seat, "kind": option["kind"], "filled": filled})
        assert asked.status_code == 200, asked.text
        body = asked.json()
        assert (body["kind"], body["filled"]) == (option["kind"], filled)
        assert (body["next"] is None) != (body["action"] is None)
        slot = body["next"]
    return body["action"]


async def test_a_form_refuses_at_the_slot(ann: Client, bob: Client) -> None:
    match = await turn(ann, bob)
    kind = "toy.open-auction"

    async def refused(filled: dict[str, Any], status: int, code: str | None, pointer: str) -> None:
        answer = await ann.post(f"{match}/options", {"kind": kind, "filled": filled})
        found = answer.json()
        assert (answer.status_code, found["errors"][0]["pointer"]) == (status, pointer), found
        if code is not None:
            assert found["code"] == code

    await refused({"/color": "mauve"}, 422, None, "/filled/~1color")
    await refused({"/bid": 1}, 422, "slot_not_asked", "/filled/~1bid")
    await refused({"color": "jade"}, 400, "invalid_body", "/filled/color")
    await refused({"/color\n": "jade"}, 400, "invalid_body", "/filled/~1color\n")
    kind = "toy.pass-bid"
    await refused({}, 422, "not_now", "/kind")
    kind = "toy.arrange"
    await refused({"/places/0": 7}, 422, None, "/filled/~1places~10")
    answer = await bob.post(f"{match}/options", {"kind": kind, "filled": {}})
    assert (answer.status_code, answer.json()["code"]) == (409, "no_decision")


async def test_a_form_refuses_at_the_item_of_a_list(ann: Client) -> None:
    match = await ann.alone()
    body = {"seat": 1, "kind": "toy.choose-favourites", "filled": {"/colors": ["jade", "mauve"]}}
    answer = await ann.post(f"{match}/options", body)
    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, "/filled/~1colors/1")


async def test_options_are_for_the_seat_alone(house: House, ann: Client, bob: Client, eve: Client) -> None:
    match = await turn(ann, bob)
    mine = await ann.options(match)
    assert (mine["seat"], [one["kind"] for one in mine["options"]][:1]) == (1, ["toy.open-auction"])
    theirs = await bob.options(match)
    assert (theirs["options"], theirs["closed"], theirs["example"]) == ([], [], None)
    for client, query, status in ((eve, "", 403), (bob, "?seat=1", 403), (house.client(), "", 401)):
        assert (await client.get(f"{match}/options{query}")).status_code == status
    shown = (await ann.options(match, example=True))["example"]
    assert (await ann.move(match, shown)).status_code == 201


async def test_closed_options_say_why(ann: Client, bob: Client) -> None:
    match = await turn(ann, bob)
    assert (await ann.move(match, {"type": "toy.arrange", "places": [1]})).status_code == 201
    closed = {one["kind"]: one["refusal"] for one in (await ann.options(match))["closed"]}
    assert closed["toy.arrange"]["rule"] == "TOY-3.2"
    answer = await ann.move(match, {"type": "toy.arrange", "places": [1]})
    assert (answer.status_code, answer.json()["code"]) == (422, closed["toy.arrange"]["code"])


async def test_a_preview_shows_and_records_nothing(ann: Client, bob: Client) -> None:
    match = await turn(ann, bob)
    before = await ann.get(match)
    color = (await ann.get(f"{match}/position")).json()["view"]["display"][0]
    body = {"action": {"type": "toy.open-auction", "color": color, "bid": 2}}
    answer = await ann.post(f"{match}/moves?preview=true", body)
    assert answer.status_code == 200
    assert set(answer.json()) == {"events", "complete", "cost"}
    assert answer.json()["events"][0]["type"] == "toy.auction-opened"
    assert (await ann.get(match)).headers["etag"] == before.headers["etag"]
    done = (await ann.move(match, body["action"])).json()
    foreseen = answer.json()["events"]
    assert [one["type"] for one in done["events"][: len(foreseen)]] == [one["type"] for one in foreseen]
    refused = await bob.post(f"{match}/moves?preview=true", {"action": {"type": "toy.leave-gem"}})
    assert (refused.status_code, refused.json()["code"]) == (422, "not_now")


async def test_d08_undo_says_what_taking_back_does(ann: Client, bob: Client) -> None:
    match = await turn(ann, bob)
    assert (await ann.options(match))["undo"]["allowed"] is False
    answer = await ann.post(f"{match}/takebacks")
    assert answer.status_code == 200
    assert (await ann.get(match)).json()["version"] > 0
    refused = await bob.post(f"{match}/takebacks/answers", {"agree": False})
    assert refused.status_code == 200
    before = (await ann.get(f"{match}/position")).json()["view"]
    assert (await ann.move(match, {"type": "toy.arrange", "places": [2]})).status_code == 201
    assert (await ann.options(match))["undo"] == {"allowed": True, "reason": None}
    move = (await ann.get(match)).json()["move"]
    answer = await ann.post(f"{match}/takebacks")
    assert (answer.status_code, answer.json()["move"]) == (200, move)
    assert (await ann.get(f"{match}/position")).json()["view"] == before
    assert (await ann.get(f"{match}/moves/{move}")).json()["taken_back_at"] is not None


async def test_others_consent_to_what_they_have_learned(ann: Client, bob: Client) -> None:
    match = await turn(ann, bob, settings={"auctions": 8})
    assert (await ann.move(match, {"type": "toy.leave-gem"})).status_code == 201
    assert (await ann.options(match))["undo"]["allowed"] is False
    asked = await ann.post(f"{match}/takebacks")
    assert asked.status_code == 200
    again = await ann.post(f"{match}/takebacks")
    assert (again.status_code, again.json()["code"]) == (409, "takeback_open")
    answer = await ann.post(f"{match}/takebacks/answers", {"agree": True})
    assert (answer.status_code, answer.json()["code"]) == (409, "takeback_not_asked")
    answer = await bob.post(f"{match}/takebacks/answers", {"agree": True})
    assert (answer.status_code, answer.json()["to_act"]) == (200, [1])


async def test_competitive_matches_know_no_take_backs(ann: Client, bob: Client) -> None:
    match = await two(ann, bob, competitive=True)
    await ann.move(match, CHOOSE)
    assert (await ann.options(match))["undo"] == {"allowed": False, "reason": "takeback_competitive"}
    answer = await ann.post(f"{match}/takebacks")
    assert (answer.status_code, answer.json()["code"]) == (409, "takeback_competitive")


async def test_a_resignation_ends_a_match_of_two_and_can_be_verified(ann: Client, bob: Client, eve: Client) -> None:
    match = await turn(ann, bob)
    answer = await ann.get(f"{match}/verification")
    assert (answer.status_code, answer.json()["code"]) == (409, "match_not_finished")
    answer = await bob.post(f"{match}/resignations", {})
    found = answer.json()
    assert (answer.status_code, found["status"], found["outcome"]["winners"]) == (200, "finished", [1])
    assert len(found["revealed_key"]) == 64
    standings = found["outcome"]["standings"]
    assert {"seat", "rival", "rank", "score", "breakdown"} == set(standings[0])
    for standing in standings:
        assert sum(part["points"] for part in standing["breakdown"]) == standing["score"]
    check = (await eve.get(f"{match}/verification")).json()
    assert (check["ok"], check["divergence"], check["events"]) == (True, None, found["version"])


async def test_a_resignation_from_a_larger_table_goes_on(ann: Client, bob: Client) -> None:
    match = await ann.open(seats=3)
    for seat in (1, 2):
        await ann.sit(match, seat=seat)
    await bob.sit(match)
    await ann.start(match)
    answer = await bob.post(f"{match}/resignations", {"seat": 3})
    assert (answer.json()["status"], answer.json()["seats"][2]["absent"]) == ("running", True)
    answer = await bob.post(f"{match}/resignations", {})
    assert (answer.status_code, answer.json()["code"]) == (409, "resigned_already")


@pytest.mark.parametrize("path", ["/takebacks", "/takebacks/answers", "/resignations"])
async def test_strangers_have_no_say(eve: Client, ann: Client, bob: Client, path: str) -> None:
    match = await turn(ann, bob)
    body = {"/takebacks": None, "/takebacks/answers": {"agree": True}, "/resignations": {}}[path]
    answer = await eve.post(match + path, body)
    assert (answer.status_code, answer.json()["code"]) == (403, "not_seated")
