"""Take-backs and resignations."""

import pytest

from tests.http.client import Client
from tests.http.test_moves import CHOOSE, turn, two


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
