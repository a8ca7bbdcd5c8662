"""Players, the caller, tokens and their scopes."""

from hashlib import sha256

import pytest

from tests.http.client import TOY, Client
from tests.http.conftest import House, build


async def test_a_new_player_gets_a_token_once(house: House) -> None:
    answer = await house.client().post("/players", {"name": "Ann"})
    assert answer.status_code == 201
    assert set(answer.json()) == {"player", "token"}
    assert set(answer.json()["player"]) == {"id", "name"}
    assert (answer.headers["location"], answer.headers["cache-control"]) == ("/me", "no-store")
    token = answer.json()["token"]
    assert token.startswith("evt_")
    assert len(token) == len("evt_") + 43
    assert list(house.players.held) == [sha256(token.encode()).digest()]
    me = (await house.client(token).get("/me")).json()
    assert me["scopes"] == ["read", "play", "lobby", "export", "webhooks"]
    assert token not in (await house.client(token).get("/me/tokens")).text


async def test_a_player_takes_another_name(ann: Client) -> None:
    match = await ann.open()
    before = await ann.get(match)
    answer = await ann.ask("PATCH", "/me", json={"name": "Anna"})
    assert (answer.status_code, answer.json()["name"]) == (200, "Anna")
    assert (await ann.get("/me")).json()["name"] == "Anna"
    after = await ann.get(match)
    assert after.json()["host"]["name"] == "Anna"
    assert after.headers["etag"] != before.headers["etag"]


async def test_tokens_are_made_listed_and_revoked(ann: Client, house: House) -> None:
    made = await ann.post("/me/tokens", {"name": "phone", "scopes": ["read"]})
    assert made.status_code == 201
    assert set(made.json()) == {"id", "name", "scopes", "created_at", "token"}
    listed = (await ann.get("/me/tokens")).json()["items"]
    assert [(one["name"], one["scopes"], one["current"]) for one in listed] == [
        ("first", ["read", "play", "lobby", "export", "webhooks"], True),
        ("phone", ["read"], False),
    ]
    phone = house.client(made.json()["token"])
    assert (await phone.get("/me")).status_code == 200
    assert (await ann.delete(f"/me/tokens/{made.json()['id']}")).status_code == 204
    assert (await phone.get("/me")).json()["code"] == "token_invalid"
    assert (await ann.delete(f"/me/tokens/{made.json()['id']}")).status_code == 404
    assert (await ann.delete("/me/tokens/none")).status_code == 404


async def test_a_token_can_give_and_take_no_more_than_it_may(ann: Client, house: House, bob: Client) -> None:
    reader = house.client((await ann.post("/me/tokens", {"name": "r", "scopes": ["read"]})).json()["token"])
    for scopes in (["play"], ["read", "admin"]):
        answer = await reader.post("/me/tokens", {"name": "x", "scopes": scopes})
        assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing")
    assert (await ann.post("/me/tokens", {"name": "x", "scopes": ["admin"]})).status_code == 403
    assert (await reader.post("/me/tokens", {"name": "x", "scopes": ["read"]})).status_code == 201
    first = (await ann.get("/me/tokens")).json()["items"][0]["id"]
    assert (await reader.delete(f"/me/tokens/{first}")).status_code == 403
    assert (await bob.delete(f"/me/tokens/{first}")).status_code == 404
    assert (await ann.post("/me/tokens", {"name": "x", "scopes": ["read", "read"]})).status_code == 400
    assert (await ann.post("/me/tokens", {"name": "x", "scopes": []})).status_code == 400
    assert (await ann.post("/me/tokens", {"name": "x", "scopes": ["fly"]})).status_code == 400


async def test_tokens_are_not_without_number(ann: Client) -> None:
    for _ in range(99):
        assert (await ann.post("/me/tokens", {"name": "x", "scopes": ["read"]})).status_code == 201
    answer = await ann.post("/me/tokens", {"name": "x", "scopes": ["read"]})
    assert (answer.status_code, answer.json()["code"]) == (409, "too_many_tokens")


