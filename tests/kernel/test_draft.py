"""A draft evolves as it decides, and never grows without end."""

import pytest

from domain.kernel.chance import NoChance, ScriptedChance
from domain.kernel.draft import Cut, Draft
from domain.kernel.errors import RulesLoop
from domain.kernel.secrecy import Public
from domain.kernel.values import Event


class Stepped(Event, frozen=True, tag="walk.stepped"):
    by: Public[int]


def evolve(state: int | None, event: Stepped) -> int:
    return (state or 0) + event.by


def draft(chance=None) -> Draft[int, Stepped]:
    return Draft(evolve, 10, chance or NoChance())


def test_the_state_is_that_after_each_event():
    table = draft()
    assert table.emit(Stepped(1)) == 11
    assert table.emit(Stepped(2), Stepped(3)) == 16
    assert table.state == 16
    assert table.events == (Stepped(1), Stepped(2), Stepped(3))


def test_the_2001st_event_is_refused():
    table = draft()
    table.emit(*(Stepped(1) for _ in range(2_000)))
    assert len(table.events) == 2_000
    with pytest.raises(RulesLoop):
        table.emit(Stepped(1))
    assert len(table.events) == 2_000
    assert table.state == 2_010


def test_a_draft_draws_from_the_chance_it_was_given():
    assert draft(ScriptedChance(4)).below(6) == 4


def test_a_preview_is_cut_at_its_first_draw():
    table = draft()
    table.emit(Stepped(1))
    with pytest.raises(Cut) as cut:
        table.below(6)
    assert cut.value.events == (Stepped(1),)
