"""Rules throughput: random play through forms, and the bare rules on actions that are known already.

The bare contestant decides and evolves the actions of a finished game again; `decide` still tests membership.
"""

import statistics
import time
from typing import TYPE_CHECKING

from domain.kernel.chance import KeyedChance
from tests.kit.games import GAMES, Subject
from tests.kit.play import evolved, key_of, play

if TYPE_CHECKING:
    from collections.abc import Callable

Row = tuple[str, str, float, str]
ROUNDS = 3


async def run(dsn: str, seconds: float) -> list[Row]:
    """Toy game and Mystery take turns; no database is needed."""
    del dsn
    names = {"toy-duel": "toy game", "mystery-of-the-temples": "Mystery of the Temples"}
    chosen: dict[str, Subject] = {}
    for subject in GAMES:
        chosen.setdefault(subject.game.ref.game, subject)
    contestants: dict[tuple[str, str], Callable[[float], float]] = {}
    for slug, name in names.items():
        contestants[name, "random play through forms"] = lambda slot, one=chosen[slug]: random_play(one, slot)
        contestants[name, "decide + evolve"] = lambda slot, one=chosen[slug]: bare(one, slot)
    rates: dict[tuple[str, str], list[float]] = {key: [] for key in contestants}
    for _ in range(ROUNDS):
        for key, contestant in contestants.items():
            rates[key].append(contestant(seconds / ROUNDS / len(contestants) * 2))
    return [(name, what, round(statistics.median(found)), "actions/s") for (name, what), found in rates.items()]


def random_play(subject: Subject, slot: float) -> float:
    """Whole games: forms, random answers, membership, events, states."""
    done, seed, began = 0, 0, time.perf_counter()
    while (passed := time.perf_counter() - began) < slot:
        done += len(play(subject.game, subject.settings, subject.seats, f"bench {seed}").actions)
        seed += 1
    return done / passed


def bare(subject: Subject, slot: float) -> float:
    """The actions of one game, decided again with the same chance."""
    game = subject.game
    played = play(game, subject.settings, subject.seats, "bench bare")
    done, began = 0, time.perf_counter()
    while (passed := time.perf_counter() - began) < slot:
        chance = KeyedChance(key_of("bench bare"))
        state = evolved(game, None, game.deal(subject.settings, subject.seats, chance))
        for seat, action in played.actions:
            state = evolved(game, state, game.decide(state, seat, action, chance))
        done += len(played.actions)
    return done / passed
