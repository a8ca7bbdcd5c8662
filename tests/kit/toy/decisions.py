"""How each kind of action is asked for. Legality stands here and nowhere else."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from domain.kernel.errors import Refusal
from domain.kernel.forms import Amount, Asking, Complete, Cost, Form, Item, Pick, closed, whole
from domain.kernel.values import Detail
from tests.kit.toy import actions as a
from tests.kit.toy.state import COLORS, SILVER, Auction, Count, Player, Purse, State

CAP = 15
LANTERN_FROM = 3
READY = 3


def _law(code: str, rule: str, reason: str) -> Refusal:
    return Refusal(code, f"TOY-{rule}", reason)


SEATS = _law("wrong_number_of_seats", "1.1", "The game is for two to four players.")
TOO_LONG = _law("too_many_auctions", "3.7", "With four players a half has at most 400 auctions.")
FAVOURITES = _law("favourites", "2.2", "Choose one or two different colours.")
ARRANGED = _law("arranged_already", "3.2", "The display is arranged once a turn.")
PLACE = _law("no_such_place", "3.2", "Name different places of the display, at least one.")
NO_SUCH_GEM = _law("not_on_display", "3.3", "This gem does not lie on display.")
SAME_COLOR = _law("same_color_again", "3.4", "This colour was auctioned in the turn before.")
NO_GEM = _law("nothing_to_auction", "3.4", "Only the colour of the turn before lies on display.")
BID = _law("bid_too_low", "4.1", "Bid more than the highest bid.")
CAPPED = _law("bid_too_high", "4.2", "Nobody bids more than 15.")
LIT = _law("lantern_too_early", "4.4", "A lantern is lit when the highest bid is 3 or more.")
PAYMENT = _law("payment_too_small", "4.5", "Pay at least the bid.")
COINS = _law("coins_missing", "4.5", "The purse does not hold these coins.")
COIN = _law("coin_missing", "3.6", "Give a coin of your purse.")
SURPLUS = _law("not_asked_for", "3.3", "This is not asked for.")
REFUSALS = tuple(value for value in list(globals().values()) if isinstance(value, Refusal))


class Change(Detail, frozen=True, tag="toy.change", gc=False):
    """What is lost when this is paid."""

    lost: Count


def choose_favourites() -> Form[a.ChooseFavourites]:
    """Any one or two colours."""

    def ask() -> Asking[a.ChooseFavourites]:
        colors = yield Pick("/colors", COLORS, FAVOURITES, 1, 2)
        return Complete(a.ChooseFavourites(colors))

    return Form("toy.choose-favourites", ask, SURPLUS)


def arrange(state: State) -> Form[a.Arrange]:
    """Place by place, ended by null."""
    if state.arranged:
        return closed("toy.arrange", ARRANGED)
    return Form("toy.arrange", partial(_ask_places, len(state.display)), SURPLUS)


def _ask_places(count: int) -> Asking[a.Arrange]:
    places: tuple[int, ...] = ()
    while len(places) < count:
        left: tuple[int | None, ...] = tuple(place for place in range(count) if place not in places)
        place = yield Pick(f"/places/{len(places)}", (*left, None) if places else left, PLACE)
        if place is None:
            break
        places = (*places, place)
    return Complete(a.Arrange(places))


def open_auction(state: State, player: Player) -> Form[a.OpenAuction]:
    """A gem, then a bid of at least 1."""
    among = tuple(dict.fromkeys(color for color in state.display if color != state.last))
    if not among:
        return closed("toy.open-auction", NO_GEM)

    def why(color: Any) -> Refusal | None:
        return SAME_COLOR if color == state.last and color in state.display else None

    def ask() -> Asking[a.OpenAuction]:
        color = yield Pick("/color", among, NO_SUCH_GEM, why=why)
        bid = yield _bid(0, player)
        return Complete(a.OpenAuction(color, bid))

    return Form("toy.open-auction", ask, SURPLUS, usual=True)


def leave_gem() -> Form[a.LeaveGem]:
    """Nothing is asked."""
    return Form("toy.leave-gem", lambda: whole(a.LeaveGem()), SURPLUS)


def raise_bid(auction: Auction, player: Player) -> Form[a.RaiseBid]:
    """The bound is everybody's: what the purse is worth shows in the usual bids alone, and those to its owner."""
    if auction.high >= CAP:
        return closed("toy.raise-bid", CAPPED)

    def ask() -> Asking[a.RaiseBid]:
        bid = yield _bid(auction.high, player)
        return Complete(a.RaiseBid(bid))

    return Form("toy.raise-bid", ask, SURPLUS)


