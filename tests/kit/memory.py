"""The ports in memory, with the verdicts of the real store: for tests of what stands above it."""

import asyncio
import weakref
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime, timedelta
from uuid import UUID

import msgspec

from service.ports import (
    Append,
    Appended,
    Conflict,
    Duplicate,
    MatchFilter,
    Player,
    StoredEvent,
    StoreUnavailable,
    SummaryRow,
    Token,
    Verdict,
)

TICK = timedelta(microseconds=1)


def as_jsonb(data: bytes | None) -> bytes | None:
    """JSON bytes as a jsonb column gives them back: keys in another order."""
    if data is None:
        return None
    return msgspec.json.encode(_ordered(msgspec.json.decode(data)))


def _ordered(tree: object) -> object:
    if isinstance(tree, dict):
        return {key: _ordered(tree[key]) for key in sorted(tree, key=lambda key: (len(key), key))}
    return [_ordered(item) for item in tree] if isinstance(tree, list) else tree


class News:
    """A subscription; it ends when nobody holds it any more."""

    def __init__(self, match: UUID | None) -> None:
        self.match = match
        self.queue: asyncio.Queue[tuple[UUID, int]] = asyncio.Queue()

    def __aiter__(self) -> "News":
        return self

    async def __anext__(self) -> tuple[UUID, int]:
        return await self.queue.get()


class MemoryStore:
    """EventStore, Tail and Summaries over dicts; `down` makes it refuse, as a database that cannot be reached."""

    def __init__(self) -> None:
        self.streams: dict[UUID, list[StoredEvent]] = {}
        self.rows: dict[UUID, SummaryRow] = {}
        self.down: Exception | None = None
        self._secrets: dict[UUID, bytes] = {}
        self._commands: dict[UUID, Appended] = {}
        self._keys: dict[tuple[str, bytes], Duplicate] = {}
        self._position = 0
        self._now = datetime.now(UTC)
        self._readers: weakref.WeakSet[News] = weakref.WeakSet()

    async def append(self, append: Append) -> Verdict:
        await asyncio.sleep(0)
        self._must_be_up()
        stream = self.streams.get(append.match, [])
        if append.command in self._commands:
            return msgspec.structs.replace(self._commands[append.command], again=True)
        if append.key is not None and (known := self._keys.get((append.key.scope, append.key.key))) is not None:
            return known
        if len(stream) != append.expected:
            return Conflict(len(stream))
        verdict = self._stored(append)
        self._commands[append.command] = verdict
        if append.key is not None:
            duplicate = Duplicate(append.match, append.move, verdict.version, append.key.body)
            self._keys[append.key.scope, append.key.key] = duplicate
        self._tell(append.match, verdict.version)
        return verdict

    def _stored(self, append: Append) -> Appended:
        self._now = max(datetime.now(UTC), self._now + TICK)
        stream = self.streams.setdefault(append.match, [])
        for event in append.events:
            self._position += 1
            stream.append(
                StoredEvent(
                    version=len(stream) + 1,
                    topic=event.topic,
                    state=event.state,
                    meta=as_jsonb(event.meta),
                    recorded_at=self._now,
                    position=self._position,
                )
            )
        if append.secret is not None:
            self._secrets[append.match] = append.secret
        before = self.rows.get(append.match)
        created_at = before.created_at if before is not None else self._now
        self.rows[append.match] = SummaryRow(append.match, len(stream), append.summary, created_at, self._now)
        return Appended(len(stream), self._position, self._now)

    def _must_be_up(self) -> None:
        if self.down is not None:
            raise self.down

    async def read(self, match: UUID, after: int = 0, until: int | None = None) -> Sequence[StoredEvent]:
        self._must_be_up()
        return self.streams.get(match, [])[after:until]

    async def version(self, match: UUID) -> int:
        self._must_be_up()
        return len(self.streams.get(match, []))

    async def secret(self, match: UUID) -> bytes | None:
        return self._secrets.get(match)

    async def find_key(self, scope: str, key: bytes) -> Duplicate | None:
        return self._keys.get((scope, key))

    def subscribe(self, match: UUID | None = None) -> AsyncIterator[tuple[UUID, int]]:
        news = News(match)
        self._readers.add(news)
        return news

    def _tell(self, match: UUID, version: int) -> None:
        for news in self._readers:
            if news.match in (None, match):
                news.queue.put_nowait((match, version))

    @property
    def readers(self) -> int:
        """How many listen."""
        return len(self._readers)

    async def page(self, where: MatchFilter, limit: int, before: tuple[datetime, UUID] | None) -> Sequence[SummaryRow]:
        self._must_be_up()
        rows = sorted(self.rows.values(), key=lambda row: (row.created_at, row.match), reverse=True)
        return [row for row in rows if _fits(row, where) and (before is None or (row.created_at, row.match) < before)][
            :limit
        ]

    async def get(self, match: UUID) -> SummaryRow | None:
        return self.rows.get(match)

    async def waiting(self) -> Sequence[UUID]:
        return [row.match for row in self.rows.values() if row.summary.status == "running"]


def _fits(row: SummaryRow, where: MatchFilter) -> bool:
    one = row.summary
    known = one.visibility == "public" or (where.viewer is not None and where.viewer in one.players)
    return (
        known
        and where.game in (None, one.game)
        and where.status in (None, one.status)
        and (where.player is None or where.player in one.players)
        and (where.to_act is None or where.to_act in one.waited)
    )


class MemoryPlayers:
    """Players and tokens over dicts."""

    def __init__(self) -> None:
        self.people: dict[str, Player] = {}
        self.held: dict[bytes, Token] = {}
        self.down = False

    async def create(self, player: Player, token: Token, digest: bytes) -> None:
        self.people[player.id] = player
        self.held[digest] = token

    async def by_digest(self, digest: bytes) -> tuple[Player, Token] | None:
        if self.down:
            raise StoreUnavailable("down")
        token = self.held.get(digest)
        return None if token is None else (self.people[token.player], token)

    async def names(self, ids: Sequence[str]) -> dict[str, str]:
        return {one: self.people[one].name for one in ids if one in self.people}

    async def rename(self, player: str, name: str) -> None:
        self.people[player] = msgspec.structs.replace(self.people[player], name=name)

    async def erase(self, player: str) -> None:
        self.people.pop(player, None)
        self.held = {digest: token for digest, token in self.held.items() if token.player != player}

    async def add_token(self, token: Token, digest: bytes) -> None:
        if token.player in self.people:
            self.held[digest] = token

    async def tokens(self, player: str) -> Sequence[Token]:
        found = [token for token in self.held.values() if token.player == player]
        return sorted(found, key=lambda token: (token.created_at, token.id))

    async def revoke(self, player: str, token: UUID) -> bool:
        kept = {digest: one for digest, one in self.held.items() if (one.player, one.id) != (player, token)}
        gone = len(kept) < len(self.held)
        self.held = kept
        return gone
