"""Moves: accepted actions with all their events."""

from typing import Annotated, Any

from pydantic import Field

from openapi.wire.domain import Domain
from openapi.wire.event import By, Event
from openapi.wire.match import Seats
from openapi.wire.model import Id, Instant, MoveNumber, SeatNumber, Shown, Submitted, Version

Events = Annotated[tuple[Event, ...], Field(max_length=2_001)]


class SubmittedMove(Submitted):
    """An action; the seat may be left out where one seat is held."""

    action: Annotated[Any, Domain("Action")]
    seat: SeatNumber | None = None


class Move(Shown):
    """An accepted action with its events; `to_act` are the seats that are to act after it."""

    match: Id
    move: MoveNumber
    seat: SeatNumber
    action: Annotated[Any, Domain("ActionShown")]
    by: By
    events: Events
    version: Version
    to_act: Seats
    recorded_at: Instant
    taken_back_at: Instant | None


class MovePage(Shown):
    """Moves in order; `next` is the `after` of the following page, null where there are no more yet."""

    match: Id
    version: Annotated[Version, Field(description="The match's newest version.")]
    items: Annotated[tuple[Move, ...], Field(max_length=100)]
    next: MoveNumber | None


class Preview(Shown):
    """What a move would do, up to the first event that tells everybody something new."""

    events: Events
    complete: Annotated[bool, Field(description="Whether these are all events of the move.")]
    cost: Annotated[Any, Domain("Cost")] | None
