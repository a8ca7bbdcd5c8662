"""Laws that hold for every match of every game: what is recorded, taken back, and how it ends."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import msgspec

from domain.kernel.codec import table_hash
from domain.kernel.forms import admitted
from domain.kernel.game import Outcome
from domain.kernel.secrecy import ALL
from domain.match import moves, takebacks
from domain.match.commit import Acted, applied
from domain.match.fold import commits, fold
from domain.match.state import Match
from domain.match.stream import Stream
from domain.match.verify import verify
from tests.kit.play import evolved
from tests.kit.story import Story, Turn, deciding, draws, walk


def replay_equals_live(told: Story) -> None:
    """Folding what was stored gives, at every commit, the match that was live then."""
    game, stream = told.game, Stream(told.game)
    match: Match | None = None
    for made, (events, meta) in zip(told.table.commits, commits(stream, told.table.rows), strict=True):
        assert tuple(events) == made.events
        match = applied(game, match, events, meta)
        assert msgspec.structs.replace(match, past=()) == msgspec.structs.replace(made.after, past=())
        assert len(match.past) == len(made.after.past)
    assert fold(game, stream, told.table.rows) == told.table.now
    found = verify(game, stream, told.table.rows, told.table.key)
    assert found.divergence is None
    assert (found.events, found.moves) == (told.table.now.version, len(told.turns))


def nothing_is_lost(told: Story) -> None:
    """What the game says is conserved is so after every single event."""
    state = told.turns[0].before.table
    seen = {told.subject.conserved(state)}
    for event in (event for turn in told.turns for event in turn.made.events):
        if isinstance(event, told.game.types.events):
            state = told.game.evolve(state, event)
            seen.add(told.subject.conserved(state))
    assert len(seen) == 1, seen


def every_match_ends(told: Story) -> None:
    """Random play ends below the bound, and so does everybody's default from anywhere."""
    assert told.table.now.status == "finished"
    assert len(told.turns) < told.subject.bound
    for turn in (told.turns[0], *told.sample[:2]):
        state, chance = turn.before.table, draws("defaults")
        for _ in range(told.subject.bound):
            waited = [decision.seat for decision in told.game.decisions(state) if decision.waited]
            if not waited:
                break
            action = told.game.default(state, waited[0])
            state = evolved(told.game, state, told.game.decide(state, waited[0], action, chance))
        assert not told.game.decisions(state)


def defaults_are_members(told: Story) -> None:
    """What an absent seat does is always among what it may do."""
    for turn in told.turns:
        for decision in told.game.decisions(turn.before.table):
            if decision.waited:
                action = told.game.default(turn.before.table, decision.seat)
                assert admitted(told.game.forms(turn.before.table, decision.seat), action).action == action


def standings_add_up(told: Story) -> None:
    """Scores are the sums of their lines, ranks count who is ahead, every seat stands once; winners are first."""
    for turn in told.turns:
        _adds_up(told, told.game.outcome(turn.before.table))
    outcome = told.table.now.outcome
    assert outcome is not None
    _adds_up(told, outcome)
    assert told.table.now.key == told.table.key.hex()


def _adds_up(told: Story, outcome: Outcome) -> None:
    standings = outcome.standings
    assert sorted(one.seat for one in standings if one.seat is not None) == list(range(1, told.subject.seats + 1))
    for one in standings:
        assert one.score is None or one.score == sum(part.points for part in one.breakdown)
        assert one.rank == 1 + sum(other.rank < one.rank for other in standings)
        assert (one.seat is None) == (one.rival is not None)
    assert set(outcome.winners) <= {one.seat for one in standings if one.rank == 1}


def openings_follow_the_rule(told: Story) -> None:
    """A decision opens with the commit that asks for it; an aside of another seat leaves it open."""
    for turn, made in zip(told.turns, (turn.made for turn in told.turns), strict=True):
        after, aside = made.after, all(event.aside for event in made.events)
        asked = {decision.seat for decision in told.game.decisions(after.table)} if after.status == "running" else set()
        assert {one.seat for one in after.openings} == asked
        for one in after.openings:
            kept = turn.before.opening(one.seat) if aside and one.seat != turn.seat else None
            assert one.version == (kept.version if kept is not None else after.version)
            assert moves.holds(after, one.seat, one.version)
            assert moves.holds(after, one.seat, after.version)
            assert not moves.holds(after, one.seat, one.version - 1)
            assert not moves.holds(after, one.seat, after.version + 1)


def taking_back_restores_the_table(told: Story) -> None:
    """By the information rule or by consent, the table is what it was before the move."""
    game, key = told.game, told.table.key
    for turn in told.sample:
        if turn.made.after.status != "running":
            continue
        order = told.table.order(turn.made.meta.actor)
        made = takebacks.take_back(game, turn.made.after, turn.made.meta.actor, order)
        free = takebacks.barrier(turn.made.after, turn.made.meta.actor) is None
        assert free == (made.after.request is None)
        for other in range(1, told.subject.seats + 1):
            if made.after.request is not None and other != turn.seat:
                order = told.table.order(f"p{other}")
                made = takebacks.answer(game, made.after, other, order, agree=True)
        assert made.meta.table == table_hash(game.view(turn.before.table, ALL))
        assert made.after.table == turn.before.table
        assert made.after.past == turn.before.past
        assert made.after.cursor == turn.made.after.cursor
        assert {one.seat for one in made.after.openings} == {one.seat for one in turn.before.openings}
        again = moves.move(game, made.after, Acted(turn.seat, turn.action), key, order)
        assert again.meta.move == turn.made.meta.move + 1


def asides_commute(told: Story) -> None:
    """Secret choices of different seats may be made in any order."""
    dice, game, key = told.dice("asides"), told.game, told.table.key
    for turn in told.sample:
        choices = []
        for decision, form in deciding(game, turn.before.table):
            action = walk(form, dice)[0].action
            events = game.decide(turn.before.table, decision.seat, action, draws("any"))
            if any(event.aside for event in events) and decision.seat not in {seat for seat, _ in choices}:
                choices.append((decision.seat, action))
        for one, other in pairwise(choices):
            ends = [_both(told, turn, key, *pair) for pair in ((one, other), (other, one))]
            assert ends[0].table == ends[1].table
            assert ends[0].openings == ends[1].openings


def _both(told: Story, turn: Turn, key: bytes, *choices: tuple[int, Any]) -> Match:
    match = turn.before
    for seat, action in choices:
        opened = match.opening(seat)
        assert opened == turn.before.opening(seat), "an aside closed another's decision"
        match = moves.move(told.game, match, Acted(seat, action), key, told.table.order(f"p{seat}")).after
    return match


RECORDS: tuple[Callable[[Story], None], ...] = (
    replay_equals_live,
    nothing_is_lost,
    every_match_ends,
    defaults_are_members,
    standings_add_up,
    openings_follow_the_rule,
    taking_back_restores_the_table,
    asides_commute,
)
