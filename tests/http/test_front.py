"""What stands before the handlers: methods, HEAD, OPTIONS, CORS, paths; health, the document, the page."""

import json
import re

import pytest

from adapters.http.app import raw_document
from service.ports import OutcomeUnknown, StoreUnavailable
from tests.http.client import GAMES, TOY, Client
from tests.http.conftest import House

FIVE = ["authorization", "content-type", "idempotency-key", "if-match", "last-event-id"]
EXPOSED = ["ETag", "Location", "Link", "Retry-After", "Idempotent-Replayed"]
DOCUMENT = raw_document(GAMES)
PATHS = sorted(DOCUMENT["paths"])
NAMES = {"{game}": TOY, "{seat}": "1", "{number}": "1", "{token}": "00000000-0000-7000-8000-000000000000"}


def concrete(path: str, match: str) -> str:
    path = path.replace("/matches/{match}", match)
    for name, value in NAMES.items():
        path = path.replace(name, value)
    return f"{path}?seat=1" if path.endswith("/options") else path


async def played(ann: Client) -> str:
    """A match with one move."""
    match = await ann.alone()
    await ann.move(match, await ann.example(match, 1), 1)
    return match


@pytest.mark.parametrize("path", PATHS)
async def test_a03_every_other_method_is_405_with_what_is_allowed(ann: Client, path: str) -> None:
    match = await played(ann)
    item = DOCUMENT["paths"][path]
    methods = {method.upper() for method in item if method in {"get", "post", "patch", "delete", "put"}}
    allowed = methods | {"OPTIONS"} | ({"HEAD"} if "GET" in methods else set())
    for method in {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "TRACE"} - allowed:
        answer = await ann.ask(method, concrete(path, match))
        assert answer.status_code == 405, method
        assert set(answer.headers["allow"].split(", ")) == allowed
        if method != "HEAD":
            assert answer.json()["code"] == "method_not_allowed"
    answer = await ann.ask("OPTIONS", concrete(path, match))
    assert (answer.status_code, set(answer.headers["allow"].split(", "))) == (204, allowed)


@pytest.mark.parametrize("path", [path for path in PATHS if "get" in DOCUMENT["paths"][path]])
async def test_a04_head_says_what_get_says_without_the_body(ann: Client, house: House, path: str) -> None:
    match = await played(ann)
    if "verification" in path:
        await ann.post(f"{match}/resignations", {"seat": 1})
    get = await ann.get(concrete(path, match))
    head = await ann.ask("HEAD", concrete(path, match))
    assert get.status_code == 200, get.text
    assert (head.status_code, head.content) == (200, b"")
    assert dict(head.headers) == dict(get.headers)
    again = await ann.get(concrete(path, match), If_None_Match=get.headers["etag"])
    assert (again.status_code, again.content) == (304, b"")
    for name in ("etag", "vary", "cache-control"):
        assert again.headers[name] == get.headers[name]
    assert not {"content-type", "content-length"} & set(again.headers)


async def test_if_none_match_knows_lists_weak_tags_and_the_star(ann: Client) -> None:
    etag = (await ann.get("/games")).headers["etag"]
    for tags in (f'"other", {etag}', f"W/{etag}", "*", f'W/"x" , W/{etag}'):
        assert (await ann.get("/games", If_None_Match=tags)).status_code == 304, tags
    for tags in ('"other"', etag.strip('"'), ""):
        assert (await ann.get("/games", If_None_Match=tags)).status_code == 200, tags


@pytest.mark.parametrize("path", [*PATHS, "/nowhere"])
async def test_a05_preflight_needs_no_token_and_lists_our_headers(house: House, path: str) -> None:
    asked = {
        "Origin": "https://table.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": ", ".join(FIVE),
    }
    answer = await house.client().ask("OPTIONS", path, headers=asked)
    assert answer.status_code == 204
    assert answer.headers["access-control-allow-origin"] == "*"
    allowed = answer.headers["access-control-allow-headers"].lower().split(", ")
    assert set(FIVE) <= set(allowed)
    for method in ("GET", "POST", "PATCH", "DELETE"):
        assert method in answer.headers["access-control-allow-methods"]


@pytest.mark.parametrize(
    ("method", "path"), [("GET", "/games"), ("GET", "/nowhere"), ("PUT", "/games"), ("GET", "/me"), ("POST", "/me")]
)
async def test_every_answer_may_be_read_from_any_origin(house: House, method: str, path: str) -> None:
    answer = await house.client().ask(method, path, headers={"Origin": "https://table.example"})
    assert answer.headers["access-control-allow-origin"] == "*"
    assert set(EXPOSED) <= set(answer.headers["access-control-expose-headers"].split(", "))


