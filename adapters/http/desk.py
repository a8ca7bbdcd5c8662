"""What every handler is given."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TypeVar
from uuid import UUID

from msgspec import Struct

from adapters.http import render
from adapters.http.answers import Page, page, page_of
from adapters.http.callers import Caller, Callers
from adapters.http.identifiers import uuid_of
from adapters.http.refusals import ruled, same
from domain.kernel.chance import Chance
from domain.kernel.errors import IllegalAction
from domain.kernel.secrecy import Viewer
from domain.match.errors import MatchRefusal
from openapi.wire.domain import Reader
from openapi.wire.match import Match as MatchWire
from service.access import viewer_for
from service.commands import Commands
from service.hot import Games, Hot
from service.ports import Players
from service.queries import Queries, after_move
from service.records import Dated

T = TypeVar("T")

ROOM = 32 * 2**20
"""Bytes of positions and options kept."""


class Services(Struct, frozen=True):
    """The use cases and what else the API asks of the application; `ready` says what is wrong."""

    commands: Commands
    queries: Queries
    players: Players
    new_id: Callable[[], UUID]
    luck: Chance
    ready: Callable[[], Awaitable[Sequence[str]]]


class Pages:
    """Encoded answers by what they depend on; the least recently used leave."""

    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._held = 0
        self._pages: OrderedDict[tuple[object, ...], Page] = OrderedDict()

    def get(self, key: tuple[object, ...]) -> Page | None:
        """An answer kept."""
        found = self._pages.get(key)
        if found is not None:
            self._pages.move_to_end(key)
        return found

    def keep(self, key: tuple[object, ...], found: Page) -> Page:
        """Keeps an answer."""
        before = self._pages.pop(key, None)
        self._pages[key] = found
        self._held += len(found.body) - (len(before.body) if before is not None else 0)
        while self._held > self._room:
            _, gone = self._pages.popitem(last=False)
            self._held -= len(gone.body)
        return found


class Desk:
    """The use cases, with what the API adds to them."""

    def __init__(self, services: Services, games: Games, draining: asyncio.Event) -> None:
        self.commands = services.commands
        self.queries = services.queries
        self.players = services.players
        self.new_id = services.new_id
        self.luck = services.luck
        self.ready = services.ready
        self.games = games
        self.draining = draining
        self.reader = Reader(games)
        self.callers = Callers(services.players)
        self.pages = Pages()
        self.document = page_of(b"{}")

    async def opened(self, match: str, caller: Caller | None, scope: str = "read") -> Hot:
        """The match of a path, if the caller may know of it (404) and his token reaches that far (403)."""
        hot = await self.queries.hot(uuid_of(match), caller.id if caller is not None else None)
        if caller is not None:
            caller.must(scope)
        return hot

    async def entered(self, match: str, caller: Caller, scope: str) -> UUID:
        """The same for a command, which looks the match up again under its lock."""
        return UUID((await self.opened(match, caller, scope)).now.id)

    async def ruled(self, match: UUID, caller: Caller, doing: Awaitable[T], place: Callable[[str], str] = same) -> T:
        """The result of a command; a refusal tells the match's version and where in the body it points."""
        try:
            return await doing
        except (MatchRefusal, IllegalAction) as error:
            hot = await self.queries.hot(match, caller.id)
            raise ruled(error, hot.now.version, place) from error

    async def named(self, dated: Dated) -> MatchWire:
        """A match with the names of its people."""
        return render.match(dated, await self.players.names(render.people([dated.card])))

    async def all_named(self, found: Iterable[Dated]) -> tuple[MatchWire, ...]:
        """Matches with the names of their people."""
        cards = list(found)
        names = await self.players.names(render.people(one.card for one in cards)) if cards else {}
        return tuple(render.match(one, names) for one in cards)

    async def position(
        self, hot: Hot, caller: Caller | None, wanted: Viewer | None, *, move: int | None, version: int | None
    ) -> Page:
        """The bytes of a position."""
        player = caller.id if caller is not None else None
        viewer = viewer_for(hot.now, player, wanted)
        if move is not None:
            version = after_move(hot, move).version
        at = hot.now.version if version is None else version
        key = ("position", hot.now.id, at, viewer)
        known = self.pages.get(key)
        if known is not None:
            return known
        found = await self.queries.position(UUID(hot.now.id), player, wanted=viewer, version=at)
        return self.pages.keep(key, page(render.position(found), at))
