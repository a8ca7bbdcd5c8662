"""Sections 10, 13, 14, 16, 19 to 21 of RULES.md: the end, hidden things, invariants, absent players."""

import msgspec
import pytest

from domain.kernel.chance import KeyedChance
from domain.kernel.secrecy import ALL, SPECTATOR, Eyes, redact, seat_viewer, undeclared
from domain.kernel.values import Event, Tells
from domain.mystery_of_the_temples import MYSTERY_1 as GAME
from domain.mystery_of_the_temples import events as e
from domain.mystery_of_the_temples.actions import (
    CastExchange,
    ChooseGrid,
    EndTurn,
    FromRefinement,
    PlaceFigure,
    PlaceStartingCrystals,
    TakeStartingRune,
)
from domain.mystery_of_the_temples.settings import Settings
from tests.games.mystery_of_the_temples.table import (
    ADVANCED,
    TEMPLES,
    Table,
    after,
    broken,
    closed,
    collect,
    dealt,
    decide,
    declined,
    gain,
    held,
    kinds_of,
    move,
    named,
)

RED_3, PATH_3 = "n1=yellow n4=yellow n6=blue", "n1 n4 n6"


def on_red(**table) -> Table:
    return Table(**table).figure(1, "T-RED").grid(1, RED_3).stack("T-RED", "RUNE-CUBE-1", "RUNE-STAR-1")


def by_default(state):
    """Everybody plays the default action to the end; the events of all of it."""
    events = []
    while GAME.decisions(state):
        happened = decide(state, GAME.default(state, GAME.decisions(state)[0].seat))
        events += happened
        for event in happened:
            state = GAME.evolve(state, event)
    return state, events


def test_mot_10_1_the_fifth_curse_triggers_the_end_and_all_have_the_same_number_of_turns():
    state = after(on_red().points(1, 12, curses=4).at(round=9).state(), broken(3, "left", PATH_3))
    assert state.triggered
    _, events = by_default(state)
    assert [event.seat for event in named(events, e.TurnEnded)] == [1, 2, 3, 4]
    assert named(events, e.RoundEnded) == [e.RoundEnded(9, last=True)]


def test_mot_10_2_another_fifth_curse_in_the_last_round_changes_nothing():
    table = on_red().points(1, 12, curses=4).at(triggered=True)
    assert named(decide(table.state(), broken(3, "left", PATH_3)), e.EndTriggered) == []


@pytest.mark.parametrize(("signs", "points"), [(0, 0), (1, 1), (2, 2), (3, 4), (4, 7), (5, 11)])
def test_mot_10_3_points_for_different_rune_signs(signs, points):
    names = ("CUBE", "STAR", "HORN", "TRIANGLE", "CROSS")[:signs]
    state = Table().runes(1, *[f"RUNE-{name}-{copy}" for name in names for copy in (1, 2)]).state()
    assert {line.seat: line.score for line in GAME.outcome(state).standings}[1] == points


def test_mot_10_4_first_and_second_on_a_temple():
    table = Table(3).objectives("OBJ-BLUE").marker("T-BLUE", 3, 2).marker("T-BLUE", 4, 2).marker("T-BLUE", 5, 1)
    table.marker("T-GREEN", 3, 3)
    assert {line.seat: line.score for line in GAME.outcome(table.state()).standings} == {1: 2, 2: 4, 3: 0}


def test_mot_10_5_crystals_on_the_grid_score_nothing():
    assert [line.score for line in GAME.outcome(Table().full(1, "red").state()).standings] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("grids", "ranking"),
    [
        (("n1=red n2=red", "n1=red", "n1=red n2=red"), [3, 1, 2]),
        (("n1=red n2=colorless", "n1=red", "n1=red"), [1, 3, 2]),
        (("n1=colorless n2=colorless", "n1=red", ""), [2, 1, 3]),
        (("", "", ""), [3, 2, 1]),
    ],
)
def test_mot_10_6_ties_are_broken_by_coloured_then_colorless_then_turn_order(grids, ranking):
    table = Table(3).objectives()
    for seat, grid in enumerate(grids, start=1):
        table.grid(seat, grid)
    outcome = GAME.outcome(table.state())
    assert [line.seat for line in outcome.standings] == ranking
    assert [line.rank for line in outcome.standings] == [1, 2, 3]
    assert outcome.winners == (ranking[0],)


def test_mot_10_6_later_in_turn_order_means_the_drawn_order_not_the_seat():
    outcome = GAME.outcome(Table(3).objectives().at(order=(3, 1, 2)).state())
    assert [line.seat for line in outcome.standings] == [2, 1, 3]


@pytest.mark.parametrize("rounds", [20, 57])
def test_mot_10_7_after_the_last_round_the_game_ends_all_the_same(rounds):
    table = Table(2).neutral("T-RED").at(max_rounds=rounds, round=rounds - 1, active=1).figure(1, "W6").figure(2, "W2")
    state, events = by_default(table.state())
    assert state.round == rounds
    assert named(events, e.RoundLimitReached) == [e.RoundLimitReached(rounds)]
    assert [event.last for event in named(events, e.RoundEnded)] == [False, True]


