"""Section 12 of RULES.md: the advanced game and the effects of the grids."""

import pytest

from domain.kernel.forms import Complete, fill
from domain.mystery_of_the_temples import MYSTERY_1 as GAME
from domain.mystery_of_the_temples import events as e
from domain.mystery_of_the_temples.actions import (
    CastExchange,
    ChooseGrid,
    FromPlayer,
    RelocateFigure,
    TakeStartingRune,
)
from domain.mystery_of_the_temples.settings import Settings
from tests.games.mystery_of_the_temples.table import (
    ADVANCED,
    TEMPLES,
    Table,
    after,
    bonus,
    broken,
    closed,
    collect,
    dealt,
    decide,
    form,
    gain,
    held,
    kinds_of,
    named,
    refused,
    slot,
    stock,
)

N = None


RED_3 = "n1=yellow n4=yellow n6=blue"


PATH_3 = "n1 n4 n6"


FOUR = "n1=colorless n2=colorless n3=colorless n4=colorless"


def on_red(grid: str = RED_3, seats: int = 4, **table) -> Table:
    return Table(seats, **table).figure(1, "T-RED").grid(1, grid).stack("T-RED", "RUNE-HORN-2", "RUNE-STAR-1")


THREE_FOR_ONE = CastExchange(("n1", "n2", "n3"), gain("purple", "n1"))


def test_mot_12_1_in_the_advanced_game_the_grids_are_chosen_in_reverse_order():
    state, _ = dealt(3, ADVANCED)
    order = []
    for choice in (ChooseGrid(1, "A"), ChooseGrid(3, "B"), ChooseGrid(2, "A")):
        order.append(GAME.decisions(state)[0].seat)
        state = after(state, choice)
    assert order == list(state.order[::-1])
    assert [state.player(seat).grid for seat in order] == ["1A", "3B", "2A"]
    assert GAME.decisions(state)[0].kind == "starting_crystals"


@pytest.mark.parametrize(
    ("settings", "effects"),
    [(Settings(), False), (Settings(grid_effects="on"), True), (Settings(advanced=True), True)],
)
def test_mot_12_2_grids_have_effects_in_the_advanced_game_or_by_option(settings, effects):
    assert dealt(4, settings)[0].effects is effects
    # without effects 2A pays four
    table = Table(effects=effects).figure(1, "T-RED").side(1, "2A").grid(1, "n1=red n2=red n3=red")
    assert (closed(table.state(), "cast-exchange") is None) is effects


def test_mot_12_3_extras_come_after_the_printed_ones_and_are_declined_by_a_null():
    table = Table(effects=True).figure(1, "W9").side(1, "1A")
    filled: dict[str, object] = {f"/gains/{place}/node": f"n{place + 1}" for place in range(3)}
    asked = slot(table.state(), "collect", filled)
    assert asked.at == "/extras/0/node"
    assert asked.among[-1] is None
    filled |= {"/extras/0/node": "n4", "/extras/1/node": None}
    complete = fill(form(table.state(), "collect"), filled)
    assert isinstance(complete, Complete)
    assert complete.action.extras == (gain("colorless", "n4"),)


@pytest.mark.parametrize("location", ["T-RED", "T-GREEN", "W1"])
def test_mot_12_4_grid_2a_exchanges_for_three_everywhere_and_commits_to_nothing(location):
    table = Table(effects=True).figure(1, location).side(1, "2A").grid(1, FOUR)
    asked = slot(table.state(), "cast-exchange")
    assert (asked.least, asked.most) == (3, 3)
    assert after(table.state(), THREE_FOR_ONE).turn.committed is False


def test_mot_12_5_the_owner_of_3a_takes_an_open_rune_at_the_end_of_setup():
    table = Table(3, effects=True).at(phase="starting_rune", asked=(3,), active=None)
    for place, temple in enumerate(TEMPLES[:4], start=1):
        table.stack(temple, f"RUNE-CUBE-{place}", f"RUNE-STAR-{place}")
    table.stack("T-PURPLE", "RUNE-HORN-1", "RUNE-HORN-2")
    state = after(table.state(), TakeStartingRune("T-PURPLE"))
    assert [one.card for one in state.player(3).runes] == ["RUNE-HORN-1"]
    assert state.stack("T-PURPLE").open.card == "RUNE-HORN-2"


def test_mot_12_6_rewards_need_free_nodes_may_be_declined_and_follow_the_shortage_rule():
    table = on_red(effects=True).side(1, "4A")
    none = broken(3, "left", PATH_3)
    assert named(decide(table.state(), none), e.RewardGained) == [e.RewardGained(1, 1, (), 0)]
    short = on_red(effects=True).side(1, "4A").supply(colorless=1).grid(2, "n5=colorless")
    source = FromPlayer(2, "n5")
    action = broken(3, "left", PATH_3, reward_gains=(gain("colorless", "n1"), gain("colorless", "n2", source)))
    assert kinds_of(decide(short.state(), action))[-2:] == ["CrystalTakenFromPlayer", "RewardGained"]
    assert held(after(short.state(), action), 1) == "n1=colorless n2=colorless"


