"""What happens. An event tells ALL unless it says otherwise."""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from domain.kernel.secrecy import Hidden, Mark, Own, Public
from domain.kernel.values import Event, Tells, Value
from tests.kit.toy.actions import Bid
from tests.kit.toy.state import Coin, Color, Count, Points, Purse, SeatNumber, Work

Colors = Annotated[tuple[Color, ...], Meta(max_length=4)]
Seats = Annotated[tuple[SeatNumber, ...], Meta(max_length=4)]
UNLESS_OPEN = Mark("seat", lifted_by="open_hands")


class SeatColors(Value, frozen=True, gc=False):
    """What a seat chose."""

    seat: SeatNumber
    colors: Colors


class SeatPoints(Value, frozen=True, gc=False):
    """What a seat gets."""

    seat: SeatNumber
    points: Points


class TableSet(Event, frozen=True, tag="toy.table-set", gc=False):
    """The box is opened."""

    seats: Public[SeatNumber]
    open_hands: Public[bool]
    auctions: Public[Count]
    bank: Public[Purse]


class HalfBegun(Event, frozen=True, tag="toy.half-begun", gc=False):
    """All coins go to the bank (TOY-2.1)."""

    tells: ClassVar[Tells] = Tells.NOBODY
    half: Public[Annotated[int, Meta(ge=1, le=2)]]


class PurseDealt(Event, frozen=True, tag="toy.purse-dealt", gc=False):
    """A seat gets coins from the bank (TOY-2.1)."""

    seat: Public[SeatNumber]
    count: Public[Count]
    coins: Annotated[Purse, UNLESS_OPEN]


class FavouritesAsked(Event, frozen=True, tag="toy.favourites-asked", gc=False):
    """All choose at the same time (TOY-2.2)."""

    tells: ClassVar[Tells] = Tells.NOBODY
    seats: Public[Seats]


class FavouritesChosen(Event, frozen=True, tag="toy.favourites-chosen", gc=False):
    """A seat has chosen; what, only itself knows."""

    tells: ClassVar[Tells] = Tells.NOBODY
    aside: ClassVar[bool] = True
    seat: Public[SeatNumber]
    colors: Own[Colors]


class FavouritesRevealed(Event, frozen=True, tag="toy.favourites-revealed", gc=False):
    """All have chosen."""

    choices: Public[Annotated[tuple[SeatColors, ...], Meta(max_length=4)]]


class TurnStarted(Event, frozen=True, tag="toy.turn-started", gc=False):
    """A seat's turn begins."""

    tells: ClassVar[Tells] = Tells.NOBODY
    seat: Public[SeatNumber]


class CoinDrawn(Event, frozen=True, tag="toy.coin-drawn", gc=False):
    """A coin from the bank (TOY-3.1)."""

    seat: Public[SeatNumber]
    coin: Annotated[Coin, UNLESS_OPEN]


class DisplayArranged(Event, frozen=True, tag="toy.display-arranged", gc=False):
    """The display has a new order (TOY-3.2)."""

    tells: ClassVar[Tells] = Tells.NOBODY
    seat: Public[SeatNumber]
    display: Public[Annotated[tuple[Color, ...], Meta(max_length=3)]]


class AuctionOpened(Event, frozen=True, tag="toy.auction-opened", gc=False):
    """A gem comes under the hammer (TOY-3.3)."""

    tells: ClassVar[Tells] = Tells.NOBODY
    seat: Public[SeatNumber]
    color: Public[Color]
    bid: Public[Bid]


class BidRaised(Event, frozen=True, tag="toy.bid-raised", gc=False):
    """A higher bid (TOY-4.1)."""

    tells: ClassVar[Tells] = Tells.NOBODY
    seat: Public[SeatNumber]
    bid: Public[Bid]


class BidPassed(Event, frozen=True, tag="toy.bid-passed", gc=False):
    """A seat is out of the auction (TOY-4.1)."""

    tells: ClassVar[Tells] = Tells.NOBODY
    seat: Public[SeatNumber]