def test_mot_10_8_crystals_on_refinement_cards_belong_to_nobody():
    table = Table(3).objectives().card("W2", s1="red", s2="red").grid(1, "n1=colorless")
    assert GAME.outcome(table.state()).winners == (1,)


def test_mot_13_1_only_the_face_down_runes_are_hidden():
    table = Table().stack("T-RED", "RUNE-CUBE-1", "RUNE-STAR-1", "RUNE-STAR-2").stack("T-BLUE", None, "RUNE-HORN-1")
    state = table.state()
    for viewer in (seat_viewer(1), SPECTATOR):
        view = GAME.view(state, viewer)
        assert [temple.face_down_cards for temple in view.temples] == [None] * 5
        assert [temple.face_down for temple in view.temples] == [2, 0, 1, 0, 0]
        assert {one.sign: one.cards for one in view.face_down_signs} == {
            "cube": 0,
            "star": 2,
            "horn": 1,
            "triangle": 0,
            "cross": 0,
        }
    assert undeclared([*GAME.types.events, *GAME.types.actions, GAME.types.view]) == []


def test_mot_13_1_the_deal_hides_the_order_of_the_stacks():
    _, events = dealt(3)
    (deal,) = named(events, e.RuneStacksDealt)
    shown = redact(e.RuneStacksDealt, msgspec.to_builtins(deal), Eyes(seat_viewer(1)))
    assert shown["order"] is None
    assert shown["stacks"][0]["cards"] == 4


def test_mot_13_3_turning_up_a_card_draws_nothing_and_shows_the_next_of_the_stack():
    assert decide(on_red().state(), broken(3, "left", PATH_3))[-1] == e.RuneRevealed("T-RED", "RUNE-STAR-1", "star")


def test_mot_13_4_no_form_depends_on_a_face_down_card_and_twins_look_the_same():
    state, _ = dealt(4, Settings(grid_effects="on"))
    chance = KeyedChance(bytes([9] * 32))
    twins = [GAME.twin(state, seat_viewer(2), chance) for _ in range(5)]
    assert any(twin.stacks != state.stacks for twin in twins)
    for twin in twins:
        assert GAME.view(twin, seat_viewer(2)) == GAME.view(state, seat_viewer(2))
        down = sorted(card for stack in state.stacks for card in stack.down)
        assert sorted(card for stack in twin.stacks for card in stack.down) == down
    assert GAME.twin(state, ALL, chance) is state


def test_mot_13_4_what_turns_up_a_card_tells_everybody():
    assert e.RuneRevealed.tells is Tells.ALL
    quiet: set[type[Event]] = {
        e.CurseBroken,
        e.RuneTaken,
        e.StartingRuneTaken,
        e.CrystalsCollected,
        e.FigureMoved,
        e.TurnEnded,
    }
    assert {kind.tells for kind in quiet} == {Tells.NOBODY}


def test_mot_13_5_everything_may_be_shown_after_the_end():
    state = Table().stack("T-RED", "RUNE-CUBE-1", "RUNE-STAR-1", "RUNE-STAR-2").state()
    assert GAME.view(state, ALL).temples[0].face_down_cards == ("RUNE-STAR-1", "RUNE-STAR-2")


def test_mot_14_1_a_state_that_nobody_could_reach_is_never_made_by_collecting():
    # the last colorless crystal is taken from W8; the total of the kind stays 24
    table = (
        Table()
        .figure(1, "W9")
        .full(2)
        .card("W8", s1="colorless")
        .grid(3, " ".join(f"n{n}=colorless" for n in range(1, 12)))
    )
    state = table.state()
    assert state.supply[0] == 0
    gains = [gain("colorless", "n1", FromRefinement("W8", 1)), gain("colorless", None), gain("colorless", None)]
    later = after(state, collect(*gains))
    assert later.supply[0] + sum(player.crystals.count("colorless") for player in later.players) == 24


def test_mot_14_6_every_spell_costs_at_least_one_crystal_net():
    state = Table().figure(1, "T-RED").full(1).state()
    later = after(state, CastExchange(("n1", "n2", "n3", "n4"), gain("red", "n1")))
    assert state.player(1).held - later.player(1).held == 3


def test_mot_16_6_points_named_by_rewards_and_objectives_follow_as_points_scored():
    table = Table(3).objectives("OBJ-RED", "OBJ-RUNE").marker("T-RED", 3, 2).runes(1, "RUNE-CUBE-1")
    state = table.at(active=3, round=20, max_rounds=20).figure(3, "W6").state()
    assert decide(state, EndTurn())[3:] == (
        e.ObjectiveScored("OBJ-RED", (e.SeatPoints(1, 0), e.SeatPoints(2, 4), e.SeatPoints(3, 0))),
        e.PointsScored(2, 4, "objective", 4),
        e.ObjectiveScored("OBJ-RUNE", (e.SeatPoints(1, 1), e.SeatPoints(2, 0), e.SeatPoints(3, 0))),
        e.PointsScored(1, 1, "objective", 1),
    )


