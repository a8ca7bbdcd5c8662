"""Section 3 of RULES.md: decisions, steps and turns."""

import pytest

from domain.kernel.chance import NoChance
from domain.kernel.errors import IllegalAction
from domain.mystery_of_the_temples import MYSTERY_1 as GAME
from domain.mystery_of_the_temples import events as e
from domain.mystery_of_the_temples.actions import (
    CastSwitch,
    EndTurn,
    FromPlayer,
    PlaceFigure,
)
from tests.games.mystery_of_the_temples.table import (
    ADVANCED,
    Table,
    after,
    broken,
    closed,
    collect,
    dealt,
    decide,
    gain,
    held,
    move,
)


def test_mot_3_1_exactly_one_player_decides_and_the_steps_follow_each_other():
    state, _ = dealt(3, ADVANCED)
    steps = []
    for _ in range(40):
        (decision,) = GAME.decisions(state)
        assert decision.waited
        if not steps or steps[-1] != decision.kind:
            steps.append(decision.kind)
        for seat in range(1, 4):
            assert bool(GAME.forms(state, seat)) is (seat == decision.seat)
        state = after(state, GAME.default(state, decision.seat))
    assert steps[:5] == ["grid_choice", "starting_crystals", "move", "action", "move"]


def test_mot_3_2_one_main_action_in_a_turn():
    table = Table().figure(1, "T-RED").grid(1, "n1=yellow n4=yellow n6=blue").stack("T-RED", "RUNE-CUBE-1")
    collected = after(table.state(), collect(gain("red", "n2")))
    assert closed(collected, "break-curse") == ("collected_no_break", "MOT-3.2")
    once = after(table.state(), broken(3, "left", "n1 n4 n6"))
    assert closed(once, "collect") == ("broken_no_collect", "MOT-3.2")


def test_mot_3_3_spells_before_and_after_the_main_action():
    table = Table().figure(1, "T-RED").grid(1, "n1=red n2=blue n3=green n4=green n5=green")
    state = after(table.state(), CastSwitch("n3", ("n1", "n2")), collect(gain("red", "n3")))
    state = after(state, CastSwitch("n4", ("n1", "n2")))
    assert held(state, 1) == "n1=red n2=blue n3=red n5=green"


@pytest.mark.parametrize(
    ("location", "legal"), [("W6", True), ("W10", True), ("W2", True), ("W1", False), ("W9", False), ("T-RED", False)]
)
def test_mot_3_4_the_turn_ends_without_a_main_action_on_voluntary_cards_only(location, legal):
    state = Table().figure(1, location).state()
    assert closed(state, "end-turn") == (None if legal else ("must_act", "MOT-3.4"))


def test_mot_3_5_turns_follow_in_turn_order_and_rounds_begin_with_player_1():
    table = Table(3).at(order=(2, 3, 1), active=3, round=4).figure(3, "W6").figure(1, "W2")
    assert decide(table.state(), EndTurn()) == (e.TurnEnded(3), e.TurnStarted(1, 4))
    last = after(table.state(), EndTurn(), move("temple", 1))
    last = after(last, collect(gain("yellow", "n1")))
    assert decide(last, EndTurn()) == (e.TurnEnded(1), e.RoundEnded(4, last=False), e.TurnStarted(2, 5))


def test_mot_3_6_a_turn_ends_by_its_command_only():
    state = after(Table().figure(1, "T-RED").state(), collect(gain("red", "n1")))
    usable = [form.kind for form in GAME.forms(state, 1) if form.closed is None]
    assert usable == ["mystery.end-turn"]
    assert GAME.decisions(state)[0].seat == 1
    moving = Table().at(phase="move").figure(1, "W1").state()
    assert all(form.kind != "mystery.end-turn" for form in GAME.forms(moving, 1))


def test_mot_3_7_no_decision_falls_to_a_player_out_of_turn():
    state = Table().figure(1, "W1").grid(2, "n1=red").supply(red=0).state()
    action = collect(gain("red", "n1", FromPlayer(2, "n1")), gain("colorless", "n2"))
    (decision,) = GAME.decisions(after(state, action))
    assert decision.seat == 1
    with pytest.raises(IllegalAction):
        GAME.decide(state, 2, EndTurn(), NoChance())


def test_mot_3_8_the_first_turn_has_both_steps():
    state = Table().at(phase="move").state()
    assert closed(state, "move-figure") == ("figure_not_placed", "MOT-3.8")
    state = after(state, PlaceFigure("W9"))
    assert GAME.decisions(state)[0].kind == "action"
    assert closed(state, "collect") is None