@pytest.mark.parametrize(
    "tail",
    [
        "%2Fevents",
        "/events%2F..",
        "/",
        "//events",
        "/events/",
        "%0A",
        "%5Cevents",
        "/events%00",
        "/%2e%2e/me",
        "/%zz",
        "/..%c0%af..%c0%afetc",
    ],
)
async def test_a15_a_path_means_one_thing_only(ann: Client, tail: str) -> None:
    match = await ann.alone()
    answer = await ann._http.request("GET", match + tail, headers=ann.headers())
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize("name", ["%0A", "%20", "%09", "%2e%2e", ""])
async def test_a14_an_odd_id_is_never_the_list(ann: Client, name: str) -> None:
    for path in ("/matches/", "/games/"):
        answer = await ann.get(path + name)
        assert answer.status_code == 404, path
        assert "items" not in answer.json()


@pytest.mark.parametrize("path", ["/-", "/-/nowhere", "/-/openapi.json", "/-/swagger", "/schema", "/docs/x.js"])
async def test_what_the_framework_brings_along_is_not_served(house: House, path: str) -> None:
    answer = await house.client().get(path)
    assert answer.status_code == 404
    assert answer.json()["code"] == "not_found"


async def test_d13_an_unknown_match_is_a_problem_whatever_is_accepted(ann: Client) -> None:
    for accept in ("text/event-stream", "application/x-ndjson", "application/json", "*/*"):
        answer = await ann.get("/matches/00000000-0000-7000-8000-000000000000/events", Accept=accept)
        assert answer.status_code == 404
        assert answer.headers["content-type"] == "application/problem+json"


async def test_health_tells_what_is_wrong(house: House) -> None:
    client = house.client()
    assert (await client.get("/health/live")).json() == {"status": "ok"}
    assert (await client.get("/health/ready")).json() == {"status": "ok"}
    house.concerns.append("the tail is 9 s behind")
    answer = await client.get("/health/ready")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
    assert "9 s behind" in answer.json()["detail"]
    house.concerns.clear()
    house.draining.set()
    assert (await client.get("/health/ready")).status_code == 503
    assert (await client.get("/health/live")).status_code == 200


async def test_health_and_document_ask_no_database_for_a_token(house: House) -> None:
    house.players.down = True
    for path in ("/health/live", "/openapi.json", "/docs"):
        assert (await house.client("evt_" + "x" * 43).get(path)).status_code == 200
    answer = await house.client("evt_" + "x" * 43).get("/games")
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (StoreUnavailable("no connection to 10.0.0.1"), 503, "unavailable"),
        (OutcomeUnknown("server closed"), 503, "outcome_unknown"),
        (RuntimeError("SELECT secret FROM match_secrets"), 500, "internal_error"),
    ],
)
async def test_a_failing_store_is_told_without_its_words(
    ann: Client, house: House, error: Exception, status: int, code: str
) -> None:
    match = await ann.alone()
    action = await ann.example(match, 1)
    house.store.down = error
    answer = await ann.move(match, action, 1)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert str(error) not in answer.text
    if status == 503:
        assert answer.headers["retry-after"] == "1"
    assert (await ann.get(f"{match}/position")).status_code == (500 if status == 500 else 503)
    house.store.down = None
    assert (await ann.move(match, action, 1)).status_code == 201


async def test_the_page_asks_nothing_of_anybody_else(house: House) -> None:
    page = await house.client().get("/docs", Accept="text/html")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    parts = re.findall(r'(?:src|href)="([^"]+)"', page.text)
    assert parts == ["data:,", "docs/docs.css", "docs/docs.js", "openapi.json"]
    for part, kind in (("/docs/docs.css", "text/css"), ("/docs/docs.js", "text/javascript")):
        answer = await house.client().get(part)
        assert answer.headers["content-type"].startswith(kind)
        assert not re.search(r"https?://|@import|url\(", answer.text)
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert "<script>" not in page.text


async def test_the_document_names_every_operation_once(house: House) -> None:
    document = json.loads((await house.client().get("/openapi.json")).content)
    names = [
        operation["operationId"]
        for item in document["paths"].values()
        for method, operation in item.items()
        if method != "parameters"
    ]
    assert len(names) == len(set(names)) == 32
