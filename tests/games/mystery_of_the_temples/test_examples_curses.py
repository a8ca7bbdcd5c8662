"""The worked examples of EXAMPLES.md: curses, runes, grids (EX-08 to EX-12, EX-21 to EX-25)."""

import pytest

from domain.mystery_of_the_temples import MYSTERY_1 as GAME
from domain.mystery_of_the_temples import events as e
from domain.mystery_of_the_temples.actions import (
    CastExchange,
    CastSwitch,
    EndTurn,
    RelocateFigure,
    TakeStartingRune,
)
from tests.games.mystery_of_the_temples.table import (
    Table,
    after,
    broken,
    closed,
    collect,
    decide,
    gain,
    held,
    kinds_of,
    named,
    refused,
    slot,
    stock,
)


def on_red(grid: str, seats: int = 4, **table) -> Table:
    return Table(seats, **table).figure(1, "T-RED").grid(1, grid).stack("T-RED", "RUNE-HORN-2", "RUNE-STAR-1")


FITTING = " n8=yellow n11=yellow n9=blue"


def on_yellow(grid: str, *, side: str = "1A", effects: bool = False) -> Table:
    table = Table(effects=effects).figure(1, "T-YELLOW").runes(1, "RUNE-CROSS-1").grid(1, grid).side(1, side)
    return table.stack("T-YELLOW", "RUNE-HORN-1", "RUNE-HORN-2")


CROSSED = "n1=colorless n2=colorless n3=green n8=blue n11=blue n9=red"


ORDINARY = "n1=colorless n2=colorless n5=colorless n3=green n8=blue n11=blue n9=red"


def test_mot_ex_08_breaking_a_curse_of_three():
    state = on_red("n1=yellow n4=yellow n6=blue n9=colorless").state()
    chain = (e.Crystal("n1", "yellow"), e.Crystal("n4", "yellow"), e.Crystal("n6", "blue"))
    action = broken(3, "left", "n1 n4 n6")
    assert decide(state, action) == (
        e.CurseBroken(1, "T-RED", 3, "left", 3, ("n1", "n4", "n6"), chain, None),
        e.PointsScored(1, 3, "curse", 3),
        e.RuneTaken(1, "T-RED", "RUNE-HORN-2", "horn"),
        e.RuneRevealed("T-RED", "RUNE-STAR-1", "star"),
    )
    later = after(state, action)
    assert held(later, 1) == "n9=colorless"
    assert (stock(later, "yellow"), stock(later, "blue")) == (8, 8)


def test_mot_ex_09_the_same_space_from_the_other_end():
    state = on_red("n3=red n6=blue n9=green n12=red n10=purple").state()
    later = after(state, broken(4, "right", "n3 n6 n9 n12 n10"))
    assert later.player(1).score == 8
    again = Table().figure(1, "T-RED").marker("T-RED", 4, 2).grid(1, "n1=yellow n4=yellow n6=blue n9=purple")
    assert refused(again.state(), broken(4, "left", "n1 n4 n6 n9")) == ("curse_marked", "MOT-8.5")


@pytest.mark.parametrize(
    ("grid", "path", "code"),
    [
        ("n1=yellow n2=yellow n4=blue", "n1 n2 n4", "no_chain"),
        ("n1=yellow n4=colorless n6=blue", "n1 n4 n6", "no_chain"),
        ("n4=blue n6=purple n8=red", "n4 n6 n8", "no_chain"),
    ],
)
def test_mot_ex_10_grids_without_a_chain_offer_no_break(grid, path, code):
    assert refused(on_red(grid).state(), broken(3, "left", path)) == (code, "MOT-8.4")


@pytest.mark.parametrize(
    ("grid", "path", "code", "rule"),
    [
        ("n1=yellow n2=yellow", "n8 n1 n9", "chain_unjoined", "MOT-8.4"),
        ("n6=colorless", "n8 n6 n9", "chain_colorless", "MOT-5.3"),
        ("n6=purple", "n8 n6 n9", "chain_broken", "MOT-8.4"),
        ("n1=yellow", "n8 n11 n8", "chain_repeats", "MOT-8.4"),
    ],
)
def test_mot_ex_10_beside_a_fitting_chain_the_wrong_one_is_refused_for_its_reason(grid, path, code, rule):
    assert refused(on_red(grid + FITTING).state(), broken(3, "left", path)) == (code, rule)


