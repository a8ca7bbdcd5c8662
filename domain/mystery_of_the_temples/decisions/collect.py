"""Main action A, Collect (RULES section 6, 9, 12.3, 19.8)."""

from collections.abc import Generator
from functools import partial
from typing import Any

from msgspec import Struct

from domain.kernel.errors import Refusal
from domain.kernel.forms import Asking, Complete, Form, Pick, Slot, closed
from domain.mystery_of_the_temples import refusals as no
from domain.mystery_of_the_temples.actions import Bonus, Collect, FromRefinement, Gain, Laid
from domain.mystery_of_the_temples.components import Card, Components
from domain.mystery_of_the_temples.crystals import at_hand, at_nodes, cleared, laid, paid, reachable
from domain.mystery_of_the_temples.decisions.details import Covering, lying
from domain.mystery_of_the_temples.decisions.gains import Taker, ask_gain
from domain.mystery_of_the_temples.decisions.payments import ask_nodes, empty
from domain.mystery_of_the_temples.grids import has
from domain.mystery_of_the_temples.plans import usual_payment
from domain.mystery_of_the_temples.state import Player, Rune, State
from domain.mystery_of_the_temples.terms import COLORS, Color, Kind, Node

KIND = "mystery.collect"
GIVING = ("cube", "star", "horn")
"""Signs whose bonus is a crystal (MOT-9.3 to 9.5)."""


class Part(Struct, frozen=True, gc=False):
    """What the effect of the card answered, and the table after it; `taker` knows what he laid."""

    state: State
    taker: Taker
    convert: bool | None = None
    pay_nodes: tuple[Node, ...] = ()
    colors: tuple[Color, ...] = ()
    lay: tuple[Laid, ...] = ()
    gains: tuple[Gain, ...] = ()
    extras: tuple[Gain, ...] = ()


AskingPart = Generator[Slot, Any, Part]


class Visit(Struct, frozen=True, gc=False):
    """A player on a card: what Collect depends on."""

    taker: Taker
    card: Card
    runes: tuple[Rune, ...]
    committed: bool

    @property
    def seat(self) -> int:
        """Who collects."""
        return self.taker.seat

    def giving(self) -> tuple[Rune, ...]:
        """The matching rune cards whose bonus is a crystal."""
        return self.runes if self.card.sign in GIVING else ()

    def bonus_kinds(self, taker: Taker, state: State) -> tuple[Kind, ...]:
        """Kinds that a bonus could bring now; none where no node is free."""
        if not self.giving() or not state.player(self.seat).free:
            return ()
        wanted: tuple[Kind, ...] = self.card.colors if self.card.sign == "star" else ("colorless",)
        return tuple(kind for kind in wanted if taker.sources(state, kind) != ())

    def may_clear(self, state: State) -> bool:
        """Whether horn runes allow a clearing (MOT-9.5, 6.10)."""
        refinement = self.card.method == "refinement" and self.card.sign == "horn" and bool(self.runes)
        return refinement and any(state.refinement(self.card.id).spaces)

    def may_skip(self, state: State) -> bool:
        """Whether the effect of the card may be left out, because a bonus follows (MOT-6.6, 6.9)."""
        return self.committed or bool(self.bonus_kinds(self.taker, state))


def visit(box: Components, state: State, player: Player) -> Visit:
    """The player on the card where the figure stands."""
    assert player.figure is not None
    card = box.cards[player.figure]
    runes = tuple(rune for rune in player.runes if rune.sign == card.sign)
    return Visit(Taker(box, player.seat), card, runes, state.turn.committed)


def collect(box: Components, state: State, player: Player) -> Form[Collect]:
    """The form of a Collect, or why there is none now."""
    if state.turn.collected:
        return closed(KIND, no.COLLECTED)
    if state.turn.broken and not has(box, state, player, "collect_and_break"):
        return closed(KIND, no.BROKEN_NO_COLLECT)
    here = visit(box, state, player)
    method = here.card.method
    works = method == "direct" or player.held >= (here.card.pay if method == "conversion" else 1)
    if not (works or here.may_clear(state) or here.may_skip(state)):
        return closed(KIND, no.EMPTY_COLLECT)
    return Form(KIND, partial(_ask, here, state), no.SURPLUS, usual=True)


