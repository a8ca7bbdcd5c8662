"""What a Collect does (RULES section 6, order of events in section 16)."""

from domain.mystery_of_the_temples import events as e
from domain.mystery_of_the_temples.actions import Collect
from domain.mystery_of_the_temples.components import Card, Components
from domain.mystery_of_the_temples.crystals import at_nodes
from domain.mystery_of_the_temples.decisions.gains import settle
from domain.mystery_of_the_temples.setup import Table
from domain.mystery_of_the_temples.terms import KINDS, NODE_INDEX, Location, Method


def collected(box: Components, table: Table, seat: int, action: Collect) -> None:
    """Clearing by horn, the effect of the card, the clearing check, the bonuses."""
    player = table.state.player(seat)
    assert player.figure is not None
    card = box.cards[player.figure]
    if action.clear_first:
        _clear(table, card.id, "horn")
    for lay in action.lay:
        kind = table.state.player(seat).crystals[NODE_INDEX[lay.node]]
        assert kind is not None
        color = card.spaces[lay.space - 1]
        table.emit(e.RefinementCovered(seat, card.id, lay.space, color, lay.node, kind))
    forgone = tuple(gain.color for gain in action.gains if gain.node is None)
    taken = settle(table, seat, (*action.gains, *action.extras))
    paid = at_nodes(player, action.pay_nodes)
    table.emit(e.CrystalsCollected(seat, card.id, _method(card, action), paid, taken, forgone))
    if action.lay and table.state.refinement(card.id).free <= card.clears_at:
        _clear(table, card.id, "visit")
    for bonus in action.resonance:
        for crystal in settle(table, seat, [bonus]):
            table.emit(e.ResonanceApplied(seat, bonus.rune_card, card.sign, crystal))


def _method(card: Card, action: Collect) -> Method:
    left_out = (card.method == "conversion" and not action.convert) or (card.method == "refinement" and not action.lay)
    return "none" if left_out else card.method


def _clear(table: Table, location: Location, cause: e.Cause) -> None:
    lying = table.state.refinement(location).spaces
    returned = e.Crystals(**{kind: lying.count(kind) for kind in KINDS})
    table.emit(e.RefinementCleared(location, returned, cause))
