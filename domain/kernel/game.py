"""The contract a game fulfils."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from domain.kernel.chance import Chance
from domain.kernel.errors import Refusal
from domain.kernel.forms import Form
from domain.kernel.secrecy import Viewer
from domain.kernel.values import Action, Detail, Event, Value, View

Settings_contra = TypeVar("Settings_contra", contravariant=True)
State = TypeVar("State")
A = TypeVar("A", bound=Action)
E = TypeVar("E", bound=Event)
V_co = TypeVar("V_co", bound=View, covariant=True)


class RulesRef(Value, frozen=True):
    """A rules version: ruling flags and component data, pinned by a match for ever."""

    game: str
    version: int


class Decision(Value, frozen=True):
    """A seat may act; where it is `waited` for, the game stands still until it does."""

    seat: int
    kind: str
    waited: bool = True


class Part(Value, frozen=True):
    """One line of a score; the lines add up to it."""

    name: str
    points: int


class Standing(Value, frozen=True):
    """Where a seat (or a rival without a seat) stands; equal ranks are shared, `score` may be null."""

    seat: int | None
    rival: str | None
    rank: int
    score: int | None
    breakdown: tuple[Part, ...]


class Outcome(Value, frozen=True):
    """Who wins, and the whole ranking."""

    winners: tuple[int, ...]
    standings: tuple[Standing, ...]


class Credits(Value, frozen=True):
    """Who made the game that the rules describe."""

    designers: tuple[str, ...]
    artists: tuple[str, ...]
    publishers: tuple[str, ...]
    year: int


class Meta(Value, frozen=True):
    """What is known of a game before it is played."""

    slug: str
    title: str
    prefix: str
    schema_prefix: str
    rule_prefix: str
    least_seats: int
    most_seats: int
    credits: Credits


Upcast = Callable[[dict[str, Any]], dict[str, Any]]
"""Turns the tree of an event stored under an older topic into that of the next one: pure, never edited."""


class Types(Struct, frozen=True):
    """The closed sets of types a game is made of; storage, wire and documents are derived from them."""

    settings: type[Struct]
    actions: tuple[type[Action], ...]
    events: tuple[type[Event], ...]
    view: type[View]
    refusals: tuple[Refusal, ...]
    details: tuple[type[Detail], ...] = ()
    choices: tuple[type[Struct], ...] = ()
    """Structs that stand as values to choose from."""
    upcasts: Mapping[str, tuple[str, Upcast]] = {}
    """Older topics, each with the next one and the way there."""


class Game(Protocol[Settings_contra, State, A, E, V_co]):
    """The rules of one version of one game, as functions over frozen values."""

    ref: RulesRef
    meta: Meta
    types: Types
    components: Any
    """The released component data, as a tree of builtins."""

    def check(self, settings: Settings_contra, seats: int) -> None:
        """Raises IllegalAction for settings that do not go with the number of seats."""
        ...

    def deal(self, settings: Settings_contra, seats: int, chance: Chance) -> Sequence[E]:
        """Sets the table."""
        ...

    def evolve(self, state: State | None, event: E) -> State:
        """The state after an event: total, deterministic, asks no rule and never refuses."""
        ...

    def decisions(self, state: State) -> tuple[Decision, ...]:
        """Who may act and who is waited for, by public facts alone; empty when the game is over."""
        ...

    def forms(self, state: State, seat: int) -> Sequence[Form[A]]:
        """Every kind of action the seat's decision knows; empty where it has none."""
        ...

    def decide(self, state: State, seat: int, action: A, chance: Chance) -> Sequence[E]:
        """What happens; raises IllegalAction for what no form yields."""
        ...

    def default(self, state: State, seat: int) -> A:
        """What an absent seat does: a member of its forms, by public facts alone."""
        ...

    def outcome(self, state: State) -> Outcome:
        """The standings as if the game ended now."""
        ...

    def view(self, state: State, viewer: Viewer) -> V_co:
        """What a viewer may see."""
        ...

    def twin(self, state: State, viewer: Viewer, chance: Chance) -> State:
        """A state that looks the same to the viewer, with what he may not know dealt again."""
        ...


AnyGame = Game[Any, Any, Any, Any, Any]
