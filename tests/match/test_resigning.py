"""Giving up, with two seats and with more, and with ties among those who stay."""

import pytest

from domain.kernel.game import Outcome, Part, Standing
from domain.match.errors import MatchRefusal
from domain.match.events import MatchEnded, SeatResigned
from domain.match.fold import fold
from domain.match.resigning import last_of_all, resign
from domain.match.stream import Stream
from tests.kit.play import Dice, Table, moves_of
from tests.kit.toy import TOY
from tests.kit.toy import actions as a
from tests.match.toy import OPEN, auctioning, chosen


def give_up(table: Table, seat: int):
    return table.take(resign(TOY, table.now, seat, table.key, table.order(f"p{seat}")))


def standing(seat: int | None, rank: int, score: int) -> Standing:
    return Standing(seat, None if seat is not None else "magpie", rank, score, (Part("gems", score),))


def test_with_two_seats_the_match_ends_and_the_resigner_is_last():
    table = chosen(2)
    table.move(1, a.LeaveGem())
    made = give_up(table, 1)
    resigned, ended = made.events
    assert resigned == SeatResigned(1)
    assert isinstance(ended, MatchEnded)
    assert (ended.reason, ended.key) == ("resigned", table.key.hex())
    # the magpie holds one gem, the seats none
    assert ended.outcome.standings == (
        Standing(None, "magpie", 1, 1, (Part("gems", 1),)),
        *(
            Standing(seat, None, rank, 0, tuple(Part(name, 0) for name in ("gems", "favourites", "lantern", "bluffs")))
            for seat, rank in ((2, 2), (1, 3))
        ),
    )
    assert (table.now.status, table.now.openings, table.now.key) == ("finished", (), table.key.hex())
    assert fold(TOY, Stream(TOY), table.rows) == table.now


def test_with_three_seats_the_match_goes_on_and_the_seat_is_absent():
    table = auctioning(3, bid=3)
    before = table.now
    assert give_up(table, 2).events == (SeatResigned(2),)
    match = table.now
    assert (match.status, match.table, match.key) == ("running", before.table, None)
    assert [seat.absent for seat in match.seats] == [False, True, False]
    assert {one.version for one in match.openings} == {match.version}
    assert match.waited == (2,)
    for _ in moves_of(table, Dice(1)):
        pass
    assert table.now.status == "finished"
    assert fold(TOY, Stream(TOY), table.rows) == table.now


def test_nobody_resigns_twice_nor_before_the_start_nor_after_the_end():
    codes = []
    tables = [Table(TOY, OPEN, 2, "open"), chosen(3), chosen(2)]
    give_up(tables[1], 2)
    give_up(tables[2], 2)
    for table in tables:
        with pytest.raises(MatchRefusal) as refusal:
            give_up(table, 2)
        codes.append(refusal.value.code)
    assert codes == ["match_not_running", "resigned_already", "match_over"]


@pytest.mark.parametrize(
    ("before", "after", "winners"),
    [
        ([(1, 1, 9), (2, 2, 5)], [(2, 1, 5), (1, 2, 9)], (2,)),
        ([(1, 1, 9), (2, 2, 5), (3, 2, 5)], [(2, 1, 5), (3, 1, 5), (1, 3, 9)], (2, 3)),
        ([(1, 1, 9), (None, 1, 9), (2, 3, 5)], [(None, 1, 9), (2, 2, 5), (1, 3, 9)], ()),
        ([(2, 1, 9), (3, 1, 9), (1, 3, 5), (4, 4, 2)], [(2, 1, 9), (3, 1, 9), (4, 3, 2), (1, 4, 5)], (2, 3)),
        ([(1, 1, 9)], [(1, 1, 9)], ()),
    ],
)
def test_those_who_stay_keep_their_order_and_their_ties(before, after, winners):
    found = last_of_all(Outcome((1,), tuple(standing(*one) for one in before)), 1)
    assert found == Outcome(winners, tuple(standing(*one) for one in after))
