"""The form of requests: bodies, content types, parameters, headers; in which order they are looked at."""

import json

import pytest

from tests.http.client import TOY, Client
from tests.http.conftest import House

NOWHERE = "/matches/00000000-0000-7000-8000-000000000000"
CHOOSE = {"type": "toy.choose-favourites", "colors": ["jade"]}
BODIES = {
    ("POST", "/players"): {"name": "Ann"},
    ("PATCH", "/me"): {"name": "Ann"},
    ("POST", "/me/tokens"): {"name": "phone", "scopes": ["read"]},
    ("POST", "/matches"): {"game": TOY, "seats": 2},
    ("POST", "{match}/seats"): {"seat": 1},
    ("POST", "{match}/options"): {"kind": "toy.choose-favourites", "filled": {}},
    ("POST", "{match}/moves"): {"action": CHOOSE, "seat": 1},
    ("POST", "{match}/takebacks/answers"): {"agree": True},
    ("POST", "{match}/resignations"): {"seat": 1},
}
OPERATIONS = [pytest.param(method, path, body, id=f"{method} {path}") for (method, path), body in BODIES.items()]
BODILESS = ["{match}/start", "{match}/takebacks"]


OTHER_TYPES = [
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/xml",
    "multipart/form-data; boundary=x",
    "",
    "application/json; charset=utf-16",
    "application/json; charset=utf-8; x=y",
    "application/jsonp",
]


def deep(levels: int) -> str:
    return "[" * levels + "]" * levels


@pytest.mark.parametrize(("method", "path", "body"), OPERATIONS)
async def test_a01_every_invalid_body_is_a_declared_400_that_names_the_place(
    ann: Client, method: str, path: str, body: dict
) -> None:
    path = path.replace("{match}", await ann.alone())
    first = next(iter(body))
    required = first if first != "seat" else None

    async def refused(content: str, code: str, pointer: str | None) -> None:
        answer = await ann.ask(method, path, content=content, headers={"Content-Type": "application/json"})
        assert (answer.status_code, answer.json()["code"]) == (400, code), content
        if pointer is not None:
            assert pointer in [fault["pointer"] for fault in answer.json()["errors"]]

    await refused(json.dumps({**body, "surprise": 1}), "invalid_body", "/surprise")
    if required is not None:
        rest = {name: value for name, value in body.items() if name != first}
        await refused(json.dumps(rest), "invalid_body", f"/{first}")
    await refused(json.dumps({**body, first: {"no": []}}), "invalid_body", None)
    await refused("{", "malformed_body", None)
    await refused("", "invalid_body", None)
    await refused("[]", "invalid_body", None)
    await refused("null", "invalid_body", None)


@pytest.mark.parametrize(("method", "path", "body"), OPERATIONS)
async def test_a12_deep_bodies_are_refused_and_the_next_request_is_served(
    ann: Client, method: str, path: str, body: dict
) -> None:
    path = path.replace("{match}", NOWHERE)
    for levels in (65, 1_000, 20_000, 200_000):
        inside = json.dumps({**body, "x": "HERE"}).replace('"HERE"', deep(levels))
        for content in (deep(levels), inside):
            answer = await ann.ask(method, path, content=content, headers={"Content-Type": "application/json"})
            assert answer.status_code == (413 if len(content) > 65_536 else 400)
            assert answer.json()["code"] == ("body_too_large" if len(content) > 65_536 else "malformed_body")
        assert (await ann.get("/me")).status_code == 200


async def test_a12_brackets_inside_texts_are_not_depth(house: House) -> None:
    answer = await house.client().post("/players", {"name": "[{" * 20})
    assert answer.status_code == 201
    assert (await house.client().ask("POST", "/players", json={"name": '"[' * 20})).status_code == 201


