"""Names of unions and of closed sets: those that the modules of their types give them, else made of their members."""

import sys
from collections.abc import Iterable
from functools import partial
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from msgspec import Struct

from openapi.document.schemas import Schema, Schemas, mapped, name_in, ref


class Names:
    """Gives every union and every closed set of texts a component; equal ones of one family share it."""

    def __init__(self) -> None:
        self._unions: dict[frozenset[str], str] = {}
        self._sets: dict[tuple[str, frozenset[str]], tuple[str, tuple[str, ...]]] = {}

    def learn_union(self, name: str, members: Iterable[str]) -> None:
        """A union that has a name."""
        self._unions.setdefault(frozenset(members), name)

    def learn_sets(self, prefix: str, modules: Iterable[str]) -> None:
        """All closed sets that modules give a name."""
        found = [(name, words) for module in modules for name, words in _sets_in(module)]
        for name, words in sorted(found, key=lambda one: (len(one[0]), one[0])):
            self._sets.setdefault((prefix, frozenset(words)), (prefix + name, words))

    def named(self, schemas: Schemas, prefix: str) -> Schemas:
        """Components in which every union and closed set is a reference; with the components referred to."""
        made: Schemas = {}
        changed = {name: self._inside(name, prefix, schemas, made) for name in sorted(schemas)}
        if clash := sorted(set(changed) & set(made)):
            raise ValueError(f"two components are called {clash}")
        return changed | made

    def _inside(self, owner: str, prefix: str, schemas: Schemas, made: Schemas) -> Schema:
        schema, own = schemas[owner], prefix if owner.startswith(prefix) else ""

        def replaced(one: Schema, place: str) -> Schema:
            if "x-members" in one:
                name = self._union(own, [name_in(member) for member in one["x-members"]], schemas, made)
            elif "enum" in one:
                name = self._set(own, place, one["enum"], made)
            else:
                return one
            said = {"description": one["description"]} if "description" in one else {}
            return {**ref(name), **said}

        if "properties" not in schema:
            return mapped(schema, lambda one: replaced(one, owner))
        properties = {
            field: mapped(inner, partial(replaced, place=owner + camel(field)))
            for field, inner in schema["properties"].items()
        }
        return {**schema, "properties": properties}

    def _union(self, prefix: str, members: list[str], schemas: Schemas, made: Schemas) -> str:
        joined = prefix + "Or".join(sorted(one.removeprefix(prefix) for one in members))
        name = self._unions.setdefault(frozenset(members), joined)
        made[name] = union(members, schemas)
        return name

    def _set(self, prefix: str, place: str, words: list[str], made: Schemas) -> str:
        name, ordered = self._sets.setdefault((prefix, frozenset(words)), (place, tuple(words)))
        made[name] = {"type": "string", "enum": list(ordered)}
        return name


def union(members: Iterable[str], schemas: Schemas, description: str = "") -> Schema:
    """A union told apart by the tag that all its members have."""
    names = sorted(members)
    tags = [{field: one["const"] for field, one in _properties(schemas[name]) if "const" in one} for name in names]
    shared = [field for field in tags[0] if all(field in tag for tag in tags)]
    if len(shared) != 1:
        raise ValueError(f"no tag tells {names} apart")
    (field,) = shared
    mapping = {tag[field]: f"{ref(name)['$ref']}" for tag, name in zip(tags, names, strict=True)}
    if len(mapping) < len(names):
        raise ValueError(f"two of {names} have one tag")
    said = {"description": description} if description else {}
    return {
        **said,
        "oneOf": [ref(name) for name in names],
        "discriminator": {"propertyName": field, "mapping": dict(sorted(mapping.items()))},
    }


def _properties(schema: Schema) -> Iterable[tuple[str, Schema]]:
    properties: Schemas = schema["properties"]
    return properties.items()


def camel(field: str) -> str:
    """A field's name as part of a component's."""
    return "".join(word[:1].upper() + word[1:] for word in field.replace("-", "_").split("_"))


def _aliases(module: str) -> list[tuple[str, Any]]:
    return [(name, value) for name, value in vars(sys.modules[module]).items() if not name.startswith("_")]


def _sets_in(module: str) -> list[tuple[str, tuple[str, ...]]]:
    found = [(name, get_args(value)) for name, value in _aliases(module) if get_origin(value) is Literal]
    return [(name, words) for name, words in found if len(words) > 1]


def unions_in(modules: Iterable[str]) -> list[tuple[str, tuple[type[Struct], ...]]]:
    """All unions of structs that modules give a name."""
    found: list[tuple[str, tuple[type[Struct], ...]]] = []
    for module in modules:
        for name, value in _aliases(module):
            members = get_args(value) if get_origin(value) in (Union, UnionType) else ()
            if members and all(isinstance(one, type) and issubclass(one, Struct) for one in members):
                found.append((name, members))
    return sorted(found, key=lambda one: (len(one[0]), one[0]))
