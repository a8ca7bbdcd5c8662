"""The worked examples of EXAMPLES.md: curses, runes, grids, the end (EX-08 to EX-12, EX-15 to EX-25, EX-29 to EX-31)."""

import pytest

from domain.kernel.chance import KeyedChance, NoChance
from domain.mystery_of_the_temples import MYSTERY_1 as GAME
from domain.mystery_of_the_temples import events as e
from domain.mystery_of_the_temples.actions import (
    CastExchange,
    CastSwitch,
    ChooseGrid,
    EndTurn,
    MoveFigure,
    PlaceFigure,
    RelocateFigure,
    TakeStartingRune,
)
from domain.mystery_of_the_temples.scoring import temple_points
from domain.mystery_of_the_temples.settings import Settings
from tests.games.mystery_of_the_temples.table import (
    Table,
    after,
    broken,
    closed,
    collect,
    decide,
    gain,
    held,
    kinds_of,
    named,
    refused,
    slot,
    stock,
)


def on_red(grid: str, seats: int = 4, **table) -> Table:
    return Table(seats, **table).figure(1, "T-RED").grid(1, grid).stack("T-RED", "RUNE-HORN-2", "RUNE-STAR-1")


def test_mot_ex_08_breaking_a_curse_of_three():
    state = on_red("n1=yellow n4=yellow n6=blue n9=colorless").state()
    chain = (e.Crystal("n1", "yellow"), e.Crystal("n4", "yellow"), e.Crystal("n6", "blue"))
    action = broken(3, "left", "n1 n4 n6")
    assert decide(state, action) == (
        e.CurseBroken(1, "T-RED", 3, "left", 3, ("n1", "n4", "n6"), chain, None),
        e.PointsScored(1, 3, "curse", 3),
        e.RuneTaken(1, "T-RED", "RUNE-HORN-2", "horn"),
        e.RuneRevealed("T-RED", "RUNE-STAR-1", "star"),
    )
    later = after(state, action)
    assert held(later, 1) == "n9=colorless"
    assert (stock(later, "yellow"), stock(later, "blue")) == (8, 8)


def test_mot_ex_09_the_same_space_from_the_other_end():
    state = on_red("n3=red n6=blue n9=green n12=red n10=purple").state()
    later = after(state, broken(4, "right", "n3 n6 n9 n12 n10"))
    assert later.player(1).score == 8
    again = Table().figure(1, "T-RED").marker("T-RED", 4, 2).grid(1, "n1=yellow n4=yellow n6=blue n9=purple")
    assert refused(again.state(), broken(4, "left", "n1 n4 n6 n9")) == ("curse_marked", "MOT-8.5")


@pytest.mark.parametrize(
    ("grid", "path", "code"),
    [
        ("n1=yellow n2=yellow n4=blue", "n1 n2 n4", "no_chain"),
        ("n1=yellow n4=colorless n6=blue", "n1 n4 n6", "no_chain"),
        ("n4=blue n6=purple n8=red", "n4 n6 n8", "no_chain"),
    ],
)
def test_mot_ex_10_grids_without_a_chain_offer_no_break(grid, path, code):
    assert refused(on_red(grid).state(), broken(3, "left", path)) == (code, "MOT-8.4")


FITTING = " n8=yellow n11=yellow n9=blue"


@pytest.mark.parametrize(
    ("grid", "path", "code", "rule"),
    [
        ("n1=yellow n2=yellow", "n8 n1 n9", "chain_unjoined", "MOT-8.4"),
        ("n6=colorless", "n8 n6 n9", "chain_colorless", "MOT-5.3"),
        ("n6=purple", "n8 n6 n9", "chain_broken", "MOT-8.4"),
        ("n1=yellow", "n8 n11 n8", "chain_repeats", "MOT-8.4"),
    ],
)
def test_mot_ex_10_beside_a_fitting_chain_the_wrong_one_is_refused_for_its_reason(grid, path, code, rule):
    assert refused(on_red(grid + FITTING).state(), broken(3, "left", path)) == (code, rule)


def test_mot_ex_10_marked_spaces_and_other_temples():
    marked = on_red("n1=yellow n4=yellow n6=blue n9=purple").marker("T-RED", 3, 2)
    assert refused(marked.state(), broken(3, "left", "n1 n4 n6")) == ("curse_marked", "MOT-8.5")
    elsewhere = on_red("n1=yellow n4=yellow n6=blue").figure(1, "T-BLUE")
    assert refused(elsewhere.state(), broken(3, "left", "n1 n4 n6")) == ("no_chain", "MOT-8.4")


def test_mot_ex_11_switch_then_break():
    state = on_red("n1=yellow n4=blue n6=yellow n9=colorless").state()
    state = after(state, CastSwitch("n9", ("n4", "n6")))
    assert held(state, 1) == "n1=yellow n4=yellow n6=blue"
    assert after(state, broken(3, "left", "n1 n4 n6")).player(1).score == 3


