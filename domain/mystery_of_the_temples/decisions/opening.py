"""The decisions of the setup (RULES 2.8, 2.9, 12.1, 19.1 to 19.3)."""

from functools import partial
from typing import get_args

from domain.kernel.forms import Asking, Complete, Form, Pick
from domain.mystery_of_the_temples import events as e
from domain.mystery_of_the_temples import refusals as no
from domain.mystery_of_the_temples.actions import ChooseGrid, PlaceStartingCrystals, TakeStartingRune
from domain.mystery_of_the_temples.components import Components
from domain.mystery_of_the_temples.decisions.details import open_rune
from domain.mystery_of_the_temples.setup import Table, go_on, reveal
from domain.mystery_of_the_temples.state import State
from domain.mystery_of_the_temples.terms import Grid, Side

SIDES: tuple[Side, ...] = get_args(Side)
CARDS = (1, 2, 3, 4)
GRIDS: dict[tuple[int, Side], Grid] = {(int(grid[0]), grid[1]): grid for grid in get_args(Grid)}


def free_cards(state: State) -> tuple[int, ...]:
    """The grid cards nobody has taken."""
    taken = {int(player.grid[0]) for player in state.players if player.grid is not None}
    return tuple(card for card in CARDS if card not in taken)


def choose_grid(state: State) -> Form[ChooseGrid]:
    """A grid card, then its side."""

    def ask() -> Asking[ChooseGrid]:
        card = yield Pick("/card", free_cards(state), no.GRID_CARD)
        side = yield Pick("/side", SIDES, no.GRID_SIDE)
        return Complete(ChooseGrid(card, side))

    return Form("mystery.choose-grid", ask, no.SURPLUS)


def grid_chosen(box: Components, table: Table, seat: int, action: ChooseGrid) -> None:
    """The grid is the player's."""
    table.emit(e.GridChosen(seat, GRIDS[action.card, action.side]))
    go_on(box, table)


def place_starting_crystals(box: Components, state: State, seat: int) -> Form[PlaceStartingCrystals]:
    """As many different nodes as there are starting crystals."""
    count = box.starting_crystals

    def ask() -> Asking[PlaceStartingCrystals]:
        nodes = yield Pick("/nodes", state.player(seat).free, no.STARTING_NODES, least=count, most=count)
        return Complete(PlaceStartingCrystals(nodes))

    return Form("mystery.place-starting-crystals", ask, no.SURPLUS)


def starting_crystals_placed(box: Components, table: Table, seat: int, action: PlaceStartingCrystals) -> None:
    """Colorless crystals lie on the nodes."""
    table.emit(e.StartingCrystalsPlaced(seat, action.nodes))
    go_on(box, table)


def take_starting_rune(state: State) -> Form[TakeStartingRune]:
    """Any temple."""

    def ask() -> Asking[TakeStartingRune]:
        temples = tuple(stack.temple for stack in state.stacks)
        temple = yield Pick("/temple", temples, no.STARTING_RUNE, detail=partial(open_rune, state))
        return Complete(TakeStartingRune(temple))

    return Form("mystery.take-starting-rune", ask, no.SURPLUS)


def starting_rune_taken(box: Components, table: Table, seat: int, action: TakeStartingRune) -> None:
    """The open card changes hands, the next one is turned up."""
    rune = table.state.stack(action.temple).open
    assert rune is not None
    table.emit(e.StartingRuneTaken(seat, action.temple, rune.card, rune.sign))
    reveal(box, table, action.temple)
    go_on(box, table)