def test_mot_ex_10_marked_spaces_and_other_temples():
    marked = on_red("n1=yellow n4=yellow n6=blue n9=purple").marker("T-RED", 3, 2)
    assert refused(marked.state(), broken(3, "left", "n1 n4 n6")) == ("curse_marked", "MOT-8.5")
    elsewhere = on_red("n1=yellow n4=yellow n6=blue").figure(1, "T-BLUE")
    assert refused(elsewhere.state(), broken(3, "left", "n1 n4 n6")) == ("no_chain", "MOT-8.4")


def test_mot_ex_11_switch_then_break():
    state = on_red("n1=yellow n4=blue n6=yellow n9=colorless").state()
    state = after(state, CastSwitch("n9", ("n4", "n6")))
    assert held(state, 1) == "n1=yellow n4=yellow n6=blue"
    assert after(state, broken(3, "left", "n1 n4 n6")).player(1).score == 3


def test_mot_ex_12_the_cross_makes_three_enough_and_commits_to_collect():
    state = on_yellow(CROSSED).state()
    (exchanged,) = decide(state, CastExchange(("n1", "n2", "n3"), gain("purple", "n1")))
    assert (exchanged.cost, exchanged.discounted) == (3, True)
    state = after(state, CastExchange(("n1", "n2", "n3"), gain("purple", "n1")))
    assert refused(state, broken(3, "left", "n8 n11 n9")) == ("committed_to_collect", "MOT-9.7")
    assert refused(state, EndTurn()) == ("must_collect", "MOT-9.7")
    collected = after(state, collect(gain("yellow", "n2")))
    assert decide(collected, EndTurn())[0] == e.TurnEnded(1)


def test_mot_ex_12_after_a_break_the_ordinary_price_holds():
    state = after(on_yellow(CROSSED).state(), broken(3, "left", "n8 n11 n9"))
    assert held(state, 1) == "n1=colorless n2=colorless n3=green"
    assert closed(state, "cast-exchange") == ("exchange_unaffordable", "MOT-7.2")


def test_mot_ex_21_grid_1b_collects_and_breaks_with_the_new_crystal():
    table = Table(effects=True).figure(1, "T-BLUE").side(1, "1B").grid(1, "n6=yellow n9=green")
    state = table.stack("T-BLUE", "RUNE-STAR-1", "RUNE-STAR-2").state()
    state = after(state, collect(gain("blue", "n3")), broken(6, "right", "n3 n6 n9"))
    assert state.player(1).score == 3
    assert [rune.card for rune in state.player(1).runes] == ["RUNE-STAR-1"]
    assert closed(state, "collect") == ("collected_already", "MOT-6.7")
    assert closed(state, "break-curse") == ("broken_once", "MOT-8.9")


def test_mot_ex_22_grid_2b_breaks_one_step_higher():
    table = on_red("n1=yellow n4=yellow n6=blue n12=green", effects=True).side(1, "2B")
    state = table.state()
    action = broken(4, "left", "n1 n4 n6", extra_pay_node="n12")
    happened = decide(state, action)[0]
    assert (happened.position, happened.length, happened.extra_paid) == (4, 4, e.Crystal("n12", "green"))
    later = after(state, action)
    assert later.player(1).score == 5
    assert held(later, 1) == ""
    assert [stock(later, kind) for kind in ("yellow", "blue", "green")] == [8, 8, 6]
    assert refused(state, broken(5, "left", "n1 n4 n6", extra_pay_node="n12"))[0] == "chain_missing"


def test_mot_ex_23_grid_4b_takes_a_neighbours_rune():
    table = on_red("n1=yellow n4=yellow n6=blue", effects=True).side(1, "4B")
    for temple, card in (("T-YELLOW", "CUBE-1"), ("T-BLUE", "CUBE-2"), ("T-GREEN", "CUBE-3"), ("T-PURPLE", "CUBE-4")):
        table.stack(temple, f"RUNE-{card}")
    state = table.state()
    filled = {"/position": 3, "/end": "left", "/path/0": "n1", "/path/1": "n4", "/path/2": "n6"}
    assert set(slot(state, "break-curse", filled).among) == {"T-RED", "T-YELLOW", "T-PURPLE"}
    action = broken(3, "left", "n1 n4 n6", rune_from="T-PURPLE")
    assert named(decide(state, action), e.RuneTaken) == [e.RuneTaken(1, "T-PURPLE", "RUNE-CUBE-4", "cube")]
    far = broken(3, "left", "n1 n4 n6", rune_from="T-BLUE")
    assert refused(state, far) == ("rune_stack", "MOT-12.10")


