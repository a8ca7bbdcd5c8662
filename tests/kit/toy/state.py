"""The table as the rules know it."""

from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta

from domain.kernel.values import Value

Color = Literal["amber", "jade", "pearl", "ruby"]
Coin = Literal["copper", "silver"]
Phase = Literal["favourites", "turn", "auction", "payment", "tribute", "over"]
SeatNumber = Annotated[int, Meta(ge=1, le=4)]
Count = Annotated[int, Meta(ge=0, le=1_000)]
Points = Annotated[int, Meta(ge=-10_000, le=10_000)]

COLORS: tuple[Color, ...] = get_args(Color)
SILVER = 3
"""What a silver coin is worth (TOY-1.2)."""

replace = msgspec.structs.replace


class Purse(Value, frozen=True, gc=False):
    """Coins by kind."""

    copper: Count
    silver: Count

    @property
    def count(self) -> int:
        """How many coins; everybody knows it."""
        return self.copper + self.silver

    @property
    def worth(self) -> int:
        """What they are worth."""
        return self.copper + SILVER * self.silver

    def plus(self, other: "Purse") -> "Purse":
        """With further coins."""
        return Purse(self.copper + other.copper, self.silver + other.silver)

    def minus(self, other: "Purse") -> "Purse":
        """Without some coins."""
        return Purse(self.copper - other.copper, self.silver - other.silver)


EMPTY = Purse(0, 0)


class Tribute(Value, frozen=True, tag="tribute", gc=False):
    """Unfinished work: a seat has to give a coin."""

    seat: SeatNumber


class Refill(Value, frozen=True, tag="refill", gc=False):
    """Unfinished work: the display is to be filled further, then the turn ends."""


Work = Annotated[tuple[Tribute | Refill, ...], Meta(max_length=4)]


class Auction(Value, frozen=True, gc=False):
    """A gem under the hammer; `queue` are those who have not passed, next bidder first, without the leader."""

    color: Color
    high: Annotated[int, Meta(ge=1, le=30)]
    leader: SeatNumber
    queue: Annotated[tuple[SeatNumber, ...], Meta(max_length=3)]


class Player(Value, frozen=True, gc=False):
    """What a seat has; `favourites` is empty until it has chosen."""

    seat: int
    purse: Purse = EMPTY
    favourites: tuple[Color, ...] = ()
    gems: tuple[Color, ...] = ()
    unlit: bool = True
    bonus: int = 0
    penalty: int = 0


class State(Value, frozen=True, gc=False):
    """Everything there is. `choosing` has not chosen favourites, `last` is the colour of the last auction."""

    open_hands: bool
    auctions: int
    players: tuple[Player, ...]
    bank: Purse
    phase: Phase = "favourites"
    half: int = 0
    turns: int = 0
    active: int = 1
    choosing: tuple[int, ...] = ()
    revealed: bool = False
    display: tuple[Color, ...] = ()
    arranged: bool = False
    stormed: bool = True
    last: Color | None = None
    auction: Auction | None = None
    work: Work = ()
    magpie: tuple[Color, ...] = ()

    def player(self, seat: int) -> Player:
        """Who sits there."""
        return self.players[seat - 1]

    def with_player(self, player: Player) -> tuple[Player, ...]:
        """All players, one of them replaced."""
        return (*self.players[: player.seat - 1], player, *self.players[player.seat :])

    def after(self, seat: int) -> tuple[int, ...]:
        """The other seats in order, beginning to the left."""
        count = len(self.players)
        return tuple((seat + step - 1) % count + 1 for step in range(1, count))
