"""Asking for crystals that are paid (RULES 5.2): any occupied nodes, so many."""

from collections.abc import Callable, Generator
from functools import partial
from typing import Any

from domain.kernel.errors import Refusal
from domain.kernel.forms import Pick, Slot
from domain.mystery_of_the_temples import refusals as no
from domain.mystery_of_the_temples.decisions.details import lying
from domain.mystery_of_the_temples.state import Player
from domain.mystery_of_the_temples.terms import NODE_INDEX, Node

Usual = Callable[[], tuple[Any, ...]]


def ask_nodes(
    player: Player, at: str, price: tuple[int, int], law: Refusal, usual: Usual | None = None
) -> Generator[Slot, Any, tuple[Node, ...]]:
    """From the least to the most of a price; a single node is asked for at its own place in the list."""
    least, most = price
    field, among = (f"{at}/0", player.occupied) if most == 1 else (at, player.occupied)
    detail = partial(lying, player)
    answer = yield Pick(field, among, law, least, most, usual=usual, why=partial(empty, player), detail=detail)
    return (answer,) if most == 1 else answer


def empty(player: Player, node: Any) -> Refusal | None:
    """The refusal for a node without a crystal."""
    return no.NODE_EMPTY if node in NODE_INDEX and player.crystals[NODE_INDEX[node]] is None else None
