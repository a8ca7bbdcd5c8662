"""What happens (RULES section 16). `source` null is the supply."""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from domain.kernel.secrecy import Hidden, Public
from domain.kernel.values import Event, Tells, Value
from domain.mystery_of_the_temples.actions import Position, SeatNumber, Source, Space
from domain.mystery_of_the_temples.terms import (
    Color,
    End,
    Grid,
    Kind,
    Location,
    Method,
    Node,
    Objective,
    PlayerColor,
    Reason,
    Ring,
    RuneCard,
    Sign,
    Step,
    Temple,
    TempleSide,
)

Count = Annotated[int, Meta(ge=0, le=60)]
Cause = Literal["visit", "horn"]
Points = Annotated[int, Meta(ge=0, le=1000)]
RoundNumber = Annotated[int, Meta(ge=1, le=200)]
KNOWN = Tells.NOBODY
NEWS = Tells.ALL


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


class Ranked(Value, frozen=True, gc=False):
    """A line of the final ranking with its tie-breaks (MOT-10.6)."""

    seat: SeatNumber
    points: Points
    colored: Count
    colorless: Count
    turn: Annotated[int, Meta(ge=1, le=4)]


class GamePrepared(Event, frozen=True, tag="mystery.game-prepared", gc=False):
    """The box is open: what is in the supply and which options apply."""

    tells: ClassVar[Tells] = NEWS
    seats: Public[Annotated[int, Meta(ge=2, le=4)]]
    effects: Public[bool]
    max_rounds: Public[RoundNumber]
    supply: Public[Crystals]


class TurnOrderDrawn(Event, frozen=True, tag="mystery.turn-order-drawn", gc=False):
    """The start player is drawn; `colors` are by order of seats (MOT-2.1, 2.13)."""

    tells: ClassVar[Tells] = NEWS
    order: Public[Annotated[tuple[SeatNumber, ...], Meta(max_length=4)]]
    colors: Public[Annotated[tuple[PlayerColor, ...], Meta(max_length=4)]]


class TemplesArranged(Event, frozen=True, tag="mystery.temples-arranged", gc=False):
    """The ring is laid out; `refinements` are the cards on which crystals can lie (MOT-2.2, 2.3)."""

    tells: ClassVar[Tells] = NEWS
    side: Public[TempleSide]
    ring: Public[Annotated[tuple[Location, ...], Meta(max_length=15)]]
    temples: Public[Annotated[tuple[Temple, ...], Meta(max_length=5)]]
    refinements: Public[Annotated[tuple[Location, ...], Meta(max_length=3)]]


class RuneStacksDealt(Event, frozen=True, tag="mystery.rune-stacks-dealt", gc=False):
    """The rune cards lie face down on the temples (MOT-2.4)."""

    tells: ClassVar[Tells] = NEWS
    stacks: Public[Annotated[tuple[StackSize, ...], Meta(max_length=5)]]
    order: Hidden[Annotated[tuple[StackOrder, ...], Meta(max_length=5)]]


class RuneRevealed(Event, frozen=True, tag="mystery.rune-revealed", gc=False):
    """The top card of a rune stack is turned face up: the only event that shows anything hidden."""

    tells: ClassVar[Tells] = NEWS
    temple: Public[Temple]
    rune_card: Public[RuneCard]
    sign: Public[Sign]


class ObjectivesRevealed(Event, frozen=True, tag="mystery.objectives-revealed", gc=False):
    """The objectives in play (MOT-2.5)."""

    tells: ClassVar[Tells] = NEWS
    objectives: Public[Annotated[tuple[Objective, ...], Meta(max_length=6)]]


class NeutralMarkersPlaced(Event, frozen=True, tag="mystery.neutral-markers-placed", gc=False):
    """Two players: a neutral marker blocks a space of each temple (MOT-11.1)."""

    tells: ClassVar[Tells] = KNOWN
    markers: Public[Annotated[tuple[TemplePosition, ...], Meta(max_length=5)]]


