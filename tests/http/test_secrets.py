"""What a viewer may not know is in no byte that he receives: whole matches, every exit, states that differ only in it."""

import json
from typing import Any

import msgspec
import pytest

from adapters.http.desk import Pages
from adapters.worker import Luck
from domain.kernel.secrecy import SPECTATOR, Viewer, seat_viewer
from tests.http.client import Client
from tests.http.conftest import House
from tests.http.test_moves import CHOOSE, two


class Bytes:
    """Everything a client is told, headers included."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.told: list[bytes] = []

    async def ask(self, method: str, path: str, body: Any = None, **headers: str) -> None:
        answer = await self.client.ask(method, path, json=body, headers=headers or None)
        self.told.append(repr(answer.headers.raw).encode() + answer.content)

    async def look(self, match: str, *, moves: int, version: int) -> None:
        """Every reading exit, at every point, through all eyes he may ask for."""
        for eyes in ("", "as=spectator", "as=1", "as=2", "as=all"):
            for part in ("position", "moves", "events", *(f"moves/{move}" for move in range(1, moves + 1))):
                await self.ask("GET", f"{match}/{part}?{eyes}&" if eyes else f"{match}/{part}")
            for move in range(moves + 1):
                await self.ask("GET", f"{match}/position?{'&'.join([eyes, f'move={move}']).strip('&')}")
            for at in range(1, version + 1):
                await self.ask("GET", f"{match}/position?{'&'.join([eyes, f'version={at}']).strip('&')}")
        for path in (match, f"{match}/options", f"{match}/options?seat=1", f"{match}/verification", "/matches"):
            await self.ask("GET", path)
        async with self.client.stream(f"{match}/events?include=position&until={version}") as reader:
            self.told += [json.dumps(message).encode() for message in await reader.all()]

    async def provoke(self, match: str) -> None:
        """Errors and previews."""
        for seat in (None, 1, 2):
            for action in (
                {"type": "toy.pay", "payment": {"copper": 4, "silver": 0}},
                {"type": "toy.raise-bid", "bid": 15},
                {"type": "toy.give-coin", "coin": "silver"},
                CHOOSE,
            ):
                body = {"action": action, "seat": seat}
                await self.ask("POST", f"{match}/moves?preview=true", body)
                await self.ask("POST", f"{match}/moves", body, **{"If-Match": '"1"'})
                await self.ask("POST", f"{match}/options", {"kind": action["type"], "filled": {}, "seat": seat})


async def test_c02_a_secret_choice_is_in_no_byte_the_others_get(
    house: House, ann: Client, bob: Client, eve: Client
) -> None:
    """Favourites chosen by seat 1 stay its own until seat 2 has chosen; then all see them."""
    answers = {}
    for colors in (["jade"], ["ruby"], ["amber", "pearl"]):
        match = await two(ann, bob)
        await ann.move(match, {**CHOOSE, "colors": colors}, Idempotency_Key="k")
        for client in (bob, eve, house.client()):
            seen = [
                (await client.get(f"{match}{part}")).json() for part in ("/moves/1", "/events?after=12", "/position")
            ]
            text = json.dumps([seen[0]["action"], seen[0]["events"], seen[1]["items"], seen[2]["view"]["seats"]])
            assert not any(f'"{color}"' in text for color in ("jade", "ruby", "amber", "pearl"))
            answers.setdefault(str(client.player), set()).add(seen[0]["action"]["colors"] is None)
        own = (await ann.get(f"{match}/moves/1")).json()
        assert own["action"]["colors"] == colors
        await bob.move(match, CHOOSE)
        shown = (await eve.get(f"{match}/events?limit=500")).json()["items"]
        assert any(one["type"] == "toy.favourites-revealed" for one in shown)
    assert all(found == {True} for found in answers.values())


@pytest.mark.parametrize("viewer", ["bob", "eve"])
async def test_c02_two_tables_that_differ_in_secrets_only_give_equal_bytes(
    house: House, ann: Client, bob: Client, eve: Client, viewer: str
) -> None:
    """The table is exchanged for a twin of what the viewer sees: no byte of any answer may change."""
    match = await two(ann, bob, settings={"auctions": 8})
    for client in (ann, bob):
        await client.move(match, CHOOSE)
    for _ in range(3):
        seat = (await ann.get(match)).json()["to_act"][0]
        client = {1: ann, 2: bob}[seat]
        await client.move(match, await client.example(match))
    client, eyes = (bob, seat_viewer(2)) if viewer == "bob" else (eve, SPECTATOR)
    hot = next(iter(house.shelf._hot.values()))
    before = hot.now

    async def told() -> list[bytes]:
        reader = Bytes(client)
        for part in ("", "/position", "/position?as=spectator", "/options"):
            await reader.ask("GET", match + part)
        await reader.provoke(match)
        return reader.told

    first = await told()
    differing = 0
    for seed in range(8):
        twin = hot.game.twin(before.table, eyes, Luck(seed))
        differing += twin != before.table
        hot.match = msgspec.structs.replace(before, table=twin)
        house.app.desk.pages = Pages()
        assert await told() == first
    assert differing > 0


@pytest.mark.parametrize("eyes", [seat_viewer(1), SPECTATOR])
async def test_c02_face_down_runes_change_no_byte(house: House, ann: Client, eve: Client, eyes: Viewer) -> None:
    """Mystery: what lies face down is dealt again; positions, options, forms and previews stay as they are."""
    match = await ann.alone("mystery-of-the-temples", settings={"advanced": True})
    for _ in range(16):
        seat = (await ann.get(match)).json()["to_act"][0]
        await ann.move(match, await ann.example(match, seat), seat)
    seat = (await ann.get(match)).json()["to_act"][0]
    options = (await ann.options(match, seat))["options"]
    examples = [await ann.example(match, seat) for _ in range(12)]
    hot = next(iter(house.shelf._hot.values()))
    before = hot.now

    async def told() -> list[bytes]:
        reader = Bytes(ann if eyes == seat_viewer(1) else eve)
        for part in ("", "/position?as=spectator", f"/position?as={eyes.seat or 'spectator'}"):
            await reader.ask("GET", match + part)
        if eyes.kind == "seat":
            await reader.ask("GET", f"{match}/options?seat={seat}")
            for option in options:
                await reader.ask("POST", f"{match}/options", {"kind": option["kind"], "filled": {}, "seat": seat})
            for example in examples:
                await reader.ask("POST", f"{match}/moves?preview=true", {"action": example, "seat": seat})
        return reader.told

    first = await told()
    differing = 0
    for number in range(6):
        twin = hot.game.twin(before.table, eyes, Luck(number))
        differing += twin != before.table
        hot.match = msgspec.structs.replace(before, table=twin)
        house.app.desk.pages = Pages()
        assert await told() == first
    assert differing > 0


async def test_c02_the_key_and_the_draws_are_server_only_until_the_end(
    house: House, ann: Client, bob: Client, eve: Client
) -> None:
    match = await two(ann, bob)
    await ann.move(match, CHOOSE, Idempotency_Key="k")
    hot = next(iter(house.shelf._hot.values()))
    meta = hot.marks[-1].meta
    secrets = [hot.secret.hex(), hot.now.chain, str(meta.table), str(meta.key)]
    version = hot.now.version
    for client in (ann, bob, eve, house.client()):
        reader = Bytes(client)
        await reader.look(match, moves=1, version=version)
        await reader.provoke(match)
        whole = b"".join(reader.told)
        for secret in secrets:
            assert secret.encode() not in whole
        for word in (b'"draws"', b'"chain"', b'"cursor"', b'"openings"'):
            assert word not in whole
    await bob.post(f"{match}/resignations", {})
    assert (await eve.get(match)).json()["revealed_key"] == hot.secret.hex()


async def test_c02_another_seats_purse_is_in_no_byte(house: House, ann: Client, bob: Client, eve: Client) -> None:
    """Seat 1's purse, coin by coin, appears in nothing that is told to others: neither in views nor in events."""
    match = await two(ann, bob)
    await ann.move(match, CHOOSE)
    hot = next(iter(house.shelf._hot.values()))
    for client in (bob, eve, house.client()):
        reader = Bytes(client)
        await reader.look(match, moves=1, version=hot.now.version)
        await reader.provoke(match)
        for told in reader.told:
            for tree in trees(told):
                for seat in found_seats(tree):
                    if seat.get("seat") == 1 and "purse" in seat:
                        assert seat["purse"] is None
                for event in found_events(tree):
                    if event["type"] in ("toy.purse-dealt", "toy.coin-drawn") and event["seat"] == 1:
                        assert set(event["data"].values()) - {event["data"].get("count")} <= {None}


def trees(told: bytes) -> list[Any]:
    """The JSON of an answer, or of a message."""
    text = told.decode(errors="replace")
    start = min((place for place in (text.find("{"), text.find('["')) if place >= 0), default=-1)
    try:
        return [json.loads(text[start:])] if start >= 0 else []
    except ValueError:
        return []


def walk(tree: Any) -> Any:
    if isinstance(tree, dict):
        yield tree
        for item in tree.values():
            yield from walk(item)
    elif isinstance(tree, list):
        for item in tree:
            yield from walk(item)


def found_seats(tree: Any) -> list[dict[str, Any]]:
    return [one for one in walk(tree) if "purse" in one]


def found_events(tree: Any) -> list[dict[str, Any]]:
    return [one for one in walk(tree) if "move_complete" in one]
