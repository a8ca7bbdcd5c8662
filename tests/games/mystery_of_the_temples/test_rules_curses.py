"""Section 8 of RULES.md: breaking curses."""

import pytest

from domain.kernel.forms import Complete, fill
from domain.kernel.secrecy import SPECTATOR
from domain.mystery_of_the_temples import MYSTERY_1 as GAME
from domain.mystery_of_the_temples import events as e
from domain.mystery_of_the_temples.actions import (
    EndTurn,
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
    form,
    gain,
    kinds_of,
    named,
    refused,
    slot,
)

N = None


RED_3 = "n1=yellow n4=yellow n6=blue"


PATH_3 = "n1 n4 n6"


def on_red(grid: str = RED_3, seats: int = 4, **table) -> Table:
    return Table(seats, **table).figure(1, "T-RED").grid(1, grid).stack("T-RED", "RUNE-HORN-2", "RUNE-STAR-1")


LONG_LEFT = "n1=yellow n4=yellow n6=blue n9=purple n11=red"


LONG_RIGHT_3 = "n1=blue n4=green n6=red n9=purple n11=blue"


LONG_RIGHT_4 = "n1=red n4=blue n6=green n9=red n11=purple"


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
