"""Positions for tests, written as the worked examples write them, and short ways to act in them."""

from collections.abc import Sequence

import msgspec

from domain.kernel.chance import KeyedChance, NoChance
from domain.kernel.errors import IllegalAction, Refusal
from domain.kernel.forms import Form, Slot, fill
from domain.mystery_of_the_temples import MYSTERY_1 as GAME
from domain.mystery_of_the_temples import actions as a
from domain.mystery_of_the_temples import events as e
from domain.mystery_of_the_temples.settings import Settings
from domain.mystery_of_the_temples.state import Marker, Player, Refinement, Rune, Stack, State, Turn
from domain.mystery_of_the_temples.terms import KINDS, NODE_INDEX, NODES

TEMPLES = ("T-RED", "T-YELLOW", "T-BLUE", "T-GREEN", "T-PURPLE")
RING_4 = (
    "T-RED",
    "W1",
    "W2",
    "T-YELLOW",
    "W3",
    "W4",
    "T-BLUE",
    "W5",
    "W6",
    "T-GREEN",
    "W7",
    "W8",
    "T-PURPLE",
    "W9",
    "W10",
)
RING_3 = ("T-RED", "W1", "W2", "T-YELLOW", "W3", "T-BLUE", "W5", "W6", "T-GREEN", "W8", "T-PURPLE", "W9", "W10")
BOX = {"colorless": 24, "red": 8, "yellow": 8, "blue": 8, "green": 6, "purple": 6}
COLORS = ("black", "white", "orange", "teal")
BASIC, ADVANCED = Settings(), Settings(advanced=True)
replace = msgspec.structs.replace


def row(text: str) -> tuple[str | None, ...]:
    """`n4=yellow n6=blue` as the twelve places of a grid."""
    held = dict(pair.split("=") for pair in text.split())
    return tuple(held.get(node) for node in NODES)


def rune(card: str) -> Rune:
    """RUNE-HORN-2 as an open card."""
    return Rune(card, card.split("-")[1].lower())


class Table:
    """A position of the standard ring: seats in turn order 1, 2, ..., grids empty, effects off, seat 1 in its ACTION."""

    def __init__(self, seats: int = 4, *, effects: bool = False) -> None:
        four = seats == 4
        self.players = [Player(seat, COLORS[seat - 1], grid=f"{seat}A") for seat in range(1, seats + 1)]
        cards = ("W2", "W4", "W8") if four else ("W2", "W8")
        self.cards: dict[str, tuple[str | None, ...]] = dict.fromkeys(cards, (None,) * 5)
        self.shortage: dict[str, int] = {}
        self.stacks = {temple: Stack(temple, None, ()) for temple in TEMPLES}
        self.base = State(
            effects=effects,
            max_rounds=100,
            supply=(),
            order=tuple(range(1, seats + 1)),
            side="4" if four else "2-3",
            ring=RING_4 if four else RING_3,
            objectives=("OBJ-RUNE",),
            phase="action",
            active=1,
            round=2,
        )

    def _player(self, seat: int, **changes) -> "Table":
        self.players[seat - 1] = replace(self.players[seat - 1], **changes)
        return self

    def grid(self, seat: int, text: str) -> "Table":
        return self._player(seat, crystals=row(text))

    def full(self, seat: int, kind: str = "colorless", free: str = "") -> "Table":
        """All nodes but the named ones hold a kind."""
        open_nodes = free.split()
        return self._player(seat, crystals=tuple(None if node in open_nodes else kind for node in NODES))

    def figure(self, seat: int, location: str) -> "Table":
        return self._player(seat, figure=location)

    def side(self, seat: int, grid: str) -> "Table":
        return self._player(seat, grid=grid)

    def runes(self, seat: int, *cards: str) -> "Table":
        return self._player(seat, runes=tuple(rune(card) for card in cards))

    def points(self, seat: int, score: int, curses: int = 0) -> "Table":
        return self._player(seat, score=score, curse_points=score, curses=curses)

    def card(self, location: str, **spaces: str) -> "Table":
        """`card("W8", s1="purple")` lays a purple crystal on space 1."""
        self.cards[location] = tuple(spaces.get(f"s{space}") for space in range(1, 6))
        return self

    def supply(self, **counts: int) -> "Table":
        """The supply of some kinds as named, as if the rest lay elsewhere."""
        self.shortage = counts
        return self

    def stack(self, temple: str, open_card: str | None, *down: str) -> "Table":
        self.stacks[temple] = Stack(temple, rune(open_card) if open_card else None, down)
        return self

    def marker(self, temple: str, position: int, seat: int | None = None) -> "Table":
        self.base = replace(self.base, markers=(*self.base.markers, Marker(temple, position, seat)))
        return self

    def objectives(self, *names: str) -> "Table":
        self.base = replace(self.base, objectives=names)
        return self

    def neutral(self, location: str) -> "Table":
        self.base = replace(self.base, neutral=location)
        for temple in TEMPLES:
            self.marker(temple, 4)
        return self

    def at(self, **changes) -> "Table":
        """Any field of the state: phase, active, round, max_rounds, order, triggered."""
        self.base = replace(self.base, **changes)
        return self

    def turn(self, **done: bool) -> "Table":
        return self.at(turn=Turn(**done))

    def state(self) -> State:
        players = tuple(self.players)
        out = [kind for player in players for kind in player.crystals if kind is not None]
        out += [kind for spaces in self.cards.values() for kind in spaces if kind is not None]
        supply = tuple(self.shortage.get(kind, BOX[kind] - out.count(kind)) for kind in KINDS)
        return replace(
            self.base,
            players=players,
            supply=supply,
            stacks=tuple(self.stacks.values()),
            refinements=tuple(Refinement(location, spaces) for location, spaces in self.cards.items()),
        )