def _ask(here: Visit, state: State) -> Asking[Collect]:
    clear_first: bool | None = None
    if here.may_clear(state):
        refrain = state.player(here.seat).held > 0 or here.may_skip(state)
        clear_first = yield Pick("/clear_first", (True, False) if refrain else (True,), no.CLEARING, why=_idle)
        if clear_first:
            state = cleared(state, here.card.id)
    match here.card.method:
        case "direct":
            part = yield from _ask_direct(here, state)
        case "conversion":
            part = yield from _ask_conversion(here, state)
        case _:
            part = yield from _ask_refinement(here, state, cleared_first=bool(clear_first))
    voluntary = here.card.method != "direct"
    idle = voluntary and not (here.committed or clear_first or part.pay_nodes or part.lay)
    resonance = yield from _ask_resonance(here, part, idle=idle)
    return Complete(
        Collect(clear_first, part.convert, part.pay_nodes, part.colors, part.lay, part.gains, part.extras, resonance)
    )


def _idle(answer: Any) -> Refusal | None:
    """The refusal for an answer after which nothing at all would be done."""
    return no.EMPTY_COLLECT if answer is None or answer is False else None


def _ask_direct(here: Visit, state: State) -> AskingPart:
    """Printed crystals in order: what is at hand must be taken, or the grid be full in the end (MOT-5.6)."""
    gains: list[Gain] = []
    printed, taker, owing = here.card.gives, here.taker, False
    for place, kind in enumerate(printed):
        found = taker.sources(state, kind)
        room = len(state.player(taker.seat).free)
        fills = reachable(state, taker.seat, printed[place + 1 :]) >= room
        must = None if fills or (not owing and not at_hand(found)) else no.COMPULSORY
        gain, state = yield from ask_gain(taker, state, f"/gains/{place}", kind, must)
        owing = owing or (gain.node is None and at_hand(found))
        gains.append(gain)
    extras: tuple[Gain, ...] = ()
    if has(taker.box, state, state.player(taker.seat), "double_colorless"):
        extras, state = yield from _ask_extras(here, state)
    return Part(state, taker, gains=tuple(gains), extras=extras)


def _ask_extras(here: Visit, state: State) -> Generator[Slot, Any, tuple[tuple[Gain, ...], State]]:
    """Grid 1A: up to as many colorless crystals again as are printed (MOT-12.3)."""
    grid = state.player(here.seat).grid
    assert grid is not None
    extras: list[Gain] = []
    most = here.card.gives.count("colorless") * (here.taker.box.parameters[grid]["factor"] - 1)
    for place in range(most):
        gain, state = yield from ask_gain(here.taker, state, f"/extras/{place}", "colorless", None)
        if gain.node is None:
            break
        extras.append(gain)
    return tuple(extras), state


def _ask_conversion(here: Visit, state: State) -> AskingPart:
    """Three crystals for two of different colours, and one more for each triangle (MOT-6.2, 6.11, 9.6)."""
    player, taker, pay = state.player(here.seat), here.taker, here.card.pay
    ways = ((True,) if player.held >= pay else ()) + ((False,) if here.may_skip(state) else ())
    convert = yield Pick("/convert", ways, no.CONVERT_CRYSTALS, why=_idle)
    if not convert:
        return Part(state, taker, convert=False)
    usual = partial(usual_payment, taker.box, state, player, pay)
    nodes = yield from ask_nodes(player, "/pay_nodes", (pay, pay), no.CONVERT_PAYMENT, usual)
    state = paid(state, here.seat, at_nodes(player, nodes))
    triangles = len(here.runes) if here.card.sign == "triangle" else 0
    most = min(here.card.take + triangles, len(COLORS), len(state.player(here.seat).free))
    colors = yield Pick("/colors", COLORS, no.CONVERT_COLORS, least=here.card.take, most=most, why=_not_given)
    gains, state = yield from _ask_named(taker, state, colors)
    return Part(state, taker, convert=True, pay_nodes=nodes, colors=colors, gains=gains)


