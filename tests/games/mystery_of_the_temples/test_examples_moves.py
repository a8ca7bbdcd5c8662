"""The worked examples of EXAMPLES.md: moving, collecting, refining, two players (EX-01 to EX-07, EX-14)."""

import pytest

from domain.mystery_of_the_temples import events as e
from domain.mystery_of_the_temples.actions import (
    EndTurn,
    Laid,
    PlaceFigure,
)
from tests.games.mystery_of_the_temples.table import (
    Table,
    after,
    bonus,
    broken,
    collect,
    decide,
    declined,
    gain,
    held,
    kinds_of,
    move,
    named,
    refused,
    stock,
)

N = None


def moving(seats=4) -> Table:
    table = Table(seats).at(phase="move")
    return table.figure(1, "W2").figure(2, "W3").figure(3, "T-YELLOW").figure(4, "W5")


CUBES = ("RUNE-CUBE-1", "RUNE-CUBE-2", "RUNE-STAR-1")


def converting(*runes: str) -> Table:
    return Table().figure(1, "W6").runes(1, *runes).grid(1, "n1=green n2=colorless n3=colorless n4=blue")


PAID = ("n1", "n2", "n3")


def horned(*runes: str) -> Table:
    table = Table().figure(1, "W2").card("W2", s1="colorless", s2="colorless")
    return table.grid(1, "n1=colorless n2=colorless").runes(1, *runes)


@pytest.mark.parametrize(
    ("ring", "steps", "destination"),
    [
        ("wilderness", 1, "W4"),
        ("wilderness", 2, "W6"),
        ("wilderness", 3, "W7"),
        ("temple", 1, "T-BLUE"),
        ("temple", 3, "T-PURPLE"),
    ],
)
def test_mot_ex_01_moving_skips_occupied_cards_of_the_chosen_kind(ring, steps, destination):
    assert after(moving().state(), move(ring, steps)).player(1).figure == destination


def test_mot_ex_01_the_event_lists_the_cards_that_used_a_step():
    assert decide(moving().state(), move("wilderness", 2)) == (
        e.FigureMoved(1, "W2", "W6", "wilderness", 2, ("W4", "W6")),
    )


def test_mot_ex_01_standing_still_is_refused():
    assert refused(moving().state(), move("wilderness", 0)) == ("must_move", "MOT-4.4")


def test_mot_ex_02_dexterity_is_paid_with_any_crystals():
    table = moving().grid(1, "n1=colorless n2=red n3=colorless n4=blue").supply(colorless=10, red=3)
    state = table.state()
    action = move("wilderness", 5, "n1", "n2", "n3")
    assert decide(state, action) == (
        e.DexterityCast(1, 2, 3, (e.Crystal("n1", "colorless"), e.Crystal("n2", "red"), e.Crystal("n3", "colorless"))),
        e.FigureMoved(1, "W2", "W9", "wilderness", 5, ("W4", "W6", "W7", "W8", "W9")),
    )
    later = after(state, action)
    assert held(later, 1) == "n4=blue"
    assert (stock(later, "colorless"), stock(later, "red")) == (12, 4)
    assert refused(state, move("wilderness", 5, "n1", "n2")) == ("dexterity_payment", "MOT-4.5")


@pytest.mark.parametrize(
    ("origin", "ring", "steps", "destination"),
    [
        ("W3", "wilderness", 1, "W5"),
        ("W3", "wilderness", 2, "W6"),
        ("W3", "wilderness", 3, "W8"),
        ("W10", "wilderness", 1, "W1"),
        ("W10", "temple", 1, "T-RED"),
    ],
)
def test_mot_ex_03_removed_wilderness_cards_do_not_count(origin, ring, steps, destination):
    state = Table(3).at(phase="move").figure(1, origin).state()
    assert after(state, move(ring, steps)).player(1).figure == destination


def test_mot_ex_04_direct_collection_with_runes_and_a_nearly_full_grid():
    state = Table().figure(1, "W1").runes(1, *CUBES).full(1, free="n10 n11 n12").state()
    yields = (gain("red", "n10"), gain("colorless", "n11"))
    action = collect(*yields, resonance=(bonus("RUNE-CUBE-1", "colorless", "n12"), declined("RUNE-CUBE-2")))
    assert decide(state, action) == (
        e.CrystalsCollected(1, "W1", "direct", (), (e.Gained("red", "n10", N), e.Gained("colorless", "n11", N)), ()),
        e.ResonanceApplied(1, "RUNE-CUBE-1", "cube", e.Gained("colorless", "n12", N)),
    )


def test_mot_ex_04_the_compulsory_red_cannot_be_left_out_for_two_bonuses():
    state = Table().figure(1, "W1").runes(1, *CUBES).full(1, free="n10 n11 n12").state()
    bonuses = (bonus("RUNE-CUBE-1", "colorless", "n11"), bonus("RUNE-CUBE-2", "colorless", "n12"))
    action = collect(gain("red", N), gain("colorless", "n10"), resonance=bonuses)
    assert refused(state, action) == ("must_take", "MOT-5.6")


