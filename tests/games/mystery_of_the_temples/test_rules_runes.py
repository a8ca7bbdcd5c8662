"""Section 9 of RULES.md: rune resonance."""

import pytest

from domain.mystery_of_the_temples import MYSTERY_1 as GAME
from domain.mystery_of_the_temples import events as e
from domain.mystery_of_the_temples.actions import (
    CastExchange,
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
    named,
    refused,
    slot,
)

N = None


GIVES = {
    "W1": ("red", "colorless"),
    "W3": ("yellow", "colorless"),
    "W5": ("blue", "colorless"),
    "W7": ("green", "purple"),
    "W9": ("colorless",) * 3,
    "T-GREEN": ("green",),
    "T-PURPLE": ("purple",),
}


FOUR = "n1=colorless n2=colorless n3=colorless n4=colorless"


def crossed(grid: str, side: str = "1A", *, effects: bool = False) -> Table:
    table = Table(effects=effects).figure(1, "T-YELLOW").runes(1, "RUNE-CROSS-1").grid(1, grid).side(1, side)
    return table.stack("T-YELLOW", "RUNE-HORN-1", "RUNE-HORN-2")


SEVEN = f"{FOUR} n8=blue n11=blue n9=red"


THREE_FOR_ONE = CastExchange(("n1", "n2", "n3"), gain("purple", "n1"))


def test_mot_9_1_each_card_of_the_matching_sign_takes_effect_once():
    state = Table().figure(1, "W9").runes(1, "RUNE-CUBE-1", "RUNE-CUBE-2", "RUNE-HORN-1").state()
    printed = [gain("colorless", node) for node in ("n1", "n2", "n3")]
    both = (bonus("RUNE-CUBE-1", "colorless", "n4"), bonus("RUNE-CUBE-2", "colorless", "n5"))
    assert after(state, collect(*printed, resonance=both)).player(1).held == 5
    three = (*both, bonus("RUNE-HORN-1", "colorless", "n6"))
    assert refused(state, collect(*printed, resonance=three)) == ("not_asked_for", "MOT-15.3")


def test_mot_9_2_rune_cards_are_never_used_up():
    table = Table().figure(1, "W9").runes(1, "RUNE-CUBE-1")
    printed = [gain("colorless", node) for node in ("n1", "n2", "n3")]
    later = after(table.state(), collect(*printed, resonance=(bonus("RUNE-CUBE-1", "colorless", "n4"),)))
    assert [one.card for one in later.player(1).runes] == ["RUNE-CUBE-1"]


@pytest.mark.parametrize("location", ["W1", "W5", "W9"])
def test_mot_9_3_a_cube_brings_one_colorless_crystal(location):
    state = Table().figure(1, location).runes(1, "RUNE-CUBE-3").state()
    gains = tuple(gain(kind, f"n{place}") for place, kind in enumerate(GIVES[location], start=1))
    action = collect(*gains, resonance=(bonus("RUNE-CUBE-3", "colorless", "n12"),))
    assert decide(state, action)[-1] == e.ResonanceApplied(1, "RUNE-CUBE-3", "cube", e.Gained("colorless", "n12", N))


@pytest.mark.parametrize(
    ("location", "colors"),
    [("W3", ["yellow"]), ("W7", ["green", "purple"]), ("T-GREEN", ["green"]), ("T-PURPLE", ["purple"])],
)
def test_mot_9_4_a_star_brings_a_colour_that_the_card_gives(location, colors):
    state = Table().figure(1, location).runes(1, "RUNE-STAR-4").state()
    gains = tuple(gain(kind, f"n{place}") for place, kind in enumerate(GIVES[location], start=1))
    for color in colors:
        action = collect(*gains, resonance=(bonus("RUNE-STAR-4", color, "n12"),))
        assert decide(state, action)[-1].gained == e.Gained(color, "n12", N)
    other = collect(*gains, resonance=(bonus("RUNE-STAR-4", "blue", "n12"),))
    assert refused(state, other)[1] in {"MOT-9.4", "MOT-15.3"}


def test_mot_9_5_a_horn_may_clear_the_card_before_its_effect_and_brings_a_crystal_after_it():
    table = Table().figure(1, "W8").runes(1, "RUNE-HORN-1").grid(1, "n1=red").card("W8", s1="blue", s2="blue")
    action = collect(
        gain("red", "n1"),
        clear_first=True,
        lay=(Laid("n1", 1),),
        resonance=(bonus("RUNE-HORN-1", "colorless", "n2"),),
    )
    events = decide(table.state(), action)
    assert [getattr(event, "cause", "") for event in events] == ["horn", "", "", ""]
    assert events[-1].gained == e.Gained("colorless", "n2", N)
    assert slot(table.state(), "collect").among == (True, False)
    assert slot(table.state(), "collect", {"/clear_first": False, "/lay/0/node": "n1"}).among == (3, 4, 5)


