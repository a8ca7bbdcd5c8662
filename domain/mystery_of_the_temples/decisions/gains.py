"""Asking for one gained crystal: its source in a shortage, then its node (RULES 5.1, 5.4)."""

from collections.abc import Generator, Sequence
from functools import partial
from typing import Any

from msgspec import Struct

from domain.kernel.errors import Refusal
from domain.kernel.forms import Pick, Slot
from domain.mystery_of_the_temples import events as e
from domain.mystery_of_the_temples import refusals as no
from domain.mystery_of_the_temples.actions import Bonus, FromPlayer, FromRefinement, Gain, Source
from domain.mystery_of_the_temples.components import Components
from domain.mystery_of_the_temples.crystals import gained, sources
from domain.mystery_of_the_temples.plans import usual_nodes
from domain.mystery_of_the_temples.setup import Table
from domain.mystery_of_the_temples.state import State
from domain.mystery_of_the_temples.terms import Kind

AskingGain = Generator[Slot, Any, tuple[Gain, State]]


class Taker(Struct, frozen=True, gc=False):
    """Who takes crystals in one action; `barred` are the spaces that he covered in it (MOT-5.4)."""

    box: Components
    seat: int
    barred: tuple[FromRefinement, ...] = ()

    def sources(self, state: State, kind: Kind) -> tuple[Source, ...] | None:
        """Where he may take a kind from: None is the supply, () nowhere."""
        return sources(state, self.seat, kind, self.barred)


def ask_gain(taker: Taker, state: State, at: str, kind: Kind, must: Refusal | None) -> AskingGain:
    """One crystal, and the table after it; `must` refuses to forgo it, None allows that.

    A crystal that cannot be had, or for which no node is free, is forgone without a question.
    """
    seat = taker.seat
    forgone = Gain(kind, None, None), state
    found, free = taker.sources(state, kind), state.player(seat).free
    if not free or found == ():
        return forgone
    may_forgo = must is None

    def why(answer: Any) -> Refusal | None:
        return must if answer is None else None

    source: Source | None = None
    if found is not None:
        among: tuple[Source | None, ...] = (*found, None) if may_forgo else found
        source = yield Pick(f"{at}/source", among, no.SOURCE, why=why)
        if source is None:
            return forgone
        may_forgo = False
    usual = partial(usual_nodes, taker.box, state, state.player(seat), kind)
    node = yield Pick(f"{at}/node", (*free, None) if may_forgo else free, no.NODE, usual=usual, why=why)
    if node is None:
        return forgone
    return Gain(kind, source, node), gained(state, seat, kind, node, source)


def settle(table: Table, seat: int, gains: Sequence[Gain | Bonus]) -> tuple[e.Gained, ...]:
    """The crystals that are taken; those of other players leave their grids first (section 16)."""
    taken: list[e.Gained] = []
    for gain in gains:
        if gain.node is None or gain.color is None:
            continue
        if isinstance(gain.source, FromPlayer):
            table.emit(e.CrystalTakenFromPlayer(seat, gain.source.seat, gain.color, gain.source.node))
        taken.append(e.Gained(gain.color, gain.node, gain.source))
    return tuple(taken)
