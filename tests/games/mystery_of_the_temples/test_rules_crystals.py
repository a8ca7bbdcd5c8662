"""Sections 5 and 7 of RULES.md: placing and paying, spells."""

import pytest

from domain.kernel.forms import Complete, fill
from domain.mystery_of_the_temples import events as e
from domain.mystery_of_the_temples.actions import (
    CastExchange,
    CastSwitch,
    EndTurn,
    FromPlayer,
    FromRefinement,
    Laid,
)
from tests.games.mystery_of_the_temples.table import (
    Table,
    after,
    closed,
    collect,
    decide,
    declined,
    form,
    gain,
    held,
    kinds_of,
    refused,
    slot,
    stock,
)

N = None


FOUR = "n1=colorless n2=colorless n3=colorless n4=colorless"


PAID = ("n1", "n2", "n3")


def on(location: str, grid: str = "", **table) -> Table:
    return Table(**table).figure(1, location).grid(1, grid)


def test_mot_5_1_a_gained_crystal_goes_to_a_free_node_of_the_own_grid():
    state = on("T-RED", "n1=blue").state()
    assert refused(state, collect(gain("red", "n1"))) == ("node_not_free", "MOT-5.1")
    assert held(after(state, collect(gain("red", "n12"))), 1) == "n1=blue n12=red"


def test_mot_5_1_with_too_few_free_nodes_the_player_chooses_what_he_keeps():
    state = on("W1").full(1, "blue", free="n5").state()
    for gains in ((gain("red", "n5"), gain("colorless", N)), (gain("red", N), gain("colorless", "n5"))):
        (collected,) = decide(state, collect(*gains))
        assert len(collected.gained) == len(collected.forgone) == 1


def test_mot_5_2_paid_crystals_go_to_the_supply_in_their_true_colour_and_free_their_nodes():
    state = on("T-RED", "n1=red n2=green n3=colorless n4=blue").state()
    later = after(state, CastExchange(("n1", "n2", "n3", "n4"), gain("purple", "n2")))
    assert held(later, 1) == "n2=purple"
    assert [stock(later, kind) for kind in ("red", "green", "colorless", "blue")] == [8, 6, 24, 8]
    again = CastExchange(("n1", "n2", "n3", "n9"), gain("purple", "n2"))
    assert refused(state, again) == ("node_empty", "MOT-5.2")


def test_mot_5_3_a_colorless_crystal_stands_for_no_colour():
    state = on("T-RED", "n1=yellow n4=colorless n6=blue").state()
    assert closed(state, "break-curse") == ("no_chain", "MOT-8.4")


def test_mot_5_4_a_refinement_card_comes_before_any_player_and_the_taker_chooses_the_space():
    table = on("T-RED").supply(red=0).card("W2", s3="red").card("W8", s1="red").grid(2, "n1=red n2=red")
    state = table.state()
    asked = slot(state, "collect")
    assert (asked.at, asked.among) == ("/gains/0/source", (FromRefinement("W2", 3), FromRefinement("W8", 1)))
    robbing = collect(gain("red", "n1", FromPlayer(2, "n1")))
    assert refused(state, robbing) == ("no_such_source", "MOT-5.4")
    later = after(state, collect(gain("red", "n1", FromRefinement("W2", 3))))
    assert later.refinement("W2").free == 5
    assert held(later, 1) == "n1=red"


def test_mot_5_4_only_the_richest_other_player_gives_and_the_taker_may_decline():
    table = on("T-RED", "n1=red n2=red n3=red").supply(red=0).grid(2, "n4=red").grid(3, "n5=red n6=red")
    state = table.state()
    assert slot(state, "collect").among == (FromPlayer(3, "n5"), FromPlayer(3, "n6"), None)
    poorer = collect(gain("red", "n7", FromPlayer(2, "n4")))
    assert refused(state, poorer) == ("no_such_source", "MOT-5.4")
    assert decide(state, collect(gain("red", N)))[0].forgone == ("red",)


