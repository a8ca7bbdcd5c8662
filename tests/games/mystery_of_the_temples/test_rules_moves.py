"""Sections 4 and 11 of RULES.md: the figures on the ring, the two-player game."""

import pytest

from domain.mystery_of_the_temples import MYSTERY_1 as GAME
from domain.mystery_of_the_temples import events as e
from domain.mystery_of_the_temples.actions import PlaceFigure, RelocateFigure
from tests.games.mystery_of_the_temples.table import (
    RING_4,
    Table,
    after,
    broken,
    closed,
    dealt,
    decide,
    held,
    kinds_of,
    move,
    named,
    refused,
    slot,
)

TWELVE = " ".join(f"n{node}=red" for node in range(1, 9)) + " n9=blue n10=blue n11=blue n12=blue"


def moving(figure: str = "W1", seats: int = 4, **table) -> Table:
    return Table(seats, **table).at(phase="move").figure(1, figure)


def test_mot_4_1_the_first_placement_goes_to_any_unoccupied_card_for_free():
    state = Table().at(phase="move").figure(2, "W5").figure(3, "T-RED").state()
    assert set(slot(state, "place-figure").among) == set(RING_4) - {"W5", "T-RED"}
    assert refused(state, PlaceFigure("W5")) == ("location_occupied", "MOT-4.1")
    assert decide(state, PlaceFigure("T-BLUE")) == (e.FigurePlaced(1, "T-BLUE"),)
    assert closed(moving().state(), "place-figure") == ("figure_placed_already", "MOT-4.1")


@pytest.mark.parametrize(
    ("origin", "ring", "steps", "destination"),
    [("W1", "temple", 2, "T-BLUE"), ("T-RED", "temple", 1, "T-YELLOW"), ("T-RED", "wilderness", 3, "W3")],
)
def test_mot_4_2_only_cards_of_the_chosen_kind_count_wherever_the_figure_starts(origin, ring, steps, destination):
    assert after(moving(origin).state(), move(ring, steps)).player(1).figure == destination


def test_mot_4_3_occupied_cards_are_skipped_neutral_figure_included():
    table = moving("W1", seats=2).neutral("W2").figure(2, "W3")
    assert after(table.state(), move("wilderness", 1)).player(1).figure == "W5"


def test_mot_4_4_one_to_three_steps_are_free_and_standing_still_is_not_allowed():
    state = moving().state()
    assert slot(state, "move-figure", {"/ring": "temple"}).among == (1, 2, 3)
    assert refused(state, move("temple", 0)) == ("must_move", "MOT-4.4")
    for steps in (1, 2, 3):
        assert kinds_of(decide(state, move("wilderness", steps))) == ["FigureMoved"]


@pytest.mark.parametrize(("extra", "cost"), [(1, 1), (2, 3), (3, 6), (4, 10)])
def test_mot_4_5_the_dexterity_spell_costs_1_3_6_10(extra, cost):
    state = moving().grid(1, TWELVE).state()
    nodes = [f"n{node}" for node in range(1, 13)]
    (cast,) = named(decide(state, move("temple", 3 + extra, *nodes[:cost])), e.DexterityCast)
    assert (cast.extra_steps, cast.cost, len(cast.paid)) == (extra, cost, cost)
    assert refused(state, move("temple", 3 + extra, *nodes[: cost - 1]))[1] == "MOT-4.5"
    assert refused(state, move("temple", 3 + extra, *nodes[: cost + 1]))[1] in {"MOT-4.5", "MOT-15.3"}


def test_mot_4_5_paid_nodes_must_hold_a_crystal():
    state = moving().grid(1, "n1=red n2=red n3=red").state()
    assert refused(state, move("temple", 4, "n9")) == ("node_empty", "MOT-5.2")
    assert refused(state, move("temple", 5, "n1", "n2", "n2")) == ("dexterity_payment", "MOT-4.5")


def test_mot_4_6_the_own_card_counts_as_unoccupied_when_a_move_runs_all_the_way_round():
    state = moving("T-BLUE").grid(1, TWELVE).state()
    assert after(state, move("temple", 5, "n1", "n2", "n3")).player(1).figure == "T-BLUE"
    round_and_on = move("temple", 6, "n1", "n2", "n3", "n4", "n5", "n6")
    (moved,) = named(decide(state, round_and_on), e.FigureMoved)
    assert moved.counted == ("T-GREEN", "T-PURPLE", "T-RED", "T-YELLOW", "T-BLUE", "T-GREEN")


def test_mot_4_7_landing_and_passing_trigger_nothing():
    state = moving("W1").grid(1, "n1=red").card("W2", s1="red", s2="red").state()
    later = after(state, move("wilderness", 1))
    assert held(later, 1) == "n1=red"
    assert later.refinement("W2") == state.refinement("W2")
    assert kinds_of(decide(state, move("wilderness", 1))) == ["FigureMoved"]


