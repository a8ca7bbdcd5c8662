"""Main action B, Break a Curse (RULES section 8, 12.6, 12.7, 12.8, 12.10, 19.9)."""

from collections.abc import Generator
from functools import partial
from typing import Any, get_args

from domain.kernel.errors import Refusal
from domain.kernel.forms import Asking, Complete, Form, Pick, Slot, closed
from domain.kernel.values import Detail
from domain.mystery_of_the_temples import events as e
from domain.mystery_of_the_temples import refusals as no
from domain.mystery_of_the_temples.actions import BreakCurse, Gain
from domain.mystery_of_the_temples.chains import Path, Way, nodes, ways
from domain.mystery_of_the_temples.components import Components
from domain.mystery_of_the_temples.crystals import at_nodes, paid
from domain.mystery_of_the_temples.decisions.gains import ask_gain, settle
from domain.mystery_of_the_temples.grids import has
from domain.mystery_of_the_temples.scoring import gain as score
from domain.mystery_of_the_temples.setup import Table, reveal
from domain.mystery_of_the_temples.state import Player, State
from domain.mystery_of_the_temples.terms import NODE_INDEX, NODES, End, Location, Node, Temple

KIND = "mystery.break-curse"
ENDS: tuple[End, ...] = get_args(End)


class Breaking(Detail, frozen=True, tag="mystery.breaking"):
    """The chain that a curse demands from an end, and what it is worth."""

    length: int
    points: int


def break_curse(box: Components, state: State, player: Player, temples: tuple[Temple, ...]) -> Form[BreakCurse]:
    """The form of a Break, or why there is none now."""
    refusal = _refusal(box, state, player)
    if refusal is not None:
        return closed(KIND, refusal)
    temple = next(temple for temple in temples if temple == player.figure)
    found = ways(box, state, player, temple, higher=has(box, state, player, "higher_curse"))
    if not found:
        return closed(KIND, no.NO_CHAIN)
    return Form(KIND, partial(_ask, box, state, player, temple, found), no.SURPLUS, usual=True)


def _refusal(box: Components, state: State, player: Player) -> Refusal | None:
    if player.figure is None or not box.cards[player.figure].temple:
        return no.NO_TEMPLE
    if state.turn.broken:
        return no.BROKEN
    if has(box, state, player, "collect_and_break"):
        return None
    if state.turn.collected:
        return no.COLLECTED_NO_BREAK
    return no.COMMITTED if state.turn.committed else None


def _ask(box: Components, state: State, player: Player, temple: Temple, found: list[Way]) -> Asking[BreakCurse]:
    def why(position: Any) -> Refusal | None:
        if not box.arcs[temple, state.side].reach(position):
            return no.CURSE_SPACE
        return no.MARKED if state.marked(temple, position) else None

    positions = tuple(dict.fromkeys(way.position for way in found))
    position = yield Pick("/position", positions, no.CHAIN_MISSING, why=why)
    fitting = {way.reach.end: way for way in found if way.position == position}

    def detail(end: End) -> Breaking:
        return Breaking(fitting[end].reach.length, fitting[end].reach.points)

    end = yield Pick("/end", tuple(one for one in ENDS if one in fitting), no.END_MISSING, detail=detail)
    way = fitting[end]
    path = yield from _ask_path(way)
    chain, extra = nodes(path), None
    if len(path) < way.reach.length:
        others = tuple(node for node in player.occupied if node not in chain)
        extra = yield Pick("/extra_pay_node", others, no.EXTRA_CRYSTAL)
    rune_from = None
    if has(box, state, player, "adjacent_runes"):
        stacks = near_stacks(state, temple)
        rune_from = (yield Pick("/rune_from", stacks, no.RUNE_STACK)) if stacks else None
    given = chain if extra is None else (*chain, extra)
    rewards = yield from _ask_reward(box, state, player, given)
    return Complete(BreakCurse(position, end, chain, extra, rune_from, rewards))


def _ask_path(way: Way) -> Generator[Slot, Any, Path]:
    """Node by node, only where a fitting chain goes on; null ends a chain that is one shorter (2B)."""
    path: Path = ()
    while path not in way.full:
        place = len(path)
        following = sorted({chain[place] for chain in way.chains if len(chain) > place and chain[:place] == path})
        whole = path in way.short
        if not following:
            break
        among: tuple[Node | None, ...] = tuple(NODES[node] for node in following)
        node = yield Pick(f"/path/{place}", (*among, None) if whole else among, no.CHAIN_NODE)
        if node is None:
            break
        path = (*path, NODE_INDEX[node])
    return path


def near_stacks(state: State, temple: Temple) -> tuple[Temple, ...]:
    """This temple and its two neighbours in the ring of temples, as far as their stacks have a card (MOT-12.10)."""
    temples = [stack.temple for stack in state.stacks]
    place = temples.index(temple)
    near = (temple, temples[place - 1], temples[(place + 1) % len(temples)])
    return tuple(one for one in near if state.stack(one).open is not None)


def reward(box: Components, state: State, player: Player) -> dict[str, int] | None:
    """What grid 4A brings for the next curse; None without it (MOT-12.6)."""
    if not has(box, state, player, "curse_rewards") or player.grid is None:
        return None
    found: dict[str, int] = box.parameters[player.grid]["rewards"][str(player.curses + 1)]
    return found


def _ask_reward(
    box: Components, state: State, player: Player, given: tuple[Node, ...]
) -> Generator[Slot, Any, tuple[Gain, ...]]:
    brings = reward(box, state, player)
    if brings is None:
        return ()
    state = paid(state, player.seat, at_nodes(player, given))
    gains: list[Gain] = []
    for place in range(brings["colorless"]):
        gain, state = yield from ask_gain(
            box, state, player.seat, f"/reward_gains/{place}", "colorless", no.REWARD, may_decline=True
        )
        if gain.node is None:
            break
        gains.append(gain)
    return tuple(gains)


def broken(box: Components, table: Table, seat: int, action: BreakCurse) -> None:
    """Chain, marker, points, rune, reward, end: in this order (MOT-8.7)."""
    state, player = table.state, table.state.player(seat)
    temple = _temple(state, player.figure)
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


def _temple(state: State, location: Location | None) -> Temple:
    return next(stack.temple for stack in state.stacks if stack.temple == location)
