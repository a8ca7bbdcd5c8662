"""Toy matches brought to a certain point by hand."""

from collections.abc import Callable
from typing import Any

import msgspec

from domain.kernel.values import Action
from domain.match.state import Match
from tests.kit.play import Dice, Table, started
from tests.kit.toy import TOY
from tests.kit.toy import actions as a
from tests.kit.toy.game import Settings
from tests.kit.toy.state import State

OPEN = Settings(open_hands=False, auctions=4)


def chosen(seats: int = 2, seed: int | str = "toy", **terms: Any) -> Table:
    """A match in which all have chosen favourites: seat 1's turn."""
    table = started(TOY, OPEN, seats, seed, **terms)
    for seat in range(1, seats + 1):
        table.move(seat, a.ChooseFavourites(("amber",)))
    return table


def auctioning(seats: int = 2, seed: int | str = "toy", bid: int = 3, **terms: Any) -> Table:
    """Seat 1 has opened an auction; seat 2 is to bid."""
    table = chosen(seats, seed, **terms)
    table.move(1, a.OpenAuction(table.now.table.display[0], bid))
    return table


def until(table: Table, wanted: Callable[[State], bool], seed: int | str = "until") -> Table:
    """Plays on at random to a state that is wanted."""
    dice = Dice(seed)
    while not wanted(table.now.table):
        table.random_move(dice)
    return table


def stormy() -> Table:
    """Two seats still have to give a coin in a storm, the first of them now."""
    for seed in range(100):
        table = chosen(3, f"storm {seed}")
        table.move(1, a.LeaveGem())
        if table.now.table.phase == "tribute" and len(table.now.table.work) == 3:
            return table
    raise AssertionError("no storm in a hundred matches")


def refilled(match: Match, seat: int, **purse: int) -> Match:
    """The same match with another purse, the bank paying for it."""
    state: State = match.table
    player = state.player(seat)
    other = msgspec.structs.replace(player.purse, **purse)
    bank = state.bank.plus(player.purse).minus(other)
    players = state.with_player(msgspec.structs.replace(player, purse=other))
    return msgspec.structs.replace(match, table=msgspec.structs.replace(state, players=players, bank=bank))


def tags(events: Any) -> list[str]:
    """The types of events."""
    return [event.__struct_config__.tag for event in events]


def action_of(table: Table, seat: int) -> Action:
    """What the seat would do if it were absent."""
    return TOY.default(table.now.table, seat)
