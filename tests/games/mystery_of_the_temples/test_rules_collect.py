"""Section 6 of RULES.md: Collect."""

import pytest

from domain.mystery_of_the_temples import MYSTERY_1 as GAME
from domain.mystery_of_the_temples import events as e
from domain.mystery_of_the_temples.actions import (
    FromPlayer,
    FromRefinement,
    Laid,
)
from tests.games.mystery_of_the_temples.table import (
    Table,
    after,
    bonus,
    broken,
    closed,
    collect,
    decide,
    declined,
    gain,
    held,
    kinds_of,
    named,
    refused,
    slot,
    stock,
)

N = None


FOUR = "n1=colorless n2=colorless n3=colorless n4=colorless"


PAID = ("n1", "n2", "n3")


def on(location: str, grid: str = "", **table) -> Table:
    return Table(**table).figure(1, location).grid(1, grid)


@pytest.mark.parametrize(
    ("location", "gives"),
    [
        ("W1", ["red", "colorless"]),
        ("W3", ["yellow", "colorless"]),
        ("W5", ["blue", "colorless"]),
        ("W7", ["green", "purple"]),
        ("W9", ["colorless"] * 3),
        ("T-PURPLE", ["purple"]),
    ],
)
def test_mot_6_1_direct_collection_takes_what_the_card_lists(location, gives):
    gains = [gain(kind, f"n{place}") for place, kind in enumerate(gives, start=1)]
    (collected,) = decide(on(location).state(), collect(*gains))
    assert [crystal.color for crystal in collected.gained] == gives
    assert (collected.method, collected.location) == ("direct", location)


def test_mot_6_2_a_conversion_pays_three_and_takes_two_different_colours_once_a_turn():
    state = on("W10", FOUR + " n5=red n6=red").state()
    wanted = {"convert": True, "pay_nodes": PAID, "colors": ("green", "purple")}
    action = collect(gain("green", "n1"), gain("purple", "n2"), **wanted)
    (collected,) = decide(state, action)
    assert (collected.method, len(collected.paid)) == ("conversion", 3)
    assert closed(after(state, action), "collect") == ("collected_already", "MOT-6.7")
    two = collect(gain("green", "n1"), gain("purple", "n2"), **{**wanted, "pay_nodes": ("n1", "n2")})
    assert refused(state, two) == ("convert_payment", "MOT-6.2")
    assert refused(on("W10", "n1=red n2=red").state(), action) == ("empty_collect", "MOT-6.9")
    # voluntary
    assert closed(state, "end-turn") is None


def test_mot_6_3_colorless_cannot_be_converted_to_and_paid_colours_may_be_taken():
    state = on("W6", "n1=red n2=red n3=red").state()
    wanted = {"convert": True, "pay_nodes": PAID, "colors": ("colorless", "red")}
    assert refused(state, collect(**wanted)) == ("convert_colorless", "MOT-6.3")
    same = {**wanted, "colors": ("red", "blue")}
    assert held(after(state, collect(gain("red", "n1"), gain("blue", "n2"), **same)), 1) == "n1=red n2=blue"


def test_mot_6_4_refinement_lays_one_or_two_crystals_on_different_free_spaces():
    state = on("W8", "n1=green n2=colorless").state()
    one = collect(gain("blue", "n1"), lay=(Laid("n1", 3),))
    assert kinds_of(decide(state, one)) == ["RefinementCovered", "CrystalsCollected"]
    assert after(state, one).refinement("W8").spaces == (N, N, "green", N, N)
    twice = collect(gain("blue", "n1"), gain("blue", "n2"), lay=(Laid("n1", 3), Laid("n2", 3)))
    assert refused(state, twice) == ("space_not_free", "MOT-6.4")
    same_node = collect(gain("blue", "n1"), gain("red", "n3"), lay=(Laid("n1", 3), Laid("n1", 1)))
    assert refused(state, same_node)[1] in {"MOT-5.2", "MOT-6.4"}


@pytest.mark.parametrize(("lying", "cleared"), [({}, False), ({"s5": "red"}, True), ({"s4": "red", "s5": "red"}, True)])
def test_mot_6_5_the_card_is_cleared_when_two_or_fewer_spaces_are_free(lying, cleared):
    state = on("W2", "n1=colorless n2=colorless").card("W2", **lying).state()
    action = collect(gain("red", "n1"), gain("yellow", "n2"), lay=(Laid("n1", 1), Laid("n2", 2)))
    assert bool(named(decide(state, action), e.RefinementCleared)) is cleared