@pytest.mark.parametrize("location", ["T-RED", "T-GREEN", *(f"W{number}" for number in range(1, 11))])
@pytest.mark.parametrize("full", [False, True])
def test_mot_19_10_at_least_one_of_collect_and_end_turn_is_legal(location, full):
    table = Table().figure(1, location)
    if full:
        table.full(1)
    state = table.state()
    assert closed(state, "collect") is None or closed(state, "end-turn") is None


def test_mot_20_1_a_default_takes_nothing_optional():
    table = Table(effects=True).figure(1, "W1").supply(red=0).grid(2, "n1=red").runes(1, "RUNE-CUBE-1")
    action = GAME.default(table.state(), 1)
    assert action == collect(gain("red", None), gain("colorless", "n1"), resonance=(declined("RUNE-CUBE-1"),))
    ready = GAME.default(on_red().state(), 1)
    assert ready == collect(gain("red", "n2"))


def test_mot_20_2_the_default_grid():
    state, _ = dealt(4, ADVANCED)
    chosen = []
    for _ in range(4):
        action = GAME.default(state, GAME.decisions(state)[0].seat)
        chosen.append(f"{action.card}{action.side}")
        state = after(state, action)
    assert chosen == ["1A", "2A", "4A", "3B"]
    taken = after(dealt(4, ADVANCED)[0], ChooseGrid(1, "B"))
    assert GAME.default(taken, GAME.decisions(taken)[0].seat) == ChooseGrid(2, "A")


def test_mot_20_3_the_default_starting_crystals():
    state, _ = dealt(2)
    assert GAME.default(state, state.order[0]) == PlaceStartingCrystals(("n1", "n2"))


def test_mot_20_4_the_default_starting_rune():
    state = Table(3, effects=True).at(phase="starting_rune", asked=(3,)).stack("T-RED", "RUNE-CUBE-1").state()
    assert GAME.default(state, 3) == TakeStartingRune(TEMPLES[0])


def test_mot_20_5_the_default_first_placement():
    state = Table().at(phase="move").figure(2, "W1").figure(3, "W2").state()
    assert GAME.default(state, 1) == PlaceFigure("W3")
    ten = Table(3).at(phase="move", ring=("W10", "T-RED", "W2")).state()
    assert GAME.default(ten, 1) == PlaceFigure("W2")


def test_mot_20_6_the_default_move():
    assert GAME.default(Table().at(phase="move").figure(1, "T-RED").state(), 1) == move("wilderness", 1)


def test_mot_20_7_the_default_action():
    assert GAME.default(Table().figure(1, "W6").state(), 1) == EndTurn()
    little = Table().figure(1, "W1").full(1, "blue", free="n7").state()
    assert GAME.default(little, 1) == collect(gain("red", "n7"), gain("colorless", None))
    table = Table().figure(1, "T-RED").supply(red=0).card("W8", s1="red").card("W4", s5="red", s3="red")
    assert GAME.default(table.state(), 1) == collect(gain("red", "n1", FromRefinement("W4", 3)))


def test_mot_20_8_after_a_discounted_exchange_the_default_is_collect():
    table = Table().figure(1, "T-YELLOW").runes(1, "RUNE-CROSS-1").grid(1, "n1=red n2=red n3=red")
    state = after(table.state(), CastExchange(("n1", "n2", "n3"), gain("purple", "n1")))
    assert GAME.default(state, 1) == collect(gain("yellow", "n2"))


def test_mot_20_9_an_absent_seat_keeps_its_things_and_is_scored():
    table = Table(3).points(1, 8, curses=1).at(round=20, max_rounds=20).figure(1, "W6").marker("T-RED", 3, 1)
    state, _ = by_default(table.objectives("OBJ-RED").state())
    assert state.player(1).score == 8 + 4
    assert GAME.outcome(state).winners == (1,)


def test_mot_21_1_a_turn_of_defaults_has_at_most_three_commands():
    state, _ = dealt(3)
    turns: list[list[str]] = [[]]
    while GAME.decisions(state):
        action = GAME.default(state, GAME.decisions(state)[0].seat)
        if state.round > 0:
            turns[-1].append(type(action).__name__)
            if isinstance(action, EndTurn):
                turns.append([])
        state = after(state, action)
    assert {tuple(turn) for turn in turns[3:-1]} == {("MoveFigure", "Collect", "EndTurn"), ("MoveFigure", "EndTurn")}


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("settings", [Settings(max_rounds=20), Settings(advanced=True, max_rounds=23)])
def test_mot_21_2_defaults_alone_end_after_exactly_max_rounds_without_a_curse(seats, settings):
    state, events = by_default(dealt(seats, settings)[0])
    assert state.round == settings.max_rounds
    assert named(events, e.CurseBroken) == []
    assert kinds_of(events).count("RoundLimitReached") == 1
    outcome = GAME.outcome(state)
    assert sorted(line.rank for line in outcome.standings) == list(range(1, seats + 1))
    assert all(held(state, line.seat) for line in outcome.standings)
