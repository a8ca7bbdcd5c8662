"""A draft: events that are evolved as they are decided, so that what rules conclude is what a replay concludes."""

from collections.abc import Callable
from typing import Generic, TypeVar

from domain.kernel.chance import Chance, NoChance, Undrawn
from domain.kernel.errors import RulesLoop
from domain.kernel.values import Event

S = TypeVar("S")
E = TypeVar("E", bound=Event)

CAP = 2000


class Cut(Undrawn, Generic[E]):
    """A preview came to a draw; `events` is what happened before it."""

    def __init__(self, events: tuple[E, ...]) -> None:
        super().__init__("the preview ends where a draw would be made")
        self.events = events


class Draft(Generic[S, E]):
    """Collects the events of one move; rules draw through it."""

    def __init__(self, evolve: Callable[[S | None, E], S], state: S, chance: Chance) -> None:
        self._evolve = evolve
        self._chance = chance
        self._events: list[E] = []
        self.state = state

    @property
    def events(self) -> tuple[E, ...]:
        """What happened so far."""
        return tuple(self._events)

    def emit(self, *events: E) -> S:
        """Records events and returns the state after them; raises RulesLoop at the 2,001st of a move."""
        for event in events:
            if len(self._events) >= CAP:
                raise RulesLoop(f"a move of more than {CAP} events")
            self._events.append(event)
            self.state = self._evolve(self.state, event)
        return self.state

    def below(self, bound: int) -> int:
        """One of 0 .. bound-1 (the draft is a Chance)."""
        if isinstance(self._chance, NoChance):
            raise Cut(self.events)
        return self._chance.below(bound)
