"""Which effect of a Crystal Grid a player has (RULES 12.2)."""

from domain.mystery_of_the_temples.components import Components
from domain.mystery_of_the_temples.state import Player, State


def has(box: Components, state: State, player: Player, effect: str) -> bool:
    """Whether the player's grid side has this effect and effects are on."""
    return state.effects and player.grid is not None and box.effects[player.grid] == effect
