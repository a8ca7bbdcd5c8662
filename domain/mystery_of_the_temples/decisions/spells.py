"""Spells of the ACTION step (RULES section 7, 9.7, 9.9, 12.4, 19.6, 19.7)."""

from functools import partial
from typing import Any

from domain.kernel.errors import Refusal
from domain.kernel.forms import Asking, Complete, Cost, Form, Item, Pick, closed
from domain.mystery_of_the_temples import events as e
from domain.mystery_of_the_temples import refusals as no
from domain.mystery_of_the_temples.actions import CastExchange, CastSwitch, Gain
from domain.mystery_of_the_temples.components import Components
from domain.mystery_of_the_temples.crystals import at_nodes, paid, sources
from domain.mystery_of_the_temples.decisions.details import lying
from domain.mystery_of_the_temples.decisions.gains import Taker, ask_gain, settle
from domain.mystery_of_the_temples.decisions.payments import ask_nodes, empty
from domain.mystery_of_the_temples.grids import has
from domain.mystery_of_the_temples.plans import usual_colors, usual_payment
from domain.mystery_of_the_temples.setup import Table
from domain.mystery_of_the_temples.state import Player, State
from domain.mystery_of_the_temples.terms import KINDS, Kind

SWITCH = "mystery.cast-switch"
EXCHANGE = "mystery.cast-exchange"


def cast_switch(box: Components, player: Player) -> Form[CastSwitch]:
    """The payment, then two other crystals."""
    if player.held < box.switch_cost + 2:
        return closed(SWITCH, no.SWITCH_CRYSTALS)

    def ask() -> Asking[CastSwitch]:
        none, detail = partial(empty, player), partial(lying, player)
        pay = yield Pick("/pay_node", player.occupied, no.SWITCH_PAYMENT, why=none, detail=detail)
        others = tuple(node for node in player.occupied if node != pay)

        def why(node: Any) -> Refusal | None:
            return no.SWITCH_PAID if node == pay else none(node)

        nodes = yield Pick("/nodes", others, no.SWITCH_NODES, least=2, most=2, why=why, detail=detail)
        return Complete(CastSwitch(pay, nodes), lambda: Cost(pays=(Item("crystal", box.switch_cost),)))

    return Form(SWITCH, ask, no.SURPLUS)


def switched(table: Table, seat: int, action: CastSwitch) -> None:
    """Payment first, then the exchange of places."""
    (pay,) = at_nodes(table.state.player(seat), [action.pay_node])
    table.emit(e.CrystalsSwitched(seat, pay, action.nodes))


def discount(box: Components, state: State, player: Player) -> bool:
    """Whether a cross rune makes an exchange cheaper now (MOT-9.7, 9.9)."""
    if player.figure is None or box.cards[player.figure].sign != "cross":
        return False
    if state.turn.broken and not has(box, state, player, "collect_and_break"):
        return False
    return any(rune.sign == "cross" for rune in player.runes)


def prices(box: Components, state: State, player: Player) -> tuple[int, int]:
    """The least and the most that may be paid for an exchange."""
    if has(box, state, player, "cheap_exchange") and player.grid is not None:
        cost = box.parameters[player.grid]["exchange_cost"]
        return cost, cost
    return (box.cross_cost if discount(box, state, player) else box.exchange_cost), box.exchange_cost


def cast_exchange(box: Components, state: State, player: Player) -> Form[CastExchange]:
    """The payment, the kind, its source in a shortage, a node."""
    least, most = prices(box, state, player)
    if player.held < least:
        return closed(EXCHANGE, no.EXCHANGE_UNAFFORDABLE)
    return Form(EXCHANGE, partial(_ask, box, state, player, least, min(most, player.held)), no.SURPLUS)


def _ask(box: Components, state: State, player: Player, least: int, most: int) -> Asking[CastExchange]:
    usual = partial(usual_payment, box, state, player, least)
    nodes = yield from ask_nodes(player, "/pay_nodes", (least, most), no.EXCHANGE_PAYMENT, usual)
    bench = paid(state, player.seat, at_nodes(player, nodes))
    kinds = tuple(kind for kind in KINDS if sources(bench, player.seat, kind) != ())

    def wanted() -> tuple[Kind, ...]:
        return tuple(kind for kind in usual_colors(box, bench, bench.player(player.seat)) if kind in kinds)

    kind = yield Pick("/gain/color", kinds, no.EXCHANGE_NOTHING, usual=wanted)
    gain, _ = yield from ask_gain(Taker(box, player.seat), bench, "/gain", kind, no.EXCHANGE_NOTHING)
    return Complete(CastExchange(nodes, gain), partial(_cost, len(nodes), gain))


def _cost(paid_crystals: int, gain: Gain) -> Cost:
    return Cost(pays=(Item("crystal", paid_crystals),), gets=(Item(gain.color, 1),))


def exchanged(box: Components, table: Table, seat: int, action: CastExchange) -> None:
    """The number paid tells which exchange is meant (MOT-9.9)."""
    player = table.state.player(seat)
    crystals = at_nodes(player, action.pay_nodes)
    cheap = has(box, table.state, player, "cheap_exchange")
    discounted = not cheap and len(crystals) < box.exchange_cost
    (taken,) = settle(table, seat, [action.gain])
    table.emit(e.CrystalExchanged(seat, len(crystals), discounted, crystals, taken))