def test_mot_ex_05_conversion_with_a_triangle_brings_three_colours():
    state = converting("RUNE-TRIANGLE-1").state()
    action = collect(
        gain("red", "n1"),
        gain("blue", "n3"),
        gain("green", "n2"),
        convert=True,
        pay_nodes=PAID,
        colors=("red", "blue", "green"),
    )
    later = after(state, action)
    assert held(later, 1) == "n1=red n2=green n3=blue n4=blue"
    kinds = ("green", "colorless", "red", "blue")
    assert [stock(later, kind) - stock(state, kind) for kind in kinds] == [0, 2, -1, -1]


def test_mot_ex_05_the_same_colour_twice_and_three_without_a_triangle_are_refused():
    twice = collect(convert=True, pay_nodes=PAID, colors=("red", "red", "blue"))
    assert refused(converting("RUNE-TRIANGLE-1").state(), twice) == ("convert_colors", "MOT-6.11")
    three = collect(convert=True, pay_nodes=PAID, colors=("red", "blue", "green"))
    assert refused(converting().state(), three) == ("convert_colors", "MOT-6.11")


def test_mot_ex_06_refinement_clears_the_card_after_the_crystals_were_taken():
    state = Table().figure(1, "W4").card("W4", s1="colorless", s3="colorless").grid(1, "n6=colorless n9=red").state()
    action = collect(gain("green", "n6"), gain("purple", "n9"), lay=(Laid("n6", 4), Laid("n9", 5)))
    assert decide(state, action) == (
        e.RefinementCovered(1, "W4", 4, "green", "n6", "colorless"),
        e.RefinementCovered(1, "W4", 5, "purple", "n9", "red"),
        e.CrystalsCollected(1, "W4", "refinement", (), (e.Gained("green", "n6", N), e.Gained("purple", "n9", N)), ()),
        e.RefinementCleared("W4", e.Crystals(colorless=3, red=1, yellow=0, blue=0, green=0, purple=0), "visit"),
    )
    later = after(state, action)
    assert held(later, 1) == "n6=green n9=purple"
    assert later.refinement("W4").free == 5
    # 24 colorless and 8 red are in the box; all of them lie in the supply again
    assert (stock(later, "colorless"), stock(later, "red")) == (24, 8)


def test_mot_ex_07_horn_clears_first_and_brings_a_crystal_for_each_card():
    state = horned("RUNE-HORN-1", "RUNE-HORN-2").state()
    action = collect(
        gain("red", "n1"),
        gain("yellow", "n2"),
        clear_first=True,
        lay=(Laid("n1", 1), Laid("n2", 2)),
        resonance=(bonus("RUNE-HORN-1", "colorless", "n3"), bonus("RUNE-HORN-2", "colorless", "n4")),
    )
    assert kinds_of(decide(state, action)) == [
        "RefinementCleared",
        "RefinementCovered",
        "RefinementCovered",
        "CrystalsCollected",
        "ResonanceApplied",
        "ResonanceApplied",
    ]
    assert named(decide(state, action), e.RefinementCleared) == [
        e.RefinementCleared("W2", e.Crystals(colorless=2, red=0, yellow=0, blue=0, green=0, purple=0), "horn")
    ]
    assert held(after(state, action), 1) == "n1=red n2=yellow n3=colorless n4=colorless"


def test_mot_ex_07_without_horns_the_covered_spaces_cannot_be_used():
    action = collect(gain("red", "n1"), lay=(Laid("n1", 1),))
    assert refused(horned().state(), action) == ("space_not_free", "MOT-6.4")


def test_mot_ex_14_two_players_the_neutral_figure_moves_after_each_movement():
    state = Table(2).neutral("W1").at(phase="move").state()
    assert decide(state, PlaceFigure("W9")) == (
        e.FigurePlaced(1, "W9"),
        e.NeutralFigureMoved("W1", "T-RED"),
    )
    state = after(state, PlaceFigure("W9"), collect(*(gain("colorless", node) for node in PAID)), EndTurn())
    assert held(state, 1) == "n1=colorless n2=colorless n3=colorless"
    assert decide(state, PlaceFigure("W10"))[1] == e.NeutralFigureMoved("T-RED", "T-PURPLE")
    state = after(state, PlaceFigure("W10"), EndTurn())
    assert decide(state, move("temple", 1)) == (
        e.FigureMoved(1, "W9", "T-RED", "temple", 1, ("T-RED",)),
        e.NeutralFigureMoved("T-PURPLE", "W8"),
    )


@pytest.mark.parametrize(
    ("position", "end", "grid", "path", "points"),
    [
        (3, "left", "n1=yellow n4=yellow n6=blue", ("n1", "n4", "n6"), 3),
        (3, "right", "n1=blue n4=green n6=red n9=purple n11=blue", ("n1", "n4", "n6", "n9", "n11"), 8),
        (5, "left", "n1=yellow n4=yellow n6=blue n9=purple n11=red", ("n1", "n4", "n6", "n9", "n11"), 8),
        (5, "right", "n1=blue n4=green n6=red", ("n1", "n4", "n6"), 3),
    ],
)
def test_mot_ex_14_the_open_curses_of_two_players(position, end, grid, path, points):
    table = Table(2).neutral("W1").figure(1, "T-RED").grid(1, grid).stack("T-RED", "RUNE-STAR-1")
    state = table.state()
    assert after(state, broken(position, end, " ".join(path))).player(1).score == points
    assert refused(state, broken(4, end, " ".join(path)))[0] == "curse_marked"