def _bid(high: int, player: Player) -> Amount:
    def usual() -> tuple[int, ...]:
        return tuple(sorted({bid for bid in (high + 1, high + 2, player.purse.worth) if high < bid <= CAP}))

    return Amount("/bid", high + 1, CAP, BID, usual, why=lambda bid: CAPPED if type(bid) is int and bid > CAP else None)


def pass_bid() -> Form[a.PassBid]:
    """Nothing is asked."""
    return Form("toy.pass-bid", lambda: whole(a.PassBid()), SURPLUS)


def light_lantern(auction: Auction) -> Form[a.LightLantern]:
    """While others bid."""
    if auction.high < LANTERN_FROM:
        return closed("toy.light-lantern", LIT)
    return Form("toy.light-lantern", lambda: whole(a.LightLantern()), SURPLUS)


def pay(price: int, purse: Purse, color: str) -> Form[a.Pay]:
    """A ready payment, or null and then coin by coin."""
    return Form("toy.pay", partial(_ask_payment, price, purse, color), SURPLUS)


def _ask_payment(price: int, purse: Purse, color: str) -> Asking[a.Pay]:
    def why(payment: Any) -> Refusal | None:
        return COINS if isinstance(payment, Purse) and _exceeds(payment, purse) else None

    def change(payment: Purse | None) -> Change | None:
        return None if payment is None else Change(payment.worth - price)

    payment = yield Pick("/payment", (*ready_payments(price, purse), None), PAYMENT, why=why, detail=change)
    if payment is None:
        copper = yield Amount("/payment/copper", max(0, price - SILVER * purse.silver), purse.copper, PAYMENT)
        least = max(0, -((copper - price) // SILVER))
        silver = yield Amount("/payment/silver", least, purse.silver, PAYMENT)
        payment = Purse(copper, silver)
    return Complete(a.Pay(payment), partial(_cost, payment, price, color))


def ready_payments(price: int, purse: Purse) -> tuple[Purse, ...]:
    """Up to three, the least loss first, then the fewest coins."""
    found = sorted(_just_enough(price, purse), key=lambda one: (one.worth, one.count))
    return tuple(found[:READY])


def _just_enough(price: int, purse: Purse) -> Iterator[Purse]:
    for silver in range(purse.silver + 1):
        copper = max(0, price - SILVER * silver)
        if copper <= purse.copper:
            yield Purse(copper, silver)
        if not copper:
            return


def _exceeds(payment: Purse, purse: Purse) -> bool:
    return payment.copper > purse.copper or payment.silver > purse.silver


def _cost(payment: Purse, price: int, color: str) -> Cost:
    pays = (Item("copper", payment.copper), Item("silver", payment.silver))
    lost = payment.worth - price
    return Cost(tuple(item for item in pays if item.count), (Item(color, 1),), (Item("change", lost),) if lost else ())


def give_coin(purse: Purse) -> Form[a.GiveCoin]:
    """A kind of coin in the purse."""

    def ask() -> Asking[a.GiveCoin]:
        coin = yield Pick("/coin", coins_in(purse), COIN)
        return Complete(a.GiveCoin(coin))

    return Form("toy.give-coin", ask, SURPLUS)


def coins_in(purse: Purse) -> tuple[str, ...]:
    """The kinds of coin a purse holds, copper first."""
    return tuple(kind for kind, count in (("copper", purse.copper), ("silver", purse.silver)) if count)
