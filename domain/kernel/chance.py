"""Verifiable chance: keyed, counter-based, unbiased, journalled.

Draw number i of a match is BLAKE2b of i under a key made of the server's secret and what the seats added. Anybody who
knows the revealed key repeats every draw; who knows only the commitment can predict none.
"""

from collections.abc import Sequence
from hashlib import blake2b, sha256
from typing import Protocol, TypeVar

from msgspec import Struct

from domain.kernel.values import Value

T = TypeVar("T")

COMMITMENT_TAG = b"everturn commitment 1\0"
DRAW_TAG = b"everturn draw 1\0"
WORD = 1 << 64


class Draw(Value, frozen=True):
    """One draw: `value` of the numbers 0 .. below-1."""

    below: int
    value: int


class Undrawn(Exception):
    """A draw was asked for where none may be made (a preview)."""


class Chance(Protocol):
    """The only source of chance that rules know."""

    def below(self, bound: int) -> int:
        """One of 0 .. bound-1, each equally likely."""
        ...


def shuffled(chance: Chance, items: Sequence[T]) -> tuple[T, ...]:
    """All items in random order (Fisher and Yates; one draw an item, the last one needs none)."""
    deck = list(items)
    for last in range(len(deck) - 1, 0, -1):
        other = chance.below(last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return tuple(deck)


def one_of(chance: Chance, items: Sequence[T]) -> T:
    """One of the items."""
    return items[chance.below(len(items))]


def commitment(match: str, key: bytes) -> str:
    """What is published before seats are taken: it binds the server to its key."""
    return sha256(COMMITMENT_TAG + match.encode() + b"\0" + key).hexdigest()


def draw_key(key: bytes, entropy: Sequence[tuple[int, str]]) -> bytes:
    """The key of all draws of a match: the server's secret mixed with each seat's public words, in order of seats."""
    mixed = blake2b(DRAW_TAG, key=key, digest_size=32)
    for seat, words in sorted(entropy):
        raw = words.encode()
        mixed.update(seat.to_bytes(2, "big") + len(raw).to_bytes(4, "big") + raw)
    return mixed.digest()


class KeyedChance:
    """Draws under a key from a cursor on; `cursor` counts the blocks used, `journal` holds the draws made."""

    def __init__(self, key: bytes, cursor: int = 0) -> None:
        self._key = key
        self.cursor = cursor
        self.journal: list[Draw] = []

    def below(self, bound: int) -> int:
        if not 0 < bound <= WORD:
            raise ValueError(f"cannot draw below {bound}")
        fair = WORD - WORD % bound
        while True:
            block = blake2b(self.cursor.to_bytes(8, "big"), key=self._key, digest_size=8).digest()
            self.cursor += 1
            word = int.from_bytes(block, "big")
            if word < fair:
                break
        value = word % bound
        self.journal.append(Draw(bound, value))
        return value


class ScriptedChance:
    """Draws that a test wrote down; running out or leaving the bound is a fault of the test."""

    def __init__(self, *values: int) -> None:
        self._values = list(values)

    def below(self, bound: int) -> int:
        if not self._values:
            raise AssertionError(f"the script has no draw left (below {bound})")
        value = self._values.pop(0)
        if not 0 <= value < bound:
            raise AssertionError(f"scripted draw {value} is not below {bound}")
        return value

    @property
    def left(self) -> int:
        """Draws not made yet."""
        return len(self._values)


class NoChance(Struct, frozen=True):
    """Refuses to draw."""

    def below(self, bound: int) -> int:
        raise Undrawn(f"a draw below {bound}")
