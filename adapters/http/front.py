"""What stands before the framework: paths as sent, CORS, HEAD, OPTIONS, callers, readers that stand still."""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from adapters.http.answers import encode
from adapters.http.callers import KEY
from adapters.http.desk import Desk
from adapters.http.refusals import PROBLEM_JSON, UNKEPT, Refused, allowed, refused

log = logging.getLogger(__name__)

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

HIDDEN = "/-"
"""The prefix of what the framework serves by itself and nobody asks for."""
NOWHERE = "/nowhere"
STANDSTILL = 60.0
"""Seconds after which a reader who takes nothing is cut off."""
OPEN = ("/health/", "/docs", "/openapi.json")
"""Paths that look at no token."""
METHODS = "GET, HEAD, POST, PATCH, DELETE, OPTIONS"
REQUEST_HEADERS = (
    "Authorization, Content-Type, Idempotency-Key, If-Match, Last-Event-ID, If-None-Match, Accept-Language"
)
ANY = (b"access-control-allow-origin", b"*")
EXPOSED = (
    b"access-control-expose-headers",
    b"ETag, Location, Link, Retry-After, Idempotent-Replayed, Allow, WWW-Authenticate",
)
_ODD = re.compile(rb"%2f|%5c|//|\\", re.IGNORECASE)
BODILESS = (204, 304)


class Front:
    """The ASGI application that clients reach; `methods_of` tells what a path knows (None: no such path)."""

    def __init__(self, app: App, desk: Desk, methods_of: Callable[[str], str | None]) -> None:
        self.desk = desk
        self._app = app
        self._methods_of = methods_of

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        scope = dict(scope)
        scope["path"] = _plain_path(scope)
        send = _opened(send)
        headers = dict(scope["headers"])
        if scope["method"] == "OPTIONS":
            await self._options(scope, headers, send)
            return
        try:
            authorization = headers.get(b"authorization")
            if authorization is not None and not scope["path"].startswith(OPEN):
                scope[KEY] = await self.desk.callers.of(authorization.decode("latin-1"))
        except Exception as error:  # noqa: BLE001 (told to the client)
            await _say(refused(error), send, bodiless=scope["method"] == "HEAD")
            return
        if scope["method"] == "HEAD":
            await _headers_only(self._app, scope, send)
            return
        await _patiently(self._app, scope, receive, send)

    async def _options(self, scope: Scope, headers: dict[bytes, bytes], send: Send) -> None:
        if b"origin" in headers and b"access-control-request-method" in headers:
            said = [
                (b"access-control-allow-methods", METHODS.encode()),
                (b"access-control-allow-headers", REQUEST_HEADERS.encode()),
                (b"access-control-max-age", b"600"),
            ]
        elif (methods := self._methods_of(scope["path"])) is None:
            await _say(Refused(404, "not_found", "There is no such path."), send)
            return
        else:
            said = [(b"allow", allowed(methods).encode())]
        await send({"type": "http.response.start", "status": 204, "headers": said})
        await send({"type": "http.response.body", "body": b""})


def _plain_path(scope: Scope) -> str:
    """The path, or one that nobody knows where the path as sent could be taken for another one."""
    raw = scope.get("raw_path") or scope["path"].encode("utf-8", "surrogateescape")
    path: str = scope["path"]
    if _ODD.search(raw) or (len(path) > 1 and path.endswith("/")) or path.startswith(HIDDEN):
        return NOWHERE
    return path


def _opened(send: Send) -> Send:
    """Every answer may be read by pages of any origin: authority comes from the token alone."""

    async def opened(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [*message.get("headers", ()), ANY, EXPOSED]
            if message["status"] in BODILESS:
                headers = [pair for pair in headers if pair[0].lower() not in (b"content-length", b"content-type")]
            message = {**message, "headers": headers}
        await send(message)

    return opened


async def _say(found: Refused, send: Send, *, bodiless: bool = False) -> None:
    body = encode(found.problem)
    headers = [
        (b"content-type", PROBLEM_JSON.encode()),
        (b"content-length", str(len(body)).encode()),
        *((name.lower().encode(), value.encode()) for name, value in (UNKEPT | found.headers).items()),
    ]
    await send({"type": "http.response.start", "status": found.status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if bodiless else body})


async def _headers_only(app: App, scope: Scope, send: Send) -> None:
    """Answers HEAD as GET without the body; a stream hears at once that nobody listens."""
    ended = False

    async def gone() -> Message:
        return {"type": "http.disconnect"}

    async def start_only(message: Message) -> None:
        nonlocal ended
        if message["type"] == "http.response.start":
            await send(message)
        elif not ended:
            ended = True
            await send({"type": "http.response.body", "body": b""})

    await app({**scope, "method": "GET"}, gone, start_only)
    if not ended:
        await send({"type": "http.response.body", "body": b""})


async def _patiently(app: App, scope: Scope, receive: Receive, send: Send) -> None:
    """Cuts off a reader of a stream who takes nothing for a long time; what he has last is where he goes on."""
    stood_still = False

    async def timed(message: Message) -> None:
        nonlocal stood_still
        if not message.get("more_body"):
            await send(message)
            return
        try:
            async with asyncio.timeout(STANDSTILL):
                await send(message)
        except TimeoutError:
            stood_still = True
            raise

    try:
        await app(scope, receive, timed)
    except Exception:
        if not stood_still:
            raise
        log.info("a reader took nothing for %s s and was cut off", STANDSTILL)
