"""Moves: the precondition, an accepted action, its preview."""

from collections.abc import Sequence

from msgspec import Struct

from domain.kernel.chance import KeyedChance, NoChance, draw_key
from domain.kernel.draft import Cut
from domain.kernel.forms import Cost, admitted
from domain.kernel.game import AnyGame
from domain.kernel.values import Action, Event, Tells
from domain.match.commit import Acted, Commit, Order, commit
from domain.match.errors import MatchRefusal
from domain.match.events import MatchEnded
from domain.match.state import Match, Opening


class Preview(Struct, frozen=True):
    """What would happen, as far as it tells nobody anything new; `complete` says whether that is all.

    The end of a match, which follows from the last event, tells everybody: such a preview is never complete.
    """

    events: tuple[Event, ...]
    complete: bool
    cost: Cost | None


def must_run(match: Match) -> None:
    """Raises MatchRefusal unless the match is being played."""
    if match.status == "open":
        raise MatchRefusal("match_not_running", "The match has not started.")
    if match.status != "running":
        raise MatchRefusal("match_over", f"The match is {match.status}.")


def opening(match: Match, seat: int) -> Opening:
    """The seat's decision; raises MatchRefusal where it has none."""
    must_run(match)
    found = match.opening(seat)
    if found is None:
        raise MatchRefusal("no_decision", f"Nothing is asked of seat {seat} now.")
    return found


def holds(match: Match, seat: int, version: int) -> bool:
    """Whether a precondition "version" of this seat holds: its decision opened at or before, and has not changed."""
    found = match.opening(seat)
    if found is None:
        return version == match.version
    return found.version <= version <= match.version


def move(game: AnyGame, match: Match, acted: Acted, key: bytes, order: Order) -> Commit:
    """An accepted action with all its events, the end of the match included if it brings it."""
    opening(match, acted.seat)
    action = admitted(game.forms(match.table, acted.seat), acted.action).action
    chance = KeyedChance(draw_key(key, match.entropy), match.cursor)
    events = list(game.decide(match.table, acted.seat, action, chance))
    assert events, f"{action} had no event"
    table = match.table
    for event in events:
        table = game.evolve(table, event)
    if not game.decisions(table):
        events.append(MatchEnded("finished", game.outcome(table), key.hex()))
    return commit(game, match, events, order, Acted(acted.seat, action), (chance.cursor, chance.journal))


def preview(game: AnyGame, match: Match, seat: int, action: Action) -> Preview:
    """The events before the first that tells everybody something new; nothing is drawn or recorded."""
    opening(match, seat)
    complete = admitted(game.forms(match.table, seat), action)
    try:
        events: Sequence[Event] = game.decide(match.table, seat, complete.action, NoChance())
        whole = True
    except Cut as cut:
        events, whole = cut.events, False
    known = _until_news(events)
    table = match.table
    for event in known:
        table = game.evolve(table, event)
    whole = whole and len(known) == len(events) and bool(game.decisions(table))
    return Preview(known, whole, complete.cost() if complete.cost is not None else None)


def _until_news(events: Sequence[Event]) -> tuple[Event, ...]:
    for place, event in enumerate(events):
        if event.tells is Tells.ALL:
            return tuple(events[:place])
    return tuple(events)
