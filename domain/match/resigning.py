"""A seat gives up."""

import msgspec

from domain.kernel.game import AnyGame, Outcome
from domain.match.commit import Commit, Order, commit
from domain.match.errors import MatchRefusal
from domain.match.events import MatchEnded, SeatResigned
from domain.match.moves import must_run
from domain.match.state import Match

TABLE_FOR_TWO = 2


def resign(game: AnyGame, match: Match, seat: int, key: bytes, order: Order) -> Commit:
    """With at most two seats the match ends, the resigner last; with more the seat plays its default actions."""
    must_run(match)
    if match.at(seat).absent:
        raise MatchRefusal("resigned_already", f"Seat {seat} has resigned.")
    if len(match.seats) > TABLE_FOR_TWO:
        return commit(game, match, [SeatResigned(seat)], order)
    outcome = last_of_all(game.outcome(match.table), seat)
    return commit(game, match, [SeatResigned(seat), MatchEnded("resigned", outcome, key.hex())], order)


def last_of_all(outcome: Outcome, seat: int) -> Outcome:
    """The standings with one seat moved behind everybody else, whatever its score."""
    others = [standing for standing in outcome.standings if standing.seat != seat]
    last = next(standing for standing in outcome.standings if standing.seat == seat)
    ranked = [
        msgspec.structs.replace(standing, rank=1 + sum(other.rank < standing.rank for other in others))
        for standing in sorted(others, key=lambda other: other.rank)
    ]
    winners = tuple(standing.seat for standing in ranked if standing.rank == 1 and standing.seat is not None)
    return Outcome(winners, (*ranked, msgspec.structs.replace(last, rank=len(others) + 1)))
