"""Taking back: alone where nobody learned anything, else by consent."""

import pytest

from domain.kernel.codec import table_hash
from domain.kernel.secrecy import ALL
from domain.match import lobby, moves, resigning, takebacks
from domain.match.errors import MatchRefusal
from domain.match.events import MoveTakenBack, Occupant, TakebackAnswered, TakebackRequested
from domain.match.fold import fold
from domain.match.stream import Stream
from tests.kit.play import HOST, Dice, Table, moves_of
from tests.kit.toy import TOY
from tests.kit.toy import actions as a
from tests.match.toy import OPEN, auctioning, chosen, stormy


def back(table: Table, player: str):
    return table.take(takebacks.take_back(TOY, table.now, player, table.order(player)))


def answer(table: Table, seat: int, *, agree: bool):
    return table.take(takebacks.answer(TOY, table.now, seat, table.order(f"p{seat}"), agree=agree))


def barrier(table: Table, player: str) -> str | None:
    refusal = takebacks.barrier(table.now, player)
    return refusal.code if refusal is not None else None


def refused(act, *args, **kwargs) -> str:
    with pytest.raises(MatchRefusal) as refusal:
        act(*args, **kwargs)
    return refusal.value.code


def replays(table: Table) -> bool:
    return fold(TOY, Stream(TOY), table.rows) == table.now


def test_a_move_that_tells_nobody_anything_is_taken_back_alone():
    table = chosen()
    before = table.now
    table.move(1, a.Arrange((2, 0)))
    assert barrier(table, "p1") is None
    made = back(table, "p1")
    assert made.events == (MoveTakenBack(1, 3, consent=False),)
    assert (table.now.table, table.now.past) == (before.table, before.past)
    assert made.meta.table == table_hash(TOY.view(before.table, ALL)) == table.commits[-3].meta.table
    assert [(one.seat, one.version) for one in table.now.openings] == [(1, table.now.version)]
    assert replays(table)


def test_moves_keep_their_numbers():
    table = chosen()
    table.move(1, a.Arrange((2,)))
    back(table, "p1")
    assert table.now.move == 3
    assert table.move(1, a.Arrange((1,))).meta.move == 4
    assert [done.move for done in table.now.past] == [1, 2, 4]


def test_take_backs_nest_on_a_stack():
    table = auctioning(3, bid=3)
    turn = table.commits[-2].after.table
    table.move(3, a.LightLantern())
    assert back(table, "p3").events == (MoveTakenBack(3, 5, consent=False),)
    assert back(table, "p1").events == (MoveTakenBack(1, 4, consent=False),)
    assert table.now.table == turn
    table.move(1, a.Arrange((1,)))
    table.move(1, a.OpenAuction(table.now.table.display[0], 2))
    assert [done.move for done in table.now.past] == [1, 2, 3, 6, 7]
    assert back(table, "p1").events == (MoveTakenBack(1, 7, consent=False),)
    assert back(table, "p1").events == (MoveTakenBack(1, 6, consent=False),)
    assert table.now.table == turn
    assert replays(table)


def test_taking_back_a_move_ends_all_after_it():
    table = auctioning(2, bid=3)
    before = table.commits[-2].after
    table.move(2, a.RaiseBid(4))
    back(table, "p1")
    assert table.now.request is not None
    assert answer(table, 2, agree=True).events[-1] == MoveTakenBack(1, 3, consent=True)
    assert (table.now.table, table.now.past) == (before.table, before.past)
    assert replays(table)


def test_a_draw_is_a_barrier():
    table = chosen()
    table.move(1, a.LeaveGem())
    assert barrier(table, "p1") == "takeback_chance"


def test_another_players_decision_is_a_barrier():
    table = auctioning(2, bid=3)
    table.move(2, a.RaiseBid(4))
    assert barrier(table, "p1") == "takeback_others_decided"
    assert barrier(table, "p2") is None


def test_what_others_learned_is_a_barrier():
    table = stormy()
    table.move(2, TOY.default(table.now.table, 2))
    assert barrier(table, "p2") == "takeback_knowledge"


def test_a_secret_choice_is_taken_back_until_another_has_chosen():
    table = chosen(3)
    fresh = Table(TOY, OPEN, 3, "secret")
    for seat in (1, 2, 3):
        fresh.seat(f"p{seat}", seat)
    fresh.start()
    fresh.move(2, a.ChooseFavourites(("jade",)))
    assert barrier(fresh, "p2") is None
    fresh.move(1, a.ChooseFavourites(("jade",)))
    assert barrier(fresh, "p2") == "takeback_others_decided"
    assert barrier(table, "p3") == "takeback_chance"  # the last choice began a turn with a coin


def test_where_there_is_nothing_to_take_back():
    table = chosen()
    assert barrier(table, "stranger") == "takeback_nothing"
    assert refused(back, table, "stranger") == "takeback_nothing"
    waiting = Table(TOY, OPEN, 2, "open")
    assert barrier(waiting, "p1") == "match_not_running"
    for _ in moves_of(table, Dice(1)):
        pass
    assert barrier(table, "p1") == "match_over"


