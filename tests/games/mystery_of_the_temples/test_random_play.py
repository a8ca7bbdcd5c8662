"""Random play to the end: what must hold at every event, whoever does whatever is offered."""

from collections import Counter
from random import Random

import pytest

from domain.kernel.chance import KeyedChance, NoChance
from domain.kernel.codec import Codec, encode
from domain.kernel.forms import random_choice
from domain.kernel.secrecy import ALL
from domain.mystery_of_the_temples import MYSTERY_1 as GAME
from domain.mystery_of_the_temples.settings import Settings
from domain.mystery_of_the_temples.state import State
from domain.mystery_of_the_temples.terms import KINDS
from tests.games.mystery_of_the_temples.table import BOX, kinds_of

EVENTS = Codec(GAME.types.events)
SETTINGS = (
    Settings(max_rounds=40),
    Settings(grid_effects="on", max_rounds=60),
    Settings(advanced=True, max_rounds=60),
)
MATCHES = [(seats, settings, seed) for seats in (2, 3, 4) for settings in SETTINGS for seed in range(4)]


class Luck:
    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def below(self, bound: int) -> int:
        return self._random.randrange(bound)


def crystals(state: State) -> dict[str, int]:
    """All crystals by kind, wherever they are (MOT-1.4)."""
    lying = [*state.hand]
    for player in state.players:
        lying += [kind for kind in player.crystals if kind is not None]
    for card in state.refinements:
        lying += [kind for kind in card.spaces if kind is not None]
    return {kind: count + lying.count(kind) for kind, count in zip(KINDS, state.supply, strict=True)}


def check(state: State) -> None:
    """The invariants of section 14, at a decision."""
    assert state.hand == ()
    figures = [player.figure for player in state.players if player.figure is not None]
    figures += [state.neutral] if state.neutral is not None else []
    assert len(set(figures)) == len(figures)
    assert all(card.free >= 3 for card in state.refinements)
    assert all(0 <= player.curses <= 5 for player in state.players)


class Played:
    """A whole match: its states after each event, the events, and how often each kind of action was done."""

    def __init__(self, seats: int, settings: Settings, seed: int) -> None:
        luck = Luck(seed)
        self.events = list(GAME.deal(settings, seats, KeyedChance(bytes([seed + 1] * 32))))
        self.actions: Counter[str] = Counter()
        state = None
        for event in self.events:
            state = GAME.evolve(state, event)
        while GAME.decisions(state):
            check(state)
            state = self._one(state, luck)
        self.end = state

    def _one(self, state: State, luck: Luck) -> State:
        (decision,) = GAME.decisions(state)
        action = random_choice(GAME.forms(state, decision.seat), luck).action
        self.actions[type(action).__name__] += 1
        for event in GAME.decide(state, decision.seat, action, NoChance()):
            self.events.append(event)
            state = GAME.evolve(state, event)
            assert crystals(state) == BOX, event
        return state


@pytest.fixture(scope="module")
def played() -> list[Played]:
    return [Played(*match) for match in MATCHES]


def test_mot_14_7_random_play_ends_within_max_rounds(played):
    for match, (seats, settings, _) in zip(played, MATCHES, strict=True):
        assert GAME.decisions(match.end) == ()
        assert match.end.round <= settings.max_rounds
        assert kinds_of(match.events).count("TurnEnded") == match.end.round * seats


def test_mot_14_1_crystals_are_conserved_at_every_event_of_a_deal(played):
    for match in played:
        state = None
        for event in match.events[:8]:
            state = GAME.evolve(state, event)
        assert crystals(state) == BOX


def test_mot_14_2_a_visitor_finds_three_free_spaces(played):
    assert all(card.free >= 3 for match in played for card in match.end.refinements)


def test_mot_14_5_a_rune_stack_runs_out_only_with_its_curses_unless_tapped(played):
    for match, (_, settings, _) in zip(played, MATCHES, strict=True):
        if settings.effects:
            continue
        for stack in match.end.stacks:
            broken = sum(1 for one in match.end.markers if one.temple == stack.temple and one.seat is not None)
            left = (0 if stack.open is None else 1) + len(stack.down)
            assert left == 4 - broken


def test_every_kind_of_action_and_event_occurs(played):
    actions = sum((match.actions for match in played), Counter())
    events = Counter(kind for match in played for kind in kinds_of(match.events))
    assert set(actions) == {kind.__name__ for kind in GAME.types.actions}
    assert set(events) == {kind.__name__ for kind in GAME.types.events}


def test_a_replay_of_stored_events_is_the_live_table(played):
    for match in played:
        state = None
        for event in match.events:
            state = GAME.evolve(state, EVENTS.decode(encode(event)))
        assert state == match.end
        assert GAME.view(state, ALL) == GAME.view(match.end, ALL)


def test_mot_1_3_scores_are_the_sum_of_their_parts_and_change_by_points_scored_only(played):
    for match in played:
        for line in GAME.outcome(match.end).standings:
            assert line.score == sum(part.points for part in line.breakdown)
            assert line.score == match.end.player(line.seat).score
            scored = [
                one.points for one in match.events if kinds_of([one]) == ["PointsScored"] and one.seat == line.seat
            ]
            assert sum(scored) == line.score
