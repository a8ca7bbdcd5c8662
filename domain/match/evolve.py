"""How a match event changes a match. Total: it never refuses."""

from typing import assert_never

import msgspec

from domain.kernel.game import RulesRef
from domain.match.events import (
    MatchAbandoned,
    MatchCreated,
    MatchEnded,
    MatchEvent,
    MatchStarted,
    MoveTakenBack,
    SeatLeft,
    SeatResigned,
    SeatTaken,
    TakebackAnswered,
    TakebackRequested,
)
from domain.match.state import Match, Seat, TakebackRequest

replace = msgspec.structs.replace


def created(event: MatchCreated) -> Match:
    """The match that its first event describes; settings are still builtins."""
    return Match(
        id=event.match,
        rules=RulesRef(event.game, event.rules_version),
        settings=event.settings,
        host=event.host,
        visibility=event.visibility,
        competitive=event.competitive,
        decision_time=event.decision_time,
        commitment=event.commitment,
        seats=tuple(Seat(number) for number in range(1, event.seats + 1)),
    )


def evolve(match: Match, event: MatchEvent) -> Match:
    """The match after an event of its own; decisions and versions are the commit's affair."""
    match event:
        case MatchCreated():
            return created(event)
        case SeatTaken():
            return match.with_seat(Seat(event.seat, event.occupant, event.entropy))
        case SeatLeft():
            return match.with_seat(Seat(event.seat))
        case MatchStarted():
            return replace(match, status="running")
        case MoveTakenBack():
            return _rewound(match, event.taken_back)
        case TakebackRequested():
            return replace(match, request=TakebackRequest(event.seat, event.taken_back))
        case TakebackAnswered():
            return _answered(match, event)
        case SeatResigned():
            return _resigned(match, event.seat)
        case MatchEnded():
            return replace(match, status="finished", outcome=event.outcome, key=event.key, request=None)
        case MatchAbandoned():
            return replace(match, status="abandoned")
        case _:
            assert_never(event)


def _rewound(match: Match, move: int) -> Match:
    """The table before a move; occupants, chance and numbers go on."""
    place = next(index for index, done in enumerate(match.past) if done.move == move)
    return replace(match, table=match.past[place].table, past=match.past[:place], request=None)


def _answered(match: Match, event: TakebackAnswered) -> Match:
    request = match.request
    if request is None or not event.agree:
        return replace(match, request=None)
    return replace(match, request=replace(request, agreed=(*request.agreed, event.seat)))


def _resigned(match: Match, seat: int) -> Match:
    """The seat is absent, and everybody knows it: nothing before it can be taken back by the information rule.

    An open request lapses, since the seat may have been the one that was asked, or that asks.
    """
    past = tuple(replace(done, tells_nobody=False) for done in match.past)
    gone = replace(match.seats[seat - 1], absent=True)
    return replace(match.with_seat(gone), past=past, request=None)
