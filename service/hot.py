"""Matches kept in memory: immutable states, one for each commit, and the rows they were folded from."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from uuid import UUID

import msgspec
from msgspec import Struct

from domain.kernel.game import AnyGame
from domain.match.commit import Meta, applied
from domain.match.events import MatchCreated
from domain.match.fold import commits
from domain.match.state import Match
from domain.match.stream import Stream
from service.errors import NotFound
from service.ports import EventStore, StoredEvent

Games = Mapping[str, tuple[AnyGame, ...]]
YIELD_EVERY = 64
"""Commits folded before others get their turn: about 2 ms."""


class Mark(Struct, frozen=True):
    """One commit: its meta, the versions of its events, and the match after it (without the moves that stand)."""

    meta: Meta
    first: int
    last: int
    recorded_at: datetime
    after: Match


class Hot:
    """A match in memory. `lock` orders commands; readers need none, since everything they read is immutable."""

    def __init__(self, game: AnyGame, stream: Stream, secret: bytes) -> None:
        self.game = game
        self.stream = stream
        self.secret = secret
        self.match: Match | None = None
        self.rows: list[StoredEvent] = []
        self.marks: list[Mark] = []
        self.keys: dict[str, Mark] = {}
        self.moves: dict[int, Mark] = {}
        self.taken_back: dict[int, datetime] = {}
        self.stale = False
        self.reading = asyncio.Lock()

    @property
    def now(self) -> Match:
        """The match at its newest version."""
        assert self.match is not None
        return self.match

    async def extend(self, rows: Sequence[StoredEvent]) -> None:
        """Folds further rows; long stretches yield."""
        start = 0
        for count, (events, meta) in enumerate(commits(self.stream, rows)):
            end = start + len(events)
            self.advance(rows[start:end], applied(self.game, self.match, events, meta), meta)
            start = end
            if count % YIELD_EVERY == YIELD_EVERY - 1:
                await asyncio.sleep(0)

    def advance(self, rows: Sequence[StoredEvent], after: Match, meta: Meta) -> Mark:
        """Takes in one stored commit."""
        recorded_at = rows[-1].recorded_at
        shell = msgspec.structs.replace(after, past=())
        mark = Mark(meta, rows[0].version, rows[-1].version, recorded_at, shell)
        if self.match is not None and len(after.past) < len(self.match.past):
            for done in self.match.past[len(after.past) :]:
                self.taken_back[done.move] = recorded_at
        self.rows.extend(rows)
        self.marks.append(mark)
        if meta.key is not None:
            self.keys[meta.key] = mark
        if meta.action is not None:
            self.moves[meta.move] = mark
        self.match = after
        return mark


class Shelf:
    """The least recently used matches leave when their events together exceed the room."""

    def __init__(self, store: EventStore, games: Games, *, room: int = 200_000, shared: bool = False) -> None:
        self._store = store
        self._streams = {game.ref: (game, Stream(game)) for versions in games.values() for game in versions}
        self._room = room
        self._shared = shared
        self._hot: OrderedDict[UUID, Hot] = OrderedDict()
        self._locks: dict[UUID, tuple[asyncio.Lock, int]] = {}

    @asynccontextmanager
    async def locked(self, match: UUID) -> AsyncIterator[None]:
        """Orders the commands of one match."""
        lock, users = self._locks.get(match, (asyncio.Lock(), 0))
        self._locks[match] = (lock, users + 1)
        try:
            async with lock:
                yield
        finally:
            lock, users = self._locks[match]
            if users == 1:
                del self._locks[match]
            else:
                self._locks[match] = (lock, users - 1)

    async def get(self, match: UUID, at_least: int = 0) -> Hot:
        """The match at its newest version (as far as this process can know); raises NotFound."""
        hot = self._hot.get(match)
        if hot is None:
            return await self._load(match)
        self._hot.move_to_end(match)
        if hot.stale or hot.now.version < at_least or (self._shared and await self._behind(hot, match)):
            await self.catch_up(match, hot)
        return hot

    async def settled(self, match: UUID, at_least: int) -> Hot:
        """The same, after a command that is under way: its own process need not read what it is about to know."""
        hot = self._hot.get(match)
        if hot is not None and hot.now.version < at_least and match in self._locks:
            async with self.locked(match):
                return await self.get(match, at_least)
        return await self.get(match, at_least)

    async def _behind(self, hot: Hot, match: UUID) -> bool:
        return hot.now.status in ("open", "running") and await self._store.version(match) > hot.now.version

    async def catch_up(self, match: UUID, hot: Hot) -> None:
        """Reads what others appended."""
        async with hot.reading:  # a long tail yields while it is folded: two readers must not fold it twice
            rows = await self._store.read(match, hot.now.version)
            missing = [row for row in rows if row.version > hot.now.version]
            hot.stale = False
            await hot.extend(missing)

    async def _load(self, match: UUID) -> Hot:
        rows = await self._store.read(match)
        secret = await self._store.secret(match)
        if not rows or secret is None:
            raise NotFound
        created = msgspec.json.decode(rows[0].state, type=MatchCreated)
        game, stream = next(
            pair
            for ref, pair in self._streams.items()
            if (ref.game, ref.version) == (created.game, created.rules_version)
        )
        hot = Hot(game, stream, secret)
        await hot.extend(rows)
        return self.keep(match, hot)

    def open(self, game: AnyGame, secret: bytes) -> Hot:
        """A match that is about to be created."""
        return Hot(game, self._streams[game.ref][1], secret)

    def keep(self, match: UUID, hot: Hot) -> Hot:
        """Puts a match on the shelf, unless a newer copy stands there, and makes room."""
        present = self._hot.get(match)
        if present is not None and present.now.version >= hot.now.version:
            return present
        self._hot[match] = hot
        self._hot.move_to_end(match)
        held = sum(len(one.rows) for one in self._hot.values())
        while held > self._room and len(self._hot) > 1:
            _, gone = self._hot.popitem(last=False)
            held -= len(gone.rows)
        return hot

    def forget(self, match: UUID) -> None:
        """Drops a match from memory."""
        self._hot.pop(match, None)
