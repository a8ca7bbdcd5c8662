"""Reading a match: positions, moves, events as pages; eyes; what may be cached."""

from typing import Any

import pytest

from tests.http.client import TOY, Client
from tests.http.conftest import House
from tests.http.test_moves import CHOOSE, two

POSITION = {"match", "game", "version", "move", "viewer", "to_act", "view", "outcome"}
FOREVER = "public, max-age=31536000, immutable"


async def played(client: Client, moves: int = 12, **terms: Any) -> str:
    """A running match with some moves, all by one player."""
    match = await client.alone(**terms)
    for _ in range(moves):
        found = (await client.get(match)).json()
        if found["status"] != "running":
            break
        seat = found["to_act"][0]
        answer = await client.move(match, await client.example(match, seat), seat)
        assert answer.status_code == 201, answer.text
    return match


async def test_a_position_before_the_start_has_no_view(ann: Client) -> None:
    match = await ann.open()
    answer = await ann.get(f"{match}/position")
    found = answer.json()
    assert set(found) == POSITION
    assert (found["view"], found["viewer"], found["version"]) == (None, {"kind": "spectator", "seat": None}, 1)
    assert answer.headers["etag"].startswith('"1.')


async def test_c09_the_position_at_a_move_is_what_was_seen_live(ann: Client, bob: Client) -> None:
    match = await two(ann, bob)
    live: dict[int, Any] = {0: (await ann.get(f"{match}/position")).json()}
    clients = {1: ann, 2: bob}
    for _ in range(14):
        seat = (await ann.get(match)).json()["to_act"][0]
        client = clients[seat]
        moved = (await client.move(match, await client.example(match))).json()
        live[moved["move"]] = (await ann.get(f"{match}/position")).json()
    for move, seen in live.items():
        for query in (f"move={move}", f"version={seen['version']}"):
            assert (await ann.get(f"{match}/position?{query}")).json() == seen
    for query in ("move=99", "version=999"):
        assert (await ann.get(f"{match}/position?{query}")).status_code == 404
    answer = await ann.get(f"{match}/position?move=1&version=9")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_parameter")


async def test_c01_the_narrowest_eyes_are_the_default(house: House, ann: Client, bob: Client, eve: Client) -> None:
    match = await two(ann, bob)
    for client, viewer in (
        (ann, {"kind": "seat", "seat": 1}),
        (bob, {"kind": "seat", "seat": 2}),
        (eve, {"kind": "spectator", "seat": None}),
        (house.client(), {"kind": "spectator", "seat": None}),
    ):
        assert (await client.get(f"{match}/position")).json()["viewer"] == viewer
        same = await client.get(f"{match}/position?as=spectator")
        assert same.json()["viewer"] == {"kind": "spectator", "seat": None}
    for client, eyes in ((ann, "2"), (ann, "all"), (eve, "1"), (eve, "all"), (house.client(), "all"), (ann, "9")):
        for part in ("/position?", "/moves?", "/events?", "/events?until=3&"):
            answer = await client.get(f"{match}{part}as={eyes}")
            assert (answer.status_code, answer.json()["code"]) == (403, "viewer_not_yours"), (eyes, part)
    for eyes in ("0", "13", "me", "ALL", "1,2", "01"):
        answer = await ann.get(f"{match}/position?as={eyes}")
        assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (400, "/as")


async def test_c09_after_the_end_everybody_sees_all(house: House, ann: Client, bob: Client) -> None:
    match = await two(ann, bob)
    await ann.move(match, CHOOSE)
    await bob.post(f"{match}/resignations", {})
    nobody = house.client()
    whole = (await nobody.get(f"{match}/position?as=all")).json()
    assert all(seat["purse"] for seat in whole["view"]["seats"])
    own = (await nobody.get(f"{match}/position?as=2")).json()
    assert own["view"]["seats"][1]["purse"] is not None
    assert own["view"]["seats"][0]["purse"] is None
    shown = (await nobody.get(f"{match}/moves/1?as=all")).json()
    assert shown["action"] == CHOOSE
    for part in ("/position", "/moves", "/events"):
        assert (await nobody.get(f"{match}{part}?as=9")).status_code == 404


