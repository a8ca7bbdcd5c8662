"""The games that the law suite, the golden files and the citation test run over. A new game adds its lines here."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

from domain.kernel.game import AnyGame
from domain.mystery_of_the_temples import MYSTERY_1
from domain.mystery_of_the_temples.settings import Settings as MysterySettings
from domain.mystery_of_the_temples.state import State as MysteryState
from domain.mystery_of_the_temples.terms import KINDS
from tests.kit.toy import TOY, TOY_2
from tests.kit.toy.game import Settings as ToySettings
from tests.kit.toy.state import State as ToyState


@dataclass(frozen=True)
class Subject:
    """A game with settings and a number of seats.

    `conserved` tells of a state what never changes; `bound` is how many moves a match has at most.
    """

    name: str
    game: AnyGame
    settings: Any
    seats: int
    bound: int
    conserved: Callable[[Any], Hashable]

    def __str__(self) -> str:
        return f"{self.name}-{self.seats}"


def _coins(state: ToyState) -> Hashable:
    """Coins in the bank and in purses, by kind (TOY-1.2)."""
    purses = [state.bank, *(player.purse for player in state.players)]
    return sum(purse.copper for purse in purses), sum(purse.silver for purse in purses)


def _crystals(state: MysteryState) -> Hashable:
    """Crystals in supply, on grids, on refinement cards and in hand, by kind (MOT-1.4)."""
    lying = [kind for player in state.players for kind in player.crystals]
    lying += [kind for card in state.refinements for kind in card.spaces]
    lying += state.hand
    return tuple(count + lying.count(kind) for kind, count in zip(KINDS, state.supply, strict=True))


def _toy(name: str, game: AnyGame, *, open_hands: bool) -> list[Subject]:
    return [Subject(name, game, ToySettings(open_hands=open_hands), seats, 700, _coins) for seats in (2, 3, 4)]


def _mystery(name: str, *seats: int, advanced: bool, rounds: int = 20) -> list[Subject]:
    settings = MysterySettings(advanced=advanced, max_rounds=rounds)
    return [Subject(name, MYSTERY_1, settings, count, 100 * rounds, _crystals) for count in seats]


GAMES: tuple[Subject, ...] = (
    *_toy("toy", TOY, open_hands=False),
    *_toy("toy-open", TOY_2, open_hands=True),
    *_mystery("mystery", 2, 3, 4, advanced=False),
    *_mystery("mystery-advanced", 2, 3, 4, advanced=True),
    *_mystery("mystery-long", 2, advanced=True, rounds=100),
)
