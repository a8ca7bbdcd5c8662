"""What an action causes, step by step to the next decision."""

from typing import assert_never

from domain.kernel.draft import Draft
from tests.kit.toy import actions as a
from tests.kit.toy import events as e
from tests.kit.toy.state import COLORS, EMPTY, Coin, Color, Player, Purse, Refill, State, Tribute

Table = Draft[State, e.ToyEvent]

DEALT = 4
DISPLAY = 3
WHEEL = 8
HALVES = 2


def set_up(table: Table, half: int) -> None:
    """The same in each half (TOY-2.1, 2.2)."""
    table.emit(e.HalfBegun(half))
    seats = tuple(player.seat for player in table.state.players)
    for seat in seats:
        left, coins = table.state.bank, EMPTY
        for _ in range(DEALT):
            coin = _drawn(table, left)
            left, coins = left.minus(coin), coins.plus(coin)
        table.emit(e.PurseDealt(seat, DEALT, coins))
    table.emit(e.FavouritesAsked(seats))


def _drawn(table: Table, bank: Purse) -> Purse:
    return Purse(1, 0) if table.below(bank.count) < bank.copper else Purse(0, 1)


def carried_out(table: Table, seat: int, action: a.ToyAction, penalty: int) -> None:
    """What happens; the action is legal."""
    match action:
        case a.ChooseFavourites():
            table.emit(e.FavouritesChosen(seat, action.colors))
            _reveal(table)
        case a.Arrange():
            _arrange(table, seat, action.places)
        case a.OpenAuction():
            table.emit(e.AuctionOpened(seat, action.color, action.bid))
        case a.LeaveGem():
            table.emit(e.GemTaken(None, "magpie", table.state.display[0], 0))
            refill(table)
        case a.RaiseBid():
            table.emit(e.BidRaised(seat, action.bid))
        case a.PassBid():
            table.emit(e.BidPassed(seat))
            _settle(table, penalty)
        case a.LightLantern():
            assert table.state.auction is not None
            table.emit(e.LanternLit(seat, table.state.auction.high + 1))
        case a.Pay():
            assert table.state.auction is not None
            table.emit(e.Paid(seat, action.payment, action.payment.worth - table.state.auction.high))
            _gem_goes(table, seat)
        case a.GiveCoin():
            table.emit(e.CoinGiven(seat, action.coin))
            _resume(table)
        case _:
            assert_never(action)


def _reveal(table: Table) -> None:
    """When all have chosen, all see it, and the first turn begins (TOY-2.2, 2.3)."""
    if not table.state.choosing:
        choices = tuple(e.SeatColors(player.seat, player.favourites) for player in table.state.players)
        table.emit(e.FavouritesRevealed(choices))
        _turn(table, 1 if table.state.half == 1 else len(choices))


def _arrange(table: Table, seat: int, first: tuple[int, ...]) -> None:
    display = table.state.display
    places = (*first, *(place for place in range(len(display)) if place not in first))
    table.emit(e.DisplayArranged(seat, tuple(display[place] for place in places)))


def _settle(table: Table, penalty: int) -> None:
    """The last one has passed: the leader pays, or his bluff is called (TOY-4.5, 4.6)."""
    auction = table.state.auction
    assert auction is not None
    if auction.queue:
        return
    leader = table.state.player(auction.leader)
    if leader.purse.worth >= auction.high:
        table.emit(e.PaymentAsked(leader.seat, auction.high))
        return
    table.emit(e.BluffCalled(leader.seat, leader.purse, penalty))
    _gem_goes(table, None)


def _gem_goes(table: Table, seat: int | None) -> None:
    """To a seat, else to the magpie."""
    auction = table.state.auction
    assert auction is not None
    place = table.state.display.index(auction.color)
    table.emit(e.GemTaken(seat, "magpie" if seat is None else None, auction.color, place))
    refill(table)


def refill(table: Table) -> None:
    """Draws until the display is full; a storm suspends that (TOY-3.5, 3.6)."""
    while len(table.state.display) < DISPLAY:
        shown = table.below(WHEEL if table.state.stormed else WHEEL + 1)
        if shown < WHEEL:
            color: Color = COLORS[shown % len(COLORS)]
            table.emit(e.GemDrawn(color))
            continue
        table.emit(e.StormBroke())
        victims = tuple(
            Tribute(seat) for seat in table.state.after(table.state.active) if table.state.player(seat).purse.count
        )
        if victims:
            table.emit(e.TributeAsked(victims[0].seat, (*victims, Refill())))
            return
    if table.state.half:
        _next_turn(table)


def _resume(table: Table) -> None:
    """The work goes on after a tribute."""
    work = table.state.work[1:]
    match work[0]:
        case Tribute(seat):
            table.emit(e.TributeAsked(seat, work))
        case Refill():
            table.emit(e.StormPassed(work[1:]))
            refill(table)
        case _:
            assert_never(work[0])


def _next_turn(table: Table) -> None:
    state = table.state
    if state.turns < state.auctions:
        _turn(table, state.after(state.active)[0])
        return
    table.emit(e.HalfEnded(state.half, tuple(e.SeatPoints(one.seat, _bonus(one)) for one in state.players)))
    if state.half < HALVES:
        set_up(table, state.half + 1)
    else:
        table.emit(e.GameOver())


def _bonus(player: Player) -> int:
    return sum(color in player.favourites for color in player.gems)


def _turn(table: Table, seat: int) -> None:
    """A turn begins with a coin from the bank (TOY-3.1)."""
    table.emit(e.TurnStarted(seat))
    bank = table.state.bank
    if bank.count:
        coin: Coin = "copper" if _drawn(table, bank).copper else "silver"
        table.emit(e.CoinDrawn(seat, coin))