def test_mot_9_6_without_a_conversion_a_triangle_brings_nothing():
    state = Table().figure(1, "W6").runes(1, "RUNE-TRIANGLE-1").state()
    assert closed(state, "collect") == ("empty_collect", "MOT-6.9")


def test_mot_9_7_the_discount_commits_to_collect():
    state = after(crossed(SEVEN).state(), THREE_FOR_ONE)
    assert closed(state, "break-curse") == ("committed_to_collect", "MOT-9.7")
    assert closed(state, "end-turn") == ("must_collect", "MOT-9.7")
    done = after(state, collect(gain("yellow", "n2")))
    assert closed(done, "end-turn") is None
    assert closed(done, "break-curse") == ("collected_no_break", "MOT-3.2")


def test_mot_9_7_with_grid_1b_the_break_stays_possible_and_collect_must_follow():
    state = after(crossed(SEVEN, "1B", effects=True).state(), THREE_FOR_ONE, broken(3, "left", "n8 n11 n9"))
    assert closed(state, "end-turn") == ("must_collect", "MOT-9.7")
    assert closed(after(state, collect(gain("yellow", "n2"))), "end-turn") is None


@pytest.mark.parametrize("location", ["T-RED", "T-YELLOW", "T-BLUE"])
def test_mot_9_8_the_cross_matches_three_temples(location):
    table = crossed("n1=red n2=red n3=red").figure(1, location)
    assert closed(table.state(), "cast-exchange") is None
    assert closed(table.runes(1, "RUNE-CUBE-1").state(), "cast-exchange") == ("exchange_unaffordable", "MOT-7.2")


@pytest.mark.parametrize(
    ("sign", "locations"),
    [
        ("CUBE", {"W1", "W5", "W9"}),
        ("STAR", {"W3", "W7", "T-GREEN", "T-PURPLE"}),
        ("HORN", {"W2", "W4", "W8"}),
        ("TRIANGLE", {"W6", "W10"}),
        ("CROSS", {"T-RED", "T-YELLOW", "T-BLUE"}),
    ],
)
def test_mot_9_8_the_signs_of_the_locations(sign, locations):
    cards = [*GAME.components["temples"], *GAME.components["wilderness"]]
    assert {card["id"] for card in cards if card["rune_sign"] == sign.lower()} == locations


def test_mot_9_9_three_or_four_nodes_tell_which_exchange_is_meant():
    state = crossed(SEVEN).state()
    asked = slot(state, "cast-exchange")
    assert (asked.least, asked.most) == (3, 4)
    four = CastExchange(("n1", "n2", "n3", "n4"), gain("purple", "n1"))
    assert after(state, four).turn.committed is False
    assert after(state, THREE_FOR_ONE).turn.committed is True


def test_mot_9_9_after_collect_a_discounted_exchange_commits_to_nothing():
    state = after(crossed(SEVEN).state(), collect(gain("yellow", "n12")), THREE_FOR_ONE)
    assert closed(state, "end-turn") is None


def test_mot_9_9_after_a_break_the_discount_needs_grid_1b():
    without = after(crossed(SEVEN).state(), broken(3, "left", "n8 n11 n9"))
    assert slot(without, "cast-exchange").least == 4
    owner = after(crossed(SEVEN, "1B", effects=True).state(), broken(3, "left", "n8 n11 n9"))
    assert slot(owner, "cast-exchange").least == 3
    assert closed(after(owner, THREE_FOR_ONE), "end-turn") == ("must_collect", "MOT-9.7")


def test_mot_9_10_each_bonus_is_taken_or_declined_by_itself():
    state = Table().figure(1, "W7").runes(1, "RUNE-STAR-1", "RUNE-STAR-2").state()
    gains = (gain("green", "n1"), gain("purple", "n2"))
    mixed = (bonus("RUNE-STAR-1", "purple", "n3"), bonus("RUNE-STAR-2", "green", "n4"))
    assert held(after(state, collect(*gains, resonance=mixed)), 1) == "n1=green n2=purple n3=purple n4=green"
    second = (declined("RUNE-STAR-1"), bonus("RUNE-STAR-2", "green", "n3"))
    assert len(named(decide(state, collect(*gains, resonance=second)), e.ResonanceApplied)) == 1
