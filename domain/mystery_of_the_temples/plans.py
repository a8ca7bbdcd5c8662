"""What a sensible player would usually answer: hints for random play and for clients, never a rule.

A plan is the path of three nodes that lacks least of an outermost triple of an open arc.
"""

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from domain.mystery_of_the_temples.chains import SHORTEST, Path
from domain.mystery_of_the_temples.components import Components
from domain.mystery_of_the_temples.ring import walk
from domain.mystery_of_the_temples.state import Player, State
from domain.mystery_of_the_temples.terms import NODE_INDEX, NODES, Color, Kind, Node, Ring, Temple


class Target(Struct, frozen=True, gc=False):
    """An outermost triple that still breaks a curse."""

    temple: Temple
    colors: tuple[Color, ...]


class Plan(Struct, frozen=True, gc=False):
    """A target and the path for it; `missing` are the places (node, colour) that do not hold what they should."""

    target: Target
    path: Path
    missing: tuple[tuple[Node, Color], ...]


@lru_cache(maxsize=8)
def _triples(neighbours: tuple[tuple[int, ...], ...]) -> tuple[Path, ...]:
    return tuple(
        (one, two, three)
        for one, joined in enumerate(neighbours)
        for two in joined
        for three in neighbours[two]
        if three != one
    )


def targets(box: Components, state: State) -> tuple[Target, ...]:
    """The open triples, in the order of the temples."""
    return tuple(
        Target(stack.temple, box.arcs[stack.temple, state.side].demanded(reach.end, SHORTEST))
        for stack in state.stacks
        for position, reaches in box.arcs[stack.temple, state.side].spaces
        if not state.marked(stack.temple, position)
        for reach in reaches
        if reach.length == SHORTEST
    )


def plan(box: Components, state: State, player: Player) -> Plan | None:
    """The plan that lacks least; nodes that hold a wrong crystal count as lacking too much to be planned."""
    return _best(_triples(box.neighbours), targets(box, state), player.crystals)


@lru_cache(maxsize=4096)
def _best(triples: Sequence[Path], open_targets: tuple[Target, ...], crystals: tuple[Kind | None, ...]) -> Plan | None:
    best: tuple[int, Target, Path] | None = None
    for target in open_targets:
        first, second, third = target.colors
        for path in triples:
            one, two, three = crystals[path[0]], crystals[path[1]], crystals[path[2]]
            fits = (one == first) + (two == second) + (three == third)
            if best is not None and fits <= best[0]:
                continue
            if fits + (one is None) + (two is None) + (three is None) == SHORTEST:
                best = (fits, target, path)
    if best is None:
        return None
    _, target, path = best
    places = zip(path, target.colors, strict=True)
    return Plan(target, path, tuple((NODES[node], color) for node, color in places if crystals[node] is None))


def usual_nodes(box: Components, state: State, player: Player, kind: Kind) -> tuple[Node, ...]:
    """Where a crystal of a kind helps a plan, else where it is in nobody's way."""
    found = plan(box, state, player)
    if found is None:
        return ()
    wanted = tuple(node for node, color in found.missing if color == kind)
    return wanted or tuple(node for node in player.free if NODE_INDEX[node] not in found.path)


def usual_colors(box: Components, state: State, player: Player) -> tuple[Color, ...]:
    """The colours that a plan lacks."""
    found = plan(box, state, player)
    return () if found is None else tuple(dict.fromkeys(color for _, color in found.missing))


def usual_ring(box: Components, state: State, player: Player) -> tuple[Ring, ...]:
    """Over the temples when the chain is whole, else over the wilderness."""
    found = plan(box, state, player)
    return ("temple",) if found is not None and not found.missing else ("wilderness",)


def usual_steps(box: Components, state: State, player: Player, ring: Ring) -> tuple[int, ...]:
    """As far as the temple of a whole chain, if it is within the free steps; else any free number."""
    free = tuple(range(1, box.free_steps + 1))
    found = plan(box, state, player)
    if ring != "temple" or found is None or found.missing or player.figure is None:
        return free
    counted = walk(box.cards, state, player.figure, ring, box.free_steps)
    return tuple(step for step, card in enumerate(counted, start=1) if card == found.target.temple) or free


def usual_payment(box: Components, state: State, player: Player, count: int) -> tuple[tuple[Node, ...], ...]:
    """Crystals that no plan needs, colorless ones first."""
    found = plan(box, state, player)
    kept = set(found.path) if found is not None else set()
    spare = sorted(
        (node for node in player.occupied if NODE_INDEX[node] not in kept),
        key=lambda node: player.crystals[NODE_INDEX[node]] != "colorless",
    )
    return (tuple(sorted(spare[:count], key=player.occupied.index)),) if len(spare) >= count else ()
