"""Live streams of events: server-sent events and lines of JSON, fed by the tail, resumed by version."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from time import monotonic
from typing import Literal
from uuid import UUID

from msgspec import Struct
from pydantic import BaseModel

from adapters.http import render
from adapters.http.answers import encode
from adapters.http.callers import Caller
from adapters.http.desk import Desk
from domain.kernel.secrecy import Viewer
from openapi.wire.event import StreamEnd, StreamReset
from service.errors import Forbidden, NotFound
from service.ports import StoreUnavailable

PING = 15.0
"""Seconds of silence after which a ping is sent."""
SLOW = 30.0
"""Seconds that a reader may take for one message."""
BATCH = 100
RETRY = b"retry: 2000\n\n"

Reason = Literal["over", "until", "closing", "slow", "refused"]


class Message(Struct, frozen=True):
    """One message: its name, the version it stands for, its data; without data it is a ping."""

    name: str
    version: int
    data: bytes


class Wanted(Struct, frozen=True):
    """What a reader asks for; `after` is the version he has, `lost` says that he could not be resumed."""

    match: UUID
    caller: Caller | None
    viewer: Viewer | None
    after: int
    until: int | None
    positions: bool
    lost: bool = False


def server_sent(message: Message | None) -> bytes:
    """A message as a server-sent event; a ping is a comment."""
    if message is None:
        return b": ping\n\n"
    return b"event: %b\nid: %d\ndata: %b\n\n" % (message.name.encode(), message.version, message.data)


def line(message: Message | None) -> bytes:
    """An event as a line of JSON; a ping is an empty line, and there is nothing but events."""
    if message is None:
        return b"\n"
    return message.data + b"\n" if message.name == "event" else b""


class Follower:
    """Follows one match for one reader."""

    def __init__(self, desk: Desk, wanted: Wanted) -> None:
        self._desk = desk
        self._wanted = wanted
        self._player = wanted.caller.id if wanted.caller is not None else None
        self._sent = wanted.after

    async def messages(self) -> AsyncGenerator[Message | None, None]:
        """Everything from `after` on, until there is a reason to end; None is a ping."""
        if self._wanted.lost:
            yield self._message("reset", StreamReset(version=self._sent))
        if self._wanted.positions and self._sent > 0:
            yield await self._position(self._sent)
        reason: Reason = "refused"
        try:
            async with aclosing(self._live()) as live:
                async for message in live:
                    if isinstance(message, str):
                        reason = message
                        break
                    began = monotonic()
                    yield message
                    if monotonic() - began > SLOW:
                        reason = "slow"
                        break
        except (NotFound, Forbidden):
            reason = "refused"
        except StoreUnavailable:
            reason = "closing"
        yield self._message("end", StreamEnd(reason=reason, after=self._sent))

    async def _live(self) -> AsyncGenerator[Message | Reason | None, None]:
        news = self._desk.queries.follow(self._wanted.match)
        following = asyncio.ensure_future(anext(news))
        draining = asyncio.ensure_future(self._desk.draining.wait())
        try:
            while True:
                await asyncio.wait({following, draining}, timeout=PING, return_when=asyncio.FIRST_COMPLETED)
                if draining.done():
                    yield "closing"
                if following.done():
                    version = following.result()
                    following = asyncio.ensure_future(anext(news))
                    async for message in self._up_to(version):
                        yield message
                else:
                    if not await self._still_welcome():
                        yield "refused"
                    yield None
        except StopAsyncIteration:
            yield "closing"
        finally:
            following.cancel()
            draining.cancel()

    async def _still_welcome(self) -> bool:
        """Whether the token still stands."""
        caller = self._wanted.caller
        return caller is None or await self._desk.callers.by_digest(caller.digest) is not None

    async def _up_to(self, version: int) -> AsyncIterator[Message | Reason]:
        """The events that are there; then the reason to end, if there is one."""
        wanted = self._wanted
        hot = await self._desk.queries.hot(wanted.match, self._player, version)
        while True:
            limit = BATCH if wanted.until is None else min(BATCH, wanted.until - self._sent)
            found = await self._desk.queries.events(wanted.match, self._player, wanted.viewer, self._sent, limit)
            for one in found:
                self._sent = one.version
                yield Message("event", one.version, encode(render.event(one)))
                if wanted.positions and one.move_complete:
                    yield await self._position(one.version)
            if wanted.until is not None and self._sent >= wanted.until:
                yield "until"
            if not found:
                break
        if hot.now.status in ("finished", "abandoned"):
            yield "over"

    async def _position(self, version: int) -> Message:
        hot = await self._desk.queries.hot(self._wanted.match, self._player)
        found = await self._desk.position(hot, self._wanted.caller, self._wanted.viewer, move=None, version=version)
        return Message("position", version, found.body)

    def _message(self, name: str, data: BaseModel) -> Message:
        return Message(name, self._sent, encode(data))


def resumed(after: int | None, last_id: int | None, current: int) -> tuple[int, bool]:
    """From which version a reader goes on, and whether what he has is of no use."""
    asked = (after or 0) if last_id is None else last_id
    if 0 <= asked <= current:
        return asked, False
    return current, True
