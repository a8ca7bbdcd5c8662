"""A client of the API, for tests."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import httpx

from domain.catalog import CATALOG
from domain.match.errors import CODES as MATCH_CODES
from openapi.wire.problem import API_CODES
from tests.kit.contract import Contract
from tests.kit.toy import TOY as TOY_RULES

TOY = "toy-duel"
GAMES = {TOY: (TOY_RULES,), **CATALOG}
KERNEL_CODES = ("not_now", "slot_not_asked")


class Declared:
    """What the document says of each operation's answers."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.contract = Contract(document)
        self._paths = [
            (re.compile(re.sub(r"\{[^}]+\}", "[^/]+", path)), item) for path, item in document["paths"].items()
        ]

    def must_hold(self, method: str, path: str, answer: httpx.Response) -> None:
        """Fails for an answer that the operation does not declare; 405 belongs to no operation."""
        plain = path.partition("?")[0]
        item = next((item for pattern, item in self._paths if pattern.fullmatch(plain)), None)
        operation = (item or {}).get("get" if method == "HEAD" else method.lower())
        if operation is None or answer.status_code == 405:
            return
        declared = operation["responses"].get(str(answer.status_code))
        assert declared is not None, f"{method} {plain} does not declare {answer.status_code}: {answer.text}"
        kind = answer.headers.get("content-type", "").partition(";")[0]
        if answer.status_code >= 400:
            assert kind == "application/problem+json", kind
        if answer.status_code >= 400 and method != "HEAD":
            assert set(answer.json()) == PROBLEM
            assert answer.json()["code"] in CODES
            assert answer.headers["cache-control"] == "no-store"
        if method != "HEAD":
            self.contract.check_response(operation["operationId"], answer.status_code, answer.headers, answer.content)


CODES = {*API_CODES, *MATCH_CODES, *KERNEL_CODES}
CODES |= {refusal.code for versions in GAMES.values() for game in versions for refusal in game.types.refusals}
PROBLEM = {"type", "title", "status", "code", "detail", "rule", "errors", "current_version"}


class Client:
    """One caller; every answer is held against the document."""

    def __init__(self, app: Any, declared: Declared, token: str | None = None) -> None:
        self.app = app
        self.declared = declared
        self.token = token
        self.player = ""
        self._http = httpx.AsyncClient(
            transport=httpx.ASGITransport(app=app, raise_app_exceptions=False), base_url="http://everturn.test"
        )

    def headers(self, more: Mapping[str, str] | None = None) -> dict[str, str]:
        found = {} if self.token is None else {"Authorization": f"Bearer {self.token}"}
        return {**found, **(more or {})}

    async def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        headers = self.headers(more.pop("headers", None))
        answer = await self._http.request(method, path, headers=headers, **more)
        self.declared.must_hold(method, path, answer)
        return answer

    async def get(self, path: str, **headers: str) -> httpx.Response:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return await self.ask("GET", path, headers=named)

    async def post(self, path: str, body: Any = None, **headers: str) -> httpx.Response:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if body is None:
            return await self.ask("POST", path, headers=named)
        return await self.ask("POST", path, json=body, headers=named)

    async def delete(self, path: str) -> httpx.Response:
        return await self.ask("DELETE", path)

    async def open(self, game: str = TOY, seats: int = 2, **terms: Any) -> str:
        """A new match's path."""
        answer = await self.post("/matches", {"game": game, "seats": seats, **terms})
        assert answer.status_code == 201, answer.text
        return str(answer.headers["location"])

    async def sit(self, match: str, **body: Any) -> None:
        answer = await self.post(f"{match}/seats", body)
        assert answer.status_code == 201, answer.text

    async def start(self, match: str) -> dict[str, Any]:
        answer = await self.post(f"{match}/start")
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def alone(self, game: str = TOY, seats: int = 2, **terms: Any) -> str:
        """A running match with this caller in all seats."""
        match = await self.open(game, seats, **terms)
        for seat in range(1, seats + 1):
            await self.sit(match, seat=seat)
        await self.start(match)
        return match

    async def options(self, match: str, seat: int | None = None, *, example: bool = False) -> dict[str, Any]:
        query = "&".join([f"seat={seat}"] * (seat is not None) + ["example=true"] * example)
        answer = await self.get(f"{match}/options?{query}")
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def example(self, match: str, seat: int | None = None) -> dict[str, Any]:
        """An action that the seat may take."""
        return (await self.options(match, seat, example=True))["example"]

    async def move(self, match: str, action: Any, seat: int | None = None, **headers: str) -> httpx.Response:
        body = {"action": action} if seat is None else {"action": action, "seat": seat}
        return await self.post(f"{match}/moves", body, **{"If_Match": "*", **headers})

    @asynccontextmanager
    async def stream(self, path: str, accept: str = "text/event-stream", **headers: str) -> AsyncIterator["Reader"]:
        """An open stream, read message by message."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        reader = Reader(self.app, path, self.headers({"Accept": accept, **named}), self.declared.contract)
        try:
            yield await reader.opened()
        finally:
            await reader.leave()


class Reader:
    """Reads a streaming answer while it is written."""

    def __init__(self, app: Any, path: str, headers: Mapping[str, str], contract: Contract) -> None:
        self.contract = contract
        plain, _, query = path.partition("?")
        self._scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": plain,
            "raw_path": plain.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
            "client": ("127.0.0.1", 1),
            "server": ("everturn.test", 80),
            "state": {},
        }
        self._app = app
        self._messages: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._gone = asyncio.Event()
        self._rest = b""
        self._asked = False
        self.status = 0
        self.headers: dict[str, str] = {}
        self.ended = False

    async def opened(self) -> "Reader":
        self._task = asyncio.create_task(self._app(self._scope, self._receive, self._messages.put))
        start = await asyncio.wait_for(self._messages.get(), 5)
        self.status = start["status"]
        self.headers = {name.decode().lower(): value.decode() for name, value in start["headers"]}
        return self

    async def _receive(self) -> dict[str, Any]:
        if not self._asked:
            self._asked = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def leave(self) -> None:
        self._gone.set()
        await asyncio.wait_for(self._task, 5)

    async def chunk(self, within: float = 5) -> bytes:
        """The next bytes; empty at the end."""
        message = await asyncio.wait_for(self._messages.get(), within)
        self.ended = self.ended or not message.get("more_body", False)
        return message["body"]

    async def block(self, within: float = 5) -> str | None:
        """The next block of text up to an empty line; None at the end."""
        while b"\n\n" not in self._rest:
            if self.ended:
                return None
            self._rest += await self.chunk(within)
        block, self._rest = self._rest.split(b"\n\n", 1)
        return block.decode()

    async def message(self, within: float = 5) -> tuple[str, int, Any] | None:
        """The next message (name, id, data), without pings and the retry time; None at the end."""
        while (block := await self.block(within)) is not None:
            fields = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
            if "data" in fields:
                found = fields["event"], int(fields["id"]), json.loads(fields["data"])
                self.contract.check_message(*found)
                return found
        return None

    async def all(self) -> list[tuple[str, int, Any]]:
        """All messages until the end."""
        found = []
        while (message := await self.message()) is not None:
            found.append(message)
        return found
