"""The end of the game (RULES section 10)."""

from collections.abc import Mapping

from domain.kernel.draft import Draft
from domain.kernel.game import Outcome, Part, Standing
from domain.mystery_of_the_temples import events as e
from domain.mystery_of_the_temples.components import Components
from domain.mystery_of_the_temples.grids import has
from domain.mystery_of_the_temples.state import Player, State
from domain.mystery_of_the_temples.terms import Objective, Reason

RUNES = "OBJ-RUNE"


def temple_points(markers: tuple[int, ...], first: int, second: int) -> tuple[int, ...]:
    """Points for numbers of markers on a temple, player by player (MOT-10.4, R13)."""
    most = max(markers)
    if most == 0:
        return (0,) * len(markers)
    leaders = markers.count(most)
    if leaders > 1:
        return tuple((first + second) // leaders if count == most else 0 for count in markers)
    behind = max((count for count in markers if count < most), default=0)
    shared = second // markers.count(behind) if behind else 0
    return tuple(first if count == most else shared if behind and count == behind else 0 for count in markers)


def rune_signs(box: Components, state: State, player: Player) -> int:
    """How many different signs count for the rune objective (MOT-10.3, 12.10)."""
    signs = len({rune.sign for rune in player.runes})
    if has(box, state, player, "adjacent_runes") and player.grid is not None:
        extra = box.parameters[player.grid]
        return int(min(signs + extra["extra_types"], extra["max_types"]))
    return signs


def objective_points(box: Components, state: State, objective: Objective) -> tuple[int, ...]:
    """What an objective is worth to each seat now."""
    if objective == RUNES:
        return tuple(box.rune_points[rune_signs(box, state, player)] for player in state.players)
    temple, first, second = box.objectives[objective]
    on_temple = [marker.seat for marker in state.markers if marker.temple == temple]
    return temple_points(tuple(on_temple.count(player.seat) for player in state.players), first, second)


def score(box: Components, table: Draft[State, e.MysteryEvent]) -> None:
    """Objective scoring at the end."""
    for objective in table.state.objectives:
        points = objective_points(box, table.state, objective)
        listed = tuple(e.SeatPoints(seat, won) for seat, won in enumerate(points, start=1))
        table.emit(e.ObjectiveScored(objective, listed))
        for seat, won in enumerate(points, start=1):
            if won:
                gain(table, seat, won, "objective")


def gain(table: Draft[State, e.MysteryEvent], seat: int, points: int, reason: Reason) -> None:
    """The score marker moves."""
    table.emit(e.PointsScored(seat, points, reason, table.state.player(seat).score + points))


def ranking(state: State, totals: Mapping[int, int]) -> list[int]:
    """Seats by points, coloured crystals, colorless ones, and the later place in turn order (MOT-10.6)."""

    def rank(player: Player) -> tuple[int, int, int, int]:
        colorless = player.crystals.count("colorless")
        return totals[player.seat], player.held - colorless, colorless, state.order.index(player.seat)

    return [player.seat for player in sorted(state.players, key=rank, reverse=True)]


def outcome(box: Components, state: State) -> Outcome:
    """The standings, objectives counted as they stand."""
    worth = [objective_points(box, state, objective) for objective in state.objectives]
    parts: dict[int, tuple[Part, ...]] = {}
    for place, player in enumerate(state.players):
        temples = sum(points[place] for one, points in zip(state.objectives, worth, strict=True) if one != RUNES)
        runes = sum(points[place] for one, points in zip(state.objectives, worth, strict=True) if one == RUNES)
        parts[player.seat] = (
            Part("curses", player.curse_points),
            Part("rewards", player.reward_points),
            Part("temple_objectives", temples),
            Part("rune_objective", runes),
        )
    totals = {seat: sum(part.points for part in lines) for seat, lines in parts.items()}
    seats = ranking(state, totals)
    standings = tuple(Standing(seat, None, rank, totals[seat], parts[seat]) for rank, seat in enumerate(seats, start=1))
    return Outcome((seats[0],), standings)
