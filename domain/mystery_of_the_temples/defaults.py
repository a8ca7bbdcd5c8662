"""What a seat that does not decide does (RULES section 20): free of cost, by public facts, never a Break."""

from typing import get_args

from domain.mystery_of_the_temples.actions import (
    Bonus,
    ChooseGrid,
    Collect,
    EndTurn,
    FromRefinement,
    Gain,
    MoveFigure,
    MysteryAction,
    PlaceFigure,
    PlaceStartingCrystals,
    Source,
    TakeStartingRune,
)
from domain.mystery_of_the_temples.components import Components
from domain.mystery_of_the_temples.crystals import at_hand, gained
from domain.mystery_of_the_temples.decisions.collect import Visit, visit
from domain.mystery_of_the_temples.decisions.ending import end_turn
from domain.mystery_of_the_temples.decisions.opening import GRIDS, free_cards
from domain.mystery_of_the_temples.state import State
from domain.mystery_of_the_temples.terms import Wilderness


def default(box: Components, state: State, seat: int) -> MysteryAction:
    """The default action of the seat that decides."""
    player = state.player(seat)
    match state.phase:
        case "grid_choice":
            grid = next(grid for grid in box.default_grids if int(grid[0]) in free_cards(state))
            card, side = next(pair for pair, name in GRIDS.items() if name == grid)
            return ChooseGrid(card, side)
        case "starting_crystals":
            return PlaceStartingCrystals(player.free[: box.starting_crystals])
        case "starting_rune":
            return TakeStartingRune(state.stacks[0].temple)
        case "move" if player.figure is None:
            numbered: tuple[Wilderness, ...] = get_args(Wilderness)
            return PlaceFigure(next(card for card in numbered if card in state.ring and not state.occupied(card)))
        case "move":
            return MoveFigure("wilderness", 1, ())
        case _:
            if end_turn(box, state, player).closed is None:
                return EndTurn()
            return _compulsory(visit(box, state, player), state)


def _compulsory(here: Visit, state: State) -> Collect:
    """The printed crystals in printed order, each on the free node with the lowest number (MOT-20.7)."""
    declined = tuple(Bonus(rune.card, None, None, None) for rune in here.giving())
    clear_first = False if here.may_clear(state) else None
    convert = False if here.card.method == "conversion" else None
    gains: list[Gain] = []
    for kind in here.card.gives:
        found, free = here.taker.sources(state, kind), state.player(here.seat).free
        if not free or not at_hand(found):
            gains.append(Gain(kind, None, None))
            continue
        source: Source | None = min(found, key=_lowest) if found is not None else None
        gains.append(Gain(kind, source, free[0]))
        state = gained(state, here.seat, kind, free[0], source)
    return Collect(clear_first, convert, (), (), (), tuple(gains), (), declined)


def _lowest(source: Source) -> tuple[int, int]:
    assert isinstance(source, FromRefinement)
    return int(source.location[1:]), source.space
