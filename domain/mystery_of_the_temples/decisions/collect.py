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
from domain.mystery_of_the_temples.crystals import (
    at_hand,
    at_nodes,
    cleared,
    laid,
    paid,
    reachable,
    sources,
)
from domain.mystery_of_the_temples.decisions.gains import ask_gain
from domain.mystery_of_the_temples.grids import has
from domain.mystery_of_the_temples.plans import usual_payment
from domain.mystery_of_the_temples.state import Player, Rune, State
from domain.mystery_of_the_temples.terms import COLORS, Color, Kind, Node

KIND = "mystery.collect"
GIVING = ("cube", "star", "horn")
"""Signs whose bonus is a crystal (MOT-9.3 to 9.5)."""


class Part(Struct, frozen=True, gc=False):
    """What one part of a Collect answered, and the table after it."""

    state: State
    convert: bool | None = None
    pay_nodes: tuple[Node, ...] = ()
    colors: tuple[Color, ...] = ()
    lay: tuple[Laid, ...] = ()
    gains: tuple[Gain, ...] = ()
    extras: tuple[Gain, ...] = ()


AskingPart = Generator[Slot, Any, Part]


class Visit(Struct, frozen=True, gc=False):
    """A player on a card: what Collect depends on."""

    box: Components
    seat: int
    card: Card
    runes: tuple[Rune, ...]
    committed: bool

    def giving(self) -> tuple[Rune, ...]:
        """The matching rune cards whose bonus is a crystal."""
        return self.runes if self.card.sign in GIVING else ()

    def bonus_kinds(self, state: State) -> tuple[Kind, ...]:
        """Kinds that a bonus could bring now; none where no node is free."""
        if not self.giving() or not state.player(self.seat).free:
            return ()
        wanted: tuple[Kind, ...] = self.card.colors if self.card.sign == "star" else ("colorless",)
        return tuple(kind for kind in wanted if sources(state, self.seat, kind) != ())

    def may_clear(self, state: State) -> bool:
        """Whether horn runes allow a clearing (MOT-9.5, 6.10)."""
        refinement = self.card.method == "refinement" and self.card.sign == "horn" and bool(self.runes)
        return refinement and any(state.refinement(self.card.id).spaces)

    def may_skip(self, state: State) -> bool:
        """Whether the effect of the card may be left out, because a bonus follows (MOT-6.6, 6.9)."""
        return self.committed or bool(self.bonus_kinds(state))


def visit(box: Components, state: State, player: Player) -> Visit:
    """The player on the card where the figure stands."""
    assert player.figure is not None
    card = box.cards[player.figure]
    runes = tuple(rune for rune in player.runes if rune.sign == card.sign)
    return Visit(box, player.seat, card, runes, state.turn.committed)


def collect(box: Components, state: State, player: Player) -> Form[Collect]:
    """The form of a Collect, or why there is none now."""
    here = visit(box, state, player)
    refusal = _refusal(box, state, player, here)
    if refusal is not None:
        return closed(KIND, refusal)
    return Form(KIND, partial(_ask, here, state), no.SURPLUS, usual=True)


def _refusal(box: Components, state: State, player: Player, here: Visit) -> Refusal | None:
    if state.turn.collected:
        return no.COLLECTED
    if state.turn.broken and not has(box, state, player, "collect_and_break"):
        return no.BROKEN_NO_COLLECT
    method = here.card.method
    works = method == "direct" or player.held >= (here.card.pay if method == "conversion" else 1)
    return None if works or here.may_clear(state) or here.may_skip(state) else no.EMPTY_COLLECT


def _ask(here: Visit, state: State) -> Asking[Collect]:
    clear_first: bool | None = None
    if here.may_clear(state):
        refrain = state.player(here.seat).held > 0 or here.may_skip(state)
        clear_first = (yield Pick("/clear_first", (True, False), no.CLEARING)) if refrain else True
        if clear_first:
            state = cleared(state, here.card.id)
    match here.card.method:
        case "direct":
            part = yield from _ask_direct(here, state)
        case "conversion":
            part = yield from _ask_conversion(here, state)
        case _:
            part = yield from _ask_refinement(here, state, cleared=bool(clear_first))
    voluntary = here.card.method != "direct"
    idle = voluntary and not (here.committed or clear_first or part.pay_nodes or part.lay)
    resonance = yield from _ask_resonance(here, part.state, idle=idle)
    return Complete(
        Collect(clear_first, part.convert, part.pay_nodes, part.colors, part.lay, part.gains, part.extras, resonance)
    )


def _ask_direct(here: Visit, state: State) -> AskingPart:
    """Printed crystals in order: what is at hand must be taken, or the grid be full in the end (MOT-5.6)."""
    gains: list[Gain] = []
    printed, seat, owing = here.card.gives, here.seat, False
    for place, kind in enumerate(printed):
        found = sources(state, seat, kind)
        room = len(state.player(seat).free)
        fills = reachable(state, seat, printed[place + 1 :]) >= room
        may_decline = fills or (not owing and not at_hand(found))
        law = no.COMPULSORY if not may_decline else no.NODE
        gain, state = yield from ask_gain(here.box, state, seat, f"/gains/{place}", kind, law, may_decline=may_decline)
        owing = owing or (gain.node is None and at_hand(found))
        gains.append(gain)
    extras: list[Gain] = []
    if has(here.box, state, state.player(seat), "double_colorless"):
        extras, state = yield from _ask_extras(here, state)
    return Part(state, gains=tuple(gains), extras=tuple(extras))


