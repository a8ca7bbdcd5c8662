"""Boards in the terminal: one module for each game that has a picture of its own."""

from collections.abc import Callable, Mapping
from typing import Any

from rich.console import RenderableType
from rich.pretty import Pretty

from adapters.terminal import mystery
from domain.kernel.values import View

BOARDS: Mapping[str, Callable[[Any], RenderableType]] = {"mystery-of-the-temples": mystery.board}


def board(game: str, view: View) -> RenderableType:
    """A picture of the table; a game without one shows its view."""
    draw = BOARDS.get(game)
    return Pretty(view) if draw is None else draw(view)
