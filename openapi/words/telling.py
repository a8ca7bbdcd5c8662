"""Telling a sentence: choosing the first that fits, and filling in its places.

A place is `{name}`, `{name.inner}` or `{name:part}`: the value is told by the part of that name, else by the part named
like the field, else by its label. A list is told item by item; a struct of counts by `{name:count}`, nothing for zero.
What a viewer may not see is null, so a sentence that needs it does not fit and the next one is tried.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from string import Formatter
from typing import Any

from msgspec import Struct

from openapi.words.catalogue import Variants

COUNT, COUNTED, ITEM = "count", "counted", "value"


class Place(Struct, frozen=True):
    """A place in a sentence, with the text before it; without a path it is the text after the last one."""

    before: str
    path: tuple[str, ...] = ()
    part: str = ""


@lru_cache(maxsize=4096)
def places(text: str) -> tuple[Place, ...]:
    """The places of a sentence."""
    return tuple(
        Place(before) if name is None else Place(before, path_of(name), part or name.rpartition(".")[2])
        for before, name, part, _ in Formatter().parse(text)
    )


@lru_cache(maxsize=1024)
def path_of(name: str) -> tuple[str, ...]:
    """The steps of a name with dots."""
    return tuple(name.split("."))


def found(fields: Any, path: tuple[str, ...]) -> Any:
    """What stands at a path; None for nothing."""
    for step in path:
        fields = fields.get(step) if isinstance(fields, Mapping) else None
    return None if fields in ("", [], ()) else fields


class Teller:
    """Tells with the parts of one catalogue and labels of its own."""

    def __init__(self, parts: Mapping[str, Variants], label: Callable[[str], str]) -> None:
        self._parts = parts
        self._label = label

    def tell(self, variants: Variants, fields: Mapping[str, Any]) -> str | None:
        """The first sentence that fits; None where none does."""
        for sentence in variants:
            if all(found(fields, path_of(name)) == value for name, value in sentence.when.items()):
                told = self._filled(sentence.text, fields)
                if told is not None:
                    return told
        return None

    def _filled(self, text: str, fields: Mapping[str, Any]) -> str | None:
        filled: list[str] = []
        for place in places(text):
            filled.append(place.before)
            if place.path:
                value = found(fields, place.path)
                if value is None or (said := self._said(value, place.part)) is None:
                    return None
                filled.append(said)
        return "".join(filled)

    def _said(self, value: Any, part: str) -> str | None:
        if part == COUNT and isinstance(value, Mapping):
            value, part = [{"what": what, "number": number} for what, number in value.items() if number], COUNTED
        if isinstance(value, (list, tuple)):
            return self._listed([self._said(item, part) for item in value])
        variants = self._parts.get(part)
        if variants is not None and part != ITEM:
            return self.tell(variants, value if isinstance(value, Mapping) else {ITEM: value})
        return None if isinstance(value, Mapping) else self.named(value)

    def named(self, value: Any) -> str:
        """What a text, a number, a boolean or null is called; numbers are called as they are written."""
        match value:
            case str():
                return self._label(value)
            case bool() | None:
                return self._label({True: "true", False: "false", None: "null"}[value])
            case _:
                return str(value)

    def _listed(self, items: list[str | None]) -> str | None:
        said = [item for item in items if item is not None]
        if len(said) < len(items) or not said:
            return None
        *first, last = said
        return f"{self._label('list.between').join(first)}{self._label('list.last')}{last}" if first else last
