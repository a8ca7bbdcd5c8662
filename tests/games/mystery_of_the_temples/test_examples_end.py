"""The worked examples of EXAMPLES.md: grids, the end, scoring (EX-15 to EX-19, EX-29 to EX-31)."""

import pytest

from domain.kernel.chance import KeyedChance, NoChance
from domain.mystery_of_the_temples import MYSTERY_1 as GAME
from domain.mystery_of_the_temples import events as e
from domain.mystery_of_the_temples.actions import (
    ChooseGrid,
    EndTurn,
    MoveFigure,
    PlaceFigure,
)
from domain.mystery_of_the_temples.scoring import temple_points
from domain.mystery_of_the_temples.settings import Settings
from tests.games.mystery_of_the_temples.table import (
    Table,
    after,
    broken,
    collect,
    decide,
    gain,
    kinds_of,
    named,
    refused,
    slot,
)


def on_red(grid: str, seats: int = 4, **table) -> Table:
    return Table(seats, **table).figure(1, "T-RED").grid(1, grid).stack("T-RED", "RUNE-HORN-2", "RUNE-STAR-1")


def scored() -> Table:
    table = Table(3).objectives("OBJ-RED", "OBJ-GREEN", "OBJ-RUNE").at(active=3, max_rounds=20, round=20)
    table.points(1, 24).points(2, 19).points(3, 21).figure(3, "W6")
    table.runes(1, "RUNE-CUBE-1", "RUNE-CUBE-2", "RUNE-STAR-1", "RUNE-HORN-1", "RUNE-CROSS-1")
    table.runes(2, "RUNE-STAR-2", "RUNE-TRIANGLE-1", "RUNE-HORN-2")
    table.runes(3, "RUNE-CUBE-3", "RUNE-CUBE-4", "RUNE-TRIANGLE-2", "RUNE-TRIANGLE-3")
    table.marker("T-RED", 3, 1).marker("T-RED", 4, 1).marker("T-RED", 5, 2)
    return table.marker("T-GREEN", 3, 1).marker("T-GREEN", 4, 2).marker("T-GREEN", 5, 3)


def tied(first: str, last: str) -> tuple[int, ...]:
    table = Table(3).points(1, 31).points(2, 30).points(3, 31).grid(1, first).grid(3, last)
    return GAME.outcome(table.objectives().state()).winners


def test_mot_ex_15_after_the_trigger_the_round_is_played_to_its_end():
    table = on_red("n1=yellow n4=yellow n6=blue").at(active=2, round=17).points(2, 12, curses=4)
    state = table.figure(1, "W1").figure(2, "T-RED").grid(1, "").grid(2, "n1=yellow n4=yellow n6=blue").state()
    assert decide(state, broken(3, "left", "n1 n4 n6"))[-1] == e.EndTriggered(2, 17)
    state = after(state, broken(3, "left", "n1 n4 n6"))
    assert decide(state, EndTurn()) == (e.TurnEnded(2), e.TurnStarted(3, 17))
    state = after(state, EndTurn(), PlaceFigure("W6"))
    assert decide(state, EndTurn()) == (e.TurnEnded(3), e.TurnStarted(4, 17))
    state = after(state, EndTurn(), PlaceFigure("W10"))
    assert kinds_of(decide(state, EndTurn()))[:3] == ["TurnEnded", "RoundEnded", "ObjectiveScored"]
    assert GAME.decisions(after(state, EndTurn())) == ()


def test_mot_ex_15_if_the_last_player_triggers_the_end_the_game_ends_with_his_turn():
    table = Table().at(active=4, round=17).points(4, 12, curses=4).figure(4, "T-RED")
    state = table.grid(4, "n1=yellow n4=yellow n6=blue").stack("T-RED", "RUNE-CUBE-1").state()
    state = after(state, broken(3, "left", "n1 n4 n6"), EndTurn())
    assert GAME.decisions(state) == ()


def test_mot_ex_16_full_final_scoring():
    outcome = GAME.outcome(scored().state())
    assert outcome.winners == (1,)
    lines = {
        line.seat: (line.rank, line.score, {part.name: part.points for part in line.breakdown})
        for line in outcome.standings
    }
    assert lines == {
        1: (1, 37, {"curses": 24, "rewards": 0, "temple_objectives": 6, "rune_objective": 7}),
        2: (2, 27, {"curses": 19, "rewards": 0, "temple_objectives": 4, "rune_objective": 4}),
        3: (3, 25, {"curses": 21, "rewards": 0, "temple_objectives": 2, "rune_objective": 2}),
    }


def test_mot_ex_16_the_events_of_the_scoring_bring_the_same_scores():
    state = scored().state()
    events = decide(state, EndTurn())
    assert named(events, e.ObjectiveScored) == [
        e.ObjectiveScored("OBJ-RED", (e.SeatPoints(1, 4), e.SeatPoints(2, 2), e.SeatPoints(3, 0))),
        e.ObjectiveScored("OBJ-GREEN", (e.SeatPoints(1, 2), e.SeatPoints(2, 2), e.SeatPoints(3, 2))),
        e.ObjectiveScored("OBJ-RUNE", (e.SeatPoints(1, 7), e.SeatPoints(2, 4), e.SeatPoints(3, 2))),
    ]
    assert [player.score for player in after(state, EndTurn()).players] == [37, 27, 25]


