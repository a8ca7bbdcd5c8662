"""A table that looks the same to a viewer, with what he may not know dealt again."""

from domain.kernel.chance import Chance, shuffled
from domain.kernel.secrecy import Viewer
from tests.kit.toy.state import COLORS, EMPTY, Player, Purse, State, replace


def twin(state: State, viewer: Viewer, chance: Chance) -> State:
    """Purses of the others and of the bank, and favourites not revealed yet."""
    if viewer.kind == "all":
        return state
    unknown = tuple(player for player in state.players if player.seat != viewer.seat)
    if not state.revealed:
        for player in unknown:
            state = replace(state, players=state.with_player(_chosen_again(player, chance)))
    return state if state.open_hands else _dealt_again(state, tuple(player.seat for player in unknown), chance)


def _chosen_again(player: Player, chance: Chance) -> Player:
    if not player.favourites:
        return player
    chosen = shuffled(chance, COLORS)[: 1 + chance.below(2)]
    return replace(player, favourites=tuple(color for color in COLORS if color in chosen))


def _dealt_again(state: State, seats: tuple[int, ...], chance: Chance) -> State:
    """The coins of seats and bank mixed, each gets as many as before; who was asked to pay still can."""
    left, players = state.bank, state.players
    for seat in seats:
        left = left.plus(state.player(seat).purse)
    for seat in seats:
        coins = EMPTY
        for _ in range(state.player(seat).purse.count):
            coin = Purse(1, 0) if chance.below(left.count) < left.copper else Purse(0, 1)
            left, coins = left.minus(coin), coins.plus(coin)
        players = (*players[: seat - 1], replace(players[seat - 1], purse=coins), *players[seat:])
    auction = state.auction
    if state.phase == "payment" and auction is not None and players[auction.leader - 1].purse.worth < auction.high:
        return state
    return replace(state, players=players, bank=left)
