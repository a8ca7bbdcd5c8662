"""Matches before the first move: create, seats, start, abandon; lists; the catalogue."""

import asyncio
import base64

import pytest

from tests.http.client import TOY, Client
from tests.http.conftest import House

MYSTERY = "mystery-of-the-temples"
MATCH = {
    "id", "game", "rules_version", "status", "visibility", "competitive", "decision_time", "settings", "host", "seats",
    "version", "move", "to_act", "deadlines", "outcome", "commitment", "revealed_key", "created_at", "updated_at",
}  # fmt: skip


async def test_the_catalogue_shows_all_games(house: House) -> None:
    client = house.client()
    items = (await client.get("/games")).json()["items"]
    assert [one["game"] for one in items] == [TOY, MYSTERY]
    one = (await client.get(f"/games/{MYSTERY}")).json()
    assert one == items[1]
    assert one["seats"] == {"least": 2, "most": 4}
    assert one["settings_schema"]["properties"]["max_rounds"]["maximum"] == 200
    assert one["credits"]["designers"] == ["Wei-Min Ling"]
    assert "mystery.collect" in one["action_types"]
    assert "mystery.curse-broken" in one["event_types"]
    assert {"pointer": "/game", "note": "summary"} in one["provenance"]
    parts = (await client.get(f"/games/{MYSTERY}/components?rules_version=1")).json()
    assert parts["data"]["ring"]["slots_clockwise"][0] == "temple_1"
    assert "T-RED" in [label["id"] for label in parts["labels"]]
    for path in ("/games/chess", "/games/chess/components", f"/games/{MYSTERY}/components?rules_version=99"):
        assert (await client.get(path)).status_code == 404


async def test_a_match_is_created_with_a_commitment_and_without_a_seat(ann: Client) -> None:
    answer = await ann.post("/matches", {"game": TOY, "seats": 3, "settings": {"auctions": 2}, "decision_time": 60})
    assert answer.status_code == 201
    found = answer.json()
    assert set(found) == MATCH
    assert answer.headers["location"] == f"/matches/{found['id']}"
    assert answer.headers["etag"].startswith('"1.')
    assert (found["status"], found["version"], found["move"], found["to_act"]) == ("open", 1, 0, [])
    assert found["settings"] == {"open_hands": False, "auctions": 2}
    assert found["host"] == {"id": ann.player, "name": "Ann"}
    assert found["seats"] == [{"seat": seat, "occupant": None, "absent": False} for seat in (1, 2, 3)]
    assert len(found["commitment"]) == 64
    assert found["revealed_key"] is None
    assert (await ann.get(answer.headers["location"])).json() == found


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"game": "chess", "seats": 2}, "/game"),
        ({"game": TOY, "seats": 13}, "/seats"),
        ({"game": TOY, "seats": 2, "settings": {"auctions": 0}}, "/settings/auctions"),
        ({"game": TOY, "seats": 2, "settings": {"auctions": "4"}}, "/settings/auctions"),
        ({"game": TOY, "seats": 2, "settings": {"speed": 1}}, "/settings/speed"),
        ({"game": TOY, "seats": 2, "settings": [1]}, "/settings"),
        ({"game": TOY, "seats": 2, "decision_time": 29}, "/decision_time"),
        ({"game": TOY, "seats": 2, "visibility": "secret"}, "/visibility"),
    ],
)
async def test_terms_that_cannot_be_are_400(ann: Client, body: dict, pointer: str) -> None:
    answer = await ann.post("/matches", body)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_body")
    assert answer.json()["errors"][0]["pointer"] == pointer


async def test_d09_terms_that_the_rules_forbid_are_422_with_the_rule(ann: Client) -> None:
    answer = await ann.post("/matches", {"game": TOY, "seats": 5})
    assert (answer.status_code, answer.json()["rule"], answer.json()["errors"][0]["pointer"]) == (
        422,
        "TOY-1.1",
        "/seats",
    )
    answer = await ann.post("/matches", {"game": TOY, "seats": 4, "settings": {"auctions": 500}})
    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, "/settings/auctions")


async def test_the_same_key_creates_one_match(ann: Client, bob: Client, house: House) -> None:
    body = {"game": TOY, "seats": 2}
    first = await ann.post("/matches", body, Idempotency_Key="k")
    again = await ann.post("/matches", body, Idempotency_Key="k")
    assert (again.status_code, again.headers["idempotent-replayed"]) == (201, "true")
    assert "idempotent-replayed" not in first.headers
    assert again.json()["id"] == first.json()["id"]
    other = await ann.post("/matches", {**body, "seats": 3}, Idempotency_Key="k")
    assert (other.status_code, other.json()["code"]) == (422, "key_reused")
    assert (await bob.post("/matches", body, Idempotency_Key="k")).json()["id"] != first.json()["id"]
    assert len(house.store.streams) == 2


