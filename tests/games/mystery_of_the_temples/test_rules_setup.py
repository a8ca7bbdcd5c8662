"""Sections 1 and 2 of RULES.md, and its sections on commands, events and decisions as far as they speak of the setup."""

import json
from importlib import resources
from typing import get_args

import pytest

from domain.kernel.chance import ScriptedChance
from domain.kernel.errors import IllegalAction
from domain.kernel.forms import admitted
from domain.kernel.secrecy import ALL, SPECTATOR
from domain.mystery_of_the_temples import MYSTERY_1 as GAME
from domain.mystery_of_the_temples import events as e
from domain.mystery_of_the_temples import terms
from domain.mystery_of_the_temples.actions import (
    PlaceFigure,
    PlaceStartingCrystals,
    TakeStartingRune,
)
from domain.mystery_of_the_temples.settings import Settings
from domain.mystery_of_the_temples.state import State
from tests.games.mystery_of_the_temples.table import (
    ADVANCED,
    BASIC,
    BOX,
    RING_4,
    TEMPLES,
    Table,
    after,
    broken,
    collect,
    dealt,
    decide,
    gain,
    held,
    kinds_of,
    move,
    named,
    refused,
    slot,
    stock,
)

DATA = json.loads(resources.files("domain.mystery_of_the_temples.components").joinpath("1.json").read_text("utf-8"))


def placed(state: State) -> State:
    """Everybody has put the starting crystals on n1 and n2."""
    return after(state, *[PlaceStartingCrystals(("n1", "n2"))] * len(state.players))


def test_mot_1_1_the_closed_sets_of_words_are_those_of_the_box():
    assert tuple(DATA["crystals"]["supply"]) == terms.KINDS
    assert {card["id"] for card in DATA["rune_cards"]["cards"]} == set(get_args(terms.RuneCard))
    cards = {card["id"] for card in [*DATA["temples"], *DATA["wilderness"]]}
    assert cards == set(get_args(terms.Location))
    assert {one["id"] for one in DATA["objectives"]} == set(get_args(terms.Objective))
    assert {grid["id"] for grid in DATA["crystal_grids"]} == set(get_args(terms.Grid))
    assert sum(BOX.values()) == DATA["component_list"]["crystals"] == 60


def test_mot_1_2_nobody_breaks_a_sixth_curse_since_the_fifth_ends_the_game():
    table = Table().points(1, 12, curses=4).figure(1, "T-RED").grid(1, "n1=yellow n4=yellow n6=blue")
    state = after(table.state(), broken(3, "left", "n1 n4 n6"))
    seats = []
    while GAME.decisions(state):
        seats.append(GAME.decisions(state)[0].seat)
        state = after(state, GAME.default(state, seats[-1]))
    assert seats.count(1) == 1
    assert seats[0] == 1
    assert state.player(1).curses == DATA["player_colors"]["markers_for_curses"] == 5


@pytest.mark.parametrize(("score", "field"), [(0, 0), (49, 49), (50, 0), (73, 23)])
def test_mot_1_3_the_score_passes_fifty_and_the_track_goes_round(score, field):
    player = GAME.view(Table().points(1, score).state(), SPECTATOR).players[0]
    assert (player.score, player.track) == (score, field)


def test_mot_1_4_the_supply_of_the_deal_is_the_whole_box():
    state, _ = dealt(4)
    assert {kind: stock(state, kind) for kind in terms.KINDS} == BOX


def test_mot_2_1_turn_order_is_clockwise_from_a_random_start_player():
    orders = {dealt(3, key=key)[0].order for key in range(12)}
    assert orders == {(1, 2, 3), (2, 3, 1), (3, 1, 2)}


@pytest.mark.parametrize(("seats", "side"), [(2, "2-3"), (3, "2-3"), (4, "4")])
def test_mot_2_2_the_side_of_the_temples_and_their_random_order(seats, side):
    arrangements = set()
    for key in range(6):
        state, _ = dealt(seats, key=key)
        assert state.side == side
        arrangements.add(tuple(card for card in state.ring if card in TEMPLES))
    assert len(arrangements) > 1
    assert all(sorted(temples) == sorted(TEMPLES) for temples in arrangements)


@pytest.mark.parametrize(
    ("seats", "wilderness"),
    [
        (2, [["W1", "W2"], ["W3"], ["W5", "W6"], ["W8"], ["W9", "W10"]]),
        (3, [["W1", "W2"], ["W3"], ["W5", "W6"], ["W8"], ["W9", "W10"]]),
        (4, [["W1", "W2"], ["W3", "W4"], ["W5", "W6"], ["W7", "W8"], ["W9", "W10"]]),
    ],
)
def test_mot_2_3_wilderness_cards_lie_between_the_temples(seats, wilderness):
    state, _ = dealt(seats)
    gaps: list[list[str]] = []
    for card in state.ring:
        if card in TEMPLES:
            gaps.append([])
        else:
            gaps[-1].append(card)
    assert gaps == wilderness
    absent = Table(seats).at(phase="move").state()
    if seats < 4:
        assert refused(absent, PlaceFigure("W4")) == ("not_in_the_ring", "MOT-2.3")


