"""Ending a turn, a round, the game (RULES 3.4, 3.5, 10)."""

from domain.kernel.forms import Form, closed, whole
from domain.mystery_of_the_temples import events as e
from domain.mystery_of_the_temples import refusals as no
from domain.mystery_of_the_temples.actions import EndTurn
from domain.mystery_of_the_temples.components import Components
from domain.mystery_of_the_temples.scoring import score
from domain.mystery_of_the_temples.setup import Table
from domain.mystery_of_the_temples.state import Player, State

KIND = "mystery.end-turn"


def end_turn(box: Components, state: State, player: Player) -> Form[EndTurn]:
    """After the main action, or without one on a voluntary card."""
    turn = state.turn
    if turn.committed:
        return closed(KIND, no.MUST_COLLECT)
    assert player.figure is not None
    if not (turn.collected or turn.broken) and box.cards[player.figure].method == "direct":
        return closed(KIND, no.MUST_ACT)
    return Form(KIND, lambda: whole(EndTurn()), no.SURPLUS, usual=turn.collected or turn.broken)


def ended(box: Components, table: Table, seat: int) -> None:
    """The next turn, the next round, or the end."""
    state = table.emit(e.TurnEnded(seat))
    place = state.order.index(seat) + 1
    if place < len(state.order):
        table.emit(e.TurnStarted(state.order[place], state.round))
        return
    last = state.triggered or state.round >= state.max_rounds
    table.emit(e.RoundEnded(state.round, last))
    if not last:
        table.emit(e.TurnStarted(state.order[0], state.round + 1))
        return
    if not state.triggered:
        table.emit(e.RoundLimitReached(state.round))
    score(box, table)