NEEDS = [
    ("GET", "/matches", None, "read"),
    ("GET", "/me/matches", None, "read"),
    ("GET", "/me/tokens", None, "read"),
    ("GET", "{match}", None, "read"),
    ("GET", "{match}/position", None, "read"),
    ("GET", "{match}/options?seat=1", None, "read"),
    ("POST", "{match}/options", {"kind": "toy.choose-favourites", "filled": {}, "seat": 1}, "read"),
    ("GET", "{match}/moves", None, "read"),
    ("GET", "{match}/events", None, "read"),
    ("POST", "{match}/moves", {"action": {"type": "toy.leave-gem"}, "seat": 1}, "play"),
    ("POST", "{match}/takebacks", None, "play"),
    ("POST", "{match}/takebacks/answers", {"agree": True, "seat": 1}, "play"),
    ("POST", "{match}/resignations", {"seat": 1}, "play"),
    ("POST", "/matches", {"game": TOY, "seats": 2}, "lobby"),
    ("DELETE", "{match}", None, "lobby"),
    ("POST", "{match}/seats", {}, "lobby"),
    ("DELETE", "{match}/seats/1", None, "lobby"),
    ("POST", "{match}/start", None, "lobby"),
    ("PATCH", "/me", {"name": "x"}, "lobby"),
    ("DELETE", "/me", None, "lobby"),
]


@pytest.mark.parametrize(("method", "path", "body", "scope"), NEEDS)
async def test_scopes_are_enforced(ann: Client, house: House, method: str, path: str, body: object, scope: str) -> None:
    match = await ann.alone()
    others = [one for one in ("read", "play", "lobby", "export", "webhooks") if one != scope]
    token = (await ann.post("/me/tokens", {"name": "x", "scopes": others})).json()["token"]
    answer = await house.client(token).ask(method, path.replace("{match}", match), json=body)
    assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing")
    if method == "POST" and "{match}" in path:
        nowhere = path.replace("{match}", "/matches/00000000-0000-7000-8000-000000000000")
        assert (await house.client(token).ask(method, nowhere, json=body)).status_code == 404


async def test_erasing_a_player_leaves_matches_under_a_neutral_name(house: House, ann: Client, bob: Client) -> None:
    three = await ann.open(seats=3)
    for client in (ann, bob):
        await client.sit(three)
    await bob.sit(three, seat=3)
    await ann.start(three)
    two = await bob.open()
    await bob.sit(two)
    await ann.sit(two)
    await bob.start(two)
    waiting = await bob.open()
    await ann.sit(waiting)
    own = await ann.open()
    assert (await ann.delete("/me")).status_code == 204
    assert (await ann.get("/me")).status_code == 401
    assert ann.player not in house.players.people
    assert not [one for one in house.players.held.values() if one.player == ann.player]
    seats = (await bob.get(three)).json()["seats"]
    assert [seat["absent"] for seat in seats] == [True, False, False]
    assert seats[0]["occupant"] == {"kind": "player", "id": ann.player, "name": "Former player"}
    assert (await bob.get(two)).json()["outcome"]["winners"] == [1]
    assert (await bob.get(waiting)).json()["seats"][0]["occupant"] is None
    assert (await bob.get(own)).json()["status"] == "abandoned"
    for path in (three, two, waiting, own):
        for part in ("", "/events?limit=500", "/moves", "/position"):
            assert '"Ann"' not in (await bob.get(path + part)).text


async def test_a_token_that_another_process_revoked_is_refused_after_ten_seconds() -> None:
    house = build()
    ann = await house.person()
    callers = house.app.desk.callers
    now = 0.0
    callers._clock = lambda: now
    callers._known.clear()
    assert (await ann.get("/me")).status_code == 200
    house.players.held.clear()
    now = 9.9
    assert (await ann.get("/me")).status_code == 200
    now = 10.1
    assert (await ann.get("/me")).status_code == 401