class NeutralFigurePlaced(Event, frozen=True, tag="mystery.neutral-figure-placed", gc=False):
    """Two players: the neutral figure stands on the ring (MOT-11.2)."""

    tells: ClassVar[Tells] = KNOWN
    location: Public[Location]


class GridAssigned(Event, frozen=True, tag="mystery.grid-assigned", gc=False):
    """A Crystal Grid by turn order (MOT-2.7)."""

    tells: ClassVar[Tells] = KNOWN
    seat: Public[SeatNumber]
    grid: Public[Grid]


class SetupAsked(Event, frozen=True, tag="mystery.setup-asked", gc=False):
    """A step of the setup begins; these seats decide, in this order."""

    tells: ClassVar[Tells] = KNOWN
    step: Public[Step]
    seats: Public[Annotated[tuple[SeatNumber, ...], Meta(max_length=4)]]


class GridChosen(Event, frozen=True, tag="mystery.grid-chosen", gc=False):
    """A Crystal Grid by choice (MOT-12.1)."""

    tells: ClassVar[Tells] = KNOWN
    seat: Public[SeatNumber]
    grid: Public[Grid]


class StartingCrystalsPlaced(Event, frozen=True, tag="mystery.starting-crystals-placed", gc=False):
    """The first colorless crystals (MOT-2.8)."""

    tells: ClassVar[Tells] = KNOWN
    seat: Public[SeatNumber]
    nodes: Public[Annotated[tuple[Node, ...], Meta(max_length=2)]]


class StartingRuneTaken(Event, frozen=True, tag="mystery.starting-rune-taken", gc=False):
    """The owner of grid 3A takes a face-up rune card (MOT-12.5)."""

    tells: ClassVar[Tells] = KNOWN
    seat: Public[SeatNumber]
    temple: Public[Temple]
    rune_card: Public[RuneCard]
    sign: Public[Sign]


class TurnStarted(Event, frozen=True, tag="mystery.turn-started", gc=False):
    """A player's turn begins with the MOVE step."""

    tells: ClassVar[Tells] = KNOWN
    seat: Public[SeatNumber]
    round: Public[RoundNumber]


class FigurePlaced(Event, frozen=True, tag="mystery.figure-placed", gc=False):
    """The figure comes onto the ring (MOT-4.1)."""

    tells: ClassVar[Tells] = KNOWN
    seat: Public[SeatNumber]
    location: Public[Location]


class DexterityCast(Event, frozen=True, tag="mystery.dexterity-cast", gc=False):
    """Further steps are paid (MOT-4.5)."""

    tells: ClassVar[Tells] = KNOWN
    seat: Public[SeatNumber]
    extra_steps: Public[Annotated[int, Meta(ge=1, le=4)]]
    cost: Public[Annotated[int, Meta(ge=1, le=12)]]
    paid: Public[Annotated[tuple[Crystal, ...], Meta(max_length=12)]]


class FigureMoved(Event, frozen=True, tag="mystery.figure-moved", gc=False):
    """The figure moved; `counted` are the cards that used a step (MOT-4.6)."""

    tells: ClassVar[Tells] = KNOWN
    seat: Public[SeatNumber]
    origin: Public[Location]
    destination: Public[Location]
    ring: Public[Ring]
    steps: Public[Annotated[int, Meta(ge=1, le=7)]]
    counted: Public[Annotated[tuple[Location, ...], Meta(max_length=7)]]


class FigureRelocated(Event, frozen=True, tag="mystery.figure-relocated", gc=False):
    """The figure was put elsewhere for payment (MOT-12.9)."""

    tells: ClassVar[Tells] = KNOWN
    seat: Public[SeatNumber]
    origin: Public[Location]
    destination: Public[Location]
    paid: Public[Annotated[tuple[Crystal, ...], Meta(max_length=2)]]


