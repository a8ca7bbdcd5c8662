"""A match from its stored commits."""

from collections.abc import Iterable, Iterator
from typing import Protocol

from domain.kernel.game import AnyGame
from domain.kernel.values import Event
from domain.match.commit import Meta, applied
from domain.match.state import Match
from domain.match.stream import Stream


class Row(Protocol):
    """One event as stored."""

    @property
    def topic(self) -> str: ...
    @property
    def state(self) -> bytes: ...
    @property
    def meta(self) -> bytes | None: ...


def commits(stream: Stream, rows: Iterable[Row]) -> Iterator[tuple[list[Event], Meta]]:
    """Rows in order, gathered commit by commit; rows after the last whole commit are left out."""
    events: list[Event] = []
    for row in rows:
        events.append(stream.event(row.topic, row.state))
        if row.meta is not None:
            yield events, stream.meta(row.meta)
            events = []


def fold(game: AnyGame, stream: Stream, rows: Iterable[Row], match: Match | None = None) -> Match | None:
    """The match after the rows that follow the given one (None: from the beginning)."""
    for events, meta in commits(stream, rows):
        match = applied(game, match, events, meta)
    return match
