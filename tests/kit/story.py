"""A match played at random, with every state on the way: what the laws look at."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import msgspec

from domain.kernel.chance import Chance, KeyedChance
from domain.kernel.errors import IllegalAction, Refusal
from domain.kernel.forms import Amount, Complete, Form, Slot, checked
from domain.kernel.game import AnyGame, Decision
from domain.kernel.pointers import replaced
from domain.kernel.secrecy import SPECTATOR, Eyes, Viewer, redact, seat_viewer
from domain.kernel.values import Action, Event, tag
from domain.match.commit import Commit
from domain.match.state import Match
from tests.kit.games import Subject
from tests.kit.play import Dice, Table, moves_of, started

EACH = 2
"""So many turns of a story are looked at for each kind of action in it."""


@dataclass(frozen=True)
class Turn:
    """A match at a decision, who then moved, and what came of it."""

    before: Match
    seat: int
    action: Action
    made: Commit


@dataclass(frozen=True)
class Story:
    """A match from its creation to its end; `sample` are turns of all kinds."""

    subject: Subject
    seed: int
    table: Table
    turns: Sequence[Turn]
    sample: Sequence[Turn]

    @property
    def game(self) -> AnyGame:
        """The rules that were played."""
        return self.subject.game

    @property
    def lifted(self) -> frozenset[str]:
        """The settings that lift secrecy."""
        settings = self.subject.settings
        return frozenset(name for name in settings.__struct_fields__ if getattr(settings, name) is True)

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        """Every seat, and a spectator."""
        return (*(seat_viewer(seat) for seat in range(1, self.subject.seats + 1)), SPECTATOR)

    def dice(self, law: str) -> Dice:
        """Chance for a law, the same in every run."""
        return Dice(f"{self.subject} {self.seed} {law}")

    def seen(self, value: Action | Event, actor: int, viewer: Viewer) -> dict[str, Any]:
        """An action or event as a viewer is shown it."""
        return redact(type(value), msgspec.to_builtins(value), Eyes(viewer, actor, self.lifted))

    def twins(self, law: str) -> Iterator[tuple[Turn, Viewer, Any]]:
        """Sampled states with a twin for each viewer."""
        dice = self.dice(law)
        for turn in self.sample:
            for viewer in self.viewers:
                yield turn, viewer, self.game.twin(turn.before.table, viewer, dice)


@lru_cache(maxsize=64)
def story(subject: Subject, seed: int) -> Story:
    """A random match of a game, told once."""
    table = started(subject.game, subject.settings, subject.seats, f"{subject} {seed}")
    turns: list[Turn] = []
    for before, made in moves_of(table, Dice(f"{subject} {seed}"), subject.bound):
        assert made.meta.seat is not None
        turns.append(Turn(before, made.meta.seat, _action(subject.game, made.meta.action), made))
    return Story(subject, seed, table, turns, _sample(turns, Dice(seed)))


def _action(game: AnyGame, tree: Any) -> Action:
    kind = next(kind for kind in game.types.actions if tag(kind) == tree["type"])
    return msgspec.convert(tree, kind)


def _sample(turns: Sequence[Turn], dice: Chance) -> list[Turn]:
    left: Counter[str] = Counter()
    sample = []
    places = list(range(len(turns)))
    while places:
        turn = turns[places.pop(dice.below(len(places)))]
        kind = tag(turn.action)
        if left[kind] < EACH:
            left[kind] += 1
            sample.append(turn)
    return sample


def draws(name: object) -> KeyedChance:
    """A game's chance for an experiment; equal names give equal draws."""
    return KeyedChance(f"{name}".encode()[:64])


def wild_answer(slot: Slot, dice: Chance) -> Any:
    """Any allowed answer, all alike: forms must not break where players seldom go."""
    if isinstance(slot, Amount):
        return (slot.least, slot.most, slot.least + dice.below(slot.most - slot.least + 1))[dice.below(3)]
    if slot.most == 1:
        return slot.among[dice.below(len(slot.among))]
    left = list(slot.among)
    count = slot.least + dice.below(min(slot.most, len(left)) - slot.least + 1)
    return tuple(left.pop(dice.below(len(left))) for _ in range(count))


def walk(form: Form[Any], dice: Chance) -> tuple[Complete[Any], list[tuple[Slot, Any]]]:
    """Fills a form in, keeping every question with its answer in normal form."""
    asked: list[tuple[Slot, Any]] = []
    asking = form.ask()
    try:
        slot = next(asking)
        while True:
            asked.append((slot, checked(slot, wild_answer(slot, dice))))
            slot = asking.send(asked[-1][1])
    except StopIteration as stop:
        return stop.value, asked


def deciding(game: AnyGame, state: Any) -> Iterator[tuple[Decision, Form[Any]]]:
    """Every open form of every decision."""
    for decision in game.decisions(state):
        for form in game.forms(state, decision.seat):
            if form.closed is None:
                yield decision, form


def strangers(told: Story, turn: Turn, dice: Chance, count: int) -> Iterator[tuple[int, Action]]:
    """Well-formed actions that are hardly legal here: from other moments, and changed in one place."""
    seats = [decision.seat for decision in told.game.decisions(turn.before.table)]
    found = 0
    for _ in range(count * 20):
        if found == count:
            return
        other = told.turns[dice.below(len(told.turns))]
        seat = seats[dice.below(len(seats))]
        action: Action | None = other.action
        if dice.below(3):
            action = changed(told, turn.action if dice.below(2) else other.action, dice)
            seat = turn.seat if dice.below(2) else seat
        if action is not None:
            found += 1
            yield seat, action


def changed(told: Story, action: Action, dice: Chance) -> Action | None:
    """The action with another value in one place, if that is still well formed."""
    tree = msgspec.json.decode(msgspec.json.encode(action))
    places = [place for place in _leaves(tree, "") if place != "/type"]
    if not places:
        return None
    donor = msgspec.json.decode(msgspec.json.encode(told.turns[dice.below(len(told.turns))].action))
    values = [None, [], 0, 1, 2, 99, *_values(donor), *_values(tree)]
    place, value = places[dice.below(len(places))], values[dice.below(len(values))]
    try:
        return msgspec.convert(replaced(tree, place, value), type(action))
    except msgspec.ValidationError:
        return None


def _leaves(tree: Any, at: str) -> Iterator[str]:
    parts: Mapping[Any, Any] = {}
    if isinstance(tree, dict):
        parts = tree
    elif isinstance(tree, list):
        parts = dict(enumerate(tree))
    if at:
        yield at
    for key, below in parts.items():
        yield from _leaves(below, f"{at}/{key}")


def _values(tree: Any) -> Iterator[Any]:
    if isinstance(tree, (dict, list)):
        yield tree
        for below in tree.values() if isinstance(tree, dict) else tree:
            yield from _values(below)
    else:
        yield tree
        if isinstance(tree, int):
            yield from (tree - 1, tree + 1)


def refusal_of(game: AnyGame, state: Any, seat: int, action: Action, chance: Chance) -> Refusal | None:
    """Why the rules refuse an action, or None where they take it."""
    try:
        game.decide(state, seat, action, chance)
    except IllegalAction as illegal:
        return illegal.refusal
    return None
