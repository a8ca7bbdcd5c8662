"""Stored events as the library `eventsourcing` sees them: by explicit topic, from a closed registry."""

from collections.abc import Mapping
from typing import Any, Protocol
from uuid import UUID

from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import JSONTranscoder, Mapper, MapperDeserialisationError, StoredEvent
from msgspec import Struct

from domain.kernel.codec import encode
from domain.kernel.values import Event
from domain.match.stream import Stream, topic


class Registry(Protocol):
    """Knows every topic, and reads what was stored under it; raises KeyError for any other."""

    def event(self, name: str, state: bytes) -> Event: ...


class AllGames:
    """The registry of several games: a topic's prefix names the game; those of the match are every game's."""

    def __init__(self, streams: Mapping[str, Stream]) -> None:
        self._streams = streams
        self._any = next(iter(streams.values()))

    def event(self, name: str, state: bytes) -> Event:
        """The event of stored bytes."""
        prefix = name.partition(".")[0]
        stream = self._any if prefix == "match" else self._streams[prefix]
        return stream.event(name, state)


class Recorded(Struct, frozen=True):
    """An event with its place: what the library calls a domain event."""

    originator_id: UUID
    originator_version: int
    event: Event


class RegistryMapper(Mapper[UUID]):
    """Neither class names nor module paths are stored or resolved."""

    def __init__(self, registry: Registry) -> None:
        super().__init__(JSONTranscoder())
        self._registry = registry

    def to_stored_event(self, domain_event: DomainEventProtocol[UUID]) -> StoredEvent:
        """The stored form of a Recorded."""
        assert isinstance(domain_event, Recorded)
        event: Any = domain_event.event
        return StoredEvent(domain_event.originator_id, domain_event.originator_version, topic(event), encode(event))

    def to_domain_event(self, stored_event: StoredEvent) -> DomainEventProtocol[UUID]:
        """The Recorded of a stored event; raises MapperDeserialisationError for a topic outside the registry."""
        assert isinstance(stored_event.originator_id, UUID)
        try:
            event = self._registry.event(stored_event.topic, stored_event.state)
        except (KeyError, ValueError) as error:
            raise MapperDeserialisationError(f"{stored_event.topic} cannot be read: {error}") from error
        return Recorded(stored_event.originator_id, stored_event.originator_version, event)
