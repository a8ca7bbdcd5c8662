"""Parts of events, and the bounds of their numbers."""

from typing import Annotated, Literal

from msgspec import Meta

from domain.kernel.values import Value
from domain.mystery_of_the_temples.actions import Position, SeatNumber, Source
from domain.mystery_of_the_temples.terms import Kind, Node, RuneCard, Temple

Count = Annotated[int, Meta(ge=0, le=60)]
Cause = Literal["visit", "horn"]
Points = Annotated[int, Meta(ge=0, le=1000)]
RoundNumber = Annotated[int, Meta(ge=1, le=200)]


class Crystals(Value, frozen=True, gc=False):
    """So many crystals of each kind."""

    colorless: Count
    red: Count
    yellow: Count
    blue: Count
    green: Count
    purple: Count


class Crystal(Value, frozen=True, gc=False):
    """A crystal on a node."""

    node: Node
    color: Kind


class Gained(Value, frozen=True, gc=False):
    """A crystal put on a node, and where it came from."""

    color: Kind
    node: Node
    source: Source | None


class StackSize(Value, frozen=True, gc=False):
    """The number of rune cards of a temple."""

    temple: Temple
    cards: Annotated[int, Meta(ge=0, le=20)]


class StackOrder(Value, frozen=True, gc=False):
    """The rune cards of a temple from the top down."""

    temple: Temple
    cards: Annotated[tuple[RuneCard, ...], Meta(max_length=20)]


class TemplePosition(Value, frozen=True, gc=False):
    """A curse space of a temple."""

    temple: Temple
    position: Position


class SeatPoints(Value, frozen=True, gc=False):
    """Points of a seat."""

    seat: SeatNumber
    points: Points