def _ask_extras(here: Visit, state: State) -> Generator[Slot, Any, tuple[list[Gain], State]]:
    """Grid 1A: up to as many colorless crystals again as are printed (MOT-12.3)."""
    grid = state.player(here.seat).grid
    assert grid is not None
    extras: list[Gain] = []
    most = here.card.gives.count("colorless") * (here.box.parameters[grid]["factor"] - 1)
    for place in range(most):
        gain, state = yield from ask_gain(
            here.box, state, here.seat, f"/extras/{place}", "colorless", no.NODE, may_decline=True
        )
        if gain.node is None:
            break
        extras.append(gain)
    return extras, state


def _ask_conversion(here: Visit, state: State) -> AskingPart:
    """Three crystals for two of different colours, and one more for each triangle (MOT-6.2, 6.11, 9.6)."""
    player = state.player(here.seat)
    if player.held < here.card.pay:
        return Part(state, convert=False)
    convert = (yield Pick("/convert", (True, False), no.CONVERT)) if here.may_skip(state) else True
    if not convert:
        return Part(state, convert=False)
    pay = here.card.pay
    usual = partial(usual_payment, here.box, state, player, pay)
    nodes = yield Pick("/pay_nodes", player.occupied, no.CONVERT_PAYMENT, least=pay, most=pay, usual=usual)
    state = paid(state, here.seat, at_nodes(player, nodes))
    triangles = len(here.runes) if here.card.sign == "triangle" else 0
    most = min(here.card.take + triangles, len(COLORS), len(state.player(here.seat).free))
    colors = yield Pick("/colors", COLORS, no.CONVERT_COLORS, least=here.card.take, most=most)
    gains, state = yield from _ask_named(here, state, colors, ())
    return Part(state, convert=True, pay_nodes=nodes, colors=colors, gains=gains)


def _ask_named(
    here: Visit, state: State, kinds: tuple[Color, ...], barred: tuple[FromRefinement, ...]
) -> Generator[Slot, Any, tuple[tuple[Gain, ...], State]]:
    """Named kinds: what is at hand must be taken, what only a player holds may be declined (MOT-5.7)."""
    gains: list[Gain] = []
    for place, kind in enumerate(kinds):
        robbing = not at_hand(sources(state, here.seat, kind, barred))
        gain, state = yield from ask_gain(
            here.box, state, here.seat, f"/gains/{place}", kind, no.NAMED, may_decline=robbing, barred=barred
        )
        gains.append(gain)
    return tuple(gains), state


def _ask_refinement(here: Visit, state: State, *, cleared: bool) -> AskingPart:
    """One or two crystals on free spaces, for each a crystal of the colour of its space (MOT-6.4)."""
    lays: list[Laid] = []
    may_end = cleared or here.may_skip(state)
    for place in range(here.card.lays):
        occupied = state.player(here.seat).occupied
        if not occupied:
            break
        among = (*occupied, None) if may_end or place > 0 else occupied
        node = yield Pick(f"/lay/{place}/node", among, no.LAY_NODE)
        if node is None:
            break
        spaces = state.refinement(here.card.id).spaces
        free = tuple(space for space, lying in enumerate(spaces, start=1) if lying is None)
        space = yield Pick(f"/lay/{place}/space", free, no.LAY_SPACE)
        lays.append(Laid(node, space))
        state = laid(state, here.seat, node, here.card.id, space)
    barred = tuple(FromRefinement(here.card.id, one.space) for one in lays)
    colors = tuple(here.card.spaces[one.space - 1] for one in lays)
    gains, state = yield from _ask_named(here, state, colors, barred)
    return Part(state, lay=tuple(lays), gains=gains)


def _ask_resonance(here: Visit, state: State, *, idle: bool) -> Generator[Slot, Any, tuple[Bonus, ...]]:
    """Each matching card is used or not; where nothing else was done the last one must be (MOT-6.9, 9.10)."""
    bonuses: list[Bonus] = []
    runes = here.giving()
    for place, rune in enumerate(runes):
        last = place == len(runes) - 1
        bonus, state = yield from _ask_bonus(here, state, place, rune, may_decline=not (idle and last))
        idle = idle and bonus.node is None
        bonuses.append(bonus)
    return tuple(bonuses)


def _ask_bonus(
    here: Visit, state: State, place: int, rune: Rune, *, may_decline: bool
) -> Generator[Slot, Any, tuple[Bonus, State]]:
    at = f"/resonance/{place}"
    declined = Bonus(rune.card, None, None, None), state
    kinds = here.bonus_kinds(state)
    if not kinds:
        return declined
    kind: Kind | None = kinds[0]
    if len(kinds) > 1:
        kind = yield Pick(f"{at}/color", (*kinds, None) if may_decline else kinds, no.STAR_COLOR)
        may_decline = False
    if kind is None:
        return declined
    gain, state = yield from ask_gain(here.box, state, here.seat, at, kind, no.BONUS, may_decline=may_decline)
    if gain.node is None:
        return declined
    return Bonus(rune.card, kind, gain.source, gain.node), state