@pytest.mark.parametrize(
    ("signs", "points"), [(("CUBE", "CUBE", "STAR"), 4), (("CUBE", "STAR", "HORN", "TRIANGLE", "CROSS"), 11)]
)
def test_mot_ex_23_grid_4b_counts_one_sign_more_at_the_end(signs, points):
    cards = [f"RUNE-{sign}-{1 + signs[:place].count(sign)}" for place, sign in enumerate(signs)]
    state = Table(effects=True).side(1, "4B").runes(1, *cards).state()
    assert {line.seat: line.score for line in GAME.outcome(state).standings}[1] == points


def test_mot_ex_24_grid_3a_takes_a_starting_rune():
    table = Table(3, effects=True).at(phase="starting_rune", asked=(3,), active=None)
    state = table.stack("T-GREEN", "RUNE-CUBE-1", "RUNE-STAR-1", "RUNE-STAR-2", "RUNE-STAR-3").state()
    assert decide(state, TakeStartingRune("T-GREEN")) == (
        e.StartingRuneTaken(3, "T-GREEN", "RUNE-CUBE-1", "cube"),
        e.RuneRevealed("T-GREEN", "RUNE-STAR-1", "star"),
        e.TurnStarted(1, 1),
    )
    stack = after(state, TakeStartingRune("T-GREEN")).stack("T-GREEN")
    assert 1 + len(stack.down) == 3


def test_mot_ex_24_a_fourth_curse_brings_no_rune_card_from_a_tapped_stack():
    table = Table().figure(1, "T-GREEN").grid(1, "n1=red n4=blue n6=yellow")
    state = table.stack("T-GREEN", None).state()
    assert kinds_of(decide(state, broken(3, "left", "n1 n4 n6"))) == ["CurseBroken", "PointsScored"]


def test_mot_ex_24_grid_3b_relocates_for_two_crystals_of_any_colour():
    table = Table(effects=True).side(1, "3B").figure(1, "W4").grid(1, "n1=red n2=colorless n3=blue").at(phase="move")
    action = RelocateFigure("T-PURPLE", ("n1", "n2"))
    paid = (e.Crystal("n1", "red"), e.Crystal("n2", "colorless"))
    assert decide(table.state(), action) == (e.FigureRelocated(1, "W4", "T-PURPLE", paid),)
    later = after(table.state(), action)
    assert held(later, 1) == "n3=blue"
    assert (stock(later, "red"), stock(later, "colorless")) == (8, 24)
    table.figure(2, "T-PURPLE")
    assert refused(table.state(), action) == ("relocation_occupied", "MOT-12.9")


def test_mot_ex_24_grid_4a_rewards_the_second_curse_with_two_colorless_crystals():
    table = on_red("n1=yellow n4=yellow n6=blue", effects=True).side(1, "4A").points(1, 3, curses=1)
    rewards = (gain("colorless", "n1"), gain("colorless", "n2"))
    later = after(table.state(), broken(3, "left", "n1 n4 n6", reward_gains=rewards))
    assert held(later, 1) == "n1=colorless n2=colorless"
    full = on_red("n1=yellow n4=yellow n6=blue", effects=True).side(1, "4A").points(1, 20, curses=4)
    assert after(full.state(), broken(3, "left", "n1 n4 n6")).player(1).score == 20 + 3 + 2


def test_mot_ex_25_the_ordinary_price_commits_to_nothing():
    state = on_yellow(ORDINARY).state()
    action = CastExchange(("n1", "n2", "n3", "n5"), gain("purple", "n1"))
    assert decide(state, action)[0].discounted is False
    state = after(state, action, broken(3, "left", "n8 n11 n9"))
    assert (state.player(1).score, held(state, 1)) == (3, "n1=purple")


def test_mot_ex_25_with_2a_three_are_the_price_and_commit_to_nothing():
    state = on_yellow(ORDINARY, side="2A", effects=True).state()
    four = CastExchange(("n1", "n2", "n3", "n5"), gain("purple", "n1"))
    assert refused(state, four) == ("exchange_payment", "MOT-9.9")
    state = after(state, CastExchange(("n1", "n2", "n3"), gain("purple", "n1")), broken(3, "left", "n8 n11 n9"))
    assert state.player(1).score == 3
