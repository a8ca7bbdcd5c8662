"""Where crystals are and how they move (RULES section 5). Every function returns a new table."""

from collections.abc import Iterable

import msgspec

from domain.mystery_of_the_temples.actions import FromPlayer, FromRefinement, Source, Space
from domain.mystery_of_the_temples.events import Crystal
from domain.mystery_of_the_temples.state import Player, Refinement, State
from domain.mystery_of_the_temples.terms import KIND_INDEX, NODE_INDEX, NODES, Kind, Location, Node

replace = msgspec.structs.replace


def put(row: tuple[Kind | None, ...], place: int, kind: Kind | None) -> tuple[Kind | None, ...]:
    """A row of places with one changed."""
    return (*row[:place], kind, *row[place + 1 :])


def supplied(supply: tuple[int, ...], kind: Kind, change: int) -> tuple[int, ...]:
    """The supply with more or fewer of a kind."""
    place = KIND_INDEX[kind]
    return (*supply[:place], supply[place] + change, *supply[place + 1 :])


def at_nodes(player: Player, nodes: Iterable[Node]) -> tuple[Crystal, ...]:
    """The crystals on occupied nodes."""
    found = ((node, player.crystals[NODE_INDEX[node]]) for node in nodes)
    return tuple(Crystal(node, kind) for node, kind in found if kind is not None)


def paid(state: State, seat: int, crystals: Iterable[Crystal]) -> State:
    """Crystals go back to the supply in their true colour (MOT-5.2)."""
    player, supply = state.player(seat), state.supply
    row = player.crystals
    for crystal in crystals:
        row = put(row, NODE_INDEX[crystal.node], None)
        supply = supplied(supply, crystal.color, 1)
    return replace(state.having(replace(player, crystals=row)), supply=supply)


def emptied(state: State, seat: int, node: Node) -> State:
    """A node of a grid is empty; the crystal is in somebody's hand."""
    player = state.player(seat)
    return state.having(replace(player, crystals=put(player.crystals, NODE_INDEX[node], None)))


def placed(state: State, seat: int, kind: Kind, node: Node, source: Source | None) -> State:
    """A gained crystal is put on a node; one from a player is in hand already (MOT-5.1, 5.4)."""
    if source is None:
        state = replace(state, supply=supplied(state.supply, kind, -1))
    elif isinstance(source, FromRefinement):
        state = uncovered(state, source.location, source.space)
    player = state.player(seat)
    return state.having(replace(player, crystals=put(player.crystals, NODE_INDEX[node], kind)))


def gained(state: State, seat: int, kind: Kind, node: Node, source: Source | None) -> State:
    """A crystal comes from its source, a player's grid included, and is put on a node."""
    if isinstance(source, FromPlayer):
        state = emptied(state, source.seat, source.node)
    return placed(state, seat, kind, node, source)


def _with_card(state: State, card: Refinement) -> State:
    cards = tuple(card if other.location == card.location else other for other in state.refinements)
    return replace(state, refinements=cards)


def uncovered(state: State, location: Location, space: Space) -> State:
    """A space of a refinement card is free."""
    card = state.refinement(location)
    return _with_card(state, replace(card, spaces=put(card.spaces, space - 1, None)))


def laid(state: State, seat: int, node: Node, location: Location, space: Space) -> State:
    """A crystal moves from the grid onto a space (MOT-6.4)."""
    kind = state.player(seat).crystals[NODE_INDEX[node]]
    state = emptied(state, seat, node)
    card = state.refinement(location)
    return _with_card(state, replace(card, spaces=put(card.spaces, space - 1, kind)))


def cleared(state: State, location: Location) -> State:
    """All crystals of a refinement card go back to the supply (MOT-6.5)."""
    card, supply = state.refinement(location), state.supply
    for kind in card.spaces:
        if kind is not None:
            supply = supplied(supply, kind, 1)
    return replace(_with_card(state, replace(card, spaces=(None,) * len(card.spaces))), supply=supply)


def sources(state: State, seat: int, kind: Kind, barred: tuple[FromRefinement, ...] = ()) -> tuple[Source, ...] | None:
    """Where a crystal of a kind may be taken from: None is the supply, () nowhere (MOT-5.4).

    `barred` are spaces that the taker covered in the same action.
    """
    if state.supply[KIND_INDEX[kind]] > 0:
        return None
    on_cards = tuple(
        found
        for card in state.refinements
        for space, lying in enumerate(card.spaces, start=1)
        if lying == kind and (found := FromRefinement(card.location, space)) not in barred
    )
    return on_cards or _richest(state, seat, kind)


def _richest(state: State, seat: int, kind: Kind) -> tuple[Source, ...]:
    """The crystals of the other players who hold the most of a kind."""
    others = [player for player in state.players if player.seat != seat]
    most = max(player.crystals.count(kind) for player in others)
    return tuple(
        FromPlayer(player.seat, node)
        for player in others
        if most > 0 and player.crystals.count(kind) == most
        for node, lying in zip(NODES, player.crystals, strict=True)
        if lying == kind
    )


def at_hand(found: tuple[Source, ...] | None) -> bool:
    """Whether the supply or a refinement card gives it (MOT-5.6)."""
    return found is None or (bool(found) and isinstance(found[0], FromRefinement))


def reachable(state: State, seat: int, kinds: Iterable[Kind]) -> int:
    """How many of these crystals could be had from anywhere, one after the other."""
    wanted: dict[Kind, int] = {}
    for kind in kinds:
        wanted[kind] = wanted.get(kind, 0) + 1
    return sum(min(count, _everywhere(state, seat, kind)) for kind, count in wanted.items())


def _everywhere(state: State, seat: int, kind: Kind) -> int:
    on_cards = sum(card.spaces.count(kind) for card in state.refinements)
    with_others = sum(player.crystals.count(kind) for player in state.players if player.seat != seat)
    return state.supply[KIND_INDEX[kind]] + on_cards + with_others
