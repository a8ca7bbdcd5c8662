"""Chains on a grid (RULES 8.3, 8.4, 12.8)."""

from collections.abc import Sequence

from domain.mystery_of_the_temples.components import Arc, Components, Reach
from domain.mystery_of_the_temples.state import Player, State
from domain.mystery_of_the_temples.terms import NODES, Color, Kind, Node, Temple

SHORTEST = 3
Path = tuple[int, ...]


def paths(neighbours: Sequence[Sequence[int]], crystals: Sequence[Kind | None], colors: Sequence[Color]) -> list[Path]:
    """All paths over joined, different nodes that hold exactly these colours, as indexes of nodes."""
    found: list[Path] = [(node,) for node, kind in enumerate(crystals) if kind == colors[0]]
    for color in colors[1:]:
        found = [
            (*path, node)
            for path in found
            for node in neighbours[path[-1]]
            if crystals[node] == color and node not in path
        ]
    return found


class Way:
    """A curse space, an end, and the chains of the full or (2B) of the shorter length that break it."""

    __slots__ = ("full", "position", "reach", "short")

    def __init__(self, position: int, reach: Reach, full: list[Path], short: list[Path]) -> None:
        self.position = position
        self.reach = reach
        self.full = full
        self.short = short

    @property
    def chains(self) -> list[Path]:
        """All chains that do."""
        return [*self.full, *self.short]


def ways(box: Components, state: State, player: Player, temple: Temple, *, higher: bool) -> list[Way]:
    """Every way to break a curse of the temple now; `higher`: grid 2B allows a chain one shorter for a crystal more."""
    arc = box.arcs[temple, state.side]
    cache: dict[tuple[str, int], list[Path]] = {}
    found: list[Way] = []
    for position, reaches in arc.spaces:
        if state.marked(temple, position):
            continue
        for reach in reaches:
            full = _chains(box, arc, player, reach, reach.length, cache)
            short: list[Path] = []
            if higher and reach.length > SHORTEST and player.held >= reach.length:
                short = _chains(box, arc, player, reach, reach.length - 1, cache)
            if full or short:
                found.append(Way(position, reach, full, short))
    return found


def _chains(
    box: Components, arc: Arc, player: Player, reach: Reach, length: int, cache: dict[tuple[str, int], list[Path]]
) -> list[Path]:
    key = (reach.end, length)
    if key not in cache:
        if length > SHORTEST and (reach.end, SHORTEST) in cache and not cache[reach.end, SHORTEST]:
            cache[key] = []
        else:
            cache[key] = paths(box.neighbours, player.crystals, arc.demanded(reach.end, length))
    return cache[key]


def nodes(path: Path) -> tuple[Node, ...]:
    """A path by the names of its nodes."""
    return tuple(NODES[node] for node in path)