def test_mot_2_4_four_rune_cards_on_each_temple_the_top_one_open():
    state, events = dealt(4)
    (deal,) = named(events, e.RuneStacksDealt)
    assert deal.stacks == tuple(e.StackSize(stack.temple, 4) for stack in state.stacks)
    assert sorted(card for order in deal.order for card in order.cards) == sorted(get_args(terms.RuneCard))
    for stack, order in zip(state.stacks, deal.order, strict=True):
        assert (stack.open.card, *stack.down) == order.cards


@pytest.mark.parametrize(("seats", "temples"), [(2, 2), (3, 2), (4, 3)])
def test_mot_2_5_temple_objectives_by_number_of_players_and_always_the_rune_objective(seats, temples):
    state, _ = dealt(seats)
    assert len(state.objectives) == len(set(state.objectives)) == temples + 1
    assert state.objectives[-1] == "OBJ-RUNE"


def test_mot_2_6_players_begin_with_score_0_and_no_figure_on_the_ring():
    state, _ = dealt(4)
    assert [(player.score, player.figure, player.curses) for player in state.players] == [(0, None, 0)] * 4


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_mot_2_7_the_basic_game_deals_the_a_sides_in_turn_order(seats):
    state, _ = dealt(seats)
    assert [state.player(seat).grid for seat in state.order] == ["1A", "2A", "3A", "4A"][:seats]


def test_mot_2_8_in_turn_order_two_colorless_crystals_on_two_different_free_nodes():
    state, _ = dealt(3)
    for seat in state.order:
        assert GAME.decisions(state)[0].seat == seat
        assert refused(state, PlaceStartingCrystals(("n3", "n3"))) == ("starting_nodes_differ", "MOT-2.8")
        assert refused(state, PlaceStartingCrystals(("n3",))) == ("starting_nodes_differ", "MOT-2.8")
        state = after(state, PlaceStartingCrystals(("n9", "n3")))
        assert held(state, seat) == "n3=colorless n9=colorless"
    assert stock(state, "colorless") == 24 - 6


@pytest.mark.parametrize(("settings", "asked"), [(BASIC, False), (Settings(grid_effects="on"), True)])
def test_mot_2_9_a_starting_rune_only_if_the_effect_of_3a_applies(settings, asked):
    state = placed(dealt(3, settings)[0])
    owner = next(player.seat for player in state.players if player.grid == "3A")
    decision = GAME.decisions(state)[0]
    assert (decision.kind == "starting_rune") is asked
    if asked:
        assert decision.seat == owner


def test_mot_2_10_two_players_have_a_neutral_figure_and_neutral_markers():
    assert dealt(2)[0].neutral == "W1"
    assert len(dealt(2)[0].markers) == 5
    assert dealt(3)[0].neutral is None
    assert dealt(3)[0].markers == ()


def test_mot_2_11_round_1_starts_with_player_1():
    state, _ = dealt(4)
    *_, last = decide(after(state, *[PlaceStartingCrystals(("n1", "n2"))] * 3), PlaceStartingCrystals(("n1", "n2")))
    assert last == e.TurnStarted(state.order[0], 1)


def test_mot_2_12_starting_crystals_come_from_the_supply():
    state, events = dealt(2)
    (arranged,) = named(events, e.TemplesArranged)
    assert arranged.supply == e.Crystals(**BOX)
    assert stock(placed(state), "colorless") == 24 - 4


def test_mot_2_13_colours_go_by_seat_and_the_first_left_over_is_neutral():
    state, _ = dealt(2)
    assert [player.color for player in state.players] == ["black", "white"]
    assert state.neutral_color == "orange"
    assert [player.color for player in dealt(4)[0].players] == ["black", "white", "orange", "teal"]


@pytest.mark.parametrize("seats", [1, 5])
def test_mot_2_14_other_numbers_of_players_are_refused(seats):
    with pytest.raises(IllegalAction) as caught:
        GAME.check(BASIC, seats)
    assert (caught.value.refusal.code, caught.value.refusal.rule) == ("wrong_number_of_seats", "MOT-2.14")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_mot_2_14_two_to_four_players_may_play_with_any_options(seats):
    for settings in (BASIC, ADVANCED, Settings(grid_effects="on", max_rounds=20)):
        GAME.check(settings, seats)