def test_mot_6_6_the_effect_of_a_card_may_be_left_out_for_the_rune_bonus():
    state = on("W2", "n1=red").runes(1, "RUNE-HORN-1").state()
    action = collect(resonance=(bonus("RUNE-HORN-1", "colorless", "n2"),))
    assert decide(state, action)[0].method == "none"
    assert held(after(state, action), 1) == "n1=red n2=colorless"


def test_mot_6_7_resonance_belongs_to_collect_only():
    table = on("T-GREEN", "n1=red n4=blue n6=yellow").runes(1, "RUNE-STAR-1").stack("T-GREEN", "RUNE-CUBE-1")
    happened = decide(table.state(), broken(3, "left", "n1 n4 n6"))
    assert named(happened, e.ResonanceApplied) == []


def test_mot_6_8_a_full_grid_or_an_empty_supply_gains_nothing_but_collects():
    assert decide(on("W1").full(1).state(), collect(gain("red", N), gain("colorless", N)))[0].gained == ()
    nothing = on("T-RED").supply(red=0).state()
    assert decide(nothing, collect(gain("red", N)))[0].forgone == ("red",)


def test_mot_6_9_an_idle_collect_is_no_collect_on_voluntary_cards():
    state = on("W6", FOUR).state()
    assert refused(state, collect(convert=False)) == ("empty_collect", "MOT-6.9")
    refining = on("W2", FOUR).runes(1, "RUNE-HORN-1").state()
    assert refused(refining, collect(resonance=(declined("RUNE-HORN-1"),))) == ("empty_collect", "MOT-6.9")
    assert refused(on("W2", FOUR).state(), collect()) == ("empty_collect", "MOT-6.9")


def test_mot_6_9_clearing_alone_is_enough():
    state = on("W2").full(1).card("W2", s1="red").runes(1, "RUNE-HORN-1").state()
    action = collect(clear_first=True, resonance=(declined("RUNE-HORN-1"),))
    assert kinds_of(decide(state, action)) == ["RefinementCleared", "CrystalsCollected"]


def test_mot_6_10_an_empty_card_is_not_cleared_by_a_horn():
    table = on("W2", FOUR).runes(1, "RUNE-HORN-1")
    assert slot(table.state(), "collect").at == "/lay/0/node"
    assert slot(table.card("W2", s1="red").state(), "collect").at == "/clear_first"
    assert slot(table.runes(1).state(), "collect").at == "/lay/0/node"


@pytest.mark.parametrize(("triangles", "most"), [(0, 2), (1, 3), (3, 5), (4, 5)])
def test_mot_6_11_a_conversion_names_two_colours_and_one_more_for_each_triangle(triangles, most):
    cards = [f"RUNE-TRIANGLE-{place}" for place in range(1, triangles + 1)]
    state = on("W6", FOUR).runes(1, *cards).state()
    asked = slot(state, "collect", {"/convert": True, "/pay_nodes": list(PAID)})
    assert (asked.at, asked.least, asked.most) == ("/colors", 2, most)
    one = collect(convert=True, pay_nodes=PAID, colors=("red",))
    assert refused(state, one) == ("convert_colors", "MOT-6.11")


def test_mot_6_11_more_than_two_colours_only_if_they_fit():
    cards = [f"RUNE-TRIANGLE-{place}" for place in range(1, 5)]
    state = on("W6").full(1, free="n12").runes(1, *cards).state()
    assert slot(state, "collect", {"/convert": True, "/pay_nodes": list(PAID)}).most == 4


def test_mot_6_12_the_clearing_check_comes_after_the_taking_and_only_if_a_crystal_was_laid():
    # two of five spaces are free after laying; but one crystal is taken away again in a shortage, so three are
    table = on("W2", "n1=colorless").card("W2", s4="red", s5="blue").supply(red=0)
    state = table.state()
    action = collect(gain("red", "n1", FromRefinement("W2", 4)), lay=(Laid("n1", 1),))
    assert named(decide(state, action), e.RefinementCleared) == []
    assert after(state, action).refinement("W2").spaces == ("colorless", N, N, N, "blue")


