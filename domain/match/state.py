"""What is known of a match between two commits."""

from typing import Any, Literal

import msgspec

from domain.kernel.game import Outcome, RulesRef
from domain.kernel.values import Value
from domain.match.errors import MatchRefusal
from domain.match.events import Occupant, Visibility

Status = Literal["open", "running", "finished", "abandoned"]


class Seat(Value, frozen=True):
    """A place at the table; an absent one plays its default actions."""

    seat: int
    occupant: Occupant | None = None
    entropy: str | None = None
    absent: bool = False


class Opening(Value, frozen=True):
    """A seat's decision, and the version at which it opened."""

    seat: int
    version: int
    waited: bool


class Done(Value, frozen=True):
    """A move that stands, with what a take-back restores and asks about."""

    move: int
    seat: int
    actor: str
    before: int
    table: Any
    cursor: int
    tells_nobody: bool


class TakebackRequest(Value, frozen=True):
    """An open request; `agreed` are the seats that said yes so far."""

    seat: int
    move: int
    agreed: tuple[int, ...] = ()


class Match(Value, frozen=True):
    """A match at a version. `table` is the game's state; `past` are the moves that stand, oldest first."""

    id: str
    rules: RulesRef
    settings: Any
    host: str
    visibility: Visibility
    competitive: bool
    decision_time: int | None
    commitment: str
    seats: tuple[Seat, ...]
    status: Status = "open"
    version: int = 0
    move: int = 0
    table: Any = None
    openings: tuple[Opening, ...] = ()
    cursor: int = 0
    chain: str = ""
    past: tuple[Done, ...] = ()
    request: TakebackRequest | None = None
    outcome: Outcome | None = None
    key: str | None = None

    @property
    def waited(self) -> tuple[int, ...]:
        """The seats that are waited for (`to_act` on the wire)."""
        return tuple(opening.seat for opening in self.openings if opening.waited)

    @property
    def entropy(self) -> tuple[tuple[int, str], ...]:
        """What the seats added to the key of all draws."""
        return tuple((seat.seat, seat.entropy) for seat in self.seats if seat.entropy is not None)

    @property
    def players(self) -> tuple[str, ...]:
        """The players at the table, each once, in order of seats."""
        held = (seat.occupant.id for seat in self.seats if seat.occupant and seat.occupant.kind == "player")
        return tuple(dict.fromkeys(held))

    def at(self, seat: int) -> Seat:
        """A seat; raises MatchRefusal for a number that is not at this table."""
        if not 1 <= seat <= len(self.seats):
            raise MatchRefusal("seat_unknown", f"The seats of this match are 1 to {len(self.seats)}.")
        return self.seats[seat - 1]

    def held(self, player: str) -> tuple[int, ...]:
        """The seats a player holds."""
        occupant = Occupant("player", player)
        return tuple(seat.seat for seat in self.seats if seat.occupant == occupant)

    def opening(self, seat: int) -> Opening | None:
        """The seat's open decision."""
        return next((opening for opening in self.openings if opening.seat == seat), None)

    def with_seat(self, seat: Seat) -> "Match":
        """This match with one seat replaced."""
        seats = tuple(seat if other.seat == seat.seat else other for other in self.seats)
        return msgspec.structs.replace(self, seats=seats)