def test_competitive_matches_know_no_take_backs():
    table = chosen(competitive=True)
    table.move(1, a.Arrange((2,)))
    assert barrier(table, "p1") == "takeback_competitive"
    assert refused(back, table, "p1") == "takeback_competitive"


def test_chance_is_not_rewound():
    table = chosen(2)
    table.move(1, a.LeaveGem())
    drawn, cursor = table.commits[-1].meta.draws, table.now.cursor
    back(table, "p1")
    answer(table, 2, agree=True)
    assert table.now.cursor == cursor
    again = table.move(1, a.LeaveGem())
    assert again.meta.cursor > cursor
    assert drawn
    assert replays(table)


def test_a_request_is_answered_by_all_others():
    table = chosen(3)
    table.move(1, a.LeaveGem())
    assert back(table, "p1").events == (TakebackRequested(1, 4),)
    assert refused(back, table, "p1") == "takeback_open"
    assert answer(table, 3, agree=True).events == (TakebackAnswered(3, agree=True),)
    assert refused(answer, table, 3, agree=True) == "takeback_not_asked"
    assert refused(answer, table, 1, agree=True) == "takeback_not_asked"
    assert refused(answer, table, 4, agree=True) == "seat_unknown"
    assert answer(table, 2, agree=True).events == (TakebackAnswered(2, agree=True), MoveTakenBack(1, 4, consent=True))
    assert table.now.request is None
    assert replays(table)


def test_one_no_ends_a_request():
    table = chosen(3)
    table.move(1, a.LeaveGem())
    back(table, "p1")
    answer(table, 3, agree=False)
    assert table.now.request is None
    assert refused(answer, table, 2, agree=True) == "takeback_not_asked"
    assert back(table, "p1").events == (TakebackRequested(1, 4),)


def test_a_request_lapses_at_the_next_move():
    table = chosen(2)
    table.move(1, a.LeaveGem())
    back(table, "p1")
    seat = table.now.waited[0]
    table.move(seat, TOY.default(table.now.table, seat))
    assert table.now.request is None
    assert replays(table)


def test_talk_about_a_take_back_opens_no_decision_anew():
    table = chosen(3)
    table.move(1, a.LeaveGem())
    openings, asked = table.now.openings, table.now.version
    back(table, "p1")
    answer(table, 3, agree=False)
    assert table.now.openings == openings
    assert moves.holds(table.now, openings[0].seat, asked)


def test_bots_and_absent_seats_agree_at_once():
    table = Table(TOY, OPEN, 3, "bots")
    table.seat("p1", 1)
    bot = Occupant("bot", "random")
    table.take(lobby.take_seat(TOY, table.now, 2, bot, None, table.order(HOST)))
    table.seat("p3", 3)
    table.start()
    for seat in (1, 2, 3):
        table.move(seat, a.ChooseFavourites(("amber",)))
    table.take(resigning.resign(TOY, table.now, 3, table.key, table.order("p3")))
    table.move(1, a.LeaveGem())
    assert back(table, "p1").events == (TakebackRequested(1, 4), MoveTakenBack(1, 4, consent=True))
    assert table.now.request is None
    assert replays(table)


def test_a_player_with_two_seats_answers_by_either_and_once():
    table = Table(TOY, OPEN, 3, "two seats")
    for seat, player in ((1, "p1"), (2, "p2"), (3, "p2")):
        table.seat(player, seat)
    table.start()
    for seat in (1, 2, 3):
        table.move(seat, a.ChooseFavourites(("amber",)))
    table.move(1, a.LeaveGem())
    back(table, "p1")
    assert answer(table, 3, agree=True).events == (TakebackAnswered(2, agree=True), MoveTakenBack(1, 4, consent=True))


def test_a_resignation_is_a_barrier_and_ends_a_request():
    table = auctioning(3, bid=3)
    table.take(resigning.resign(TOY, table.now, 3, table.key, table.order("p3")))
    assert barrier(table, "p1") == "takeback_knowledge"
    back(table, "p1")
    table.take(resigning.resign(TOY, table.now, 2, table.key, table.order("p2")))
    assert table.now.request is None
    assert refused(back, table, "p2") == "takeback_nothing"
    assert replays(table)


def test_a_resignation_is_a_barrier_before_all_moves_that_stood_then():
    table = chosen(3)
    table.move(1, a.Arrange((1,)))
    table.move(1, a.OpenAuction(table.now.table.display[0], 3))
    table.take(resigning.resign(TOY, table.now, 3, table.key, table.order("p3")))
    back(table, "p1")
    answer(table, 2, agree=True)
    assert [done.move for done in table.now.past] == [1, 2, 3, 4]
    assert barrier(table, "p1") == "takeback_knowledge"
    table.move(1, a.OpenAuction(table.now.table.display[0], 2))
    assert barrier(table, "p1") is None
