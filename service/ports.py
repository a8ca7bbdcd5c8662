"""What the application asks of the world: the contracts that adapters fulfil."""

from collections.abc import AsyncIterator, Sequence
from datetime import datetime
from typing import Protocol
from uuid import UUID

from msgspec import Struct


class NewEvent(Struct, frozen=True):
    """One event to be stored: its explicit tag, its JSON bytes, and on a commit's last event the meta (JSON bytes)."""

    topic: str
    state: bytes
    meta: bytes | None = None


class StoredEvent(Struct, frozen=True):
    """One event as stored; `position` orders all matches and has holes, `version` counts 1, 2, 3 within the match."""

    version: int
    topic: str
    state: bytes
    meta: bytes | None
    recorded_at: datetime
    position: int


class Key(Struct, frozen=True):
    """An idempotency key as stored: who used it where (`scope`), a digest of it, and a digest of the request's body."""

    scope: str
    key: bytes
    body: bytes


class Summary(Struct, frozen=True):
    """The row by which a match is listed; kernel facts only, `body` is the JSON the service renders a Match from."""

    game: str
    status: str
    visibility: str
    players: tuple[str, ...]
    waited: tuple[str, ...]
    move: int
    body: bytes


class Append(Struct, frozen=True):
    """One commit of one match: all of it is stored, or nothing.

    `expected` is the version the match must have (0: it must not exist yet). `secret` is the match's chance key,
    given with the first commit only and kept in a table of its own.
    """

    match: UUID
    expected: int
    command: UUID
    events: tuple[NewEvent, ...]
    summary: Summary
    move: int
    key: Key | None = None
    secret: bytes | None = None


class Appended(Struct, frozen=True):
    """Stored; `version` is that of the last event, `position` its place among all events.

    `again`: another append with the same command id had been stored before, maybe with other events: read them.
    """

    version: int
    position: int
    recorded_at: datetime
    again: bool = False


class Duplicate(Struct, frozen=True):
    """Not stored: the key was used before, by the commit that ended at `version` of `match`."""

    match: UUID
    move: int
    version: int
    body: bytes


class Conflict(Struct, frozen=True):
    """Not stored: the match has another version."""

    version: int


Verdict = Appended | Duplicate | Conflict


class StoreUnavailable(Exception):
    """The store cannot answer now; nothing is known to have been recorded (HTTP 503 with Retry-After)."""


class OutcomeUnknown(StoreUnavailable):
    """Whether the commit was stored could not be found out in time: repeat with the same key."""


class StoreRefused(Exception):
    """The store will never take this append: a defect of the program that made it (HTTP 500), nothing is recorded."""


class EventStore(Protocol):
    """The one way to append, and the ways to read."""

    async def append(self, append: Append) -> Verdict: ...

    async def read(self, match: UUID, after: int = 0, until: int | None = None) -> Sequence[StoredEvent]:
        """The match's events with version > after (and <= until), in order."""
        ...

    async def version(self, match: UUID) -> int:
        """The match's version; 0 if there is none. Concurrent calls are coalesced into one query."""
        ...

    async def secret(self, match: UUID) -> bytes | None: ...

    async def find_key(self, scope: str, key: bytes) -> Duplicate | None: ...


class Tail(Protocol):
    """News of commits, in the order of their positions, also of those by other processes."""

    def subscribe(self, match: UUID | None = None) -> AsyncIterator[tuple[UUID, int]]:
        """Yields (match, version) after each commit; None: of all matches. Missed NOTIFYs are made up by polling.

        The first yield follows the first commit after the call; a reader first subscribes, then reads the store.
        Versions of one match rise; those of a slow reader are coalesced to the newest.
        """
        ...


class SummaryRow(Struct, frozen=True):
    """A listed match."""

    match: UUID
    version: int
    summary: Summary
    created_at: datetime
    updated_at: datetime


class MatchFilter(Struct, frozen=True):
    """Which matches a list shows; `viewer` is the player who asks: private matches of others never appear.

    Unlisted matches appear only to players who sit in them (or host them, as `players` names the host too).
    """

    viewer: str | None
    game: str | None = None
    status: str | None = None
    player: str | None = None
    to_act: str | None = None


class Summaries(Protocol):
    """The list of matches, newest first, by keyset on (created_at, match)."""

    async def page(
        self, where: MatchFilter, limit: int, before: tuple[datetime, UUID] | None
    ) -> Sequence[SummaryRow]: ...

    async def get(self, match: UUID) -> SummaryRow | None: ...

    async def waiting(self) -> Sequence[UUID]:
        """Running matches: where bots, absent seats and deadlines may have work (read at start-up)."""
        ...


class Player(Struct, frozen=True):
    """A person as the lobby knows him; the only place where the name stands."""

    id: str
    name: str
    created_at: datetime


class Token(Struct, frozen=True):
    """A bearer token as stored: never the token, only the SHA-256 of it."""

    id: UUID
    player: str
    name: str
    scopes: tuple[str, ...]
    created_at: datetime


class Players(Protocol):
    """Players and their tokens."""

    async def create(self, player: Player, token: Token, digest: bytes) -> None: ...

    async def by_digest(self, digest: bytes) -> tuple[Player, Token] | None: ...

    async def names(self, ids: Sequence[str]) -> dict[str, str]: ...

    async def rename(self, player: str, name: str) -> None: ...

    async def erase(self, player: str) -> None:
        """Removes name and tokens; matches keep the bare id."""
        ...

    async def add_token(self, token: Token, digest: bytes) -> None: ...

    async def tokens(self, player: str) -> Sequence[Token]: ...

    async def revoke(self, player: str, token: UUID) -> bool: ...
