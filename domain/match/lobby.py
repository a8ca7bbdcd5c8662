"""Before the first move: create, take and leave seats, start, abandon."""

from typing import Any

import msgspec

from domain.kernel.chance import KeyedChance, commitment, draw_key
from domain.kernel.game import AnyGame
from domain.match.commit import Commit, Order, commit
from domain.match.errors import MatchRefusal
from domain.match.events import (
    MatchAbandoned,
    MatchCreated,
    MatchStarted,
    Occupant,
    SeatLeft,
    SeatTaken,
    Visibility,
)
from domain.match.state import Match


class Terms(msgspec.Struct, frozen=True):
    """What a match is to be."""

    seats: int
    settings: Any
    visibility: Visibility = "public"
    competitive: bool = False
    decision_time: int | None = None


def create(game: AnyGame, match: str, terms: Terms, key: bytes, order: Order) -> Commit:
    """Opens a match; raises IllegalAction for settings that do not go with the seats."""
    game.check(terms.settings, terms.seats)
    event = MatchCreated(
        match=match,
        game=game.ref.game,
        rules_version=game.ref.version,
        settings=msgspec.to_builtins(terms.settings),
        seats=terms.seats,
        host=order.actor,
        visibility=terms.visibility,
        competitive=terms.competitive,
        decision_time=terms.decision_time,
        commitment=commitment(match, key),
    )
    return commit(game, None, [event], order)


def _must_be_open(match: Match) -> None:
    if match.status != "open":
        raise MatchRefusal("match_not_open", f"The match is {match.status}.")


def take_seat(
    game: AnyGame, match: Match, seat: int | None, occupant: Occupant, entropy: str | None, order: Order
) -> Commit:
    """Seats a player or (the host only) a bot; without a number in the first free seat, once for each player."""
    _must_be_open(match)
    if occupant.kind == "bot" and order.actor != match.host:
        raise MatchRefusal("host_only", "Only the host seats bots.")
    free = [place.seat for place in match.seats if place.occupant is None]
    if seat is None:
        if occupant.kind == "player" and match.held(occupant.id):
            raise MatchRefusal("seated_already", "You have a seat; name the further one that you want.")
        if not free:
            raise MatchRefusal("seat_taken", "No seat is free.")
        seat = free[0]
    match.at(seat)
    if seat not in free:
        raise MatchRefusal("seat_taken", f"Seat {seat} is taken.")
    return commit(game, match, [SeatTaken(seat, occupant, entropy)], order)


def leave_seat(game: AnyGame, match: Match, seat: int, order: Order) -> Commit:
    """Frees a seat: one's own, or any for the host."""
    place = match.at(seat)
    _must_be_open(match)
    if place.occupant is None:
        raise MatchRefusal("seat_empty", f"Seat {seat} is free.")
    if order.actor not in (match.host, place.occupant.id):
        raise MatchRefusal("seat_not_yours", f"Seat {seat} is another player's.")
    return commit(game, match, [SeatLeft(seat)], order)


def start(game: AnyGame, match: Match, key: bytes, order: Order) -> Commit:
    """Sets the table; only the host starts, and only with every seat taken."""
    if order.actor != match.host:
        raise MatchRefusal("host_only", "Only the host starts the match.")
    _must_be_open(match)
    empty = [place.seat for place in match.seats if place.occupant is None]
    if empty:
        raise MatchRefusal("seats_open", f"Seats without an occupant: {', '.join(map(str, empty))}.")
    chance = KeyedChance(draw_key(key, match.entropy), match.cursor)
    dealt = game.deal(match.settings, len(match.seats), chance)
    return commit(game, match, [MatchStarted(), *dealt], order, drawn=(chance.cursor, chance.journal))


def abandon(game: AnyGame, match: Match, order: Order) -> Commit:
    """The host gives up a match that has not started."""
    if order.actor != match.host:
        raise MatchRefusal("host_only", "Only the host abandons the match.")
    _must_be_open(match)
    return commit(game, match, [MatchAbandoned()], order)
