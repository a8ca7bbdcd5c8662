"""What an event does to the table: total, asks no rule."""

from typing import assert_never

from tests.kit.toy import events as e
from tests.kit.toy.state import EMPTY, Auction, Player, Purse, State, replace


def evolve(state: State | None, event: e.ToyEvent) -> State:
    """The table after an event."""
    if state is None:
        assert isinstance(event, e.TableSet)
        players = tuple(Player(seat) for seat in range(1, event.seats + 1))
        return State(event.open_hands, event.auctions, players, event.bank)
    match event:
        case e.TableSet():
            return evolve(None, event)
        case e.HalfBegun() | e.PurseDealt() | e.FavouritesAsked() | e.FavouritesChosen() | e.FavouritesRevealed():
            return _set_up(state, event)
        case e.TurnStarted():
            return _turn_started(state, event.seat)
        case e.CoinDrawn():
            return _moved(state, event.seat, _one(event.coin))
        case e.DisplayArranged():
            return replace(state, display=event.display, arranged=True)
        case e.GemDrawn():
            return replace(state, display=(*state.display, event.color))
        case e.GemTaken():
            return _gem_taken(state, event)
        case e.StormBroke() | e.TributeAsked() | e.CoinGiven() | e.StormPassed():
            return _storm(state, event)
        case e.HalfEnded():
            players = tuple(
                replace(player, bonus=player.bonus + line.points)
                for player, line in zip(state.players, event.bonus, strict=True)
            )
            return replace(state, players=players)
        case e.GameOver():
            return replace(state, phase="over")
        case _:
            return _auctioned(state, event)


def _set_up(
    state: State,
    event: e.HalfBegun | e.PurseDealt | e.FavouritesAsked | e.FavouritesChosen | e.FavouritesRevealed,
) -> State:
    match event:
        case e.HalfBegun():
            bank = state.bank
            for player in state.players:
                bank = bank.plus(player.purse)
            players = tuple(replace(player, purse=EMPTY, favourites=()) for player in state.players)
            return replace(
                state,
                players=players,
                bank=bank,
                half=event.half,
                turns=0,
                last=None,
                revealed=False,
                phase="favourites",
            )
        case e.PurseDealt():
            return _moved(state, event.seat, event.coins)
        case e.FavouritesAsked():
            return replace(state, choosing=event.seats)
        case e.FavouritesChosen():
            player = replace(state.player(event.seat), favourites=event.colors)
            left = tuple(seat for seat in state.choosing if seat != event.seat)
            return replace(state, players=state.with_player(player), choosing=left)
        case e.FavouritesRevealed():
            return replace(state, revealed=True)
        case _:
            assert_never(event)


def _storm(state: State, event: e.StormBroke | e.TributeAsked | e.CoinGiven | e.StormPassed) -> State:
    match event:
        case e.StormBroke():
            return replace(state, stormed=True)
        case e.TributeAsked():
            return replace(state, phase="tribute", work=event.work)
        case e.CoinGiven():
            return _moved(state, event.seat, EMPTY.minus(_one(event.coin)))
        case e.StormPassed():
            return replace(state, phase="turn", work=event.work)
        case _:
            assert_never(event)


def _auctioned(
    state: State,
    event: e.AuctionOpened | e.BidRaised | e.BidPassed | e.LanternLit | e.PaymentAsked | e.BluffCalled | e.Paid,
) -> State:
    auction = state.auction
    match event:
        case e.AuctionOpened():
            opened = Auction(event.color, event.bid, event.seat, state.after(event.seat))
            return replace(state, phase="auction", auction=opened)
        case e.BidRaised():
            assert auction is not None
            queue = (*auction.queue[1:], auction.leader)
            return replace(state, auction=replace(auction, high=event.bid, leader=event.seat, queue=queue))
        case e.BidPassed():
            assert auction is not None
            return replace(state, auction=replace(auction, queue=auction.queue[1:]))
        case e.LanternLit():
            assert auction is not None
            players = state.with_player(replace(state.player(event.seat), unlit=False))
            return replace(state, players=players, auction=replace(auction, high=event.high))
        case e.PaymentAsked():
            return replace(state, phase="payment")
        case e.BluffCalled():
            player = state.player(event.seat)
            return replace(state, players=state.with_player(replace(player, penalty=player.penalty + event.penalty)))
        case e.Paid():
            return _moved(state, event.seat, EMPTY.minus(event.payment))
        case _:
            assert_never(event)


def _one(coin: str) -> Purse:
    return Purse(1, 0) if coin == "copper" else Purse(0, 1)


def _moved(state: State, seat: int, coins: Purse) -> State:
    """Coins from the bank to a seat; less than none go back."""
    player = state.player(seat)
    players = state.with_player(replace(player, purse=player.purse.plus(coins)))
    return replace(state, players=players, bank=state.bank.minus(coins))


def _turn_started(state: State, seat: int) -> State:
    return replace(state, phase="turn", active=seat, turns=state.turns + 1, arranged=False, stormed=False)


def _gem_taken(state: State, event: e.GemTaken) -> State:
    display = (*state.display[: event.place], *state.display[event.place + 1 :])
    last = event.color if state.auction is not None else None
    state = replace(state, phase="turn", display=display, auction=None, last=last)
    if event.seat is None:
        return replace(state, magpie=(*state.magpie, event.color))
    player = state.player(event.seat)
    return replace(state, players=state.with_player(replace(player, gems=(*player.gems, event.color))))
