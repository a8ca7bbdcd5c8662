"""Stored bytes to events and back: topics, revisions, upcasts."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from domain.kernel.codec import Codec
from domain.kernel.game import AnyGame
from domain.kernel.values import Event, tag
from domain.match.commit import Meta
from domain.match.events import MATCH_EVENTS

Upcast = Callable[[dict[str, Any]], dict[str, Any]]

_meta = msgspec.json.Decoder(Meta)


def topic(kind: type[Event] | Event) -> str:
    """The name under which an event is stored: its tag, and its revision once it has more than one."""
    return tag(kind) if kind.revision == 1 else f"{tag(kind)}:{kind.revision}"


class Stream:
    """Reads the events of one game's matches.

    `upcasts` turn the tree of an older topic into that of the next one; they are pure and never edited.
    """

    def __init__(self, game: AnyGame, upcasts: Mapping[str, tuple[str, Upcast]] | None = None) -> None:
        kinds: Iterable[type[Event]] = (*MATCH_EVENTS, *game.types.events)
        self._codec = Codec(kinds)
        self._current = {topic(kind) for kind in kinds}
        self._upcasts = dict(upcasts or {})

    def event(self, name: str, state: bytes) -> Event:
        """The event of stored bytes; raises KeyError for a topic nobody knows."""
        if name in self._current:
            return self._codec.decode(state)
        tree = msgspec.json.decode(state)
        while name not in self._current:
            name, upcast = self._upcasts[name]
            tree = upcast(tree)
        return self._codec.convert(tree)

    @staticmethod
    def meta(data: bytes) -> Meta:
        """The meta of stored bytes."""
        return _meta.decode(data)
