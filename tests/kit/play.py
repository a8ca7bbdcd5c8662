"""Random play through forms: of the bare rules for speed, of whole matches for everything else."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from domain.kernel.chance import Chance, KeyedChance
from domain.kernel.codec import encode
from domain.kernel.forms import Form, random_choice
from domain.kernel.game import AnyGame, Decision
from domain.kernel.values import Action, Event, tag
from domain.match import lobby, moves
from domain.match.commit import Acted, Commit, Order
from domain.match.events import Occupant
from domain.match.state import Match
from domain.match.stream import topic

HOST = "host"
SELDOM = 16
"""One time in so many a seat acts that may but need not."""


class Dice:
    """The players' own chance, which no match knows of; a seed gives the same again."""

    def __init__(self, seed: int | str) -> None:
        self._below = random.Random(seed)._randbelow  # type: ignore[attr-defined]

    def below(self, bound: int) -> int:
        """One of 0 .. bound-1."""
        return self._below(bound)  # type: ignore[no-any-return]


def key_of(seed: int | str) -> bytes:
    """A match's key, for tests that want the same match again."""
    return random.Random(f"key {seed}").randbytes(32)


@dataclass(slots=True)
class Played:
    """What happened in a game played by the bare rules."""

    actions: list[tuple[int, Action]] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    states: list[Any] = field(default_factory=list)
    """The state after the deal, then after each action."""
    dealt: int = 0
    """How many events the deal had."""

    @property
    def kinds(self) -> Counter[str]:
        """How often each kind of action and event occurred."""
        return Counter(tag(one) for one in (*(action for _, action in self.actions), *self.events))


class Endless(AssertionError):
    """A game went on beyond its bound."""


def evolved(game: AnyGame, state: Any, events: Sequence[Event]) -> Any:
    """The state after some events."""
    for event in events:
        state = game.evolve(state, event)
    return state


def usable(game: AnyGame, state: Any, seat: int) -> list[Form[Any]]:
    """The seat's forms that are open now."""
    return [form for form in game.forms(state, seat) if form.closed is None]


def chosen_seat(game: AnyGame, state: Any, decisions: Sequence[Decision], dice: Chance) -> int:
    """Mostly one that is waited for, seldom one that may act besides."""
    if len(decisions) > 1:
        free = [one.seat for one in decisions if not one.waited]
        if free and dice.below(SELDOM) == 0:
            seat = free[dice.below(len(free))]
            if usable(game, state, seat):
                return seat
        decisions = [one for one in decisions if one.waited]
    return decisions[dice.below(len(decisions))].seat if len(decisions) > 1 else decisions[0].seat


def play(game: AnyGame, settings: Any, seats: int, seed: int | str, bound: int = 100_000) -> Played:
    """A game from the deal to its end; raises Endless beyond so many actions."""
    dice, chance = Dice(seed), KeyedChance(key_of(seed))
    played = Played()
    played.events += game.deal(settings, seats, chance)
    played.dealt = len(played.events)
    state = evolved(game, None, played.events)
    played.states.append(state)
    while decisions := game.decisions(state):
        seat = chosen_seat(game, state, decisions, dice)
        action = random_choice(game.forms(state, seat), dice).action
        events = game.decide(state, seat, action, chance)
        state = evolved(game, state, events)
        played.actions.append((seat, action))
        played.events += events
        played.states.append(state)
        if len(played.actions) > bound:
            raise Endless(f"{game.ref.game}, seed {seed}: more than {bound} actions")
    return played


@dataclass(slots=True)
class Line:
    """An event as it would be stored."""

    topic: str
    state: bytes
    meta: bytes | None


class Table:
    """A match as the service would run it, without storage: every command appends its rows."""

    def __init__(self, game: AnyGame, settings: Any, seats: int, seed: int | str, **terms: Any) -> None:
        self.game = game
        self.id = f"match-{seed}"
        self.key = key_of(seed)
        self.commits: list[Commit] = []
        self.rows: list[Line] = []
        self._commands = 0
        made = lobby.create(game, self.id, lobby.Terms(seats, settings, **terms), self.key, self.order(HOST))
        self.now = made.after
        self._keep(made)

    def order(self, actor: str) -> Order:
        """A command of somebody."""
        self._commands += 1
        return Order(actor, f"command-{self._commands}")

    def take(self, made: Commit) -> Commit:
        """Appends a commit."""
        self.now = made.after
        self._keep(made)
        return made

    def _keep(self, made: Commit) -> None:
        self.commits.append(made)
        last = len(made.events) - 1
        for place, (event, state) in enumerate(zip(made.events, made.states, strict=True)):
            self.rows.append(Line(topic(event), state, encode(made.meta) if place == last else None))

    def seat(self, player: str, seat: int | None = None, entropy: str | None = None) -> Commit:
        """A player sits down."""
        occupant = Occupant("player", player)
        return self.take(lobby.take_seat(self.game, self.now, seat, occupant, entropy, self.order(player)))

    def start(self) -> Commit:
        """The host starts."""
        return self.take(lobby.start(self.game, self.now, self.key, self.order(HOST)))

    def move(self, seat: int, action: Action) -> Commit:
        """The player of a seat acts."""
        occupant = self.now.at(seat).occupant
        assert occupant is not None
        return self.take(moves.move(self.game, self.now, Acted(seat, action), self.key, self.order(occupant.id)))

    def random_move(self, dice: Chance) -> Commit:
        """Somebody who may act does something."""
        table = self.now.table
        seat = chosen_seat(self.game, table, self.game.decisions(table), dice)
        return self.move(seat, random_choice(self.game.forms(table, seat), dice).action)


def started(game: AnyGame, settings: Any, seats: int, seed: int | str, **terms: Any) -> Table:
    """A match that has just begun, with players p1, p2 and so on."""
    table = Table(game, settings, seats, seed, **terms)
    for seat in range(1, seats + 1):
        table.seat(f"p{seat}", seat, f"words {seed}" if seat == 1 else None)
    table.start()
    return table


def moves_of(table: Table, dice: Chance, bound: int = 100_000) -> Iterator[tuple[Match, Commit]]:
    """Plays on to the end: the match before each move, and the move."""
    for _ in range(bound):
        if table.now.status != "running":
            return
        before = table.now
        yield before, table.random_move(dice)
    raise Endless(f"{table.id}: more than {bound} moves")