def _not_given(kind: Any) -> Refusal | None:
    return no.CONVERT_COLORLESS if kind == "colorless" else None


def _ask_named(
    taker: Taker, state: State, kinds: tuple[Color, ...]
) -> Generator[Slot, Any, tuple[tuple[Gain, ...], State]]:
    """Named kinds: what is at hand must be taken, what only a player holds may be declined (MOT-5.7)."""
    gains: list[Gain] = []
    for place, kind in enumerate(kinds):
        must = no.NAMED if at_hand(taker.sources(state, kind)) else None
        gain, state = yield from ask_gain(taker, state, f"/gains/{place}", kind, must)
        gains.append(gain)
    return tuple(gains), state


def _ask_refinement(here: Visit, state: State, *, cleared_first: bool) -> AskingPart:
    """One or two crystals on free spaces, for each a crystal of the colour of its space (MOT-6.4, 6.5)."""
    lays: list[Laid] = []
    card, colors = here.card, here.card.spaces
    may_end = cleared_first or here.may_skip(state)
    for place in range(card.lays):
        player = state.player(here.seat)
        occupied = player.occupied
        if not occupied:
            break
        among = (*occupied, None) if may_end or place > 0 else occupied
        why = partial(_no_lay, player)
        node = yield Pick(f"/lay/{place}/node", among, no.LAY_NODE, why=why, detail=partial(lying, player))
        if node is None:
            break
        spaces = state.refinement(card.id).spaces
        free = tuple(space for space, on in enumerate(spaces, start=1) if on is None)
        space = yield Pick(f"/lay/{place}/space", free, no.LAY_SPACE, detail=lambda at: Covering(colors[at - 1]))
        lays.append(Laid(node, space))
        state = laid(state, here.seat, node, card.id, space)
    taker = Taker(here.taker.box, here.seat, tuple(FromRefinement(card.id, one.space) for one in lays))
    gains, state = yield from _ask_named(taker, state, tuple(colors[one.space - 1] for one in lays))
    if lays and state.refinement(card.id).free <= card.clears_at:
        state = cleared(state, card.id)
    return Part(state, taker, lay=tuple(lays), gains=gains)


def _no_lay(player: Player, node: Any) -> Refusal | None:
    return no.EMPTY_COLLECT if node is None else empty(player, node)


def _ask_resonance(here: Visit, part: Part, *, idle: bool) -> Generator[Slot, Any, tuple[Bonus, ...]]:
    """Each matching card is used or not; where nothing else was done the last one must be (MOT-6.9, 9.10)."""
    bonuses: list[Bonus] = []
    state, runes = part.state, here.giving()
    for place, rune in enumerate(runes):
        must = no.EMPTY_COLLECT if idle and place == len(runes) - 1 else None
        kinds = here.bonus_kinds(part.taker, state)
        bonus, state = yield from _ask_bonus(part.taker, state, (place, rune, kinds), must)
        idle = idle and bonus.node is None
        bonuses.append(bonus)
    return tuple(bonuses)


def _ask_bonus(
    taker: Taker, state: State, offer: tuple[int, Rune, tuple[Kind, ...]], must: Refusal | None
) -> Generator[Slot, Any, tuple[Bonus, State]]:
    place, rune, kinds = offer
    declined = Bonus(rune.card, None, None, None), state
    if not kinds:
        return declined
    at, kind = f"/resonance/{place}", kinds[0]
    if len(kinds) > 1:
        among: tuple[Kind | None, ...] = (*kinds, None) if must is None else kinds
        chosen = yield Pick(f"{at}/color", among, no.STAR_COLOR, why=lambda answer: must if answer is None else None)
        if chosen is None:
            return declined
        kind, must = chosen, no.BONUS
    gain, state = yield from ask_gain(taker, state, at, kind, must)
    if gain.node is None:
        return declined
    return Bonus(rune.card, kind, gain.source, gain.node), state
