"""What a sensible player would usually answer: hints for random play and for clients, never a rule.

A plan is the path of three nodes that lacks least of an outermost triple of an open arc.
"""

from functools import lru_cache
from itertools import product

from msgspec import Struct

from domain.mystery_of_the_temples.chains import SHORTEST
from domain.mystery_of_the_temples.components import Components
from domain.mystery_of_the_temples.ring import walk
from domain.mystery_of_the_temples.state import Marker, Player, State
from domain.mystery_of_the_temples.terms import NODE_INDEX, NODES, TEMPLES, Color, Kind, Node, Ring, Temple, TempleSide

Triple = tuple[int, int, int]
Pattern = tuple[Kind | None, Kind | None, Kind | None]
Target = tuple[Temple, tuple[Color, ...]]


class Plan(Struct, frozen=True, gc=False):
    """The outermost triple of an open curse and the path for it; `missing` are the nodes that do not hold it yet."""

    temple: Temple
    path: Triple
    missing: tuple[tuple[Node, Color], ...]


@lru_cache(maxsize=8)
def _triples(box: Components) -> tuple[Triple, ...]:
    """All paths of three nodes."""
    return tuple(
        (one, two, three)
        for one, joined in enumerate(box.neighbours)
        for two in joined
        for three in box.neighbours[two]
        if three != one
    )


@lru_cache(maxsize=1024)
def _patterns(box: Components, side: TempleSide, markers: tuple[Marker, ...]) -> dict[Pattern, Target]:
    """What three nodes may hold so that an outermost triple of an open curse can still become whole on them."""
    marked = {(marker.temple, marker.position) for marker in markers}
    found: dict[Pattern, Target] = {}
    for temple in TEMPLES:
        arc = box.arcs[temple, side]
        for position, reaches in arc.spaces:
            for reach in reaches:
                if reach.length == SHORTEST and (temple, position) not in marked:
                    one, two, three = arc.demanded(reach.end, SHORTEST)
                    for pattern in product((one, None), (two, None), (three, None)):
                        found.setdefault(pattern, (temple, (one, two, three)))
    return found


@lru_cache(maxsize=4096)
def _plan(
    box: Components, side: TempleSide, markers: tuple[Marker, ...], crystals: tuple[Kind | None, ...]
) -> Plan | None:
    patterns = _patterns(box, side, markers)
    best, path, target = -1, None, None
    for triple in _triples(box):
        pattern = crystals[triple[0]], crystals[triple[1]], crystals[triple[2]]
        fits = SHORTEST - pattern.count(None)
        if fits > best and pattern in patterns:
            best, path, target = fits, triple, patterns[pattern]
    if path is None or target is None:
        return None
    temple, colors = target
    missing = tuple((NODES[node], color) for node, color in zip(path, colors, strict=True) if crystals[node] is None)
    return Plan(temple, path, missing)


def plan(box: Components, state: State, player: Player) -> Plan | None:
    """The plan that lacks least; a path on which a wrong crystal lies is none."""
    return _plan(box, state.side, state.markers, player.crystals)


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
    return tuple(step for step, card in enumerate(counted, start=1) if card == found.temple) or free


def usual_payment(box: Components, state: State, player: Player, count: int) -> tuple[tuple[Node, ...], ...]:
    """Crystals that no plan needs, colorless ones first."""
    found = plan(box, state, player)
    kept = set(found.path) if found is not None else set()
    spare = sorted(
        (node for node in player.occupied if NODE_INDEX[node] not in kept),
        key=lambda node: player.crystals[NODE_INDEX[node]] != "colorless",
    )
    return (tuple(sorted(spare[:count], key=player.occupied.index)),) if len(spare) >= count else ()
