"""The table as a viewer may see it: all of it but the face-down rune cards (RULES 13.1)."""

from typing import Annotated

from msgspec import Meta

from domain.kernel.secrecy import Hidden, Public, Viewer
from domain.kernel.values import Value, View
from domain.mystery_of_the_temples.actions import Position, SeatNumber
from domain.mystery_of_the_temples.components import Components
from domain.mystery_of_the_temples.events import Count, Crystal, Crystals, Points
from domain.mystery_of_the_temples.meta import META
from domain.mystery_of_the_temples.state import Player, Rune, State, Turn
from domain.mystery_of_the_temples.terms import (
    KINDS,
    NODES,
    SIGNS,
    Grid,
    Kind,
    Location,
    Objective,
    Phase,
    PlayerColor,
    RuneCard,
    Sign,
    Temple,
    TempleSide,
)

RoundCount = Annotated[int, Meta(ge=0, le=200)]


class CurseSpace(Value, frozen=True, gc=False):
    """A curse space; `marked` by a seat, or by a neutral marker where the seat is null."""

    position: Position
    marked: bool
    seat: SeatNumber | None


class TempleView(Value, frozen=True, gc=False):
    """A temple card with its curse spaces and its rune stack."""

    temple: Public[Temple]
    spaces: Public[Annotated[tuple[CurseSpace, ...], Meta(max_length=4)]]
    open_rune: Public[Rune | None]
    face_down: Public[Annotated[int, Meta(ge=0, le=20)]]
    face_down_cards: Hidden[Annotated[tuple[RuneCard, ...], Meta(max_length=20)] | None]


class SignCount(Value, frozen=True, gc=False):
    """How many face-down rune cards of a sign there are in all stacks together (deducible, MOT-13.1)."""

    sign: Sign
    cards: Count


class Lying(Value, frozen=True, gc=False):
    """A space of a refinement card and the crystal on it."""

    space: Annotated[int, Meta(ge=1, le=5)]
    color: Kind


class RefinementView(Value, frozen=True, gc=False):
    """A Mana Refinement card with the crystals on it."""

    location: Location
    lying: Annotated[tuple[Lying, ...], Meta(max_length=5)]


class PlayerView(Value, frozen=True, gc=False):
    """A player's things; `track` is the field of the scoring board (MOT-1.3)."""

    seat: SeatNumber
    color: PlayerColor
    grid: Grid | None
    crystals: Annotated[tuple[Crystal, ...], Meta(max_length=12)]
    figure: Location | None
    runes: Annotated[tuple[Rune, ...], Meta(max_length=20)]
    curses_broken: Annotated[int, Meta(ge=0, le=5)]
    score: Points
    track: Annotated[int, Meta(ge=0, le=49)]


class TableView(View, frozen=True, tag=META.slug, gc=False):
    """The whole table; `asked` decides in the setup, afterwards `active` has the turn."""

    effects: Public[bool]
    phase: Public[Phase]
    asked: Public[Annotated[tuple[SeatNumber, ...], Meta(max_length=4)]]
    active: Public[SeatNumber | None]
    round: Public[RoundCount]
    max_rounds: Public[RoundCount]
    end_triggered: Public[bool]
    turn: Public[Turn]
    order: Public[Annotated[tuple[SeatNumber, ...], Meta(max_length=4)]]
    ring: Public[Annotated[tuple[Location, ...], Meta(max_length=15)]]
    side: Public[TempleSide]
    temples: Public[Annotated[tuple[TempleView, ...], Meta(max_length=5)]]
    face_down_signs: Public[Annotated[tuple[SignCount, ...], Meta(max_length=5)]]
    refinements: Public[Annotated[tuple[RefinementView, ...], Meta(max_length=3)]]
    supply: Public[Crystals]
    objectives: Public[Annotated[tuple[Objective, ...], Meta(max_length=6)]]
    neutral_figure: Public[Location | None]
    neutral_color: Public[PlayerColor | None]
    players: Public[Annotated[tuple[PlayerView, ...], Meta(max_length=4)]]


LAP = 50


def view(box: Components, state: State, viewer: Viewer) -> TableView:
    """What a viewer sees; only the view of everything shows what lies face down."""
    whole = viewer.kind == "all"
    down = [box.runes[card] for stack in state.stacks for card in stack.down]
    return TableView(
        effects=state.effects,
        phase=state.phase,
        asked=state.asked,
        active=state.active,
        round=state.round,
        max_rounds=state.max_rounds,
        end_triggered=state.triggered,
        turn=state.turn,
        order=state.order,
        ring=state.ring,
        side=state.side,
        temples=tuple(_temple(box, state, stack.temple, whole=whole) for stack in state.stacks),
        face_down_signs=tuple(SignCount(sign, down.count(sign)) for sign in SIGNS),
        refinements=tuple(
            RefinementView(
                card.location,
                tuple(Lying(space, kind) for space, kind in enumerate(card.spaces, start=1) if kind is not None),
            )
            for card in state.refinements
        ),
        supply=Crystals(**dict(zip(KINDS, state.supply, strict=True))),
        objectives=state.objectives,
        neutral_figure=state.neutral,
        neutral_color=state.neutral_color,
        players=tuple(_player(player) for player in state.players),
    )


def _temple(box: Components, state: State, temple: Temple, *, whole: bool) -> TempleView:
    stack = state.stack(temple)
    markers = {marker.position: marker for marker in state.markers if marker.temple == temple}
    spaces = tuple(
        CurseSpace(position, position in markers, markers[position].seat if position in markers else None)
        for position, _ in box.arcs[temple, state.side].spaces
    )
    return TempleView(temple, spaces, stack.open, len(stack.down), stack.down if whole else None)


def _player(player: Player) -> PlayerView:
    crystals = tuple(Crystal(node, kind) for node, kind in zip(NODES, player.crystals, strict=True) if kind is not None)
    return PlayerView(
        seat=player.seat,
        color=player.color,
        grid=player.grid,
        crystals=crystals,
        figure=player.figure,
        runes=player.runes,
        curses_broken=player.curses,
        score=player.score,
        track=player.score % LAP,
    )
