"""What happens in the ACTION step: spells, Collect, Break a Curse (RULES sections 5 to 9)."""

from typing import Annotated, ClassVar

from msgspec import Meta

from domain.kernel.secrecy import Public
from domain.kernel.values import Event, Tells
from domain.mystery_of_the_temples.actions import Position, SeatNumber, Space
from domain.mystery_of_the_temples.events.parts import Cause, Crystal, Crystals, Gained, Points
from domain.mystery_of_the_temples.terms import Color, End, Kind, Location, Method, Node, RuneCard, Sign, Temple


class CrystalsSwitched(Event, frozen=True, tag="mystery.crystals-switched", gc=False):
    """Two crystals exchanged places (MOT-7.1)."""

    tells: ClassVar[Tells] = Tells.NOBODY
    seat: Public[SeatNumber]
    paid: Public[Crystal]
    nodes: Public[Annotated[tuple[Node, ...], Meta(max_length=2)]]


class CrystalExchanged(Event, frozen=True, tag="mystery.crystal-exchanged", gc=False):
    """Crystals were paid for any one; `discounted` by a cross rune (MOT-7.2, 9.9)."""

    tells: ClassVar[Tells] = Tells.NOBODY
    seat: Public[SeatNumber]
    cost: Public[Annotated[int, Meta(ge=1, le=4)]]
    discounted: Public[bool]
    paid: Public[Annotated[tuple[Crystal, ...], Meta(max_length=4)]]
    gained: Public[Gained]


class CrystalsCollected(Event, frozen=True, tag="mystery.crystals-collected", gc=False):
    """What a Collect brought, also where it brought nothing (MOT-6)."""

    tells: ClassVar[Tells] = Tells.NOBODY
    seat: Public[SeatNumber]
    location: Public[Location]
    method: Public[Method]
    paid: Public[Annotated[tuple[Crystal, ...], Meta(max_length=3)]]
    gained: Public[Annotated[tuple[Gained, ...], Meta(max_length=8)]]
    forgone: Public[Annotated[tuple[Kind, ...], Meta(max_length=8)]]


class RefinementCovered(Event, frozen=True, tag="mystery.refinement-covered", gc=False):
    """A crystal of the grid lies on a space now (MOT-6.4)."""

    tells: ClassVar[Tells] = Tells.NOBODY
    seat: Public[SeatNumber]
    location: Public[Location]
    space: Public[Space]
    space_color: Public[Color]
    node: Public[Node]
    color: Public[Kind]


class RefinementCleared(Event, frozen=True, tag="mystery.refinement-cleared", gc=False):
    """All crystals of a card went back to the supply (MOT-6.5, 9.5)."""

    tells: ClassVar[Tells] = Tells.NOBODY
    location: Public[Location]
    returned: Public[Crystals]
    cause: Public[Cause]


class ResonanceApplied(Event, frozen=True, tag="mystery.resonance-applied", gc=False):
    """The bonus of a rune card was taken (MOT-9)."""

    tells: ClassVar[Tells] = Tells.NOBODY
    seat: Public[SeatNumber]
    rune_card: Public[RuneCard]
    sign: Public[Sign]
    gained: Public[Gained]


class CrystalTakenFromPlayer(Event, frozen=True, tag="mystery.crystal-taken-from-player", gc=False):
    """In a shortage a node of another player is emptied; the next event puts the crystal (MOT-5.4)."""

    tells: ClassVar[Tells] = Tells.NOBODY
    seat: Public[SeatNumber]
    loser: Public[SeatNumber]
    color: Public[Kind]
    node: Public[Node]


class CurseBroken(Event, frozen=True, tag="mystery.curse-broken", gc=False):
    """A curse is broken; `length` is the one the curse demands (MOT-8.7, 12.8)."""

    tells: ClassVar[Tells] = Tells.NOBODY
    seat: Public[SeatNumber]
    temple: Public[Temple]
    position: Public[Position]
    end: Public[End]
    length: Public[Annotated[int, Meta(ge=3, le=5)]]
    path: Public[Annotated[tuple[Node, ...], Meta(max_length=5)]]
    returned: Public[Annotated[tuple[Crystal, ...], Meta(max_length=5)]]
    extra_paid: Public[Crystal | None]


class RuneTaken(Event, frozen=True, tag="mystery.rune-taken", gc=False):
    """The face-up rune card of a temple went to a player (MOT-8.7, 12.10)."""

    tells: ClassVar[Tells] = Tells.NOBODY
    seat: Public[SeatNumber]
    temple: Public[Temple]
    rune_card: Public[RuneCard]
    sign: Public[Sign]


class RewardGained(Event, frozen=True, tag="mystery.reward-gained", gc=False):
    """What grid 4A brings for a curse; its points follow as PointsScored (MOT-12.6)."""

    tells: ClassVar[Tells] = Tells.NOBODY
    seat: Public[SeatNumber]
    curse_number: Public[Annotated[int, Meta(ge=1, le=5)]]
    gained: Public[Annotated[tuple[Gained, ...], Meta(max_length=2)]]
    points: Public[Points]