def test_mot_5_4_what_was_laid_in_the_same_action_may_not_be_taken_back():
    # the supply has no red and A lays his only red on the red space: nobody else has one, nothing is gained
    state = on("W2", "n1=red").supply(red=0).state()
    (_, collected) = decide(state, collect(gain("red", N), lay=(Laid("n1", 1),)))
    assert (collected.gained, collected.forgone) == ((), ("red",))
    back = collect(gain("red", "n1", FromRefinement("W2", 1)), lay=(Laid("n1", 1),))
    assert refused(state, back)[1] == "MOT-15.3"
    # what others laid there may be taken
    other = on("W2", "n1=red").supply(red=0).card("W2", s5="red").state()
    later = after(other, collect(gain("red", "n1", FromRefinement("W2", 5)), lay=(Laid("n1", 1),)))
    assert later.refinement("W2").spaces == ("red", N, N, N, N)


def test_mot_5_5_each_crystal_looks_at_the_supply_as_it_is_at_that_moment():
    table = on("W9").supply(colorless=1).grid(2, "n1=colorless n2=colorless")
    state = table.state()
    gains = (
        gain("colorless", "n1"),
        gain("colorless", "n2", FromPlayer(2, "n1")),
        gain("colorless", "n3", FromPlayer(2, "n2")),
    )
    assert kinds_of(decide(state, collect(*gains))) == [
        "CrystalTakenFromPlayer",
        "CrystalTakenFromPlayer",
        "CrystalsCollected",
    ]
    later = after(state, collect(*gains))
    assert (held(later, 1), held(later, 2)) == ("n1=colorless n2=colorless n3=colorless", "")
    early = (gain("colorless", "n1", FromPlayer(2, "n1")), gain("colorless", "n2"), gain("colorless", N))
    assert refused(state, collect(*early)) == ("not_asked_for", "MOT-15.3")


def test_mot_5_6_what_is_at_hand_must_be_taken_or_the_grid_be_full():
    state = on("W9").full(1, "blue", free="n1 n2").state()
    two = (gain("colorless", "n1"), gain("colorless", "n2"), gain("colorless", N))
    assert after(state, collect(*two)).player(1).held == 12
    one = (gain("colorless", "n1"), gain("colorless", N), gain("colorless", N))
    assert refused(state, collect(*one)) == ("must_take", "MOT-5.6")


def test_mot_5_6_a_crystal_at_hand_is_given_up_only_for_later_ones_that_fill_the_grid():
    # one node is free; green may be left out for purple from the supply, but not for a purple that nobody has
    table = on("W7").full(1, "blue", free="n1")
    assert slot(table.state(), "collect").among == ("n1", N)
    table.supply(purple=0)
    assert slot(table.state(), "collect").among == ("n1",)
    table.grid(2, "n3=purple")
    assert slot(table.state(), "collect").among == ("n1", N)
    # green was left out, so the purple of B must be taken
    assert slot(table.state(), "collect", {"/gains/0/node": N}).among == (FromPlayer(2, "n3"),)


def test_mot_5_7_named_kinds_at_hand_must_be_taken_and_the_payment_is_spent_all_the_same():
    state = on("W6", FOUR).supply(green=0).state()
    wanted = {"convert": True, "pay_nodes": PAID, "colors": ("red", "green")}
    assert refused(state, collect(gain("red", N), gain("green", N), **wanted)) == ("named_must_take", "MOT-5.7")
    (collected,) = decide(state, collect(gain("red", "n1"), gain("green", N), **wanted))
    assert (collected.forgone, len(collected.paid)) == (("green",), 3)


def test_mot_5_4_a_horn_bonus_may_not_take_back_what_was_laid_in_the_same_collect():
    table = on("W2", "n1=colorless").supply(colorless=0).runes(1, "RUNE-HORN-1")
    state = table.state()
    filled = {"/lay/0/node": "n1", "/lay/0/space": 1, "/gains/0/node": "n1"}
    complete = fill(form(state, "collect"), filled)
    assert isinstance(complete, Complete)
    assert complete.action.resonance == (declined("RUNE-HORN-1"),)


def test_mot_7_1_a_switch_pays_one_crystal_and_exchanges_two_others():
    state = on("T-RED", "n1=red n2=blue n3=green").state()
    action = CastSwitch("n3", ("n1", "n2"))
    assert decide(state, action) == (e.CrystalsSwitched(1, e.Crystal("n3", "green"), ("n1", "n2")),)
    assert held(after(state, action), 1) == "n1=blue n2=red"
    assert refused(state, CastSwitch("n3", ("n1", "n3"))) == ("switch_paid_node", "MOT-7.1")
    assert refused(state, CastSwitch("n3", ("n1", "n9"))) == ("node_empty", "MOT-5.2")
    assert closed(on("T-RED", "n1=red n2=blue").state(), "cast-switch") == ("switch_needs_three", "MOT-7.1")


