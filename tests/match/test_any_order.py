"""Commands of all kinds in any order: each is taken or refused whole, and what is stored is the match."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.errors import IllegalAction
from domain.match import moves, resigning, takebacks
from domain.match.errors import MatchRefusal
from domain.match.events import MoveTakenBack
from domain.match.fold import fold
from domain.match.stream import Stream
from domain.match.verify import verify
from tests.kit.play import Dice, Table, started
from tests.kit.toy import TOY
from tests.kit.toy import actions as a
from tests.match.toy import OPEN

STREAM = Stream(TOY)


def random_move(table: Table, seat: int, dice: Dice) -> None:
    if table.now.status == "running" and not table.now.at(seat).absent:
        table.random_move(dice)


def pass_bid(table: Table, seat: int, dice: Dice) -> None:
    table.move(seat, a.PassBid())


def default(table: Table, seat: int, dice: Dice) -> None:
    if table.now.opening(seat) is not None and table.now.opening(seat).waited:
        table.move(seat, TOY.default(table.now.table, seat))


def take_back(table: Table, seat: int, dice: Dice) -> None:
    free = takebacks.barrier(table.now, f"p{seat}") is None
    made = table.take(takebacks.take_back(TOY, table.now, f"p{seat}", table.order(f"p{seat}")))
    event = made.events[0]
    assert free == (isinstance(event, MoveTakenBack) and not event.consent)


def agree(table: Table, seat: int, dice: Dice) -> None:
    table.take(takebacks.answer(TOY, table.now, seat, table.order(f"p{seat}"), agree=True))


def disagree(table: Table, seat: int, dice: Dice) -> None:
    table.take(takebacks.answer(TOY, table.now, seat, table.order(f"p{seat}"), agree=False))


def resign(table: Table, seat: int, dice: Dice) -> None:
    table.take(resigning.resign(TOY, table.now, seat, table.key, table.order(f"p{seat}")))


COMMANDS = [random_move, random_move, random_move, pass_bid, default, take_back, take_back, agree, disagree, resign]
commands = st.lists(st.tuples(st.sampled_from(COMMANDS), st.integers(1, 3)), max_size=60)


def holds_together(table: Table) -> None:
    match = table.now
    numbers = [done.move for done in match.past]
    assert numbers == sorted(set(numbers))
    assert match.version == len(table.rows)
    assert match.waited or match.status == "finished"
    if match.status == "running":
        asked = {decision.seat for decision in TOY.decisions(match.table)}
        assert asked == {opening.seat for opening in match.openings}
        assert all(moves.holds(match, seat, match.version) for seat in asked)


@pytest.mark.parametrize("seats", [2, 3])
@given(commands=commands, seed=st.integers(0, 1_000))
def test_any_commands_in_any_order(seats, commands, seed):
    table, dice = started(TOY, OPEN, seats, seed), Dice(seed)
    for command, number in commands:
        seat = (number - 1) % seats + 1
        before, rows = table.now, len(table.rows)
        try:
            command(table, seat, dice)
        except (MatchRefusal, IllegalAction):
            assert (table.now, len(table.rows)) == (before, rows)
        holds_together(table)
    assert fold(TOY, STREAM, table.rows) == table.now
    assert verify(TOY, STREAM, table.rows, table.key).divergence is None
    half = len(table.commits) // 2
    cut = sum(len(made.events) for made in table.commits[:half])
    assert fold(TOY, STREAM, table.rows[cut:], fold(TOY, STREAM, table.rows[:cut])) == table.now
