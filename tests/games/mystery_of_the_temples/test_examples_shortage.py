"""The worked examples of EXAMPLES.md: shortages and what must be taken (EX-13, EX-20, EX-26 to EX-28)."""

import pytest

from domain.mystery_of_the_temples import events as e
from domain.mystery_of_the_temples.actions import (
    CastExchange,
    EndTurn,
    FromPlayer,
    FromRefinement,
)
from tests.games.mystery_of_the_temples.table import (
    Table,
    after,
    bonus,
    closed,
    collect,
    decide,
    declined,
    gain,
    held,
    kinds_of,
    refused,
    slot,
    stock,
)

N = None


PAID = ("n1", "n2", "n3")


def short_of_purple() -> Table:
    table = Table().figure(1, "W10").grid(1, "n1=colorless n2=colorless n3=colorless")
    return table.supply(red=2, purple=0)


WANTED = {"convert": True, "pay_nodes": PAID, "colors": ("red", "purple")}


FROM_CARD, FROM_B = FromRefinement("W8", 2), FromPlayer(2, "n7")


RED_FROM_CARD, RED_FROM_B = gain("red", "n10", FROM_CARD), gain("red", "n10", FROM_B)


NO_RED, NO_COLORLESS = gain("red", N), gain("colorless", N)


def test_mot_ex_13_a_kind_that_ran_out_comes_from_a_refinement_card():
    state = short_of_purple().card("W8", s1="purple").state()
    source = FromRefinement("W8", 1)
    action = collect(gain("red", "n1"), gain("purple", "n2", source), **WANTED)
    (collected,) = decide(state, action)
    assert collected.gained == (e.Gained("red", "n1", N), e.Gained("purple", "n2", source))
    assert after(state, action).refinement("W8").free == 5
    left = collect(gain("red", "n1"), gain("purple", N), **WANTED)
    assert refused(state, left) == ("named_must_take", "MOT-5.7")


def test_mot_ex_13_else_from_the_player_who_holds_the_most_or_not_at_all():
    state = short_of_purple().grid(2, "n1=purple n2=purple").grid(3, "n4=purple n5=purple n6=purple").state()
    filled = {"/convert": True, "/pay_nodes": list(PAID), "/colors": ["red", "purple"], "/gains/0/node": "n1"}
    asked = slot(state, "collect", filled)
    assert asked.at == "/gains/1/source"
    assert asked.among == (FromPlayer(3, "n4"), FromPlayer(3, "n5"), FromPlayer(3, "n6"), None)
    source = FromPlayer(3, "n5")
    action = collect(gain("red", "n1"), gain("purple", "n2", source), **WANTED)
    taken, collected = decide(state, action)
    assert taken == e.CrystalTakenFromPlayer(1, 3, "purple", "n5")
    assert collected.gained[1] == e.Gained("purple", "n2", source)
    later = after(state, action)
    assert (held(later, 1), held(later, 3)) == ("n1=red n2=purple", "n4=purple n6=purple")
    declined_purple = collect(gain("red", "n1"), gain("purple", N), **WANTED)
    (collected,) = decide(state, declined_purple)
    assert collected.forgone == ("purple",)
    assert held(after(state, declined_purple), 1) == "n1=red"


def test_mot_ex_13_between_equals_the_taker_chooses():
    table = short_of_purple().grid(2, "n1=purple n2=purple n3=purple").grid(3, "n4=purple n5=purple n6=purple")
    filled = {"/convert": True, "/pay_nodes": list(PAID), "/colors": ["red", "purple"], "/gains/0/node": "n1"}
    asked = slot(table.state(), "collect", filled)
    assert {source.seat for source in asked.among if source is not None} == {2, 3}


def test_mot_ex_13_what_only_the_taker_holds_is_not_gained():
    own = "n4=purple n5=purple n6=purple n7=purple n8=purple n9=purple"
    table = Table().figure(1, "W10").grid(1, f"n1=colorless n2=colorless n3=colorless {own}").supply(red=2)
    state = table.state()
    assert stock(state, "purple") == 0
    (collected,) = decide(state, collect(gain("red", "n1"), gain("purple", N), **WANTED))
    assert collected.forgone == ("purple",)
    # a purple crystal that was paid is in the supply, so it must be taken
    paid = {"convert": True, "pay_nodes": ("n1", "n2", "n4"), "colors": ("red", "purple")}
    assert refused(state, collect(gain("red", "n1"), gain("purple", N), **paid)) == ("named_must_take", "MOT-5.7")
    (collected,) = decide(state, collect(gain("red", "n1"), gain("purple", "n2"), **paid))
    assert collected.gained == (e.Gained("red", "n1", N), e.Gained("purple", "n2", N))