def test_mot_13_2_the_draws_of_the_setup_stand_in_this_order():
    # start player 1 of 3, temples (4 draws), runes (19 draws), objectives (4 draws); a draw of the highest number
    # leaves a card where it is
    draws = [1, 4, 3, 2, 1, *range(19, 0, -1), 4, 3, 2, 1]
    chance = ScriptedChance(*draws)
    state = None
    for event in GAME.deal(BASIC, 3, chance):
        state = GAME.evolve(state, event)
    assert chance.left == 0
    assert state.order == (2, 3, 1)
    assert state.ring[0] == "T-RED"
    assert state.stacks[0].open.card == "RUNE-CUBE-1"
    assert state.stacks[0].down == ("RUNE-CUBE-2", "RUNE-CUBE-3", "RUNE-CUBE-4")
    assert state.objectives == ("OBJ-RED", "OBJ-YELLOW", "OBJ-RUNE")
    while GAME.decisions(state):
        state = after(state, GAME.default(state, GAME.decisions(state)[0].seat))  # NoChance would refuse a draw


def test_mot_19_1_grid_choice_asks_for_a_card_and_its_side():
    state, _ = dealt(4, ADVANCED)
    assert slot(state, "choose-grid").among == (1, 2, 3, 4)
    assert slot(state, "choose-grid", {"/card": 2}).among == ("A", "B")


def test_mot_19_2_starting_crystals_are_any_two_of_twelve_nodes():
    asked = slot(dealt(2)[0], "place-starting-crystals")
    assert (asked.at, len(asked.among), asked.least, asked.most) == ("/nodes", 12, 2, 2)


def test_mot_19_3_the_starting_rune_is_one_of_five():
    state = Table(3, effects=True).at(phase="starting_rune", asked=(3,)).stack("T-RED", "RUNE-CUBE-1").state()
    asked = slot(state, "take-starting-rune")
    assert asked.among == TEMPLES
    assert asked.detail("T-RED").rune_card == "RUNE-CUBE-1"


def test_mot_15_1_a_command_that_breaks_a_rule_changes_nothing():
    state = Table().figure(1, "W1").grid(1, "n1=red").state()
    before = GAME.view(state, ALL)
    refused(state, collect(gain("red", "n1"), gain("colorless", "n2")))
    assert GAME.view(state, ALL) == before


def test_mot_15_2_sets_have_no_order():
    state, _ = dealt(2)
    one = admitted(GAME.forms(state, state.order[0]), PlaceStartingCrystals(("n9", "n2"))).action
    assert one == PlaceStartingCrystals(("n2", "n9"))


def test_mot_15_3_fields_that_are_not_called_for_must_be_empty():
    state = Table().figure(1, "T-RED").state()
    for surplus in (
        {"clear_first": False},
        {"convert": False},
        {"pay_nodes": ("n1",)},
        {"extras": (gain("red", "n2"),)},
    ):
        assert refused(state, collect(gain("red", "n1"), **surplus)) == ("not_asked_for", "MOT-15.3")


def test_mot_15_4_what_cannot_be_had_is_not_asked_for():
    state = Table().figure(1, "W1").supply(red=0).state()
    assert slot(state, "collect").at == "/gains/1/node"
    assert decide(state, collect(gain("red", None), gain("colorless", "n1")))[0].forgone == ("red",)


def test_mot_16_1_the_order_of_events_at_the_setup():
    _, two = dealt(2)
    assert kinds_of(two) == [
        *("TurnOrderDrawn", "TemplesArranged", "RuneStacksDealt"),
        *["RuneRevealed"] * 5,
        *("ObjectivesRevealed", "NeutralMarkersPlaced", "NeutralFigurePlaced"),
        *("GridAssigned", "GridAssigned", "SetupAsked"),
    ]
    state, advanced = dealt(3, ADVANCED)
    assert kinds_of(advanced)[-2:] == ["ObjectivesRevealed", "SetupAsked"]
    assert advanced[-1] == e.SetupAsked("grid_choice", state.order[::-1])
    revealed = [event.temple for event in named(advanced, e.RuneRevealed)]
    assert revealed == [card for card in state.ring if card in TEMPLES]


def test_mot_2_9_the_starting_rune_is_followed_by_the_first_turn():
    state = placed(dealt(3, Settings(grid_effects="on"))[0])
    temple = state.stacks[2].temple
    assert kinds_of(decide(state, TakeStartingRune(temple))) == ["StartingRuneTaken", "RuneRevealed", "TurnStarted"]


def test_mot_14_3_a_free_temple_exists_with_three_other_figures():
    table = Table().at(phase="move").figure(1, "W1").figure(2, "T-YELLOW").figure(3, "T-BLUE").figure(4, "T-GREEN")
    assert after(table.state(), move("temple", 1)).player(1).figure == "T-PURPLE"
    assert RING_4.index("W1") < RING_4.index("T-PURPLE")
