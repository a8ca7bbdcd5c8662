"""Sections 8, 9 and 12 of RULES.md: breaking curses, runes, the effects of the grids."""

import pytest

from domain.kernel.forms import Complete, fill
from domain.kernel.secrecy import SPECTATOR
from domain.mystery_of_the_temples import MYSTERY_1 as GAME
from domain.mystery_of_the_temples import events as e
from domain.mystery_of_the_temples.actions import (
    CastExchange,
    ChooseGrid,
    EndTurn,
    FromPlayer,
    Laid,
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
    declined,
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


def on_red(grid: str = RED_3, seats: int = 4, **table) -> Table:
    return Table(seats, **table).figure(1, "T-RED").grid(1, grid).stack("T-RED", "RUNE-HORN-2", "RUNE-STAR-1")


def test_mot_8_1_curses_are_broken_on_a_temple_only_and_there_its_own():
    assert closed(on_red().figure(1, "W1").state(), "break-curse") == ("not_on_a_temple", "MOT-8.1")
    # yellow yellow blue begins the arc of T-RED, not that of T-GREEN
    assert closed(on_red().figure(1, "T-GREEN").state(), "break-curse") == ("no_chain", "MOT-8.4")


@pytest.mark.parametrize(("seats", "spaces"), [(2, [3, 4, 5]), (3, [3, 4, 5]), (4, [3, 4, 5, 6])])
def test_mot_8_2_the_curse_spaces_of_a_temple_side(seats, spaces):
    view = GAME.view(on_red(seats=seats).state(), SPECTATOR)
    assert [[space.position for space in temple.spaces] for temple in view.temples] == [spaces] * 5
    state = on_red(seats=seats).state()
    assert refused(state, broken(2, "left", PATH_3)) == ("no_curse_space", "MOT-8.2")


# arc of T-RED: yellow yellow blue purple red green blue (red on side 4)
LONG_LEFT = "n1=yellow n4=yellow n6=blue n9=purple n11=red"
LONG_RIGHT_3 = "n1=blue n4=green n6=red n9=purple n11=blue"
LONG_RIGHT_4 = "n1=red n4=blue n6=green n9=red n11=purple"


@pytest.mark.parametrize(
    ("seats", "grid", "reach"),
    [
        (3, LONG_LEFT, {(3, "left"): 3, (4, "left"): 4, (5, "left"): 5}),
        (3, LONG_RIGHT_3, {(3, "right"): 5, (4, "right"): 4, (5, "right"): 3}),
        (4, LONG_LEFT, {(3, "left"): 3, (4, "left"): 4, (5, "left"): 5}),
        (4, LONG_RIGHT_4, {(4, "right"): 5, (5, "right"): 4, (6, "right"): 3}),
    ],
)
def test_mot_8_3_the_length_of_a_chain_by_position_and_end(seats, grid, reach):
    state = on_red(grid, seats).state()
    found = {}
    for position in slot(state, "break-curse").among:
        asked = slot(state, "break-curse", {"/position": position})
        for end in asked.among:
            found[position, end] = asked.detail(end).length
    assert found == reach


def test_mot_8_3_some_spaces_cannot_be_reached_from_an_end():
    state = on_red(f"{RED_3} n12=red").state()
    assert refused(state, broken(3, "right", PATH_3)) == ("end_out_of_reach", "MOT-8.3")


def test_mot_8_4_a_chain_is_a_path_that_matches_from_the_outermost_crystal_inwards():
    # a second yellow neighbour and further crystals beside the chain do not matter
    state = on_red(f"{RED_3} n2=yellow n3=red n7=green").state()
    assert after(state, broken(3, "left", PATH_3)).player(1).score == 3
    assert after(state, broken(3, "left", "n2 n4 n6")).player(1).score == 3
    backwards = broken(3, "left", "n6 n4 n1")
    assert refused(state, backwards) == ("chain_broken", "MOT-8.4")
    surplus = broken(3, "left", f"{PATH_3} n3")
    assert refused(state, surplus) == ("not_asked_for", "MOT-15.3")
    assert refused(state, broken(3, "left", "n1 n4")) == ("chain_too_short", "MOT-8.4")


def test_mot_8_4_only_nodes_are_offered_from_which_the_chain_can_be_ended():
    # n8 and n11 are yellow and joined, but no blue follows on n8's side: n11 may not come first
    state = on_red("n8=yellow n11=yellow n9=blue").state()
    chosen = {"/position": 3, "/end": "left"}
    assert slot(state, "break-curse", chosen).among == ("n8",)
    assert slot(state, "break-curse", {**chosen, "/path/0": "n8"}).among == ("n11",)


@pytest.mark.parametrize("owner", [1, 2, None])
def test_mot_8_5_a_marked_space_is_closed_from_both_ends_and_blocks_no_chain_through_it(owner):
    state = on_red(LONG_LEFT).marker("T-RED", 4, owner).state()
    assert slot(state, "break-curse").among == (3, 5)
    assert after(state, broken(5, "left", "n1 n4 n6 n9 n11")).player(1).score == 8


@pytest.mark.parametrize(("position", "nodes", "points"), [(3, 3, 3), (4, 4, 5), (5, 5, 8)])
def test_mot_8_6_points_by_chain_length(position, nodes, points):
    path = " ".join(["n1", "n4", "n6", "n9", "n11"][:nodes])
    assert named(decide(on_red(LONG_LEFT).state(), broken(position, "left", path)), e.PointsScored) == [
        e.PointsScored(1, points, "curse", points)
    ]


def test_mot_8_7_the_steps_of_a_break_and_an_empty_stack():
    state = on_red().state()
    assert kinds_of(decide(state, broken(3, "left", PATH_3))) == [
        "CurseBroken",
        "PointsScored",
        "RuneTaken",
        "RuneRevealed",
    ]
    later = after(state, broken(3, "left", PATH_3))
    assert (later.stack("T-RED").open.card, later.stack("T-RED").down) == ("RUNE-STAR-1", ())
    assert [marker.seat for marker in later.markers] == [1]
    last = on_red().stack("T-RED", "RUNE-HORN-2").state()
    assert kinds_of(decide(last, broken(3, "left", PATH_3)))[-1] == "RuneTaken"
    empty = on_red().stack("T-RED", N).state()
    assert after(empty, broken(3, "left", PATH_3)).player(1).runes == ()


def test_mot_8_8_taking_the_rune_card_is_not_asked():
    filled = {"/position": 3, "/end": "left", "/path/0": "n1", "/path/1": "n4", "/path/2": "n6"}
    assert isinstance(fill(form(on_red().state(), "break-curse"), filled), Complete)


def test_mot_8_9_one_break_a_turn_and_a_second_curse_of_the_temple_later():
    grid = f"{RED_3} n8=yellow n11=yellow n9=blue"
    state = after(on_red(grid).state(), broken(3, "left", PATH_3))
    assert closed(state, "break-curse") == ("broken_once", "MOT-8.9")
    again = on_red(LONG_LEFT).marker("T-RED", 3, 1).points(1, 3, curses=1).state()
    assert after(again, broken(4, "left", "n1 n4 n6 n9")).player(1).curses == 2


def test_mot_8_10_a_break_is_named_by_position_end_and_path():
    state = on_red(f"{LONG_LEFT} n2=yellow").state()
    assert refused(state, broken(4, "right", "n1 n4 n6 n9")) == ("end_not_fitting", "MOT-8.10")
    assert refused(state, broken(6, "right", PATH_3)) == ("chain_missing", "MOT-8.10")
    first = slot(state, "break-curse", {"/position": 3, "/end": "left"})
    assert set(first.among) == {"n1", "n2"}


def test_mot_8_11_who_has_broken_five_curses_has_no_further_turn():
    table = on_red().points(1, 12, curses=4).at(round=7)
    state = after(table.state(), broken(3, "left", PATH_3), EndTurn())
    seen = set()
    while GAME.decisions(state):
        seat = GAME.decisions(state)[0].seat
        seen.add(seat)
        state = after(state, GAME.default(state, seat))
    assert seen == {2, 3, 4}


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


def crossed(grid: str, side: str = "1A", *, effects: bool = False) -> Table:
    table = Table(effects=effects).figure(1, "T-YELLOW").runes(1, "RUNE-CROSS-1").grid(1, grid).side(1, side)
    return table.stack("T-YELLOW", "RUNE-HORN-1", "RUNE-HORN-2")


SEVEN = f"{FOUR} n8=blue n11=blue n9=red"
THREE_FOR_ONE = CastExchange(("n1", "n2", "n3"), gain("purple", "n1"))


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


def test_mot_19_9_a_break_asks_in_the_order_of_the_rule():
    table = on_red("n1=yellow n4=yellow n6=blue n9=red", effects=True).side(1, "2B")
    filled: dict[str, object] = {}
    asked = []
    for answer in (4, "left", "n1", "n4", "n6", "n9"):
        at = slot(table.state(), "break-curse", filled).at
        asked.append(at)
        filled[at] = answer
    # with three of the four crystals on the grid the chain ends by itself, and the extra crystal is asked for
    assert asked == ["/position", "/end", "/path/0", "/path/1", "/path/2", "/extra_pay_node"]


def test_mot_16_2_a_collect_tells_its_parts_in_order():
    table = Table().figure(1, "W2").grid(1, "n1=red n2=red").card("W2", s4="red", s5="blue").runes(1, "RUNE-HORN-1")
    action = collect(
        gain("red", "n1"),
        clear_first=False,
        lay=(Laid("n1", 1),),
        resonance=(bonus("RUNE-HORN-1", "colorless", "n3"),),
    )
    assert kinds_of(decide(table.state(), action)) == [
        "RefinementCovered",
        "CrystalsCollected",
        "RefinementCleared",
        "ResonanceApplied",
    ]
