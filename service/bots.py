"""Bots: ways of playing that know no more than their seat. They think on a twin of their own view."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from domain.kernel.chance import Chance
from domain.kernel.errors import IllegalAction, Refusal
from domain.kernel.forms import Form, random_action, random_choice
from domain.kernel.game import AnyGame, Outcome
from domain.kernel.secrecy import seat_viewer
from domain.kernel.values import Action

Choose = Callable[[AnyGame, Any, int, Chance], Action]
"""(game, the true state, seat, the bot's own chance) -> an action of the seat's forms."""

CANDIDATES = 12
"""Actions of each kind that the greedy bot looks at."""


def usable(game: AnyGame, state: Any, seat: int) -> list[Form[Any]]:
    """The seat's open forms; raises IllegalAction where it has none."""
    found = [form for form in game.forms(state, seat) if form.closed is None]
    if not found:
        raise IllegalAction(Refusal("not_now", "", f"Nothing is asked of seat {seat}."))
    return found


def random_bot(game: AnyGame, state: Any, seat: int, chance: Chance) -> Action:
    """Any kind of action, filled in at random."""
    twin = game.twin(state, seat_viewer(seat), chance)
    return random_choice(usable(game, twin, seat), chance).action  # type: ignore[no-any-return]


def greedy_bot(game: AnyGame, state: Any, seat: int, chance: Chance) -> Action:
    """The best of some actions of each kind by the score right after it; among equals any."""
    twin = game.twin(state, seat_viewer(seat), chance)
    best: list[Action] = []
    best_value: int | None = None
    for action in _candidates(usable(game, twin, seat), chance):
        after = twin
        for event in game.decide(twin, seat, action, chance):
            after = game.evolve(after, event)
        value = lead(game.outcome(after), seat)
        if best_value is None or value > best_value:
            best, best_value = [action], value
        elif value == best_value:
            best.append(action)
    return best[chance.below(len(best))]


def _candidates(forms: list[Form[Any]], chance: Chance) -> Iterator[Action]:
    for form in forms:
        for _ in range(CANDIDATES):
            yield random_action(form, chance).action


def lead(outcome: Outcome, seat: int) -> int:
    """How far a seat is ahead of the best other; by rank where the game keeps no score."""
    own = next(standing for standing in outcome.standings if standing.seat == seat)
    others = [standing for standing in outcome.standings if standing.seat != seat]
    if own.score is None:
        return -own.rank
    return own.score - max((other.score or 0 for other in others), default=0)


BOTS: Mapping[str, Choose] = {"random": random_bot, "greedy": greedy_bot}
