"""Stored bytes to events and back: topics, revisions, upcasts."""

import msgspec

from domain.kernel.codec import Codec
from domain.kernel.game import AnyGame
from domain.kernel.values import Event, tag
from domain.match.commit import Meta
from domain.match.events import MATCH_EVENTS

_meta = msgspec.json.Decoder(Meta)


def topic(kind: type[Event] | Event) -> str:
    """The name under which an event is stored: its tag, and its revision once it has more than one."""
    return tag(kind) if kind.revision == 1 else f"{tag(kind)}:{kind.revision}"


class Stream:
    """Reads the events of one game's matches."""

    def __init__(self, game: AnyGame) -> None:
        codec = Codec[Event]((*MATCH_EVENTS, *game.types.events))
        self._decoders: dict[str, msgspec.json.Decoder[Event]] = {
            topic(kind): msgspec.json.Decoder(kind) for kind in codec.kinds.values()
        }
        self._upcasts = game.types.upcasts

    def event(self, name: str, state: bytes) -> Event:
        """The event of stored bytes; raises KeyError for a topic nobody knows, DecodeError for bytes not of it."""
        decoder = self._decoders.get(name)
        if decoder is not None:
            return decoder.decode(state)
        tree = msgspec.json.decode(state)
        while name not in self._decoders:
            name, upcast = self._upcasts[name]
            tree = upcast(tree)
        return msgspec.convert(tree, self._decoders[name].type)  # type: ignore[no-any-return]

    @staticmethod
    def meta(data: bytes) -> Meta:
        """The meta of stored bytes."""
        return _meta.decode(data)
