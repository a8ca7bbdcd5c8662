"""Streams of events: server-sent events and lines."""

import asyncio
import gc
import json

import pytest

from adapters.http import front, stream
from service.ports import StoreUnavailable
from tests.http.client import Client
from tests.http.conftest import House, build
from tests.http.test_moves import CHOOSE, two
from tests.http.test_reading import played

LINES = "application/x-ndjson"


async def step(client: Client, match: str, seats: dict[int, Client] | None = None) -> None:
    """One more move by whoever is to act."""
    seat = (await client.get(match)).json()["to_act"][0]
    mover = (seats or {}).get(seat, client)
    answer = await mover.move(match, await mover.example(match, seat), seat)
    assert answer.status_code == 201


async def readers(house: House) -> int:
    """Who still listens."""
    await asyncio.sleep(0.01)
    gc.collect()
    return house.store.readers


async def test_a_stream_tells_what_was_and_what_comes(ann: Client) -> None:
    match = await played(ann, 2, settings={"auctions": 50})
    version = (await ann.get(match)).json()["version"]
    page = (await ann.get(f"{match}/events?limit=500")).json()["items"]
    async with ann.stream(f"{match}/events") as reader:
        assert reader.status == 200
        assert reader.headers["content-type"].startswith("text/event-stream")
        assert reader.headers["cache-control"] == "no-store"
        assert await reader.block() == "retry: 2000"
        old = [await reader.message() for _ in range(version)]
        assert old == [("event", one["version"], one) for one in page]
        await step(ann, match)
        new = await reader.message()
        assert new is not None
        assert (new[0], new[1], new[2]["version"]) == ("event", version + 1, version + 1)


@pytest.mark.parametrize("restarted", [False, True])
async def test_a28_a_cut_stream_goes_on_where_it_was(ann: Client, house: House, restarted: bool) -> None:
    match = await played(ann, 2, settings={"auctions": 50})
    async with ann.stream(f"{match}/events") as reader:
        seen = [(await reader.message())[1] for _ in range(4)]
    assert seen == [1, 2, 3, 4]
    before = (await ann.get(match)).json()["version"]
    for _ in range(5):
        await step(ann, match)
    after = (await ann.get(match)).json()["version"]
    if restarted:
        fresh = build(house.store, house.players)
        player, ann = ann.player, fresh.client(ann.token)
        ann.player = player
    async with ann.stream(f"{match}/events", Last_Event_ID=str(before)) as reader:
        missed = [(await reader.message())[1] for _ in range(after - before)]
        assert missed == list(range(before + 1, after + 1))
        await step(ann, match)
        assert (await reader.message())[1] == after + 1


@pytest.mark.parametrize("text", ["garbage", "-1", "999999", "1.0", "01", "1e3", "9" * 200])
async def test_a28_an_id_that_is_none_resets_and_goes_on_live(ann: Client, text: str) -> None:
    match = await played(ann, 2, settings={"auctions": 50})
    version = (await ann.get(match)).json()["version"]
    async with ann.stream(f"{match}/events?include=position", Last_Event_ID=text) as reader:
        assert await reader.message() == ("reset", version, {"version": version})
        name, at, position = await reader.message()
        assert (name, at) == ("position", version)
        assert position == (await ann.get(f"{match}/position")).json()
        await step(ann, match)
        assert (await reader.message())[1] == version + 1


async def test_a28_an_id_of_another_viewer_gives_nobody_his_eyes(ann: Client, bob: Client) -> None:
    match = await two(ann, bob)
    await ann.move(match, CHOOSE)
    version = (await ann.get(match)).json()["version"]
    async with bob.stream(f"{match}/events?until={version}", Last_Event_ID=str(version - 1)) as reader:
        (_, _, event), end = await reader.all()
        assert (event["type"], event["data"]) == ("toy.favourites-chosen", {"colors": None})
        assert end == ("end", version, {"reason": "until", "after": version})


async def test_positions_follow_each_move(ann: Client, bob: Client) -> None:
    match = await two(ann, bob, settings={"auctions": 20})
    version = (await ann.get(match)).json()["version"]
    async with bob.stream(f"{match}/events?include=position&after={version}") as reader:
        name, at, first = await reader.message()
        assert (name, at) == ("position", version)
        assert first == (await bob.get(f"{match}/position")).json()
        for _ in range(6):
            await step(ann, match, {1: ann, 2: bob})
            while (message := await reader.message())[0] == "event":
                last = message
            assert last[2]["move_complete"] is True
            assert message[1] == last[1]
            assert message[2] == (await bob.get(f"{match}/position")).json()


async def test_a_stream_ends_with_the_match(ann: Client, bob: Client) -> None:
    match = await two(ann, bob)
    version = (await ann.get(match)).json()["version"]
    async with ann.stream(f"{match}/events?after={version}") as reader:
        await bob.post(f"{match}/resignations", {})
        messages = await reader.all()
    assert [one[2].get("type") for one in messages] == ["match.seat-resigned", "match.ended", None]
    assert messages[-1] == ("end", version + 2, {"reason": "over", "after": version + 2})
    headers = {"Accept": "text/event-stream", "Last-Event-ID": str(version + 2)}
    answer = await ann.ask("GET", f"{match}/events", headers=headers)
    assert (answer.status_code, answer.content) == (204, b"")