def test_mot_ex_20_grid_1a_doubles_printed_colorless_crystals_only():
    table = Table(effects=True).figure(1, "W9").runes(1, "RUNE-CUBE-1").grid(1, "n1=red n2=red")
    printed = tuple(gain("colorless", node) for node in ("n3", "n4", "n5"))
    extras = tuple(gain("colorless", node) for node in ("n6", "n7", "n8"))
    cube = (bonus("RUNE-CUBE-1", "colorless", "n9"),)
    assert after(table.state(), collect(*printed, extras=extras, resonance=cube)).player(1).held == 2 + 6 + 1
    least = collect(*printed, resonance=(declined("RUNE-CUBE-1"),))
    assert after(table.state(), least).player(1).held == 2 + 3
    fewer = collect(*printed[:2], gain("colorless", N), resonance=(declined("RUNE-CUBE-1"),))
    assert refused(table.state(), fewer) == ("must_take", "MOT-5.6")
    on_w1 = Table(effects=True).figure(1, "W1").state()
    both = collect(gain("red", "n1"), gain("colorless", "n2"), extras=(gain("colorless", "n3"),))
    assert held(after(on_w1, both), 1) == "n1=red n2=colorless n3=colorless"
    three = collect(*both.gains, extras=(gain("colorless", "n3"), gain("colorless", "n4")))
    assert refused(on_w1, three) == ("not_asked_for", "MOT-15.3")


def test_mot_ex_26_an_exchange_that_would_gain_nothing_is_refused():
    grid = "n1=colorless n2=colorless n3=green n4=green n5=colorless n6=colorless"
    state = Table().figure(1, "T-RED").grid(1, grid).supply(green=0).state()
    nothing = CastExchange(("n1", "n2", "n5", "n6"), gain("green", "n1"))
    assert refused(state, nothing) == ("exchange_gains_nothing", "MOT-7.4")
    own = CastExchange(("n1", "n2", "n3", "n5"), gain("green", "n1"))
    assert held(after(state, own), 1) == "n1=green n4=green n6=colorless"
    assert stock(after(state, own), "green") == 0


@pytest.mark.parametrize(
    ("free", "where", "legal", "illegal"),
    [
        (
            "n10 n11",
            "card",
            [(RED_FROM_CARD, gain("colorless", "n11"))],
            [(NO_RED, gain("colorless", "n11")), (RED_FROM_CARD, NO_COLORLESS), (NO_RED, NO_COLORLESS)],
        ),
        (
            "n10",
            "card",
            [(RED_FROM_CARD, NO_COLORLESS), (NO_RED, gain("colorless", "n10"))],
            [(NO_RED, NO_COLORLESS)],
        ),
        (
            "n10 n11",
            "B",
            [(NO_RED, gain("colorless", "n11")), (RED_FROM_B, gain("colorless", "n11"))],
            [(RED_FROM_B, NO_COLORLESS), (NO_RED, NO_COLORLESS)],
        ),
        (
            "n10",
            "B",
            [(RED_FROM_B, NO_COLORLESS), (NO_RED, gain("colorless", "n10"))],
            [(NO_RED, NO_COLORLESS)],
        ),
        ("n10 n11", "A", [(NO_RED, gain("colorless", "n11"))], [(NO_RED, NO_COLORLESS)]),
        ("", "card", [(NO_RED, NO_COLORLESS)], [(RED_FROM_CARD, NO_COLORLESS)]),
        ("", "B", [(NO_RED, NO_COLORLESS)], [(RED_FROM_B, NO_COLORLESS)]),
    ],
)
def test_mot_ex_27_compulsory_yield_in_a_shortage_with_little_room(free, where, legal, illegal):
    table = Table().figure(1, "W1").full(1, "red" if where == "A" else "blue", free=free).supply(red=0, colorless=5)
    if where == "card":
        table.card("W8", s2="red")
    if where == "B":
        table.grid(2, "n7=red")
    state = table.state()
    for gains in legal:
        assert kinds_of(decide(state, collect(*gains)))[-1] == "CrystalsCollected"
    for gains in illegal:
        assert refused(state, collect(*gains))[1] in {"MOT-5.6", "MOT-15.3"}


def test_mot_ex_28_an_empty_collect_on_a_voluntary_card_is_no_collect():
    state = Table().figure(1, "W2").state()
    assert refused(state, collect()) == ("empty_collect", "MOT-6.9")
    assert decide(state, EndTurn())[0] == e.TurnEnded(1)


def test_mot_ex_28_an_empty_card_is_not_cleared_but_a_horn_alone_is_a_collect():
    state = Table().figure(1, "W2").runes(1, "RUNE-HORN-1").state()
    horn = (bonus("RUNE-HORN-1", "colorless", "n1"),)
    assert refused(state, collect(clear_first=True, resonance=horn)) == ("not_asked_for", "MOT-15.3")
    assert decide(state, collect(resonance=horn)) == (
        e.CrystalsCollected(1, "W2", "none", (), (), ()),
        e.ResonanceApplied(1, "RUNE-HORN-1", "horn", e.Gained("colorless", "n1", N)),
    )


def test_mot_ex_28_on_a_temple_a_full_grid_collects_nothing_but_must_collect():
    state = Table().figure(1, "T-RED").full(1).state()
    assert closed(state, "end-turn") == ("must_act", "MOT-3.4")
    assert decide(state, collect(gain("red", N))) == (e.CrystalsCollected(1, "T-RED", "direct", (), (), ("red",)),)