@pytest.mark.parametrize(
    ("crystals", "most"), [(0, 3), (1, 4), (2, 4), (3, 5), (5, 5), (6, 6), (9, 6), (10, 7), (12, 7)]
)
def test_mot_4_8_the_crystals_on_the_grid_bound_the_steps(crystals, most):
    state = moving().grid(1, " ".join(TWELVE.split()[:crystals])).state()
    assert slot(state, "move-figure", {"/ring": "temple"}).among == tuple(range(1, most + 1))
    if most < 7:
        assert refused(state, move("temple", most + 1)) == ("too_many_steps", "MOT-4.8")
    assert refused(state, move("temple", 2, "n1")) == ("not_asked_for", "MOT-15.3")


def test_mot_4_8_a_step_tells_its_destination_way_and_price():
    state = moving("W2").figure(2, "W3").grid(1, "n1=red n2=red n3=red").state()
    landing = slot(state, "move-figure", {"/ring": "wilderness"}).detail(5)
    assert (landing.destination, landing.cost) == ("W8", 3)
    assert landing.counted == ("W4", "W5", "W6", "W7", "W8")


def test_mot_11_1_neutral_markers_block_the_five_point_spaces():
    state, events = dealt(2)
    (placed,) = named(events, e.NeutralMarkersPlaced)
    assert sorted(space.temple for space in placed.markers) == sorted(
        ("T-RED", "T-YELLOW", "T-BLUE", "T-GREEN", "T-PURPLE")
    )
    assert {space.position for space in placed.markers} == {4}
    assert all(state.marked(space.temple, 4) for space in placed.markers)


def test_mot_11_2_the_neutral_figure_starts_on_w1_and_blocks_it():
    state = Table(2).neutral("W1").at(phase="move").state()
    assert refused(state, PlaceFigure("W1")) == ("location_occupied", "MOT-4.1")


@pytest.mark.parametrize(
    ("neutral", "other", "destination"), [("T-YELLOW", "W9", "W2"), ("T-YELLOW", "W2", "W1"), ("T-RED", "W9", "W10")]
)
def test_mot_11_3_the_neutral_figure_goes_counter_clockwise_over_all_cards(neutral, other, destination):
    table = moving("T-BLUE", seats=2).neutral(neutral).figure(2, other)
    assert decide(table.state(), move("wilderness", 2))[-1] == e.NeutralFigureMoved(neutral, destination)


def test_mot_11_3_the_neutral_figure_moves_after_a_relocation_too():
    table = moving("W5", seats=2, effects=True).neutral("T-RED").side(1, "3B").grid(1, "n1=red n2=red")
    relocated = decide(table.state(), RelocateFigure("W10", ("n1", "n2")))
    assert relocated[-1] == e.NeutralFigureMoved("T-RED", "W9")


def test_mot_11_4_neutral_markers_take_no_part_in_objectives_and_stacks_have_four_cards():
    state, _ = dealt(2)
    assert all(len(stack.down) == 3 for stack in state.stacks)
    table = Table(2).neutral("W1").objectives("OBJ-RED")
    assert [line.score for line in GAME.outcome(table.state()).standings] == [0, 0]
    table.marker("T-RED", 3, 2)
    assert {line.seat: line.score for line in GAME.outcome(table.state()).standings} == {1: 0, 2: 4}


def test_mot_11_5_the_neutral_figure_can_always_move_and_decides_nothing():
    table = Table(2).neutral("W2").at(phase="move").figure(2, "W1")
    state = after(table.state(), PlaceFigure("T-RED"))
    assert state.neutral == "W10"
    (decision,) = GAME.decisions(state)
    assert decision.seat == 1


def test_mot_11_1_the_neutral_space_cannot_be_broken():
    state = Table(2).neutral("W1").figure(1, "T-RED").grid(1, "n1=yellow n4=yellow n6=blue n9=purple").state()
    assert refused(state, broken(4, "left", "n1 n4 n6 n9")) == ("curse_marked", "MOT-8.5")


def test_mot_19_4_the_first_placement_has_at_most_fifteen_options():
    assert len(slot(Table(4).at(phase="move").state(), "place-figure").among) == 15
    assert len(slot(Table(3).at(phase="move").state(), "place-figure").among) == 13


def test_mot_19_5_a_later_move_asks_for_ring_steps_and_payment():
    state = moving().grid(1, TWELVE).state()
    assert slot(state, "move-figure").among == ("temple", "wilderness")
    asked = slot(state, "move-figure", {"/ring": "temple", "/steps": 6})
    assert (asked.at, asked.least, asked.most, len(asked.among)) == ("/pay_nodes", 6, 6, 12)
    one = slot(state, "move-figure", {"/ring": "temple", "/steps": 4})
    assert (one.at, one.most) == ("/pay_nodes/0", 1)
    assert closed(state, "relocate-figure") == ("no_relocation", "MOT-12.9")


def test_mot_14_1_no_two_figures_share_a_card():
    state = moving("W2").figure(2, "W3").figure(3, "W4").figure(4, "W5").grid(1, TWELVE).state()
    for steps in range(1, 8):
        destination = slot(state, "move-figure", {"/ring": "wilderness"}).detail(steps).destination
        assert destination not in {"W3", "W4", "W5"}