class NeutralFigureMoved(Event, frozen=True, tag="mystery.neutral-figure-moved", gc=False):
    """The neutral figure goes one card counter-clockwise (MOT-11.3)."""

    tells: ClassVar[Tells] = KNOWN
    origin: Public[Location]
    destination: Public[Location]


class CrystalsSwitched(Event, frozen=True, tag="mystery.crystals-switched", gc=False):
    """Two crystals exchanged places (MOT-7.1)."""

    tells: ClassVar[Tells] = KNOWN
    seat: Public[SeatNumber]
    paid: Public[Crystal]
    nodes: Public[Annotated[tuple[Node, ...], Meta(max_length=2)]]


class CrystalExchanged(Event, frozen=True, tag="mystery.crystal-exchanged", gc=False):
    """Crystals were paid for any one; `discounted` by a cross rune (MOT-7.2, 9.9)."""

    tells: ClassVar[Tells] = KNOWN
    seat: Public[SeatNumber]
    cost: Public[Annotated[int, Meta(ge=1, le=4)]]
    discounted: Public[bool]
    paid: Public[Annotated[tuple[Crystal, ...], Meta(max_length=4)]]
    gained: Public[Gained]


class CrystalsCollected(Event, frozen=True, tag="mystery.crystals-collected", gc=False):
    """What a Collect brought, also where it brought nothing (MOT-6)."""

    tells: ClassVar[Tells] = KNOWN
    seat: Public[SeatNumber]
    location: Public[Location]
    method: Public[Method]
    paid: Public[Annotated[tuple[Crystal, ...], Meta(max_length=3)]]
    gained: Public[Annotated[tuple[Gained, ...], Meta(max_length=8)]]
    forgone: Public[Annotated[tuple[Kind, ...], Meta(max_length=8)]]


class RefinementCovered(Event, frozen=True, tag="mystery.refinement-covered", gc=False):
    """A crystal of the grid lies on a space now (MOT-6.4)."""

    tells: ClassVar[Tells] = KNOWN
    seat: Public[SeatNumber]
    location: Public[Location]
    space: Public[Space]
    space_color: Public[Color]
    node: Public[Node]
    color: Public[Kind]


class RefinementCleared(Event, frozen=True, tag="mystery.refinement-cleared", gc=False):
    """All crystals of a card went back to the supply (MOT-6.5, 9.5)."""

    tells: ClassVar[Tells] = KNOWN
    location: Public[Location]
    returned: Public[Crystals]
    cause: Public[Cause]


class ResonanceApplied(Event, frozen=True, tag="mystery.resonance-applied", gc=False):
    """The bonus of a rune card was taken (MOT-9)."""

    tells: ClassVar[Tells] = KNOWN
    seat: Public[SeatNumber]
    rune_card: Public[RuneCard]
    sign: Public[Sign]
    gained: Public[Gained]


class CrystalTakenFromPlayer(Event, frozen=True, tag="mystery.crystal-taken-from-player", gc=False):
    """In a shortage a node of another player is emptied; the next event puts the crystal (MOT-5.4)."""

    tells: ClassVar[Tells] = KNOWN
    seat: Public[SeatNumber]
    loser: Public[SeatNumber]
    color: Public[Kind]
    node: Public[Node]


class CurseBroken(Event, frozen=True, tag="mystery.curse-broken", gc=False):
    """A curse is broken; `length` is the one the curse demands (MOT-8.7, 12.8)."""

    tells: ClassVar[Tells] = KNOWN
    seat: Public[SeatNumber]
    temple: Public[Temple]
    position: Public[Position]
    end: Public[End]
    length: Public[Annotated[int, Meta(ge=3, le=5)]]
    path: Public[Annotated[tuple[Node, ...], Meta(max_length=5)]]
    returned: Public[Annotated[tuple[Crystal, ...], Meta(max_length=5)]]
    extra_paid: Public[Crystal | None]