async def test_lines_are_events_and_nothing_else(ann: Client, bob: Client) -> None:
    match = await two(ann, bob)
    version = (await ann.get(match)).json()["version"]
    async with ann.stream(f"{match}/events?after=2&until={version + 1}", LINES) as reader:
        assert reader.headers["content-type"].startswith(LINES)
        found = [json.loads(await reader.chunk()) for _ in range(version - 2)]
        assert [one["version"] for one in found] == list(range(3, version + 1))
        await bob.move(match, CHOOSE)
        event = json.loads(await reader.chunk())
        assert (event["type"], event["data"]["colors"]) == ("toy.favourites-chosen", None)
        assert await reader.chunk() == b""
        assert reader.ended
    answer = await ann.get(f"{match}/events?include=position", Accept=LINES)
    assert answer.status_code == 400


async def test_a27_silence_is_broken_by_pings_that_are_no_events(ann: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "PING", 0.02)
    match = await played(ann, 1)
    version = (await ann.get(match)).json()["version"]
    async with ann.stream(f"{match}/events?after={version}") as reader:
        assert await reader.block() == "retry: 2000"
        assert [await reader.block() for _ in range(3)] == [": ping"] * 3
    async with ann.stream(f"{match}/events?after={version}", LINES) as reader:
        assert [await reader.chunk() for _ in range(3)] == [b"\n"] * 3


async def test_a29_streams_end_when_the_service_drains(ann: Client, house: House) -> None:
    match = await played(ann, 2)
    version = (await ann.get(match)).json()["version"]
    async with ann.stream(f"{match}/events?after={version}") as one, ann.stream(f"{match}/events", LINES) as other:
        await one.block()
        house.draining.set()
        assert await one.all() == [("end", version, {"reason": "closing", "after": version})]
        while not other.ended:
            await other.chunk()


async def test_a_reader_who_leaves_leaves_nothing_behind(ann: Client, house: House) -> None:
    match = await played(ann, 1)
    version = (await ann.get(match)).json()["version"]
    async with ann.stream(f"{match}/events?after={version}") as reader:
        await reader.block()
        await asyncio.sleep(0.01)
        assert house.store.readers == 1
    assert await readers(house) == 0
    assert (await ann.ask("HEAD", f"{match}/events", headers={"Accept": "text/event-stream"})).status_code == 200
    assert await readers(house) == 0


async def test_a_revoked_token_ends_its_stream(ann: Client, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "PING", 0.02)
    match = await played(ann, 1)
    version = (await ann.get(match)).json()["version"]
    made = (await ann.post("/me/tokens", {"name": "tv", "scopes": ["read"]})).json()
    async with house.client(made["token"]).stream(f"{match}/events?after={version}") as reader:
        await reader.block()
        await ann.delete(f"/me/tokens/{made['id']}")
        assert await reader.message() == ("end", version, {"reason": "refused", "after": version})


async def test_who_is_sent_away_from_a_private_match_hears_no_more(ann: Client, bob: Client) -> None:
    match = await ann.open(visibility="private")
    answer = await bob.post(f"{match}/seats", {})
    assert answer.status_code == 404
    unlisted = await ann.open(visibility="unlisted")
    await bob.sit(unlisted)
    async with bob.stream(f"{unlisted}/events?after=2") as reader:
        await ann.delete(f"{unlisted}/seats/1")
        assert (await reader.message())[2]["type"] == "match.seat-left"


async def test_slow_readers_are_told_where_they_are(ann: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter(range(0, 10_000, 31))
    monkeypatch.setattr(stream, "monotonic", lambda: next(now))
    match = await played(ann, 1)
    async with ann.stream(f"{match}/events") as reader:
        messages = await reader.all()
    assert messages[-1] == ("end", 1, {"reason": "slow", "after": 1})


async def test_a_reader_who_stands_still_is_cut_off(ann: Client, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(front, "STANDSTILL", 0.02)
    match = await played(ann, 1)
    scope_of = ann.stream(f"{match}/events")
    async with scope_of as reader:
        scope = dict(reader._scope)
    never = asyncio.Event()
    asked = False

    async def receive() -> dict:
        nonlocal asked
        if asked:
            await never.wait()
        asked = True
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict) -> None:
        if message["type"] == "http.response.body":
            await never.wait()

    await asyncio.wait_for(house.app(scope, receive, send), 5)
    assert await readers(house) == 0


async def test_a_stream_whose_store_fails_says_where_to_go_on(ann: Client, house: House) -> None:
    match = await played(ann, 1, settings={"auctions": 50})
    version = (await ann.get(match)).json()["version"]
    async with ann.stream(f"{match}/events?after={version}") as reader:
        await reader.block()
        await asyncio.sleep(0.01)
        house.shelf.forget(next(iter(house.store.streams)))
        house.store.down = StoreUnavailable("down")
        house.store._tell(next(iter(house.store.streams)), version)
        assert await reader.message() == ("end", version, {"reason": "closing", "after": version})


async def test_streams_answer_refusals_before_they_begin(house: House, ann: Client, bob: Client) -> None:
    match = await two(ann, bob, visibility="unlisted")
    for client, path, status in (
        (house.client(), f"{match}/events", 404),
        (house.client("evt_" + "x" * 43), f"{match}/events", 401),
        (ann, f"{match}/events?as=2", 403),
        (ann, f"{match}/events?after=x", 400),
        (ann, f"{match}/events?include=everything", 400),
    ):
        answer = await client.get(path, Accept="text/event-stream")
        assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json")
