"""Chance for bots and examples; never for a match."""

import random


class Luck:
    """The operating system's chance, or with a seed a sequence that can be had again."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.SystemRandom() if seed is None else random.Random(seed)  # noqa: S311 - bots need no secrecy
        self._below = self._random.randrange

    def below(self, bound: int) -> int:
        """One of 0 .. bound-1."""
        return self._below(bound)