def dealt(seats: int, settings: Settings = BASIC, key: int = 7) -> tuple[State, tuple[e.MysteryEvent, ...]]:
    """A table as it is dealt, and the events of the deal."""
    events = tuple(GAME.deal(settings, seats, KeyedChance(bytes([key] * 32))))
    state = None
    for event in events:
        state = GAME.evolve(state, event)
    return state, events


def decide(state: State, action: a.MysteryAction, seat: int | None = None) -> tuple[e.MysteryEvent, ...]:
    """What the action of the seat to move brings."""
    return tuple(GAME.decide(state, seat or GAME.decisions(state)[0].seat, action, NoChance()))


def after(state: State, *actions: a.MysteryAction) -> State:
    """The table after actions of whoever is to move."""
    for action in actions:
        for event in decide(state, action):
            state = GAME.evolve(state, event)
    return state


def refusal(state: State, action: a.MysteryAction) -> Refusal:
    """Why the action is refused; the test fails where it is not."""
    try:
        happened = decide(state, action)
    except IllegalAction as illegal:
        return illegal.refusal
    raise AssertionError(f"accepted: {happened}")


def refused(state: State, action: a.MysteryAction) -> tuple[str, str]:
    """Code and rule of the refusal."""
    found = refusal(state, action)
    return found.code, found.rule


def form(state: State, kind: str) -> Form:
    """How a kind of action is asked for now."""
    seat = GAME.decisions(state)[0].seat
    return next(one for one in GAME.forms(state, seat) if one.kind == f"mystery.{kind}")


def closed(state: State, kind: str) -> tuple[str, str] | None:
    """Why a kind of action cannot be used now; None where it can."""
    why = form(state, kind).closed
    return None if why is None else (why.code, why.rule)


def slot(state: State, kind: str, filled: dict[str, object] | None = None) -> Slot:
    """The question after the answers given."""
    asked = fill(form(state, kind), filled or {})
    assert isinstance(asked, Slot), asked
    return asked


def named(events: Sequence[e.MysteryEvent], *kinds: type) -> list[e.MysteryEvent]:
    """The events of some kinds."""
    return [event for event in events if isinstance(event, kinds)]


def kinds_of(events: Sequence[e.MysteryEvent]) -> list[str]:
    """The names of events, in order."""
    return [type(event).__name__ for event in events]


def held(state: State, seat: int) -> str:
    """A grid as `n4=yellow n6=blue`."""
    crystals = state.player(seat).crystals
    return " ".join(f"{node}={kind}" for node, kind in zip(NODES, crystals, strict=True) if kind is not None)


def stock(state: State, kind: str) -> int:
    """How many of a kind are in the supply."""
    return state.supply[KINDS.index(kind)]


def at_node(state: State, seat: int, node: str) -> str | None:
    """What lies on a node."""
    return state.player(seat).crystals[NODE_INDEX[node]]


def gain(color: str, node: str | None, source: a.Source | None = None) -> a.Gain:
    return a.Gain(color, source, node)


def bonus(card: str, color: str | None, node: str | None, source: a.Source | None = None) -> a.Bonus:
    return a.Bonus(card, color, source, node)


def declined(card: str) -> a.Bonus:
    return a.Bonus(card, None, None, None)


EMPTY = a.Collect(None, None, (), (), (), (), (), ())


def collect(*gains: a.Gain, **fields: object) -> a.Collect:
    """A Collect with some fields, the rest unasked."""
    return replace(EMPTY, gains=gains, **fields)


def move(ring: str, steps: int, *pay: str) -> a.MoveFigure:
    return a.MoveFigure(ring, steps, pay)


def broken(position: int, end: str, path: str, **fields: object) -> a.BreakCurse:
    """A Break with some fields, the rest unasked."""
    return replace(a.BreakCurse(position, end, tuple(path.split()), None, None, ()), **fields)
