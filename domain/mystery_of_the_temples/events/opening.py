"""What happens before the first turn (RULES section 2)."""

from typing import Annotated, ClassVar

from msgspec import Meta

from domain.kernel.secrecy import Hidden, Public
from domain.kernel.values import Event, Tells
from domain.mystery_of_the_temples.actions import SeatNumber
from domain.mystery_of_the_temples.events.parts import Crystals, RoundNumber, StackOrder, StackSize, TemplePosition
from domain.mystery_of_the_temples.terms import (
    Grid,
    Location,
    Node,
    Objective,
    PlayerColor,
    RuneCard,
    Sign,
    Step,
    Temple,
    TempleSide,
)


class TurnOrderDrawn(Event, frozen=True, tag="mystery.turn-order-drawn", gc=False):
    """The start player is drawn; `colors` are by order of seats (MOT-2.1, 2.13), the options are settled."""

    tells: ClassVar[Tells] = Tells.ALL
    effects: Public[bool]
    max_rounds: Public[RoundNumber]
    order: Public[Annotated[tuple[SeatNumber, ...], Meta(max_length=4)]]
    colors: Public[Annotated[tuple[PlayerColor, ...], Meta(max_length=4)]]


class TemplesArranged(Event, frozen=True, tag="mystery.temples-arranged", gc=False):
    """The ring is laid out; `refinements` are the cards on which crystals can lie (MOT-2.2, 2.3, 2.12)."""

    tells: ClassVar[Tells] = Tells.ALL
    side: Public[TempleSide]
    ring: Public[Annotated[tuple[Location, ...], Meta(max_length=15)]]
    temples: Public[Annotated[tuple[Temple, ...], Meta(max_length=5)]]
    refinements: Public[Annotated[tuple[Location, ...], Meta(max_length=3)]]
    supply: Public[Crystals]


class RuneStacksDealt(Event, frozen=True, tag="mystery.rune-stacks-dealt", gc=False):
    """The rune cards lie face down on the temples (MOT-2.4)."""

    tells: ClassVar[Tells] = Tells.ALL
    stacks: Public[Annotated[tuple[StackSize, ...], Meta(max_length=5)]]
    order: Hidden[Annotated[tuple[StackOrder, ...], Meta(max_length=5)]]


class RuneRevealed(Event, frozen=True, tag="mystery.rune-revealed", gc=False):
    """The top card of a rune stack is turned face up: the only event that shows anything hidden."""

    tells: ClassVar[Tells] = Tells.ALL
    temple: Public[Temple]
    rune_card: Public[RuneCard]
    sign: Public[Sign]


class ObjectivesRevealed(Event, frozen=True, tag="mystery.objectives-revealed", gc=False):
    """The objectives in play (MOT-2.5)."""

    tells: ClassVar[Tells] = Tells.ALL
    objectives: Public[Annotated[tuple[Objective, ...], Meta(max_length=6)]]


class NeutralMarkersPlaced(Event, frozen=True, tag="mystery.neutral-markers-placed", gc=False):
    """Two players: a neutral marker blocks a space of each temple (MOT-11.1)."""

    tells: ClassVar[Tells] = Tells.NOBODY
    color: Public[PlayerColor]
    markers: Public[Annotated[tuple[TemplePosition, ...], Meta(max_length=5)]]


class NeutralFigurePlaced(Event, frozen=True, tag="mystery.neutral-figure-placed", gc=False):
    """Two players: the neutral figure stands on the ring (MOT-11.2)."""

    tells: ClassVar[Tells] = Tells.NOBODY
    color: Public[PlayerColor]
    location: Public[Location]


class GridAssigned(Event, frozen=True, tag="mystery.grid-assigned", gc=False):
    """A Crystal Grid by turn order (MOT-2.7)."""

    tells: ClassVar[Tells] = Tells.NOBODY
    seat: Public[SeatNumber]
    grid: Public[Grid]


class SetupAsked(Event, frozen=True, tag="mystery.setup-asked", gc=False):
    """A step of the setup begins; these seats decide, in this order."""

    tells: ClassVar[Tells] = Tells.NOBODY
    step: Public[Step]
    seats: Public[Annotated[tuple[SeatNumber, ...], Meta(max_length=4)]]


class GridChosen(Event, frozen=True, tag="mystery.grid-chosen", gc=False):
    """A Crystal Grid by choice (MOT-12.1)."""

    tells: ClassVar[Tells] = Tells.NOBODY
    seat: Public[SeatNumber]
    grid: Public[Grid]


class StartingCrystalsPlaced(Event, frozen=True, tag="mystery.starting-crystals-placed", gc=False):
    """The first colorless crystals (MOT-2.8)."""

    tells: ClassVar[Tells] = Tells.NOBODY
    seat: Public[SeatNumber]
    nodes: Public[Annotated[tuple[Node, ...], Meta(max_length=2)]]


class StartingRuneTaken(Event, frozen=True, tag="mystery.starting-rune-taken", gc=False):
    """The owner of grid 3A takes a face-up rune card (MOT-12.5)."""

    tells: ClassVar[Tells] = Tells.NOBODY
    seat: Public[SeatNumber]
    temple: Public[Temple]
    rune_card: Public[RuneCard]
    sign: Public[Sign]