def on_yellow(grid: str, *, side: str = "1A", effects: bool = False) -> Table:
    table = Table(effects=effects).figure(1, "T-YELLOW").runes(1, "RUNE-CROSS-1").grid(1, grid).side(1, side)
    return table.stack("T-YELLOW", "RUNE-HORN-1", "RUNE-HORN-2")


CROSSED = "n1=colorless n2=colorless n3=green n8=blue n11=blue n9=red"


def test_mot_ex_12_the_cross_makes_three_enough_and_commits_to_collect():
    state = on_yellow(CROSSED).state()
    (exchanged,) = decide(state, CastExchange(("n1", "n2", "n3"), gain("purple", "n1")))
    assert (exchanged.cost, exchanged.discounted) == (3, True)
    state = after(state, CastExchange(("n1", "n2", "n3"), gain("purple", "n1")))
    assert refused(state, broken(3, "left", "n8 n11 n9")) == ("committed_to_collect", "MOT-9.7")
    assert refused(state, EndTurn()) == ("must_collect", "MOT-9.7")
    collected = after(state, collect(gain("yellow", "n2")))
    assert decide(collected, EndTurn())[0] == e.TurnEnded(1)


def test_mot_ex_12_after_a_break_the_ordinary_price_holds():
    state = after(on_yellow(CROSSED).state(), broken(3, "left", "n8 n11 n9"))
    assert held(state, 1) == "n1=colorless n2=colorless n3=green"
    assert closed(state, "cast-exchange") == ("exchange_unaffordable", "MOT-7.2")


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


def scored() -> Table:
    table = Table(3).objectives("OBJ-RED", "OBJ-GREEN", "OBJ-RUNE").at(active=3, max_rounds=20, round=20)
    table.points(1, 24).points(2, 19).points(3, 21).figure(3, "W6")
    table.runes(1, "RUNE-CUBE-1", "RUNE-CUBE-2", "RUNE-STAR-1", "RUNE-HORN-1", "RUNE-CROSS-1")
    table.runes(2, "RUNE-STAR-2", "RUNE-TRIANGLE-1", "RUNE-HORN-2")
    table.runes(3, "RUNE-CUBE-3", "RUNE-CUBE-4", "RUNE-TRIANGLE-2", "RUNE-TRIANGLE-3")
    table.marker("T-RED", 3, 1).marker("T-RED", 4, 1).marker("T-RED", 5, 2)
    return table.marker("T-GREEN", 3, 1).marker("T-GREEN", 4, 2).marker("T-GREEN", 5, 3)


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


def tied(first: str, last: str) -> tuple[int, ...]:
    table = Table(3).points(1, 31).points(2, 30).points(3, 31).grid(1, first).grid(3, last)
    return GAME.outcome(table.objectives().state()).winners


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


def test_mot_ex_21_grid_1b_collects_and_breaks_with_the_new_crystal():
    table = Table(effects=True).figure(1, "T-BLUE").side(1, "1B").grid(1, "n6=yellow n9=green")
    state = table.stack("T-BLUE", "RUNE-STAR-1", "RUNE-STAR-2").state()
    state = after(state, collect(gain("blue", "n3")), broken(6, "right", "n3 n6 n9"))
    assert state.player(1).score == 3
    assert [rune.card for rune in state.player(1).runes] == ["RUNE-STAR-1"]
    assert closed(state, "collect") == ("collected_already", "MOT-6.7")
    assert closed(state, "break-curse") == ("broken_once", "MOT-8.9")


def test_mot_ex_22_grid_2b_breaks_one_step_higher():
    table = on_red("n1=yellow n4=yellow n6=blue n12=green", effects=True).side(1, "2B")
    state = table.state()
    action = broken(4, "left", "n1 n4 n6", extra_pay_node="n12")
    happened = decide(state, action)[0]
    assert (happened.position, happened.length, happened.extra_paid) == (4, 4, e.Crystal("n12", "green"))
    later = after(state, action)
    assert later.player(1).score == 5
    assert held(later, 1) == ""
    assert [stock(later, kind) for kind in ("yellow", "blue", "green")] == [8, 8, 6]
    assert refused(state, broken(5, "left", "n1 n4 n6", extra_pay_node="n12"))[0] == "chain_missing"


def test_mot_ex_23_grid_4b_takes_a_neighbours_rune():
    table = on_red("n1=yellow n4=yellow n6=blue", effects=True).side(1, "4B")
    for temple, card in (("T-YELLOW", "CUBE-1"), ("T-BLUE", "CUBE-2"), ("T-GREEN", "CUBE-3"), ("T-PURPLE", "CUBE-4")):
        table.stack(temple, f"RUNE-{card}")
    state = table.state()
    filled = {"/position": 3, "/end": "left", "/path/0": "n1", "/path/1": "n4", "/path/2": "n6"}
    assert set(slot(state, "break-curse", filled).among) == {"T-RED", "T-YELLOW", "T-PURPLE"}
    action = broken(3, "left", "n1 n4 n6", rune_from="T-PURPLE")
    assert named(decide(state, action), e.RuneTaken) == [e.RuneTaken(1, "T-PURPLE", "RUNE-CUBE-4", "cube")]
    far = broken(3, "left", "n1 n4 n6", rune_from="T-BLUE")
    assert refused(state, far) == ("rune_stack", "MOT-12.10")