@pytest.mark.parametrize("key", ["", "a" * 256, "a b", "ä", "a\tb"])
async def test_a21_keys_of_another_form_are_400(ann: Client, key: str) -> None:
    headers = {"Idempotency-Key": key.encode("latin-1")}
    answer = await ann.ask("POST", "/matches", json={"game": TOY, "seats": 2}, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_header")


async def test_seats_are_taken_and_left(ann: Client, bob: Client, eve: Client) -> None:
    match = await ann.open(seats=3)
    answer = await bob.post(f"{match}/seats", {"entropy": "tea leaves"})
    assert (answer.status_code, answer.headers["etag"][:3]) == (201, '"2.')
    assert answer.json()["seats"][0]["occupant"] == {"kind": "player", "id": bob.player, "name": "Bob"}
    answer = await bob.post(f"{match}/seats", {"bot": "random"})
    assert (answer.status_code, answer.json()["code"]) == (403, "host_only")
    answer = await ann.post(f"{match}/seats", {"bot": "random", "seat": 3})
    assert answer.json()["seats"][2]["occupant"]["kind"] == "bot"
    for body, code in (({"seat": 1}, "seat_taken"), ({"seat": 9}, "seat_unknown")):
        answer = await eve.post(f"{match}/seats", body)
        assert (answer.status_code, answer.json()["code"]) == (409, code)
        assert answer.json()["current_version"] == 3
    assert (await eve.delete(f"{match}/seats/1")).json()["code"] == "seat_not_yours"
    assert (await eve.delete(f"{match}/seats/1")).status_code == 403
    assert (await ann.delete(f"{match}/seats/2")).json()["code"] == "seat_empty"
    assert (await ann.delete(f"{match}/seats/9")).status_code == 404
    assert (await ann.delete(f"{match}/seats/x")).status_code == 404
    assert (await ann.delete(f"{match}/seats/3")).status_code == 200
    answer = await bob.delete(f"{match}/seats/1")
    assert (answer.status_code, answer.json()["seats"][0]["occupant"]) == (200, None)


async def test_c18_one_of_twenty_gets_the_last_seat(house: House, ann: Client) -> None:
    match = await ann.open()
    await ann.sit(match)
    crowd = [await house.person(f"P{number}") for number in range(20)]
    answers = await asyncio.gather(*(one.post(f"{match}/seats", {}) for one in crowd))
    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 19
    assert all(answer.json()["code"] == "seat_taken" for answer in answers if answer.status_code == 409)


async def test_the_host_starts_a_full_table(ann: Client, bob: Client) -> None:
    match = await ann.open()
    await ann.sit(match)
    answer = await ann.post(f"{match}/start")
    assert (answer.status_code, answer.json()["code"]) == (409, "seats_open")
    await bob.sit(match)
    assert (await bob.post(f"{match}/start")).json()["code"] == "host_only"
    answer = await ann.post(f"{match}/start")
    assert (answer.status_code, answer.json()["status"], answer.json()["to_act"]) == (200, "running", [1, 2])
    for method, path in (("POST", "/start"), ("DELETE", ""), ("DELETE", "/seats/1")):
        answer = await ann.ask(method, match + path)
        assert (answer.status_code, answer.json()["code"]) == (409, "match_not_open")
    assert (await ann.post(f"{match}/seats", {})).json()["code"] == "match_not_open"


async def test_the_host_abandons_an_open_match(ann: Client, bob: Client) -> None:
    match = await ann.open()
    assert (await bob.delete(match)).json()["code"] == "host_only"
    answer = await ann.delete(match)
    assert (answer.status_code, answer.json()["status"]) == (200, "abandoned")
    assert (await ann.delete(match)).status_code == 409


async def test_deadlines_count_from_the_opening(ann: Client) -> None:
    match = await ann.alone(decision_time=90)
    found = (await ann.get(match)).json()
    assert [one["seat"] for one in found["deadlines"]] == [1, 2]
    began = found["updated_at"]
    assert found["deadlines"][0]["at"][:11] == began[:11] or found["deadlines"][0]["at"] > began
    listed = (await ann.get("/matches")).json()["items"][0]
    assert listed["deadlines"] == found["deadlines"]


async def test_a_private_match_is_404_to_strangers_everywhere(house: House, ann: Client, eve: Client) -> None:
    match = await ann.open(visibility="private")
    for seat in (1, 2):
        await ann.sit(match, seat=seat)
    await ann.start(match)
    await ann.move(match, await ann.example(match, 1), 1)
    action = {"type": "toy.leave-gem"}
    asked = [
        *(("GET", part, None) for part in ("", "/position", "/position?as=spectator", "/options", "/moves")),
        *(("GET", part, None) for part in ("/moves/1", "/events", "/events?until=2", "/verification")),
        ("DELETE", "", None),
        ("POST", "/seats", {}),
        ("DELETE", "/seats/1", None),
        ("POST", "/start", None),
        ("POST", "/options", {"kind": "toy.leave-gem", "filled": {}}),
        ("POST", "/moves", {"action": action}),
        ("POST", "/moves?preview=true", {"action": action}),
        ("POST", "/takebacks", None),
        ("POST", "/takebacks/answers", {"agree": True}),
        ("POST", "/resignations", {}),
    ]
    for method, part, body in asked:
        answer = await eve.ask(method, match + part, json=body)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found"), (method, part)
    for accept in ("text/event-stream", "application/x-ndjson"):
        assert (await eve.get(f"{match}/events", Accept=accept)).status_code == 404
    assert (await house.client().get(match)).status_code == 404
    for client in (eve, house.client()):
        for query in ("", f"?player={ann.player}", f"?to_act={ann.player}", "?status=running"):
            assert (await client.get(f"/matches{query}")).json()["items"] == []
    assert len((await ann.get("/matches")).json()["items"]) == 1


async def test_an_unlisted_match_is_for_those_who_have_its_id(house: House, ann: Client, eve: Client) -> None:
    match = await ann.alone(visibility="unlisted")
    assert (await eve.get(match)).status_code == 200
    assert (await house.client().get(match)).status_code == 404
    assert (await eve.get("/matches")).json()["items"] == []


async def test_lists_are_filtered(ann: Client, bob: Client) -> None:
    running = await ann.alone()
    opened = await ann.open()
    mystery = await bob.open(MYSTERY, 2)

    async def listed(client: Client, path: str) -> list[str]:
        return [f"/matches/{one['id']}" for one in (await client.get(path)).json()["items"]]

    assert await listed(ann, "/matches") == [mystery, opened, running]
    assert await listed(ann, f"/matches?game={MYSTERY}") == [mystery]
    assert await listed(ann, "/matches?status=running") == [running]
    assert await listed(ann, f"/matches?player={bob.player}") == [mystery]
    assert await listed(ann, f"/matches?to_act={ann.player}") == [running]
    assert await listed(ann, "/me/matches") == [opened, running]
    assert await listed(ann, "/me/matches?my_turn=true") == [running]
    assert await listed(bob, "/me/matches?my_turn=true") == []
    for query in ("status=over", "status=null", "status=", "game=Chess!", "player=", "limit=0", "limit=101"):
        answer = await ann.get(f"/matches?{query}")
        assert (answer.status_code, answer.json()["code"]) == (400, "invalid_parameter")


async def test_a_list_is_read_page_by_page(ann: Client) -> None:
    made = [await ann.open() for _ in range(5)]
    seen: list[str] = []
    path = "/matches?limit=2&status=open"
    while True:
        answer = await ann.get(path)
        seen += [f"/matches/{one['id']}" for one in answer.json()["items"]]
        if answer.json()["next"] is None:
            assert "link" not in answer.headers
            break
        await ann.open()
        link = answer.headers["link"]
        assert link.startswith("<")
        assert link.endswith('>; rel="next"')
        path = link[1 : link.index(">")]
        assert f"cursor={answer.json()['next']}" in path
        assert "status=open" in path
    assert seen == made[::-1]


async def test_a25_a_cursor_is_good_for_its_list_filter_and_reader_only(house: House, ann: Client, bob: Client) -> None:
    for _ in range(3):
        await ann.open()
    cursor = (await ann.get("/matches?limit=1")).json()["next"]
    assert (await ann.get(f"/matches?limit=2&cursor={cursor}")).status_code == 200
    raw = base64.urlsafe_b64decode(cursor + "=")
    stray = base64.urlsafe_b64encode(raw[:-1] + bytes([raw[-1] ^ 1])).decode().rstrip("=")
    last = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    twin = cursor[:-1] + last[last.index(cursor[-1]) + 1]
    wrong = [
        (ann, f"/me/matches?cursor={cursor}"),
        (bob, f"/matches?cursor={cursor}"),
        (house.client(), f"/matches?cursor={cursor}"),
        (ann, f"/matches?status=open&cursor={cursor}"),
        (ann, f"/matches?player={ann.player}&cursor={cursor}"),
        *((ann, f"/matches?cursor={text}") for text in (cursor[:-1], f"{cursor}A", f"{cursor}=", "x", "", "é")),
        *((ann, f"/matches?cursor={text}") for text in (stray, twin)),
    ]
    for client, path in wrong:
        answer = await client.get(path)
        assert (answer.status_code, answer.json()["code"]) == (400, "invalid_cursor"), path
