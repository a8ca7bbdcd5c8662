"""Mystery of the Temples, 2 to 4 players: collect crystals, arrange them in chains, break curses.

RULES.md is the specification; every rule has its number there. components/1.json holds all data.

terms, components, settings      words and tables          state, events, evolve   what there is and what happens
actions, refusals                what may be wished        views                   what is shown
setup, decisions/, scoring       the game from deal to end  game                    the facade the kernel knows
ring, chains, crystals, grids    geometry and bookkeeping  defaults                absent players
"""

from domain.mystery_of_the_temples.game import MysteryOfTheTemples

MYSTERY_1 = MysteryOfTheTemples(1)

__all__ = ["MYSTERY_1"]
