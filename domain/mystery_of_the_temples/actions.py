"""What a seat may wish (RULES section 15). An action is a filled-in form: what was not asked is null or empty."""

from typing import Annotated

from msgspec import Meta

from domain.kernel.secrecy import Public
from domain.kernel.values import Action, Value
from domain.mystery_of_the_temples.terms import Color, End, Kind, Location, Node, Ring, RuneCard, Side, Temple

Position = Annotated[int, Meta(ge=1, le=8)]
Space = Annotated[int, Meta(ge=1, le=5)]
Steps = Annotated[int, Meta(ge=1, le=7)]
SeatNumber = Annotated[int, Meta(ge=1, le=4)]


class FromRefinement(Value, frozen=True, tag_field="kind", tag="refinement", gc=False):
    """A crystal is taken from a space of a Mana Refinement card (MOT-5.4)."""

    location: Location
    space: Space


class FromPlayer(Value, frozen=True, tag_field="kind", tag="player", gc=False):
    """A crystal is taken from another player's grid (MOT-5.4)."""

    seat: SeatNumber
    node: Node


Source = FromRefinement | FromPlayer
"""Where a crystal comes from in a shortage; null is the supply."""


class Gain(Value, frozen=True, gc=False):
    """One crystal: its kind, its source in a shortage, the node it is put on; node null: it is forgone."""

    color: Kind
    source: Source | None
    node: Node | None


class Laid(Value, frozen=True, gc=False):
    """A crystal of the own grid is laid on a free space of the refinement card."""

    node: Node
    space: Space


class Bonus(Value, frozen=True, gc=False):
    """What is done with the bonus of one matching rune card; node null: it is declined."""

    rune_card: RuneCard
    color: Kind | None
    source: Source | None
    node: Node | None


class ChooseGrid(Action, frozen=True, tag="mystery.choose-grid", gc=False):
    """Choose a Crystal Grid card and its side (MOT-12.1)."""

    card: Public[Annotated[int, Meta(ge=1, le=4)]]
    side: Public[Side]


class PlaceStartingCrystals(Action, frozen=True, tag="mystery.place-starting-crystals", gc=False):
    """Put the first two colorless crystals on two different nodes (MOT-2.8)."""

    nodes: Public[Annotated[tuple[Node, ...], Meta(max_length=2)]]


class TakeStartingRune(Action, frozen=True, tag="mystery.take-starting-rune", gc=False):
    """Take the face-up rune card of a temple (MOT-12.5)."""

    temple: Public[Temple]


class PlaceFigure(Action, frozen=True, tag="mystery.place-figure", gc=False):
    """Put the figure on the ring in the first turn (MOT-4.1)."""

    location: Public[Location]


class MoveFigure(Action, frozen=True, tag="mystery.move-figure", gc=False):
    """Move over one kind of cards; steps beyond three are paid (MOT-4.2 to 4.8)."""

    ring: Public[Ring]
    steps: Public[Steps]
    pay_nodes: Public[Annotated[tuple[Node, ...], Meta(max_length=12)]]


class RelocateFigure(Action, frozen=True, tag="mystery.relocate-figure", gc=False):
    """Pay and put the figure anywhere (grid 3B, MOT-12.9)."""

    location: Public[Location]
    pay_nodes: Public[Annotated[tuple[Node, ...], Meta(max_length=2)]]


class CastSwitch(Action, frozen=True, tag="mystery.cast-switch", gc=False):
    """Pay a crystal and exchange the places of two others (MOT-7.1)."""

    pay_node: Public[Node]
    nodes: Public[Annotated[tuple[Node, ...], Meta(max_length=2)]]


class CastExchange(Action, frozen=True, tag="mystery.cast-exchange", gc=False):
    """Pay crystals and take any one (MOT-7.2); the number paid tells which exchange is meant (MOT-9.9)."""

    pay_nodes: Public[Annotated[tuple[Node, ...], Meta(max_length=4)]]
    gain: Public[Gain]


class Collect(Action, frozen=True, tag="mystery.collect", gc=False):
    """Collect what the card gives, with the bonuses of matching runes (MOT-6, MOT-9).

    `convert`, `pay_nodes` and `colors` belong to Mana Conversion, `lay` to Mana Refinement. `gains` has an entry for
    each printed or named crystal in order; `extras` are those of grid 1A; `resonance` has one for each matching card.
    """

    clear_first: Public[bool | None]
    convert: Public[bool | None]
    pay_nodes: Public[Annotated[tuple[Node, ...], Meta(max_length=3)]]
    colors: Public[Annotated[tuple[Color, ...], Meta(max_length=5)]]
    lay: Public[Annotated[tuple[Laid, ...], Meta(max_length=2)]]
    gains: Public[Annotated[tuple[Gain, ...], Meta(max_length=5)]]
    extras: Public[Annotated[tuple[Gain, ...], Meta(max_length=3)]]
    resonance: Public[Annotated[tuple[Bonus, ...], Meta(max_length=5)]]


class BreakCurse(Action, frozen=True, tag="mystery.break-curse", gc=False):
    """Break a curse of the temple with a chain (MOT-8); the other fields belong to grids 2B, 4B and 4A."""

    position: Public[Position]
    end: Public[End]
    path: Public[Annotated[tuple[Node, ...], Meta(max_length=5)]]
    extra_pay_node: Public[Node | None]
    rune_from: Public[Temple | None]
    reward_gains: Public[Annotated[tuple[Gain, ...], Meta(max_length=2)]]


class EndTurn(Action, frozen=True, tag="mystery.end-turn", gc=False):
    """End the turn (MOT-3.4)."""


MysteryAction = (
    ChooseGrid
    | PlaceStartingCrystals
    | TakeStartingRune
    | PlaceFigure
    | MoveFigure
    | RelocateFigure
    | CastSwitch
    | CastExchange
    | Collect
    | BreakCurse
    | EndTurn
)
ACTIONS: tuple[type[Action], ...] = MysteryAction.__args__
