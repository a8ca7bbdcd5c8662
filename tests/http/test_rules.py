"""What the rules refuse, forms, options, previews."""

from typing import Any

from tests.http.client import Client
from tests.http.conftest import House
from tests.http.test_moves import CHOOSE, turn


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
