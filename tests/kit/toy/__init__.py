"""The toy game: two to four bidders, a magpie and hidden purses; the smallest game that needs the whole contract.

RULES.md is the specification. Read it, then state and events (what there is, what happens), evolve (what an event
does), decisions (how an action is asked for), course (what an action causes), views (what is shown), game (the facade).
"""

from tests.kit.toy.game import TOY_1, ToyDuel

TOY = TOY_1
TOY_2 = ToyDuel(2)

__all__ = ["TOY", "TOY_2", "ToyDuel"]