def test_mot_12_7_grid_1b_does_both_in_either_order_and_at_least_one():
    table = on_red(effects=True).side(1, "1B")
    assert closed(table.state(), "end-turn") == ("must_act", "MOT-3.4")
    first_break = after(table.state(), broken(3, "left", PATH_3), collect(gain("red", "n1")))
    first_collect = after(table.state(), collect(gain("red", "n2")), broken(3, "left", PATH_3))
    for state in (first_break, first_collect):
        assert (state.turn.collected, state.turn.broken) == (True, True)
    assert closed(after(table.state(), broken(3, "left", PATH_3)), "end-turn") is None
    # without effects 1B is a plain grid
    plain = on_red().side(1, "1B").state()
    assert closed(after(plain, broken(3, "left", PATH_3)), "collect") == ("broken_no_collect", "MOT-3.2")


def test_mot_12_7_a_rune_taken_by_the_break_resonates_in_the_collect():
    table = Table(effects=True).figure(1, "T-GREEN").side(1, "1B").grid(1, "n1=red n4=blue n6=yellow")
    state = after(table.stack("T-GREEN", "RUNE-STAR-1").state(), broken(3, "left", PATH_3))
    action = collect(gain("green", "n1"), resonance=(bonus("RUNE-STAR-1", "green", "n2"),))
    assert held(after(state, action), 1) == "n1=green n2=green"


def test_mot_12_8_grid_2b_pays_one_crystal_for_a_chain_one_shorter():
    table = on_red("n1=yellow n4=yellow n6=blue n9=purple n12=colorless", effects=True).side(1, "2B")
    state = table.state()
    five = broken(5, "left", "n1 n4 n6 n9", extra_pay_node="n12")
    assert after(state, five).player(1).score == 8
    assert stock(after(state, five), "colorless") == 24
    # the full chain of four is offered as well as the short one of three
    chosen = {"/position": 4, "/end": "left", "/path/0": "n1", "/path/1": "n4", "/path/2": "n6"}
    assert slot(state, "break-curse", chosen).among == ("n9", None)
    in_chain = broken(4, "left", PATH_3, extra_pay_node="n4")
    assert refused(state, in_chain) == ("extra_crystal", "MOT-12.8")
    # the extra crystal must exist beside the chain
    bare = on_red(effects=True).side(1, "2B").state()
    assert slot(bare, "break-curse").among == (3,)
    # a chain is never shorter than three
    two = on_red("n1=yellow n4=yellow n12=red", effects=True).side(1, "2B").state()
    assert closed(two, "break-curse") == ("no_chain", "MOT-8.4")


def test_mot_12_9_grid_3b_relocates_to_an_unoccupied_other_card():
    table = Table(effects=True).at(phase="move").figure(1, "W1").figure(2, "W2").side(1, "3B").grid(1, FOUR)
    state = table.state()
    among = slot(state, "relocate-figure").among
    assert "W1" not in among
    assert "W2" not in among
    assert len(among) == 13
    assert refused(state, RelocateFigure("W1", ("n1", "n2"))) == ("relocation_present", "MOT-12.9")
    assert refused(state, RelocateFigure("W5", ("n1",))) == ("relocation_payment", "MOT-12.9")
    assert closed(table.grid(1, "n1=red").state(), "relocate-figure") == ("relocation_unaffordable", "MOT-12.9")
    first = Table(effects=True).at(phase="move").side(1, "3B").grid(1, FOUR).state()
    assert closed(first, "relocate-figure") == ("figure_not_placed", "MOT-3.8")


def test_mot_12_10_grid_4b_must_take_a_card_if_one_of_the_three_stacks_has_one():
    table = on_red(effects=True).side(1, "4B").stack("T-RED", N).stack("T-YELLOW", "RUNE-CUBE-1")
    state = table.state()
    chosen = {"/position": 3, "/end": "left", "/path/0": "n1", "/path/1": "n4", "/path/2": "n6"}
    assert slot(state, "break-curse", chosen).among == ("T-YELLOW",)
    assert refused(state, broken(3, "left", PATH_3, rune_from="T-RED")) == ("rune_stack_empty", "MOT-12.10")
    assert refused(state, broken(3, "left", PATH_3)) == ("rune_stack", "MOT-12.10")
    bare = on_red(effects=True).side(1, "4B").stack("T-RED", N).state()
    assert after(bare, broken(3, "left", PATH_3)).player(1).runes == ()


@pytest.mark.parametrize(("cards", "points"), [((), 1), (("RUNE-CUBE-1",), 2), (("RUNE-CUBE-1", "RUNE-STAR-1"), 4)])
def test_mot_12_10_grid_4b_counts_one_sign_more(cards, points):
    state = Table(effects=True).side(1, "4B").runes(1, *cards).state()
    lines = {line.seat: line.score for line in GAME.outcome(state).standings}
    assert lines == {1: points, 2: 0, 3: 0, 4: 0}
