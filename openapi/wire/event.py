"""Events as one viewer may see them: everybody gets the same numbers and types, only fields are blanked."""

from typing import Annotated, Any, Literal

from pydantic import Field

from openapi.wire.domain import Domain
from openapi.wire.model import Id, Instant, MoveNumber, SeatNumber, Shown, Text, TypeName, Version
from openapi.wire.position import Position

By = Literal["player", "bot", "default"]


class Event(Shown):
    """What happened. Skip types you do not know: types may be added.

    The document derives one envelope for each type from this one; `data` holds the event's other fields.
    """

    version: Version
    move: MoveNumber
    type: TypeName
    seat: SeatNumber | None
    by: By
    data: Annotated[Any, Domain("EventData")]
    text: Text
    move_complete: Annotated[bool, Field(description="Whether this is the last event of its move.")]
    recorded_at: Instant


class EventPage(Shown):
    """Events in order; `next` is the `after` of the following page, null where there are no more yet."""

    match: Id
    version: Annotated[Version, Field(description="The match's newest version.")]
    items: Annotated[tuple[Event, ...], Field(max_length=500)]
    next: Version | None


class StreamReset(Shown):
    """The `Last-Event-ID` cannot be resumed: forget what you know, the stream goes on after `version`."""

    version: Version


class StreamEnd(Shown):
    """The stream ends; `after` is where to go on.

    over: the match is; until: the version asked for is reached; closing: the service stops, connect again; slow: you
    read too slowly; refused: you may no longer look.
    """

    reason: Literal["over", "until", "closing", "slow", "refused"]
    after: Version


MESSAGES: dict[str, type[Shown]] = {"event": Event, "position": Position, "reset": StreamReset, "end": StreamEnd}
"""What a stream sends: the data of a server-sent event by its `event` field; each carries `id`, the version."""