@pytest.mark.parametrize(("method", "path", "body"), OPERATIONS)
async def test_a13_another_content_type_is_415_and_records_nothing(
    ann: Client, house: House, method: str, path: str, body: dict
) -> None:
    match = await ann.alone()
    before = {key: len(stream) for key, stream in house.store.streams.items()}
    people = len(house.players.people)
    for kind in OTHER_TYPES:
        headers = {"Content-Type": kind} if kind else {}
        answer = await ann.ask(method, path.replace("{match}", match), content=json.dumps(body), headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type"), kind
    assert {key: len(stream) for key, stream in house.store.streams.items()} == before
    assert len(house.players.people) == people


async def test_a13_json_in_utf8_is_accepted_however_it_is_written(house: House) -> None:
    for kind in ("application/json", "application/json; charset=utf-8", 'Application/JSON;charset="UTF-8"'):
        answer = await house.client().ask("POST", "/players", content='{"name":"A"}', headers={"Content-Type": kind})
        assert answer.status_code == 201, kind


async def test_a13_compressed_bodies_are_415(house: House) -> None:
    headers = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
    answer = await house.client().ask("POST", "/players", content='{"name":"A"}', headers=headers)
    assert answer.status_code == 415


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b'{"name":"\xff"}', "malformed_body"),
        (b'\xef\xbb\xbf{"name":"A"}', "malformed_body"),
        ('{"name":"A"}'.encode("utf-16"), "malformed_body"),
        (b'{"name":"A"} x', "malformed_body"),
        (b'{"name":"A","name":"B"}', "malformed_body"),
        (b'{"name":"a\\u0000b"}', "malformed_body"),
        (b'{"name":"\\ud800"}', "malformed_body"),
        (b'{"na\\u0000me":"A"}', "malformed_body"),
        (b'{"name":NaN}', "malformed_body"),
        (b'{"name":-Infinity}', "malformed_body"),
        (b'{"name":1e400}', "malformed_body"),
        (b'{"name":9007199254740992}', "malformed_body"),
        (b'{"name":' + b"9" * 5_000 + b"}", "malformed_body"),
        (b'{"name":"   "}', "invalid_body"),
        (b'{"name":"a\\tb"}', "invalid_body"),
        (b'{"name":""}', "invalid_body"),
        (b'{"name":"' + b"a" * 41 + b'"}', "invalid_body"),
        (b'{"name":true}', "invalid_body"),
    ],
)
async def test_what_parsers_disagree_about_is_refused(house: House, content: bytes, code: str) -> None:
    answer = await house.client().ask("POST", "/players", content=content, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (400, code)


@pytest.mark.parametrize(
    "name", ["\U0001f409", "\u200f\u05e9\u05dc\u05d5\u05dd", "\U0002070e\U00020731", "O'Neil; DROP", "a" * 40]
)
async def test_a09_any_other_text_comes_back_identical(house: House, name: str) -> None:
    person = await house.person(name)
    assert (await person.get("/me")).json()["name"] == name


@pytest.mark.parametrize(
    ("seats", "accepted"), [("2", True), ("2.0", True), ("2e0", True), ("2.5", False), ('"2"', False), ("true", False)]
)
async def test_whole_numbers_are_those_of_json_schema(ann: Client, seats: str, accepted: bool) -> None:
    content = f'{{"game":"{TOY}","seats":{seats}}}'
    answer = await ann.ask("POST", "/matches", content=content, headers={"Content-Type": "application/json"})
    assert (answer.status_code == 201) is accepted


async def test_faults_of_the_resource_and_of_the_action_in_it_come_together(ann: Client) -> None:
    match = await ann.alone()
    body = {"action": {"type": "toy.choose-favourites", "colors": ["jade", "mauve"]}, "seat": 0, "extra": 1}
    answer = await ann.post(f"{match}/moves", body)
    found = {fault["pointer"] for fault in answer.json()["errors"]}
    assert found == {"/action/colors/1", "/seat", "/extra"}


@pytest.mark.parametrize(
    ("action", "pointer"),
    [
        ({"type": "toy.fly"}, "/action/type"),
        ({"colors": ["jade"]}, "/action/type"),
        ({"type": None}, "/action/type"),
        ({"type": 7}, "/action/type"),
        ("toy.leave-gem", "/action"),
        (None, "/action"),
        ({"type": "toy.choose-favourites"}, "/action/colors"),
        ({"type": "toy.leave-gem", "why": 1}, "/action/why"),
        ({"type": "toy.pay", "payment": {"gold": 1}}, "/action/payment/gold"),
        ({"type": "toy.raise-bid", "bid": 16}, "/action/bid"),
    ],
)
async def test_d01_an_unreadable_action_is_400_at_its_place(ann: Client, action: object, pointer: str) -> None:
    match = await ann.alone()
    answer = await ann.post(f"{match}/moves", {"action": action})
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_body")
    assert [fault["pointer"] for fault in answer.json()["errors"]] == [pointer]
    if pointer == "/action/type":
        assert "toy.choose-favourites" in answer.json()["errors"][0]["detail"]


@pytest.mark.parametrize("path", BODILESS)
async def test_a_command_without_a_body_refuses_one(ann: Client, path: str) -> None:
    match = await ann.alone()
    answer = await ann.post(path.replace("{match}", match), {"x": 1})
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_body")


LISTS = ["/games", "/matches", "/me/matches", "/me", "{match}", "{match}/events", "{match}/moves", "{match}/position"]


@pytest.mark.parametrize("path", LISTS)
@pytest.mark.parametrize(("query", "code"), [("limti=5", "unknown_parameter"), ("Limit=5", "unknown_parameter")])
async def test_a18_unknown_parameters_are_named(ann: Client, path: str, query: str, code: str) -> None:
    match = await ann.alone()
    answer = await ann.get(f"{path.replace('{match}', match)}?{query}")
    assert (answer.status_code, answer.json()["code"]) == (400, code)
    assert answer.json()["errors"][0] == {
        "where": "query",
        "pointer": f"/{query.partition('=')[0]}",
        "detail": "There is no such parameter here.",
    }


async def test_a18_repeated_parameters_are_refused(ann: Client) -> None:
    answer = await ann.get("/matches?limit=1&limit=2")
    assert (answer.status_code, answer.json()["code"]) == (400, "repeated_parameter")


NUMBERS = ["-1", "1_0", "%D9%A3", "1e3", "1.0", "null", "01", "+1", "%201", "", "10" * 20, "9223372036854775808"]
WHOLE = [
    "/matches?limit={n}",
    "/games/toy-duel/components?rules_version={n}",
    "{match}/events?after={n}",
    "{match}/events?until={n}",
    "{match}/events?limit={n}",
    "{match}/moves?after={n}",
    "{match}/moves?limit={n}",
    "{match}/position?move={n}",
    "{match}/position?version={n}",
    "{match}/options?seat={n}",
    "{match}/moves/{n}",
]


@pytest.mark.parametrize("path", WHOLE)
async def test_a10_odd_numbers_are_refused(ann: Client, path: str) -> None:
    match = await ann.alone()
    for number in NUMBERS:
        answer = await ann.get(path.replace("{match}", match).replace("{n}", number))
        assert answer.status_code == (400 if "?" in path else 404), number
        if "?" in path:
            assert answer.json()["code"] == "invalid_parameter"


@pytest.mark.parametrize("value", ["%00", "a%00b"])
async def test_a07_a_nul_is_refused_wherever_it_stands(ann: Client, value: str) -> None:
    match = await ann.alone()
    paths = ["/matches?game=", "/matches?status=", "/matches?player=", "/matches?to_act=", "/matches?cursor="]
    paths += ["/me/matches?cursor=", "/me/matches?my_turn=", f"{match}/position?as=", f"{match}/events?include="]
    paths += [path.replace("{n}", "").replace("{match}", match) for path in WHOLE if "?" in path]
    for path in paths:
        answer = await ann.get(path + value)
        assert answer.status_code == 400, path
        assert "SQL" not in answer.text.upper().replace("SQUARE", "")
    for path in (f"/games/{value}", f"/matches/{value}", f"{match}/moves/{value}", f"{match}{value}"):
        assert (await ann.get(path)).status_code == 404, path
    assert (await ann.delete(f"{match}/seats/{value}")).status_code == 404
    assert (await ann.delete(f"/me/tokens/{value}")).status_code == 404


async def test_checks_come_in_one_order_on_every_path(house: House, ann: Client) -> None:
    """401, then the form, then 404, then 403, then the match."""
    nobody, wrong = house.client(), house.client("evt_" + "x" * 43)
    bad = {"Content-Type": "text/plain"}
    for client, code in ((nobody, "token_missing"), (wrong, "token_invalid")):
        answer = await client.ask("POST", f"{NOWHERE}/moves?x=1", content="{", headers=bad)
        assert (answer.status_code, answer.json()["code"]) == (401, code)
        assert answer.headers["www-authenticate"].startswith("Bearer")
    assert (await wrong.ask("PUT", "/games")).status_code == 401
    assert (await wrong.get("/games")).status_code == 401
    answer = await ann.ask("POST", f"{NOWHERE}/moves", content="{", headers=bad)
    assert answer.status_code == 415
    answer = await ann.ask("POST", f"{NOWHERE}/moves", json={"action": CHOOSE}, headers={"Accept": "text/html"})
    assert answer.status_code == 406
    answer = await ann.post(f"{NOWHERE}/moves", {"action": CHOOSE})
    assert answer.status_code == 404
    open_match = await ann.open()
    answer = await ann.post(f"{open_match}/moves", {"action": CHOOSE})
    assert (answer.status_code, answer.json()["code"]) == (403, "not_seated")
    await ann.sit(open_match)
    answer = await ann.post(f"{open_match}/moves", {"action": CHOOSE})
    assert answer.status_code == 428
    answer = await ann.move(open_match, CHOOSE)
    assert (answer.status_code, answer.json()["code"]) == (409, "match_not_running")


@pytest.mark.parametrize(
    ("accept", "status"),
    [
        ("*/*", 200),
        ("application/*", 200),
        ("application/json;q=0.1, text/html", 200),
        ("", 200),
        ("text/html", 406),
        ("application/json;q=0", 406),
        ("application/json;q=zero", 406),
    ],
)
async def test_accept_is_weighed(ann: Client, accept: str, status: int) -> None:
    assert (await ann.get("/games", Accept=accept)).status_code == status


@pytest.mark.parametrize("scheme", ["evt_abc", "Basic abc", "Bearer", "Bearer abc", "Bearer evt_é", "bearer  evt_x"])
async def test_malformed_tokens_are_401(house: House, scheme: str) -> None:
    answer = await house.client().ask("GET", "/me", headers={"Authorization": scheme.encode("latin-1")})
    assert (answer.status_code, answer.json()["code"]) == (401, "token_invalid")


async def test_headers_that_count_once_are_sent_once(ann: Client) -> None:
    match = await ann.alone()
    pairs = [(b"if-match", b'"1"'), (b"if-match", b'"2"'), (b"authorization", f"Bearer {ann.token}".encode())]
    answer = await ann._http.post(f"{match}/moves", json={"action": CHOOSE}, headers=pairs)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_header")
