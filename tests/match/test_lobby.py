"""Before the first move: creating, sitting down, leaving, starting, abandoning."""

import msgspec
import pytest

from domain.kernel.chance import commitment
from domain.kernel.errors import IllegalAction
from domain.match import lobby
from domain.match.errors import MatchRefusal
from domain.match.events import MatchAbandoned, MatchCreated, MatchStarted, Occupant, SeatLeft, SeatTaken
from tests.kit.play import HOST, Dice, Table, moves_of, started
from tests.kit.toy import TOY, TOY_2
from tests.kit.toy.game import Settings

BOT = Occupant("bot", "random")


def open_table(seats: int = 2, **terms) -> Table:
    return Table(TOY, Settings(), seats, "lobby", **terms)


def refused(code: str, act, *args, **kwargs) -> None:
    with pytest.raises(MatchRefusal) as refusal:
        act(*args, **kwargs)
    assert refusal.value.code == code


def seat_bot(table: Table, actor: str, seat: int | None = None):
    return table.take(lobby.take_seat(TOY, table.now, seat, BOT, None, table.order(actor)))


def test_a_new_match_says_what_it_is_and_commits_to_its_key():
    table = Table(TOY_2, Settings(auctions=3), 3, "new", visibility="private", competitive=True, decision_time=60)
    (event,) = table.commits[0].events
    assert event == MatchCreated(
        match="match-new",
        game="toy-duel",
        rules_version=2,
        settings={"open_hands": False, "auctions": 3},
        seats=3,
        host=HOST,
        visibility="private",
        competitive=True,
        decision_time=60,
        commitment=commitment("match-new", table.key),
    )
    match = table.now
    assert (match.status, match.version, match.move, match.key) == ("open", 1, 0, None)
    assert match.settings == Settings(auctions=3)
    assert [seat.seat for seat in match.seats] == [1, 2, 3]
    assert table.commits[0].meta.table is None
    assert table.key.hex() not in str(table.rows)


def test_settings_are_checked_against_the_seats():
    for seats, settings, field in ((5, Settings(), "/seats"), (4, Settings(auctions=401), "/settings/auctions")):
        with pytest.raises(IllegalAction) as illegal:
            Table(TOY, settings, seats, "wrong")
        assert illegal.value.refusal.field == field
    assert Table(TOY, Settings(auctions=401), 3, "right").now.status == "open"


def test_seats_are_taken_by_number_or_the_first_that_is_free():
    table = open_table(3)
    assert table.seat("ann", 2, "hello").events == (SeatTaken(2, Occupant("player", "ann"), "hello"),)
    assert table.seat("bob").events == (SeatTaken(1, Occupant("player", "bob"), None),)
    assert table.now.held("ann") == (2,)
    assert table.now.players == ("bob", "ann")
    assert table.now.entropy == ((2, "hello"),)


def test_a_further_seat_for_the_same_player_has_to_be_named():
    table = open_table(2)
    table.seat("ann")
    refused("seated_already", table.seat, "ann")
    table.seat("ann", 2)
    assert table.now.held("ann") == (1, 2)
    assert table.now.players == ("ann",)


def test_taken_and_unknown_seats_are_refused():
    table = open_table(2)
    table.seat("ann", 1)
    refused("seat_taken", table.seat, "bob", 1)
    refused("seat_unknown", table.seat, "bob", 3)
    refused("seat_unknown", table.seat, "bob", 0)
    table.seat("bob")
    refused("seat_taken", table.seat, "cid")


def test_only_the_host_seats_bots():
    table = open_table(2)
    refused("host_only", seat_bot, table, "ann")
    seat_bot(table, HOST)
    seat_bot(table, HOST)
    assert [seat.occupant for seat in table.now.seats] == [BOT, BOT]


def test_a_seat_is_left_by_who_holds_it_or_freed_by_the_host():
    table = open_table(2)
    table.seat("ann", 1, "words")

    def leave(actor: str, seat: int):
        return table.take(lobby.leave_seat(TOY, table.now, seat, table.order(actor)))

    refused("seat_not_yours", leave, "bob", 1)
    refused("seat_empty", leave, "ann", 2)
    assert leave("ann", 1).events == (SeatLeft(1),)
    assert table.now.entropy == ()
    table.seat("bob", 1)
    leave(HOST, 1)
    assert table.now.seats[0].occupant is None


def test_starting_deals_and_asks():
    table = started(TOY, Settings(), 2, "start")
    made = table.commits[-1]
    assert isinstance(made.events[0], MatchStarted)
    assert [
        getattr(event, "seat", None) for event in made.events if event.__struct_config__.tag == "toy.purse-dealt"
    ] == [1, 2]
    match = table.now
    assert (match.status, match.move, match.version) == ("running", 0, 3 + len(made.events))
    assert match.waited == (1, 2)
    assert {opening.version for opening in match.openings} == {match.version}
    assert match.cursor >= len(made.meta.draws) > 0
    assert made.meta.action is None


def test_only_the_host_starts_and_only_a_full_table():
    table = open_table(2)
    table.seat("ann")
    refused("seats_open", table.start)
    refused("host_only", lobby.start, TOY, table.now, table.key, table.order("ann"))
    table.seat("bob")
    table.start()
    refused("match_not_open", table.start)
    refused("match_not_open", table.seat, "cid", 1)
    refused("match_not_open", lobby.leave_seat, TOY, table.now, 1, table.order("ann"))
    refused("match_not_open", lobby.abandon, TOY, table.now, table.order(HOST))


def test_only_the_host_abandons_a_match_that_is_open():
    table = open_table(2)
    refused("host_only", lobby.abandon, TOY, table.now, table.order("ann"))
    assert table.take(lobby.abandon(TOY, table.now, table.order(HOST))).events == (MatchAbandoned(),)
    assert (table.now.status, table.now.openings) == ("abandoned", ())
    refused("match_not_open", table.seat, "ann")


def test_the_words_of_a_seat_change_the_deal():
    deals = set()
    for words in (None, "", "a", "b"):
        table = open_table(2)
        table.seat("ann", 1, words)
        table.seat("bob", 2)
        table.start()
        deals.add(str(table.commits[-1].meta.draws))
    assert len(deals) == 4


def test_rules_version_2_is_pinned_by_the_first_event():
    penalties = {}
    for game in (TOY, TOY_2):
        table = started(game, Settings(), 2, "pinned")
        for _ in moves_of(table, Dice("pinned")):
            pass
        bluffs = [event for made in table.commits for event in made.events if hasattr(event, "penalty")]
        penalties[table.now.rules.version] = {event.penalty for event in bluffs}
    assert penalties == {1: {2}, 2: {3}}


def test_persons_appear_by_id_only():
    assert set(msgspec.json.decode(msgspec.json.encode(Occupant("player", "p1")))) == {"kind", "id"}
