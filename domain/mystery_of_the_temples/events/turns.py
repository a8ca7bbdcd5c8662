"""Turns, rounds, figures and points (RULES sections 3, 4, 10)."""

from typing import Annotated, ClassVar

from msgspec import Meta

from domain.kernel.secrecy import Public
from domain.kernel.values import Event, Tells
from domain.mystery_of_the_temples.actions import SeatNumber
from domain.mystery_of_the_temples.events.parts import Crystal, Points, RoundNumber, SeatPoints
from domain.mystery_of_the_temples.terms import Location, Objective, Reason, Ring


class TurnStarted(Event, frozen=True, tag="mystery.turn-started", gc=False):
    """A player's turn begins with the MOVE step."""

    tells: ClassVar[Tells] = Tells.NOBODY
    seat: Public[SeatNumber]
    round: Public[RoundNumber]


class FigurePlaced(Event, frozen=True, tag="mystery.figure-placed", gc=False):
    """The figure comes onto the ring (MOT-4.1)."""

    tells: ClassVar[Tells] = Tells.NOBODY
    seat: Public[SeatNumber]
    location: Public[Location]


class DexterityCast(Event, frozen=True, tag="mystery.dexterity-cast", gc=False):
    """Further steps are paid (MOT-4.5)."""

    tells: ClassVar[Tells] = Tells.NOBODY
    seat: Public[SeatNumber]
    extra_steps: Public[Annotated[int, Meta(ge=1, le=4)]]
    cost: Public[Annotated[int, Meta(ge=1, le=12)]]
    paid: Public[Annotated[tuple[Crystal, ...], Meta(max_length=12)]]


class FigureMoved(Event, frozen=True, tag="mystery.figure-moved", gc=False):
    """The figure moved; `counted` are the cards that used a step (MOT-4.6)."""

    tells: ClassVar[Tells] = Tells.NOBODY
    seat: Public[SeatNumber]
    origin: Public[Location]
    destination: Public[Location]
    ring: Public[Ring]
    steps: Public[Annotated[int, Meta(ge=1, le=7)]]
    counted: Public[Annotated[tuple[Location, ...], Meta(max_length=7)]]


class FigureRelocated(Event, frozen=True, tag="mystery.figure-relocated", gc=False):
    """The figure was put elsewhere for payment (MOT-12.9)."""

    tells: ClassVar[Tells] = Tells.NOBODY
    seat: Public[SeatNumber]
    origin: Public[Location]
    destination: Public[Location]
    paid: Public[Annotated[tuple[Crystal, ...], Meta(max_length=2)]]


class NeutralFigureMoved(Event, frozen=True, tag="mystery.neutral-figure-moved", gc=False):
    """The neutral figure goes one card counter-clockwise (MOT-11.3)."""

    tells: ClassVar[Tells] = Tells.NOBODY
    origin: Public[Location]
    destination: Public[Location]


class TurnEnded(Event, frozen=True, tag="mystery.turn-ended", gc=False):
    """A player's turn is over."""

    tells: ClassVar[Tells] = Tells.NOBODY
    seat: Public[SeatNumber]


class RoundEnded(Event, frozen=True, tag="mystery.round-ended", gc=False):
    """Everybody has had a turn; after the `last` round the game is scored and over (MOT-10.1, 10.7)."""

    tells: ClassVar[Tells] = Tells.NOBODY
    round: Public[RoundNumber]
    last: Public[bool]


class RoundLimitReached(Event, frozen=True, tag="mystery.round-limit-reached", gc=False):
    """The last round is over and nobody has broken five curses (MOT-10.7)."""

    tells: ClassVar[Tells] = Tells.NOBODY
    round: Public[RoundNumber]


class PointsScored(Event, frozen=True, tag="mystery.points-scored", gc=False):
    """The score marker moves; `total` is where it stands then."""

    tells: ClassVar[Tells] = Tells.NOBODY
    seat: Public[SeatNumber]
    points: Public[Points]
    reason: Public[Reason]
    total: Public[Points]


class EndTriggered(Event, frozen=True, tag="mystery.end-triggered", gc=False):
    """Somebody broke the fifth curse: the round is played to its end (MOT-10.1)."""

    tells: ClassVar[Tells] = Tells.NOBODY
    seat: Public[SeatNumber]
    round: Public[RoundNumber]


class ObjectiveScored(Event, frozen=True, tag="mystery.objective-scored", gc=False):
    """What an objective is worth to whom; the points follow as PointsScored (MOT-10.3, 10.4)."""

    tells: ClassVar[Tells] = Tells.NOBODY
    objective: Public[Objective]
    points: Public[Annotated[tuple[SeatPoints, ...], Meta(max_length=4)]]
