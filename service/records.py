"""What the use cases answer: facts already redacted for a viewer, ready for any exit."""

from datetime import datetime
from typing import Any

from msgspec import Struct

from domain.kernel.errors import Refusal
from domain.kernel.forms import Complete, Cost, Slot
from domain.kernel.game import Outcome
from domain.kernel.secrecy import Viewer
from domain.kernel.values import View
from domain.match.commit import By
from domain.match.events import Occupant, Visibility
from domain.match.state import Status


class SeatCard(Struct, frozen=True):
    """A seat as everybody sees it."""

    seat: int
    occupant: Occupant | None
    absent: bool


class Deadline(Struct, frozen=True):
    """When a waited decision opened; null: with the commit that made this card."""

    seat: int
    opened_at: datetime | None


class MatchCard(Struct, frozen=True):
    """The facts of a match at its newest version; the body of its summary row."""

    id: str
    game: str
    rules_version: int
    status: Status
    visibility: Visibility
    competitive: bool
    decision_time: int | None
    settings: Any
    host: str
    seats: tuple[SeatCard, ...]
    version: int
    move: int
    waited: tuple[int, ...]
    deadlines: tuple[Deadline, ...]
    outcome: Outcome | None
    commitment: str
    key: str | None


class Dated(Struct, frozen=True):
    """A card with its times."""

    card: MatchCard
    created_at: datetime
    updated_at: datetime


class Happened(Struct, frozen=True):
    """An event as one viewer sees it; `data` is its builtins without tag and seat, blanked fields null."""

    version: int
    move: int
    type: str
    seat: int | None
    by: By
    data: dict[str, Any]
    move_complete: bool
    recorded_at: datetime


class Moved(Struct, frozen=True):
    """A move as one viewer sees it; `waited` are the seats that were to act after it."""

    match: str
    game: str
    move: int
    seat: int
    action: dict[str, Any]
    by: By
    events: tuple[Happened, ...]
    version: int
    waited: tuple[int, ...]
    recorded_at: datetime
    taken_back_at: datetime | None


class Positioned(Struct, frozen=True):
    """The table at a version as one viewer sees it; no view before the start."""

    match: str
    game: str
    version: int
    move: int
    viewer: Viewer
    waited: tuple[int, ...]
    view: View | None
    outcome: Outcome | None
    final: bool
    """Whether the answer can never change (a past version of a finished match, or its end)."""


class Offered(Struct, frozen=True):
    """A kind of action that can be used now: its first slot, or the complete action."""

    kind: str
    next: Slot | Complete[Any]


class Closed(Struct, frozen=True):
    """A kind of action that the decision knows and that cannot be used now."""

    kind: str
    refusal: Refusal


class Undo(Struct, frozen=True):
    """Whether the caller may take back his last move without asking; else the code of the reason."""

    allowed: bool
    reason: str | None


class Offers(Struct, frozen=True):
    """What a seat may do at a version."""

    match: str
    game: str
    seat: int
    version: int
    options: tuple[Offered, ...]
    closed: tuple[Closed, ...]
    example: Any | None
    undo: Undo


class Filled(Struct, frozen=True):
    """A form as far as it was filled in."""

    match: str
    game: str
    version: int
    kind: str
    next: Slot | Complete[Any]


class Foreseen(Struct, frozen=True):
    """What a move would do, as its player would see it."""

    game: str
    events: tuple[Happened, ...]
    complete: bool
    cost: Cost | None


class Replayed(Struct, frozen=True):
    """An answer, and whether it was given before under the same key."""

    moved: Moved
    again: bool