class PointsScored(Event, frozen=True, tag="mystery.points-scored", gc=False):
    """The score marker moves; `total` is where it stands then."""

    tells: ClassVar[Tells] = KNOWN
    seat: Public[SeatNumber]
    points: Public[Points]
    reason: Public[Reason]
    total: Public[Points]


class RuneTaken(Event, frozen=True, tag="mystery.rune-taken", gc=False):
    """The face-up rune card of a temple went to a player (MOT-8.7, 12.10)."""

    tells: ClassVar[Tells] = KNOWN
    seat: Public[SeatNumber]
    temple: Public[Temple]
    rune_card: Public[RuneCard]
    sign: Public[Sign]


class RewardGained(Event, frozen=True, tag="mystery.reward-gained", gc=False):
    """What grid 4A brings for a curse; its points follow as PointsScored (MOT-12.6)."""

    tells: ClassVar[Tells] = KNOWN
    seat: Public[SeatNumber]
    curse_number: Public[Annotated[int, Meta(ge=1, le=5)]]
    gained: Public[Annotated[tuple[Gained, ...], Meta(max_length=2)]]
    points: Public[Points]


class EndTriggered(Event, frozen=True, tag="mystery.end-triggered", gc=False):
    """Somebody broke the fifth curse: the round is played to its end (MOT-10.1)."""

    tells: ClassVar[Tells] = KNOWN
    seat: Public[SeatNumber]
    round: Public[RoundNumber]


class TurnEnded(Event, frozen=True, tag="mystery.turn-ended", gc=False):
    """A player's turn is over."""

    tells: ClassVar[Tells] = KNOWN
    seat: Public[SeatNumber]


class RoundEnded(Event, frozen=True, tag="mystery.round-ended", gc=False):
    """Everybody has had a turn."""

    tells: ClassVar[Tells] = KNOWN
    round: Public[RoundNumber]


class RoundLimitReached(Event, frozen=True, tag="mystery.round-limit-reached", gc=False):
    """The last round is over and nobody has broken five curses (MOT-10.7)."""

    tells: ClassVar[Tells] = KNOWN
    round: Public[RoundNumber]


class ObjectiveScored(Event, frozen=True, tag="mystery.objective-scored", gc=False):
    """What an objective is worth to whom; the points follow as PointsScored (MOT-10.3, 10.4)."""

    tells: ClassVar[Tells] = KNOWN
    objective: Public[Objective]
    points: Public[Annotated[tuple[SeatPoints, ...], Meta(max_length=4)]]


class GameEnded(Event, frozen=True, tag="mystery.game-ended", gc=False):
    """The final ranking with its tie-breaks (MOT-10.6)."""

    tells: ClassVar[Tells] = KNOWN
    ranking: Public[Annotated[tuple[Ranked, ...], Meta(max_length=4)]]


MysteryEvent = (
    GamePrepared
    | TurnOrderDrawn
    | TemplesArranged
    | RuneStacksDealt
    | RuneRevealed
    | ObjectivesRevealed
    | NeutralMarkersPlaced
    | NeutralFigurePlaced
    | GridAssigned
    | SetupAsked
    | GridChosen
    | StartingCrystalsPlaced
    | StartingRuneTaken
    | TurnStarted
    | FigurePlaced
    | DexterityCast
    | FigureMoved
    | FigureRelocated
    | NeutralFigureMoved
    | CrystalsSwitched
    | CrystalExchanged
    | CrystalsCollected
    | RefinementCovered
    | RefinementCleared
    | ResonanceApplied
    | CrystalTakenFromPlayer
    | CurseBroken
    | PointsScored
    | RuneTaken
    | RewardGained
    | EndTriggered
    | TurnEnded
    | RoundEnded
    | RoundLimitReached
    | ObjectiveScored
    | GameEnded
)
EVENTS: tuple[type[Event], ...] = MysteryEvent.__args__
