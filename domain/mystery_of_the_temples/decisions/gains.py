"""Asking for one gained crystal: its source in a shortage, then its node (RULES 5.1, 5.4)."""

from collections.abc import Generator, Sequence
from functools import partial
from typing import Any

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


def ask_gain(  # noqa: PLR0913 - a crystal has that many sides
    box: Components,
    state: State,
    seat: int,
    at: str,
    kind: Kind,
    law: Refusal,
    *,
    may_decline: bool,
    barred: tuple[FromRefinement, ...] = (),
) -> AskingGain:
    """One crystal, and the table after it; a crystal that cannot be had is forgone without a question."""
    forgone = Gain(kind, None, None), state
    found, free = sources(state, seat, kind, barred), state.player(seat).free
    if not free or found == ():
        return forgone
    source: Source | None = None
    if found is not None:
        among: tuple[Source | None, ...] = (*found, None) if may_decline else found
        source = (yield Pick(f"{at}/source", among, no.SOURCE)) if len(among) > 1 else among[0]
        if source is None:
            return forgone
        may_decline = False
    usual = partial(usual_nodes, box, state, state.player(seat), kind)
    node = yield Pick(f"{at}/node", (*free, None) if may_decline else free, law, usual=usual)
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