async def test_moves_are_read_page_by_page(ann: Client) -> None:
    match = await played(ann, 12)
    seen: list[int] = []
    path = f"{match}/moves?limit=5"
    while True:
        answer = await ann.get(path)
        found = answer.json()
        seen += [one["move"] for one in found["items"]]
        if found["next"] is None:
            break
        link = answer.headers["link"]
        path = link[1 : link.index(">")]
        assert f"after={found['next']}" in path
    assert seen == list(range(1, 13))
    assert (await ann.get(f"{match}/moves?after=12")).json()["items"] == []
    one = (await ann.get(f"{match}/moves/7")).json()
    assert one == (await ann.get(f"{match}/moves?after=6&limit=1")).json()["items"][0]
    for number in ("0", "13", "007", "99999999"):
        assert (await ann.get(f"{match}/moves/{number}")).status_code == 404


async def test_events_are_read_page_by_page(ann: Client) -> None:
    match = await played(ann, 6)
    version = (await ann.get(match)).json()["version"]
    seen: list[Any] = []
    path = f"{match}/events?limit=7"
    while True:
        answer = await ann.get(path, Accept="application/json")
        found = answer.json()
        assert found["version"] == version
        seen += found["items"]
        if found["next"] is None:
            break
        link = answer.headers["link"]
        path = link[1 : link.index(">")]
    assert [one["version"] for one in seen] == list(range(1, version + 1))
    for move in range(1, 7):
        own = [one for one in seen if one["move"] == move]
        assert [one["move_complete"] for one in own] == [False] * (len(own) - 1) + [True]
        assert own == (await ann.get(f"{match}/moves/{move}")).json()["events"]
    part = (await ann.get(f"{match}/events?after=3&until=5")).json()
    assert ([one["version"] for one in part["items"]], part["next"]) == ([4, 5], None)
    part = (await ann.get(f"{match}/events?after=3&until=9&limit=2")).json()
    assert ([one["version"] for one in part["items"]], part["next"]) == ([4, 5], 5)
    for query in (f"after={version}", "after=99999", "after=5&until=3"):
        assert (await ann.get(f"{match}/events?{query}")).json()["items"] == []
    answer = await ann.get(f"{match}/events?include=position")
    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (400, "/include")


@pytest.mark.parametrize("part", ["/position?version=5", "/moves/1", "/moves?limit=2", "/events?limit=3"])
async def test_only_what_can_never_change_may_be_kept(ann: Client, bob: Client, part: str) -> None:
    for visibility, kept in (("public", FOREVER), ("unlisted", "private, no-cache")):
        match = await two(ann, bob, visibility=visibility)
        await ann.move(match, CHOOSE)
        assert (await ann.get(match + part)).headers["cache-control"] == "private, no-cache"
        await bob.post(f"{match}/resignations", {})
        answer = await ann.get(match + part)
        assert answer.headers["cache-control"] == kept
        assert "Authorization" in answer.headers["vary"]
        assert (await ann.get(f"{match}/position")).headers["cache-control"] == "private, no-cache"
        assert (await ann.get(match)).headers["cache-control"] == "private, no-cache"


@pytest.mark.parametrize(
    "query",
    [
        "/me/matches?my_turn=null",
        "/me/matches?my_turn=1",
        "/me/matches?my_turn=TRUE",
        "{match}/options?seat=1&example=yes",
        "{match}/events?include=null",
        "{match}/position?as=null",
        "/games/toy-duel/components?rules_version=null",
    ],
)
async def test_a17_a_value_of_another_form_is_refused(ann: Client, query: str) -> None:
    match = await ann.alone()
    answer = await ann.get(query.replace("{match}", match))
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_parameter")


async def test_answers_from_memory_are_the_same_bytes(ann: Client, house: House) -> None:
    match = await played(ann, 4)
    for part in ("/position", "/options?seat=1", "/position?as=2", "/position?version=6"):
        first, again = await ann.get(match + part), await ann.get(match + part)
        assert first.content == again.content
    house.shelf.forget(next(iter(house.store.streams)))
    assert (await ann.get(f"{match}/position")).status_code == 200


async def test_times_have_one_form(ann: Client) -> None:
    match = await played(ann, 3, decision_time=60)
    found = (await ann.get(match)).json()
    times = [found["created_at"], found["updated_at"], found["deadlines"][0]["at"]]
    times += [one["recorded_at"] for one in (await ann.get(f"{match}/events")).json()["items"]]
    times += [(await ann.get("/me")).json()["created_at"]]
    for time in times:
        assert len(time) == len("2026-01-01T00:00:00.000000Z")
        assert time.endswith("Z")


async def test_the_game_is_played_by_its_name(ann: Client) -> None:
    match = await ann.alone("mystery-of-the-temples")
    found = (await ann.get(f"{match}/position")).json()
    assert found["game"] == found["view"]["game"] == "mystery-of-the-temples"
    assert TOY not in (await ann.get(match)).text
