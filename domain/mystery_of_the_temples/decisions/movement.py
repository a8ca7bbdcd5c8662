"""The MOVE step (RULES section 4, 11.3, 12.9, 19.4, 19.5)."""

from functools import partial
from typing import Any, get_args

from domain.kernel.errors import Refusal
from domain.kernel.forms import Asking, Complete, Cost, Form, Item, Pick, closed
from domain.mystery_of_the_temples import events as e
from domain.mystery_of_the_temples import refusals as no
from domain.mystery_of_the_temples.actions import MoveFigure, PlaceFigure, RelocateFigure
from domain.mystery_of_the_temples.components import Components
from domain.mystery_of_the_temples.crystals import at_nodes
from domain.mystery_of_the_temples.decisions.details import Landing
from domain.mystery_of_the_temples.decisions.payments import ask_nodes
from domain.mystery_of_the_temples.grids import has
from domain.mystery_of_the_temples.plans import usual_ring, usual_steps
from domain.mystery_of_the_temples.ring import neutral_step, unoccupied, walk
from domain.mystery_of_the_temples.setup import Table
from domain.mystery_of_the_temples.state import Player, State
from domain.mystery_of_the_temples.terms import Location, Ring

RINGS: tuple[Ring, ...] = get_args(Ring)


def place_figure(state: State, seat: int) -> Form[PlaceFigure]:
    """Any card without a figure."""
    if state.player(seat).figure is not None:
        return closed("mystery.place-figure", no.PLACED)

    def ask() -> Asking[PlaceFigure]:
        location = yield Pick("/location", unoccupied(state), no.OCCUPIED, why=partial(_not_in_ring, state))
        return Complete(PlaceFigure(location))

    return Form("mystery.place-figure", ask, no.SURPLUS)


def _not_in_ring(state: State, location: Any) -> Refusal | None:
    return None if location in state.ring else no.NOT_IN_RING


def figure_placed(table: Table, seat: int, action: PlaceFigure) -> None:
    """The figure stands there."""
    table.emit(e.FigurePlaced(seat, action.location))
    _neutral_moves(table)


def move_figure(box: Components, state: State, seat: int) -> Form[MoveFigure]:
    """Kind of cards, number of steps, payment."""
    player = state.player(seat)
    origin = player.figure
    if origin is None:
        return closed("mystery.move-figure", no.NOT_PLACED)
    return Form("mystery.move-figure", partial(_ask_move, box, state, player, origin), no.SURPLUS, usual=True)


def _ask_move(box: Components, state: State, player: Player, origin: Location) -> Asking[MoveFigure]:
    ring = yield Pick("/ring", RINGS, no.RING_KIND, usual=partial(usual_ring, box, state, player))
    payable = [extra for extra, cost in enumerate(box.dexterity) if cost <= player.held]

    def landing(steps: int) -> Landing:
        counted = walk(box.cards, state, origin, ring, steps)
        return Landing(counted[-1], counted, box.dexterity[max(0, steps - box.free_steps)])

    steps = yield Pick(
        "/steps",
        tuple(range(1, box.free_steps + max(payable) + 1)),
        no.TOO_FAR,
        usual=partial(usual_steps, box, state, player, ring),
        why=lambda value: no.STANDING_STILL if isinstance(value, int) and value < 1 else None,
        detail=landing,
    )
    cost = box.dexterity[max(0, steps - box.free_steps)]
    nodes = (yield from ask_nodes(player, "/pay_nodes", (cost, cost), no.DEXTERITY)) if cost else ()
    return Complete(MoveFigure(ring, steps, nodes), partial(_crystals, cost))


def _crystals(count: int) -> Cost:
    return Cost(pays=(Item("crystal", count),) if count else ())


def figure_moved(box: Components, table: Table, seat: int, action: MoveFigure) -> None:
    """Payment first, then the way."""
    player = table.state.player(seat)
    origin = player.figure
    assert origin is not None
    counted = walk(box.cards, table.state, origin, action.ring, action.steps)
    if action.pay_nodes:
        extra = action.steps - box.free_steps
        paid = at_nodes(player, action.pay_nodes)
        table.emit(e.DexterityCast(seat, extra, len(paid), paid))
    table.emit(e.FigureMoved(seat, origin, counted[-1], action.ring, action.steps, counted))
    _neutral_moves(table)


def relocate_figure(box: Components, state: State, seat: int) -> Form[RelocateFigure]:
    """Any card without a figure but the own one, for payment."""
    kind, player = "mystery.relocate-figure", state.player(seat)
    if not has(box, state, player, "free_relocation") or player.grid is None:
        return closed(kind, no.NO_RELOCATION)
    if player.figure is None:
        return closed(kind, no.NOT_PLACED)
    cost = box.parameters[player.grid]["cost"]
    if player.held < cost:
        return closed(kind, no.RELOCATION_PRICE)

    def why(location: Any) -> Refusal | None:
        return no.RELOCATION_PRESENT if location == player.figure else _not_in_ring(state, location)

    def ask() -> Asking[RelocateFigure]:
        location = yield Pick("/location", unoccupied(state), no.RELOCATION_OCCUPIED, why=why)
        nodes = yield from ask_nodes(player, "/pay_nodes", (cost, cost), no.RELOCATION_PAYMENT)
        return Complete(RelocateFigure(location, nodes), partial(_crystals, cost))

    return Form(kind, ask, no.SURPLUS)


def figure_relocated(table: Table, seat: int, action: RelocateFigure) -> None:
    """Payment and a new place."""
    player = table.state.player(seat)
    assert player.figure is not None
    paid = at_nodes(player, action.pay_nodes)
    table.emit(e.FigureRelocated(seat, player.figure, action.location, paid))
    _neutral_moves(table)


def _neutral_moves(table: Table) -> None:
    """After every movement of a player (MOT-11.3)."""
    neutral = table.state.neutral
    if neutral is not None:
        table.emit(e.NeutralFigureMoved(neutral, neutral_step(table.state)))
