"""Components of domain values: one family for each game, one for what games share.

A family's names begin with its prefix, because two games may have a class of the same name. What is sent and what is
shown are two components where a field may be blanked: `ToyPay` in requests, `ToyPayShown` in answers.
"""

from collections.abc import Iterable
from functools import cached_property
from typing import Any, get_args, get_type_hints

import msgspec
from msgspec import Struct

from domain.kernel.secrecy import secret_fields
from domain.kernel.values import Detail
from openapi.document.names import Names, unions_in
from openapi.document.schemas import Schema, Schemas, mapped, normal, ref

SHARED = ("domain.kernel.", "domain.match.")
"""Modules whose types belong to no game: their names have no prefix."""
Kind = type[Struct]


def below(kinds: Iterable[Kind]) -> list[Kind]:
    """Structs and all structs that stand in their fields."""
    found: dict[Kind, None] = {}
    waiting: list[Any] = list(kinds)
    while waiting:
        hint = waiting.pop(0)
        if isinstance(hint, type) and issubclass(hint, Struct):
            if hint not in found:
                found[hint] = None
                waiting += get_type_hints(hint, include_extras=True).values()
        else:
            waiting += get_args(hint)
    return list(found)


class Family:
    """The types of one game; `sent` can stand in requests, `shown` in answers."""

    def __init__(self, prefix: str, sent: Iterable[Kind], shown: Iterable[Kind]) -> None:
        self.prefix = prefix
        self.sent = below(sent)
        self.shown = below(shown)
        self.every = list(dict.fromkeys((*self.sent, *self.shown)))
        self._blanked = {kind: any(secret_fields(one) for one in below([kind])) for kind in self.every}

    def name(self, kind: Kind) -> str:
        """The component of a type as it is sent."""
        owner = "" if kind.__module__.startswith(SHARED) else self.prefix
        return f"{owner}{kind.__name__}{'Detail' if issubclass(kind, Detail) else ''}"

    def shown_name(self, kind: Kind) -> str:
        """The component of a type as it is shown."""
        return f"{self.name(kind)}Shown" if kind in self.sent and self._blanked[kind] else self.name(kind)

    @cached_property
    def _raw(self) -> tuple[dict[str, Kind], dict[Kind, Schema]]:
        _, components = msgspec.json.schema_components(self.every, ref_template="{name}")
        keys = {_key(kind, components): kind for kind in self.every}
        return keys, {kind: components[key] for key, kind in keys.items()}

    def schemas(self) -> Schemas:
        """All components of the family; unions and closed sets still stand inside."""
        keys, raw = self._raw
        names = {kind: self.name(kind) for kind in self.every}
        if len(set(names.values())) < len(names):
            raise ValueError(f"two types of {self.prefix} have one name")
        found: Schemas = {}
        for kind in self.shown:
            found[self.shown_name(kind)] = _linked(_blanked(kind, raw[kind]), keys, self.shown_name)
        for kind in self.sent:
            found[self.name(kind)] = _linked(raw[kind], keys, self.name)
        return found

    def teach(self, names: Names) -> None:
        """Tells what the modules of the types call their unions and closed sets."""
        modules = list(dict.fromkeys(kind.__module__ for kind in self.every))
        shared = [module for module in modules if module.startswith(SHARED)]
        names.learn_sets("", shared)
        names.learn_sets(self.prefix, [module for module in modules if module not in shared])
        for name, members in unions_in(modules):
            if all(member in self._blanked for member in members):
                names.learn_union(self.prefix + name, map(self.name, members))
                names.learn_union(f"{self.prefix}{name}Shown", map(self.shown_name, members))


def _key(kind: Kind, components: Schemas) -> str:
    """What msgspec calls a type: by its name, or by its module where two have one name."""
    whole = f"{kind.__module__}.{kind.__qualname__}"
    return whole if whole in components else kind.__name__


def _blanked(kind: Kind, schema: Schema) -> Schema:
    secret = secret_fields(kind)
    properties = {
        field: {"anyOf": [inner, {"type": "null"}]} if field in secret else inner
        for field, inner in schema["properties"].items()
    }
    return {**schema, "properties": properties}


def _linked(schema: Schema, keys: dict[str, Kind], name: Any) -> Schema:
    def changed(one: Schema) -> Schema:
        found = {**one, **ref(name(keys[one["$ref"]]))} if "$ref" in one else one
        return normal(found)

    return mapped(schema, changed)
