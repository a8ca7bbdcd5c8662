"""What happens to a match itself. Persons appear by id only."""

from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from domain.kernel.game import Outcome
from domain.kernel.secrecy import Public
from domain.kernel.values import Event, Value

Visibility = Literal["public", "unlisted", "private"]
EndReason = Literal["finished", "resigned"]
SeatNumber = Annotated[int, Meta(ge=1, le=12)]
MoveNumber = Annotated[int, Meta(ge=0, le=1_000_000)]


class Occupant(Value, frozen=True):
    """Who sits in a seat: a player by id, or a bot by the name of its way of playing."""

    kind: Literal["player", "bot"]
    id: str


class MatchCreated(Event, frozen=True, tag="match.created"):
    """A match is open for seats; the server is bound to its key by the commitment."""

    match: Public[str]
    game: Public[str]
    rules_version: Public[Annotated[int, Meta(ge=1, le=1_000)]]
    settings: Public[Any]
    seats: Public[SeatNumber]
    host: Public[str]
    visibility: Public[Visibility]
    competitive: Public[bool]
    decision_time: Public[Annotated[int, Meta(ge=30, le=1_209_600)] | None]
    commitment: Public[str]


class SeatTaken(Event, frozen=True, tag="match.seat-taken"):
    """Somebody sits down; `entropy` goes into the key of all draws."""

    seat: Public[SeatNumber]
    occupant: Public[Occupant]
    entropy: Public[str | None]


class SeatLeft(Event, frozen=True, tag="match.seat-left"):
    """A seat is free again."""

    seat: Public[SeatNumber]


class MatchStarted(Event, frozen=True, tag="match.started"):
    """The seats are full and the table is set by the events that follow."""


class MoveTakenBack(Event, frozen=True, tag="match.move-taken-back"):
    """The move and all after it are ended: the table is what it was before them."""

    seat: Public[SeatNumber]
    taken_back: Public[MoveNumber]
    consent: Public[bool]


class TakebackRequested(Event, frozen=True, tag="match.takeback-requested"):
    """A seat asks the others to let it take its move back; the request lapses at the next move."""

    aside: ClassVar[bool] = True
    seat: Public[SeatNumber]
    taken_back: Public[MoveNumber]


class TakebackAnswered(Event, frozen=True, tag="match.takeback-answered"):
    """A seat agrees to a take-back or not."""

    aside: ClassVar[bool] = True
    seat: Public[SeatNumber]
    agree: Public[bool]


class SeatResigned(Event, frozen=True, tag="match.seat-resigned"):
    """A seat gives up: with two seats the match ends, with more the seat plays its default actions."""

    seat: Public[SeatNumber]


class MatchEnded(Event, frozen=True, tag="match.ended"):
    """The result; the key is revealed, so that everybody can check every draw."""

    reason: Public[EndReason]
    outcome: Public[Outcome]
    key: Public[str]


class MatchAbandoned(Event, frozen=True, tag="match.abandoned"):
    """The match will never be played to an end."""


MatchEvent = (
    MatchCreated
    | SeatTaken
    | SeatLeft
    | MatchStarted
    | MoveTakenBack
    | TakebackRequested
    | TakebackAnswered
    | SeatResigned
    | MatchEnded
    | MatchAbandoned
)
MATCH_EVENTS: tuple[type[Event], ...] = MatchEvent.__args__
