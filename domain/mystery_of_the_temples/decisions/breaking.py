"""Main action B, Break a Curse (RULES section 8, 12.6, 12.7, 12.8, 12.10, 19.9)."""

from collections.abc import Generator
from functools import partial
from typing import Any, get_args

from domain.kernel.errors import Refusal
from domain.kernel.forms import Asking, Complete, Form, Pick, Slot, closed
from domain.mystery_of_the_temples import events as e
from domain.mystery_of_the_temples import refusals as no
from domain.mystery_of_the_temples.actions import BreakCurse, Gain
from domain.mystery_of_the_temples.chains import Path, Way, nodes, ways
from domain.mystery_of_the_temples.components import Arc, Components
from domain.mystery_of_the_temples.crystals import at_nodes, paid
from domain.mystery_of_the_temples.decisions.details import Breaking, lying, open_rune
from domain.mystery_of_the_temples.decisions.gains import Taker, ask_gain, settle
from domain.mystery_of_the_temples.grids import has
from domain.mystery_of_the_temples.scoring import gain as score
from domain.mystery_of_the_temples.setup import Table, reveal
from domain.mystery_of_the_temples.state import Player, State
from domain.mystery_of_the_temples.terms import NODE_INDEX, NODES, End, Node, Temple

KIND = "mystery.break-curse"
ENDS: tuple[End, ...] = get_args(End)


def break_curse(box: Components, state: State, player: Player) -> Form[BreakCurse]:
    """The form of a Break, or why there is none now."""
    temple = temple_of(state, player)
    if temple is None:
        return closed(KIND, no.NO_TEMPLE)
    refusal = _refusal(box, state, player)
    if refusal is not None:
        return closed(KIND, refusal)
    found = ways(box, state, player, temple, higher=has(box, state, player, "higher_curse"))
    if not found:
        return closed(KIND, no.NO_CHAIN)
    return Form(KIND, partial(_ask, box, state, player, temple, found), no.SURPLUS, usual=True)


def temple_of(state: State, player: Player) -> Temple | None:
    """The temple on which the figure stands (MOT-8.1)."""
    return next((stack.temple for stack in state.stacks if stack.temple == player.figure), None)


def _refusal(box: Components, state: State, player: Player) -> Refusal | None:
    turn = state.turn
    if turn.broken:
        return no.BROKEN
    if (turn.collected or turn.committed) and not has(box, state, player, "collect_and_break"):
        return no.COLLECTED_NO_BREAK if turn.collected else no.COMMITTED
    return None


def _ask(box: Components, state: State, player: Player, temple: Temple, found: list[Way]) -> Asking[BreakCurse]:
    way = yield from _ask_way(box.arcs[temple, state.side], state, temple, found)
    path = yield from _ask_path(box, player, way)
    chain, extra = nodes(path), None
    if len(path) < way.reach.length:
        others = tuple(node for node in player.occupied if node not in chain)
        extra = yield Pick("/extra_pay_node", others, no.EXTRA_CRYSTAL, detail=partial(lying, player))
    rune_from = yield from _ask_rune(box, state, player, temple)
    given = chain if extra is None else (*chain, extra)
    rewards = yield from _ask_reward(box, state, player, given)
    return Complete(BreakCurse(way.position, way.reach.end, chain, extra, rune_from, rewards))


def _ask_way(arc: Arc, state: State, temple: Temple, found: list[Way]) -> Generator[Slot, Any, Way]:
    """A curse space for which a chain lies ready, and the end of the arc."""

    def no_position(position: Any) -> Refusal | None:
        if not arc.reach(position):
            return no.CURSE_SPACE
        return no.MARKED if state.marked(temple, position) else None

    positions = tuple(dict.fromkeys(way.position for way in found))
    position = yield Pick("/position", positions, no.CHAIN_MISSING, why=no_position)
    fitting = {way.reach.end: way for way in found if way.position == position}

    def no_end(end: Any) -> Refusal | None:
        return None if any(reach.end == end for reach in arc.reach(position)) else no.END_OUT_OF_REACH

    def detail(end: End) -> Breaking:
        reach = fitting[end].reach
        return Breaking(reach.length, arc.demanded(end, reach.length), reach.points)

    ends = tuple(one for one in ENDS if one in fitting)
    end = yield Pick("/end", ends, no.END_MISSING, why=no_end, detail=detail)
    return fitting[end]