@pytest.mark.parametrize(
    ("markers", "points"),
    [
        ((2, 1, 1, 0), (4, 1, 1, 0)),
        ((2, 2, 0), (3, 3, 0)),
        ((1, 1, 1, 1), (1, 1, 1, 1)),
        ((1, 0, 0, 0), (4, 0, 0, 0)),
    ],
)
def test_mot_ex_17_ties_on_a_temple_objective(markers, points):
    assert temple_points(markers, 4, 2) == points


@pytest.mark.parametrize(("owners", "points"), [((1, 1), (4, 0)), ((1, 2), (3, 3))])
def test_mot_ex_17_a_neutral_marker_is_never_second(owners, points):
    table = Table(2).neutral("W1").objectives("OBJ-RED")
    for position, seat in zip((3, 5), owners, strict=True):
        table.marker("T-RED", position, seat)
    lines = {line.seat: line.score for line in GAME.outcome(table.state()).standings}
    assert (lines[1], lines[2]) == points


def test_mot_ex_18_the_tie_breaks_for_victory():
    three = "n1=red n2=blue n3=red n4=colorless n5=colorless"
    assert tied(three, three) == (3,)
    assert tied(f"{three} n6=green", three) == (1,)


def test_mot_ex_19_advanced_choice_of_grids_in_reverse_order():
    settings = Settings(advanced=True)
    state = None
    for event in GAME.deal(settings, 4, KeyedChance(bytes(32))):
        state = GAME.evolve(state, event)
    d, c, b, first = state.order[::-1]
    assert GAME.decisions(state)[0].seat == d
    state = after(state, ChooseGrid(2, "B"))
    assert GAME.decisions(state)[0].seat == c
    state = after(state, ChooseGrid(1, "A"))
    assert GAME.decisions(state)[0].seat == b
    assert slot(state, "choose-grid").among == (3, 4)
    assert refused(state, ChooseGrid(1, "B")) == ("grid_card_taken", "MOT-12.1")
    state = after(state, ChooseGrid(4, "B"))
    assert GAME.decisions(state)[0].seat == first
    assert slot(state, "choose-grid").among == (3,)
    assert slot(state, "choose-grid", {"/card": 3}).among == ("A", "B")


def test_mot_ex_29_the_round_limit_ends_the_game():
    state = scored().state()
    events = decide(state, EndTurn())
    assert events[:3] == (e.TurnEnded(3), e.RoundEnded(20, last=True), e.RoundLimitReached(20))
    assert GAME.decisions(after(state, EndTurn())) == ()


def test_mot_ex_29_a_fifth_curse_in_the_last_round_triggers_the_end_as_usual():
    table = Table(3).at(active=2, round=20, max_rounds=20).points(2, 12, curses=4).figure(2, "T-RED")
    state = table.grid(2, "n1=yellow n4=yellow n6=blue").stack("T-RED", "RUNE-CUBE-1").state()
    assert decide(state, broken(3, "left", "n1 n4 n6"))[-1] == e.EndTriggered(2, 20)
    state = after(state, broken(3, "left", "n1 n4 n6"), EndTurn())
    assert GAME.decisions(state)[0].seat == 3
    state = after(state, PlaceFigure("W6"))
    assert named(decide(state, EndTurn()), e.RoundLimitReached) == []


def test_mot_ex_30_all_seats_absent():
    table = Table(3).at(phase="starting_crystals", asked=(1, 2, 3), active=None, round=0)
    state = table.objectives("OBJ-RED", "OBJ-GREEN", "OBJ-RUNE").state()
    done: list[object] = []
    while GAME.decisions(state):
        seat = GAME.decisions(state)[0].seat
        action = GAME.default(state, seat)
        done.append((seat, action))
        for event in GAME.decide(state, seat, action, NoChance()):
            state = GAME.evolve(state, event)
    first = [action for _, action in done[3:19]]
    red, yellow, blue = (
        collect(gain(color, nodes[0]), gain("colorless", nodes[1]))
        for color, nodes in (("red", ("n3", "n4")), ("yellow", ("n3", "n4")), ("blue", ("n5", "n6")))
    )
    step = MoveFigure("wilderness", 1, ())
    assert first == [
        *(PlaceFigure("W1"), red, EndTurn()),
        *(PlaceFigure("W2"), EndTurn()),
        *(PlaceFigure("W3"), yellow, EndTurn()),
        *(step, blue, EndTurn()),
        *(step, EndTurn()),
        *(step, EndTurn()),
        step,
    ]
    assert state.round == 100
    for player in state.players:
        assert player.score == 0
        assert (player.held, player.crystals.count("colorless")) == (12, 8)
    assert [line.seat for line in GAME.outcome(state).standings] == [3, 2, 1]


def test_mot_ex_31_grid_4a_and_the_fifth_curse():
    table = on_red("n1=yellow n4=yellow n6=blue n9=purple", effects=True).side(1, "4A").points(1, 20, curses=4)
    assert decide(table.state(), broken(4, "left", "n1 n4 n6 n9"))[1:] == (
        e.PointsScored(1, 5, "curse", 25),
        e.RuneTaken(1, "T-RED", "RUNE-HORN-2", "horn"),
        e.RuneRevealed("T-RED", "RUNE-STAR-1", "star"),
        e.RewardGained(1, 5, (), 2),
        e.PointsScored(1, 2, "reward", 27),
        e.EndTriggered(1, 2),
    )
    assert decide(table.state(), broken(4, "left", "n1 n4 n6 n9"))[0].length == 4
