"""Leaving every table: what happens to the seats of a player who is erased."""

from contextlib import suppress

from adapters.http.desk import Desk
from domain.match.errors import MatchRefusal
from service.access import seats_of
from service.errors import NotFound
from service.ports import MatchFilter, SummaryRow
from service.queries import row_card

PAGE = 100


async def depart(desk: Desk, player: str) -> None:
    """Leaves open seats, abandons open matches of his own, resigns where he plays; done twice it does nothing more."""
    for status in ("open", "running"):
        where = MatchFilter(viewer=player, player=player, status=status)
        before = None
        while found := await desk.queries.matches(where, PAGE, before):
            for row in found:
                with suppress(MatchRefusal, NotFound):
                    await _leave(desk, player, row)
            before = (found[-1].created_at, found[-1].match)


async def _leave(desk: Desk, player: str, row: SummaryRow) -> None:
    card = row_card(row).card
    if card.status == "open" and card.host == player:
        await desk.commands.abandon(row.match, player)
        return
    for seat in seats_of(card, player):
        if card.status == "open":
            await desk.commands.leave_seat(row.match, player, seat)
        elif not card.seats[seat - 1].absent:
            await desk.commands.resign(row.match, player, seat)