def _ask_path(box: Components, player: Player, way: Way) -> Generator[Slot, Any, Path]:
    """Node by node, only where a fitting chain goes on; null ends a chain that is one shorter (2B)."""
    path: Path = ()
    while path not in way.full:
        place = len(path)
        following = sorted({chain[place] for chain in way.chains if len(chain) > place and chain[:place] == path})
        if not following:
            break
        among: tuple[Node | None, ...] = tuple(NODES[node] for node in following)
        among = (*among, None) if path in way.short else among
        why = partial(_no_node, box, player, path)
        node = yield Pick(f"/path/{place}", among, no.CHAIN_NODE, why=why, detail=partial(lying, player))
        if node is None:
            break
        path = (*path, NODE_INDEX[node])
    return path


def _no_node(box: Components, player: Player, path: Path, node: Any) -> Refusal | None:
    """Why a node does not go on with a chain."""
    if node is None:
        return no.CHAIN_SHORT
    place = NODE_INDEX.get(node)
    if place is None:
        return None
    if place in path:
        return no.CHAIN_REPEATS
    if path and place not in box.neighbours[path[-1]]:
        return no.CHAIN_UNJOINED
    return no.CHAIN_COLORLESS if player.crystals[place] == "colorless" else None


def _ask_rune(box: Components, state: State, player: Player, temple: Temple) -> Generator[Slot, Any, Temple | None]:
    """Grid 4B names a stack with a card, if there is one near (MOT-12.10)."""
    if not has(box, state, player, "adjacent_runes"):
        return None
    near = near_temples(state, temple)
    stacks = tuple(one for one in near if state.stack(one).open is not None)
    if not stacks:
        return None

    def why(one: Any) -> Refusal | None:
        return no.STACK_EMPTY if one in near else None

    stack: Temple = yield Pick("/rune_from", stacks, no.RUNE_STACK, why=why, detail=partial(open_rune, state))
    return stack


def near_temples(state: State, temple: Temple) -> tuple[Temple, ...]:
    """This temple and its two neighbours in the ring of temples."""
    temples = [stack.temple for stack in state.stacks]
    place = temples.index(temple)
    return temple, temples[place - 1], temples[(place + 1) % len(temples)]


def reward(box: Components, state: State, player: Player) -> dict[str, int] | None:
    """What grid 4A brings for the next curse; None without it (MOT-12.6)."""
    if not has(box, state, player, "curse_rewards") or player.grid is None:
        return None
    found: dict[str, int] = box.parameters[player.grid]["rewards"][str(player.curses + 1)]
    return found


def _ask_reward(
    box: Components, state: State, player: Player, given: tuple[Node, ...]
) -> Generator[Slot, Any, tuple[Gain, ...]]:
    """Up to so many colorless crystals; null ends the list."""
    brings = reward(box, state, player)
    if brings is None:
        return ()
    state, taker = paid(state, player.seat, at_nodes(player, given)), Taker(box, player.seat)
    gains: list[Gain] = []
    for place in range(brings["colorless"]):
        gain, state = yield from ask_gain(taker, state, f"/reward_gains/{place}", "colorless", None)
        if gain.node is None:
            break
        gains.append(gain)
    return tuple(gains)


def broken(box: Components, table: Table, seat: int, action: BreakCurse) -> None:
    """Chain, marker, points, rune, reward, end: in this order (MOT-8.7)."""
    state, player = table.state, table.state.player(seat)
    temple = temple_of(state, player)
    assert temple is not None
    reach = next(way for way in box.arcs[temple, state.side].reach(action.position) if way.end == action.end)
    extra = at_nodes(player, [action.extra_pay_node])[0] if action.extra_pay_node is not None else None
    brings = reward(box, state, player)
    returned = at_nodes(player, action.path)
    table.emit(e.CurseBroken(seat, temple, action.position, action.end, reach.length, action.path, returned, extra))
    score(table, seat, reach.points, "curse")
    rune = table.state.stack(action.rune_from or temple).open
    if rune is not None:
        table.emit(e.RuneTaken(seat, action.rune_from or temple, rune.card, rune.sign))
        reveal(box, table, action.rune_from or temple)
    number = table.state.player(seat).curses
    if brings is not None:
        gained = settle(table, seat, action.reward_gains)
        table.emit(e.RewardGained(seat, number, gained, brings["points"]))
        if brings["points"]:
            score(table, seat, brings["points"], "reward")
    if number == box.curses_to_end and not table.state.triggered:
        table.emit(e.EndTriggered(seat, table.state.round))
