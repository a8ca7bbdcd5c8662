"""Matches: what they are to be, and what is known of them."""

from typing import Annotated, Any, Literal

from pydantic import Field

from openapi.wire.domain import Domain
from openapi.wire.model import (
    Cursor,
    Id,
    Instant,
    MoveNumber,
    RulesVersion,
    SeatNumber,
    Shown,
    Slug,
    Submitted,
    Version,
)
from openapi.wire.player import Player

Visibility = Literal["public", "unlisted", "private"]
Status = Literal["open", "running", "finished", "abandoned"]
BotName = Literal["random", "greedy"]
DecisionTime = Annotated[int, Field(ge=30, le=1_209_600, description="Whole seconds for each decision.")]
Seats = Annotated[tuple[SeatNumber, ...], Field(max_length=12)]


class NewMatch(Submitted):
    """A match to be opened; the caller becomes its host and takes no seat by that."""

    game: Slug
    seats: SeatNumber
    settings: Annotated[Any, Domain("Settings")] = None
    visibility: Visibility = "public"
    competitive: bool = False
    decision_time: DecisionTime | None = None


class SeatRequest(Submitted):
    """Take a seat, or (the host) seat a bot; without a number the first free one."""

    seat: SeatNumber | None = None
    bot: BotName | None = None
    entropy: Annotated[
        str | None,
        Field(
            max_length=200,
            pattern=r"^[^\x00-\x1f\x7f]*$",
            description="Public words mixed into the key of all draws, so that the server alone chose no shuffle.",
        ),
    ] = None


class SeatOccupant(Shown):
    """Who sits in a seat. An erased player keeps the bare id under a neutral name."""

    kind: Literal["player", "bot"]
    id: Id
    name: Annotated[str, Field(min_length=1, max_length=40)]


class Seat(Shown):
    """A place at the table; an absent one plays its default actions."""

    seat: SeatNumber
    occupant: SeatOccupant | None
    absent: bool


class SeatDeadline(Shown):
    """When a waited decision is taken by default."""

    seat: SeatNumber
    at: Instant


class Match(Shown):
    """The facts of a match at its newest version."""

    id: Id
    game: Slug
    rules_version: RulesVersion
    status: Status
    visibility: Visibility
    competitive: bool
    decision_time: DecisionTime | None
    settings: Annotated[Any, Domain("Settings")]
    host: Player
    seats: Annotated[tuple[Seat, ...], Field(max_length=12)]
    version: Version
    move: MoveNumber
    to_act: Seats
    deadlines: Annotated[tuple[SeatDeadline, ...], Field(max_length=12)]
    outcome: Annotated[Any, Domain("Outcome")] | None
    commitment: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    revealed_key: Annotated[str, Field(pattern="^[0-9a-f]{64}$")] | None
    created_at: Instant
    updated_at: Instant


class MatchPage(Shown):
    """Matches, the newest first; `next` is the cursor of the following page."""

    items: Annotated[tuple[Match, ...], Field(max_length=100)]
    next: Cursor | None
