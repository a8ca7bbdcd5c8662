"""Words for people: labels, questions, and one sentence for every event.

`words(language)` is the one way in. The texts stand in `english/`, a catalogue for each game beside those of the match
and the kernel (see `catalogue`); how a sentence is told stands in `telling`. What no catalogue names is shown in a
readable form of its id; tests see to it that nothing a client meets is left unnamed.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import count
from typing import Any

import msgspec

from openapi.words.catalogue import Catalogue, Question, read_all
from openapi.words.telling import ITEM, Teller

__all__ = ["ENGLISH", "LANGUAGES", "Words", "words"]

ENGLISH = "en"
LANGUAGES = (ENGLISH,)
KERNEL = "kernel"


class Words:
    """The words of one language."""

    def __init__(self, catalogues: Iterable[Catalogue]) -> None:
        self._by_owner = {one.owner: one for one in catalogues}
        self._by_prefix = {one.prefix: one for one in self._by_owner.values() if one.prefix}
        self._kernel = self._by_owner[KERNEL]
        self._tellers = {one.owner: self._teller(one) for one in self._by_owner.values()}

    def _teller(self, own: Catalogue) -> Teller:
        return Teller(self._kernel.parts | own.parts, lambda key: self._named(own, key))

    def _named(self, own: Catalogue, key: str) -> str:
        return own.labels.get(key) or self._kernel.labels.get(key) or readable(key)

    def _teller_of(self, kind: str) -> Teller:
        return self._tellers[self._owner(kind).owner]

    def _owner(self, kind: str) -> Catalogue:
        return self._by_prefix.get(f"{kind.partition('.')[0]}.", self._kernel)

    def label(self, key: str) -> str:
        """What a game, a kind of action or event, or a bot (`bot.random`) is called."""
        own = self._by_owner.get(key) or self._owner(key)
        return capital(self._named(own, key))

    def thing(self, game: str, key: str) -> str:
        """What a component, a value, a part of the score of a game is called."""
        return capital(self._named(self._by_owner.get(game, self._kernel), key))

    def things(self, game: str) -> tuple[str, ...]:
        """The ids that a game's catalogue names, types apart."""
        own = self._by_owner.get(game)
        return tuple(key for key in own.labels if key != game and not key.startswith(own.prefix)) if own else ()

    def question(self, kind: str, pointer: str) -> str:
        """What a slot of a kind of action asks; `{1}` in it is the place in the first list, counted from 1."""
        asked, numbers = self._asked(kind, pointer)
        told = self._teller_of(kind).tell(asked.said, numbers) if asked is not None else None
        return capital(told or readable(pointer.strip("/").replace("/", " ")))

    def answer(self, kind: str, pointer: str, value: Any) -> str:
        """What an answer to a slot is called; the value is text, number, boolean, null or a struct."""
        asked, numbers = self._asked(kind, pointer)
        tree = msgspec.to_builtins(value)
        key = tree if isinstance(tree, str) else msgspec.json.encode(tree).decode()
        names = asked.answers if asked is not None else {}
        fields = {**numbers, **(tree if isinstance(tree, Mapping) else {}), ITEM: tree}
        teller = self._teller_of(kind)
        told = teller.tell(names.get(key) or names.get("*") or (), fields)
        return capital(told or teller.named(key if isinstance(tree, Mapping) else tree))

    def _asked(self, kind: str, pointer: str) -> tuple[Question | None, dict[str, str]]:
        steps = pointer.split("/")
        pattern = "/".join("*" if step.isdigit() else step for step in steps)
        numbers = zip(count(1), (int(step) + 1 for step in steps if step.isdigit()), strict=False)
        slots = self._owner(kind).slots
        asked = slots.get(kind, {}).get(pattern) or slots.get("*", {}).get(pattern)
        return asked, {str(place): str(number) for place, number in numbers}

    def sentence(self, kind: str, seat: int | None, data: Mapping[str, Any]) -> str:
        """What happened, told from what a viewer may see: `data` are the event's fields, blanked ones null."""
        return self.told(kind, seat, data) or self._bare(kind, seat)

    def told(self, kind: str, seat: int | None, data: Mapping[str, Any]) -> str | None:
        """The same, or None where no sentence fits."""
        variants = self._owner(kind).events.get(kind, ())
        said = self._teller_of(kind).tell(variants, {**data, "seat": seat})
        return None if said is None else capital(said)

    def _bare(self, kind: str, seat: int | None) -> str:
        what = readable(kind)
        return f"{self.thing(KERNEL, 'seat')} {seat}: {what}." if seat is not None else f"{capital(what)}."


def readable(key: str) -> str:
    """An id as words: the last resort."""
    return key.rsplit(".", 1)[-1].replace("-", " ").replace("_", " ").strip() or key


def capital(text: str) -> str:
    """A text that begins with a capital."""
    return text[:1].upper() + text[1:]


@lru_cache(maxsize=len(LANGUAGES))
def words(language: str = ENGLISH) -> Words:
    """The words of a language; raises KeyError for one that is not spoken here."""
    if language not in LANGUAGES:
        raise KeyError(language)
    return Words(read_all())