def test_mot_7_1_a_switch_may_be_cast_again_in_the_same_turn():
    state = on("T-RED", FOUR + " n5=red n6=blue").state()
    state = after(state, CastSwitch("n1", ("n5", "n6")), CastSwitch("n2", ("n5", "n6")))
    assert held(state, 1) == "n3=colorless n4=colorless n5=red n6=blue"


def test_mot_7_2_an_exchange_pays_four_for_any_one_crystal():
    state = on("T-RED", FOUR).state()
    action = CastExchange(("n1", "n2", "n3", "n4"), gain("purple", "n12"))
    (exchanged,) = decide(state, action)
    assert (exchanged.cost, exchanged.gained) == (4, e.Gained("purple", "n12", N))
    three = CastExchange(("n1", "n2", "n3"), gain("purple", "n12"))
    assert refused(state, three) == ("exchange_payment", "MOT-9.9")
    poor = on("T-RED", "n1=red n2=red n3=red").state()
    assert closed(poor, "cast-exchange") == ("exchange_unaffordable", "MOT-7.2")


@pytest.mark.parametrize("location", ["T-RED", "W1", "W2", "W6"])
def test_mot_7_3_spells_may_be_cast_on_any_card_and_are_no_main_action(location):
    state = after(on(location, FOUR + " n5=red").state(), CastSwitch("n1", ("n2", "n3")))
    assert (state.turn.collected, state.turn.broken) == (False, False)
    assert closed(state, "cast-exchange") is None


def test_mot_7_4_an_exchange_asks_for_any_kind_that_can_be_had_after_the_payment():
    table = on("T-RED", FOUR).supply(green=0, purple=0, colorless=0).grid(2, "n1=green")
    state = table.state()
    paid = {"/pay_nodes": ["n1", "n2", "n3", "n4"]}
    assert set(slot(state, "cast-exchange", paid).among) == {"colorless", "red", "yellow", "blue", "green"}
    # only B has green: asking for it means taking it
    assert slot(state, "cast-exchange", {**paid, "/gain/color": "green"}).among == (FromPlayer(2, "n1"),)
    action = CastExchange(("n1", "n2", "n3", "n4"), gain("green", "n1", FromPlayer(2, "n1")))
    assert kinds_of(decide(state, action)) == ["CrystalTakenFromPlayer", "CrystalExchanged"]
    assert (held(after(state, action), 1), held(after(state, action), 2)) == ("n1=green", "")


def test_mot_7_5_switched_nodes_differ_and_may_hold_the_same_kind():
    state = on("T-RED", FOUR).state()
    assert refused(state, CastSwitch("n1", ("n2", "n2"))) == ("switch_nodes", "MOT-7.5")
    assert held(after(state, CastSwitch("n1", ("n2", "n3"))), 1) == "n2=colorless n3=colorless n4=colorless"


def test_mot_7_6_there_are_no_spells_in_the_move_step():
    state = on("T-RED", FOUR).at(phase="move").state()
    assert refused(state, CastSwitch("n1", ("n2", "n3")))[0] == "not_now"
    assert refused(state, EndTurn())[0] == "not_now"


def test_mot_19_6_a_switch_asks_for_the_payment_then_for_two_others():
    state = on("T-RED").full(1).state()
    assert len(slot(state, "cast-switch").among) == 12
    asked = slot(state, "cast-switch", {"/pay_node": "n4"})
    assert (len(asked.among), asked.least, asked.most) == (11, 2, 2)
    assert asked.detail("n1").color == "colorless"


def test_mot_19_7_an_exchange_asks_for_payment_kind_source_and_node():
    table = on("T-RED", FOUR).supply(green=0).card("W2", s1="green").card("W4", s2="green")
    state = table.state()
    filled: dict[str, object] = {"/pay_nodes": ["n1", "n2", "n3", "n4"], "/gain/color": "green"}
    asked = slot(state, "cast-exchange", filled)
    assert (asked.at, asked.among) == ("/gain/source", (FromRefinement("W2", 1), FromRefinement("W4", 2)))
    filled["/gain/source"] = {"kind": "refinement", "location": "W4", "space": 2}
    node = slot(state, "cast-exchange", filled)
    assert (node.at, len(node.among)) == ("/gain/node", 12)
