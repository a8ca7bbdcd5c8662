"""What a seat may wish."""

from typing import Annotated

from msgspec import Meta

from domain.kernel.secrecy import Own, Public
from domain.kernel.values import Action
from tests.kit.toy.state import Coin, Color, Purse

Bid = Annotated[int, Meta(ge=1, le=15)]


class ChooseFavourites(Action, frozen=True, tag="toy.choose-favourites", gc=False):
    """One or two colours, secretly (TOY-2.2)."""

    colors: Own[Annotated[tuple[Color, ...], Meta(max_length=4)]]


class Arrange(Action, frozen=True, tag="toy.arrange", gc=False):
    """Places of the display whose gems come to the front (TOY-3.2)."""

    places: Public[Annotated[tuple[Annotated[int, Meta(ge=0, le=2)], ...], Meta(max_length=3)]]


class OpenAuction(Action, frozen=True, tag="toy.open-auction", gc=False):
    """A gem of the display, and the first bid (TOY-3.3)."""

    color: Public[Color]
    bid: Public[Bid]


class LeaveGem(Action, frozen=True, tag="toy.leave-gem", gc=False):
    """The magpie takes the first gem (TOY-3.3)."""


class RaiseBid(Action, frozen=True, tag="toy.raise-bid", gc=False):
    """More than the highest bid (TOY-4.1)."""

    bid: Public[Bid]


class PassBid(Action, frozen=True, tag="toy.pass-bid", gc=False):
    """Out of this auction (TOY-4.1)."""


class Pay(Action, frozen=True, tag="toy.pay", gc=False):
    """Coins for the gem (TOY-4.5)."""

    payment: Public[Purse]


class GiveCoin(Action, frozen=True, tag="toy.give-coin", gc=False):
    """A coin for the storm (TOY-3.6)."""

    coin: Public[Coin]


class LightLantern(Action, frozen=True, tag="toy.light-lantern", gc=False):
    """The highest bid rises by one (TOY-4.3)."""


ToyAction = ChooseFavourites | Arrange | OpenAuction | LeaveGem | RaiseBid | PassBid | Pay | GiveCoin | LightLantern
ACTIONS: tuple[type[ToyAction], ...] = ToyAction.__args__
