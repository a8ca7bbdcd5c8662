"""The table as a viewer may see it: fields are listed, nothing is taken away."""

from typing import Annotated

from msgspec import Meta

from domain.kernel.secrecy import Hidden, Own, Public, Viewer
from domain.kernel.values import Value, View
from tests.kit.toy.events import UNLESS_OPEN, Colors
from tests.kit.toy.state import Auction, Color, Count, Phase, Player, Points, Purse, SeatNumber, State, Work

Gems = Annotated[tuple[Color, ...], Meta(max_length=1_000)]


class SeatView(Value, frozen=True, gc=False):
    """What a seat has; `chosen` are its favourites as only itself knows them, `favourites` as everybody does."""

    seat: Public[SeatNumber]
    coins: Public[Count]
    purse: Annotated[Purse | None, UNLESS_OPEN]
    chosen: Own[Colors | None]
    favourites: Public[Colors | None]
    gems: Public[Gems]
    unlit: Public[bool]
    bonus: Public[Points]
    penalty: Public[Points]


class TableView(View, frozen=True, tag="toy-duel", gc=False):
    """The whole table; the bank's coins and the suspended work are nobody's to see."""

    phase: Public[Phase]
    half: Public[Count]
    turns: Public[Count]
    active: Public[SeatNumber]
    choosing: Public[Annotated[tuple[SeatNumber, ...], Meta(max_length=4)]]
    display: Public[Annotated[tuple[Color, ...], Meta(max_length=3)]]
    arranged: Public[bool]
    last: Public[Color | None]
    auction: Public[Auction | None]
    seats: Public[Annotated[tuple[SeatView, ...], Meta(max_length=4)]]
    magpie: Public[Gems]
    bank: Hidden[Purse | None]
    work: Hidden[Work | None]


def view(state: State, viewer: Viewer) -> TableView:
    """What the viewer sees."""
    whole = viewer.kind == "all"
    return TableView(
        phase=state.phase,
        half=state.half,
        turns=state.turns,
        active=state.active,
        choosing=state.choosing,
        display=state.display,
        arranged=state.arranged,
        last=state.last,
        auction=state.auction,
        seats=tuple(_seat(state, player, viewer) for player in state.players),
        magpie=state.magpie,
        bank=state.bank if whole else None,
        work=state.work if whole else None,
    )


def _seat(state: State, player: Player, viewer: Viewer) -> SeatView:
    own = viewer.kind == "all" or viewer.seat == player.seat
    return SeatView(
        seat=player.seat,
        coins=player.purse.count,
        purse=player.purse if own or state.open_hands else None,
        chosen=player.favourites if own else None,
        favourites=player.favourites if state.revealed else None,
        gems=player.gems,
        unlit=player.unlit,
        bonus=player.bonus,
        penalty=player.penalty,
    )