@pytest.mark.parametrize(
    ("signs", "points"), [(("CUBE", "CUBE", "STAR"), 4), (("CUBE", "STAR", "HORN", "TRIANGLE", "CROSS"), 11)]
)
def test_mot_ex_23_grid_4b_counts_one_sign_more_at_the_end(signs, points):
    cards = [f"RUNE-{sign}-{1 + signs[:place].count(sign)}" for place, sign in enumerate(signs)]
    state = Table(effects=True).side(1, "4B").runes(1, *cards).state()
    assert {line.seat: line.score for line in GAME.outcome(state).standings}[1] == points


def test_mot_ex_24_grid_3a_takes_a_starting_rune():
    table = Table(3, effects=True).at(phase="starting_rune", asked=(3,), active=None)
    state = table.stack("T-GREEN", "RUNE-CUBE-1", "RUNE-STAR-1", "RUNE-STAR-2", "RUNE-STAR-3").state()
    assert decide(state, TakeStartingRune("T-GREEN")) == (
        e.StartingRuneTaken(3, "T-GREEN", "RUNE-CUBE-1", "cube"),
        e.RuneRevealed("T-GREEN", "RUNE-STAR-1", "star"),
        e.TurnStarted(1, 1),
    )
    stack = after(state, TakeStartingRune("T-GREEN")).stack("T-GREEN")
    assert 1 + len(stack.down) == 3


def test_mot_ex_24_a_fourth_curse_brings_no_rune_card_from_a_tapped_stack():
    table = Table().figure(1, "T-GREEN").grid(1, "n1=red n4=blue n6=yellow")
    state = table.stack("T-GREEN", None).state()
    assert kinds_of(decide(state, broken(3, "left", "n1 n4 n6"))) == ["CurseBroken", "PointsScored"]


def test_mot_ex_24_grid_3b_relocates_for_two_crystals_of_any_colour():
    table = Table(effects=True).side(1, "3B").figure(1, "W4").grid(1, "n1=red n2=colorless n3=blue").at(phase="move")
    action = RelocateFigure("T-PURPLE", ("n1", "n2"))
    paid = (e.Crystal("n1", "red"), e.Crystal("n2", "colorless"))
    assert decide(table.state(), action) == (e.FigureRelocated(1, "W4", "T-PURPLE", paid),)
    later = after(table.state(), action)
    assert held(later, 1) == "n3=blue"
    assert (stock(later, "red"), stock(later, "colorless")) == (8, 24)
    table.figure(2, "T-PURPLE")
    assert refused(table.state(), action) == ("relocation_occupied", "MOT-12.9")


def test_mot_ex_24_grid_4a_rewards_the_second_curse_with_two_colorless_crystals():
    table = on_red("n1=yellow n4=yellow n6=blue", effects=True).side(1, "4A").points(1, 3, curses=1)
    rewards = (gain("colorless", "n1"), gain("colorless", "n2"))
    later = after(table.state(), broken(3, "left", "n1 n4 n6", reward_gains=rewards))
    assert held(later, 1) == "n1=colorless n2=colorless"
    full = on_red("n1=yellow n4=yellow n6=blue", effects=True).side(1, "4A").points(1, 20, curses=4)
    assert after(full.state(), broken(3, "left", "n1 n4 n6")).player(1).score == 20 + 3 + 2


ORDINARY = "n1=colorless n2=colorless n5=colorless n3=green n8=blue n11=blue n9=red"


def test_mot_ex_25_the_ordinary_price_commits_to_nothing():
    state = on_yellow(ORDINARY).state()
    action = CastExchange(("n1", "n2", "n3", "n5"), gain("purple", "n1"))
    assert decide(state, action)[0].discounted is False
    state = after(state, action, broken(3, "left", "n8 n11 n9"))
    assert (state.player(1).score, held(state, 1)) == (3, "n1=purple")


def test_mot_ex_25_with_2a_three_are_the_price_and_commit_to_nothing():
    state = on_yellow(ORDINARY, side="2A", effects=True).state()
    four = CastExchange(("n1", "n2", "n3", "n5"), gain("purple", "n1"))
    assert refused(state, four) == ("exchange_payment", "MOT-9.9")
    state = after(state, CastExchange(("n1", "n2", "n3"), gain("purple", "n1")), broken(3, "left", "n8 n11 n9"))
    assert state.player(1).score == 3


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