class LanternLit(Event, frozen=True, tag="toy.lantern-lit", gc=False):
    """The highest bid is one more (TOY-4.3)."""

    tells: ClassVar[Tells] = Tells.NOBODY
    seat: Public[SeatNumber]
    high: Public[Annotated[int, Meta(ge=1, le=30)]]


class PaymentAsked(Event, frozen=True, tag="toy.payment-asked", gc=False):
    """The winner can pay and must (TOY-4.5): that he can was not known."""

    seat: Public[SeatNumber]
    price: Public[Count]


class BluffCalled(Event, frozen=True, tag="toy.bluff-called", gc=False):
    """The winner cannot pay and shows why (TOY-4.6)."""

    seat: Public[SeatNumber]
    purse: Public[Purse]
    penalty: Public[Points]


class Paid(Event, frozen=True, tag="toy.paid", gc=False):
    """Coins for a gem: the others see which. Revision 1 carried the price in the place of what is lost."""

    tells: ClassVar[Tells] = Tells.OTHERS
    revision: ClassVar[int] = 2
    seat: Public[SeatNumber]
    payment: Public[Purse]
    lost: Public[Count]


class GemTaken(Event, frozen=True, tag="toy.gem-taken", gc=False):
    """A seat or the magpie takes the gem; `place` is where it lay."""

    tells: ClassVar[Tells] = Tells.NOBODY
    seat: Public[SeatNumber | None]
    rival: Public[Literal["magpie"] | None]
    color: Public[Color]
    place: Public[Annotated[int, Meta(ge=0, le=2)]]


class GemDrawn(Event, frozen=True, tag="toy.gem-drawn", gc=False):
    """A gem comes on display (TOY-3.5)."""

    color: Public[Color]


class StormBroke(Event, frozen=True, tag="toy.storm-broke", gc=False):
    """The wheel showed a storm (TOY-3.5)."""


class TributeAsked(Event, frozen=True, tag="toy.tribute-asked", gc=False):
    """A seat has to give a coin (TOY-3.6); the rest of the work waits."""

    tells: ClassVar[Tells] = Tells.NOBODY
    seat: Public[SeatNumber]
    work: Hidden[Work]


class CoinGiven(Event, frozen=True, tag="toy.coin-given", gc=False):
    """A coin for the bank: the others see which."""

    tells: ClassVar[Tells] = Tells.OTHERS
    seat: Public[SeatNumber]
    coin: Public[Coin]


class StormPassed(Event, frozen=True, tag="toy.storm-passed", gc=False):
    """Everybody has given; the turn goes on where it was."""

    tells: ClassVar[Tells] = Tells.NOBODY
    work: Hidden[Work]


class HalfEnded(Event, frozen=True, tag="toy.half-ended", gc=False):
    """The favourites count (TOY-5.1)."""

    tells: ClassVar[Tells] = Tells.NOBODY
    half: Public[Annotated[int, Meta(ge=1, le=2)]]
    bonus: Public[Annotated[tuple[SeatPoints, ...], Meta(max_length=4)]]


class GameOver(Event, frozen=True, tag="toy.game-over", gc=False):
    """Both halves are played (TOY-3.7)."""

    tells: ClassVar[Tells] = Tells.NOBODY


ToyEvent = (
    TableSet
    | HalfBegun
    | PurseDealt
    | FavouritesAsked
    | FavouritesChosen
    | FavouritesRevealed
    | TurnStarted
    | CoinDrawn
    | DisplayArranged
    | AuctionOpened
    | BidRaised
    | BidPassed
    | LanternLit
    | PaymentAsked
    | BluffCalled
    | Paid
    | GemTaken
    | GemDrawn
    | StormBroke
    | TributeAsked
    | CoinGiven
    | StormPassed
    | HalfEnded
    | GameOver
)
EVENTS: tuple[type[ToyEvent], ...] = ToyEvent.__args__