def test_mot_6_5_the_bonus_finds_the_cleared_crystals_in_the_supply():
    # the supply has no colorless crystal; the clearing of the visit brings back the laid ones before the horn bonus
    table = on("W2", "n1=colorless n2=colorless").card("W2", s5="red").supply(colorless=0).runes(1, "RUNE-HORN-1")
    state = table.state()
    action = collect(
        gain("red", "n1"),
        gain("yellow", "n2"),
        clear_first=False,
        lay=(Laid("n1", 1), Laid("n2", 2)),
        resonance=(bonus("RUNE-HORN-1", "colorless", "n3"),),
    )
    later = after(state, action)
    assert stock(later, "colorless") == 1
    assert held(later, 1) == "n1=red n2=yellow n3=colorless"


def test_mot_19_8_a_collect_asks_in_the_order_of_the_rule():
    table = on("W2", "n1=red n2=red").card("W2", s5="red").runes(1, "RUNE-HORN-1")
    filled: dict[str, object] = {}
    asked = []
    answers = [True, "n1", 1, N, "n1", N]
    for answer in answers:
        at = slot(table.state(), "collect", filled).at
        asked.append(at)
        filled[at] = answer
    assert asked == [
        "/clear_first",
        "/lay/0/node",
        "/lay/0/space",
        "/lay/1/node",
        "/gains/0/node",
        "/resonance/0/node",
    ]


def test_mot_16_4_one_resonance_event_for_each_card_and_triangles_within_the_collection():
    table = on("W6", FOUR).runes(1, "RUNE-TRIANGLE-1", "RUNE-TRIANGLE-2")
    wanted = {"convert": True, "pay_nodes": PAID, "colors": ("red", "yellow", "blue", "green")}
    gains = (gain("red", "n1"), gain("yellow", "n2"), gain("blue", "n3"), gain("green", "n5"))
    (collected,) = decide(table.state(), collect(*gains, **wanted))
    assert len(collected.gained) == 4
    cubes = on("W9").runes(1, "RUNE-CUBE-1", "RUNE-CUBE-2")
    printed = [gain("colorless", node) for node in ("n1", "n2", "n3")]
    taken = (bonus("RUNE-CUBE-1", "colorless", "n4"), bonus("RUNE-CUBE-2", "colorless", "n5"))
    events = decide(cubes.state(), collect(*printed, resonance=taken))
    assert [event.rune_card for event in named(events, e.ResonanceApplied)] == ["RUNE-CUBE-1", "RUNE-CUBE-2"]


def test_mot_16_5_a_robbed_crystal_leaves_its_node_before_the_event_that_places_it():
    state = on("W1").supply(red=0).grid(2, "n1=red").state()
    source = FromPlayer(2, "n1")
    taken, collected = decide(state, collect(gain("red", "n1", source), gain("colorless", "n2")))
    assert taken == e.CrystalTakenFromPlayer(1, 2, "red", "n1")
    assert collected.gained[0] == e.Gained("red", "n1", source)
    between = GAME.evolve(state, taken)
    assert (held(between, 2), between.hand) == ("", ("red",))
    assert GAME.evolve(between, collected).hand == ()


def test_mot_16_3_every_collect_is_told_with_its_method():
    methods = {
        "direct": (on("T-RED"), collect(gain("red", "n1"))),
        "refinement": (on("W2", "n1=red"), collect(gain("red", "n1"), lay=(Laid("n1", 1),))),
        "conversion": (
            on("W6", FOUR),
            collect(gain("red", "n1"), gain("blue", "n2"), convert=True, pay_nodes=PAID, colors=("red", "blue")),
        ),
        "none": (
            on("W8", "n1=red").runes(1, "RUNE-HORN-1"),
            collect(resonance=(bonus("RUNE-HORN-1", "colorless", "n2"),)),
        ),
    }
    for method, (table, action) in methods.items():
        (collected,) = named(decide(table.state(), action), e.CrystalsCollected)
        assert collected.method == method


def test_mot_6_9_of_two_horns_the_first_may_be_declined_if_the_second_is_used():
    state = on("W2", FOUR).runes(1, "RUNE-HORN-1", "RUNE-HORN-2").state()
    second = collect(resonance=(declined("RUNE-HORN-1"), bonus("RUNE-HORN-2", "colorless", "n5")))
    assert kinds_of(decide(state, second)) == ["CrystalsCollected", "ResonanceApplied"]
    neither = collect(resonance=(declined("RUNE-HORN-1"), declined("RUNE-HORN-2")))
    assert refused(state, neither) == ("empty_collect", "MOT-6.9")
