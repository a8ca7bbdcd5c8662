"""Schemas as trees: walking them, and the one normal form that every source is brought into."""

from collections.abc import Callable, Iterator
from typing import Any

Schema = dict[str, Any]
Schemas = dict[str, Schema]

MAPS = ("properties", "patternProperties")
LISTS = ("anyOf", "oneOf", "prefixItems")
ONES = ("items", "additionalProperties", "propertyNames", "contentSchema")
NULL = {"type": "null"}
HOME = "#/components/schemas/"
WIDEST = 2**53 - 1
"""The widest whole number that every client can hold."""


def ref(name: str) -> Schema:
    """A reference to a component."""
    return {"$ref": f"{HOME}{name}"}


def name_in(reference: str) -> str:
    """The component that a reference names."""
    return reference.removeprefix(HOME)


def mapped(schema: Schema, change: Callable[[Schema], Schema]) -> Schema:
    """A schema with every schema in it changed, the innermost first."""
    found = dict(schema)
    for key in MAPS:
        if key in found:
            found[key] = {name: mapped(inner, change) for name, inner in found[key].items()}
    for key in LISTS:
        if key in found:
            found[key] = [mapped(inner, change) for inner in found[key]]
    for key in ONES:
        if isinstance(found.get(key), dict):
            found[key] = mapped(found[key], change)
    return change(found)


def within(schema: Schema) -> Iterator[Schema]:
    """A schema and all schemas in it."""
    yield schema
    for key in MAPS:
        for inner in schema.get(key, {}).values():
            yield from within(inner)
    for key in LISTS:
        for inner in schema.get(key, ()):
            yield from within(inner)
    for key in ONES:
        if isinstance(schema.get(key), dict):
            yield from within(schema[key])


def references(schema: Schema) -> Iterator[str]:
    """The components that a schema names, those of a discriminator's mapping too."""
    for inner in within(schema):
        if "$ref" in inner:
            yield name_in(inner["$ref"])
        for target in inner.get("discriminator", {}).get("mapping", {}).values():
            yield name_in(target)


def reached(schemas: Schemas, roots: Iterator[str] | set[str]) -> set[str]:
    """All components that can be reached from some."""
    found: set[str] = set()
    waiting = list(roots)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += references(schemas[name])
    return found


def nullable(schema: Schema) -> Schema:
    """The same or null."""
    match schema:
        case {"type": str(kind)} if "enum" not in schema and "const" not in schema:
            return {**schema, "type": [kind, "null"]}
        case {"type": list()} | {"anyOf": [*_, {"type": "null"}]}:
            return schema
        case _:
            said = {"description": schema["description"]} if "description" in schema else {}
            return {**said, "anyOf": [{key: part for key, part in schema.items() if key != "description"}, dict(NULL)]}


def normal(schema: Schema) -> Schema:
    """One schema in normal form, what stands in it being so already."""
    found = {key: part for key, part in schema.items() if key not in ("title", "default")}
    if schema.get("default") is not None and schema["default"] != ():
        found = described(found, f"Default: `{_text(schema['default'])}`.")
    if "patternProperties" in found:
        found = _keyed(found)
    if "anyOf" in found:
        found = _either(found)
    if "enum" in found:
        found = _closed_set(found)
    if "prefixItems" in found:
        found = _row(found)
    return found


def described(schema: Schema, sentence: str) -> Schema:
    """A schema with a further sentence in its description."""
    return {**schema, "description": f"{schema.get('description', '')} {sentence}".strip()}


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _keyed(schema: Schema) -> Schema:
    """Keys of a pattern: generators know additional properties, few know patterns."""
    ((pattern, inner),) = schema["patternProperties"].items()
    kept = {key: part for key, part in schema.items() if key != "patternProperties"}
    names = {"type": "string", **schema.get("propertyNames", {}), "pattern": pattern}
    return {**kept, "propertyNames": names, "additionalProperties": inner}


def _either(schema: Schema) -> Schema:
    """Null moves outwards; what is left is one schema, or members of a union by name."""
    rest = {key: part for key, part in schema.items() if key not in ("anyOf", "discriminator")}
    members = [one for one in schema["anyOf"] if one != NULL]
    optional = len(members) < len(schema["anyOf"])
    if len(members) == 1:
        made = {**members[0], **rest}
    else:
        made = {**rest, "x-members": [member["$ref"] for member in members]}
    return nullable(made) if optional else made


def _closed_set(schema: Schema) -> Schema:
    """A tag is a constant; every closed set says its type."""
    values = schema["enum"]
    rest = {key: part for key, part in schema.items() if key not in ("enum", "type")}
    kinds = {type(value) for value in values}
    if kinds != {str}:
        raise ValueError(f"a closed set of {kinds}: {values}")
    return {**rest, "type": "string", **({"const": values[0]} if len(values) == 1 else {"enum": list(values)})}


def _row(schema: Schema) -> Schema:
    """A fixed row of equal members."""
    first, *others = schema["prefixItems"]
    if any(other != first for other in others):
        raise ValueError("a row of unlike members: make it a struct")
    kept = {key: part for key, part in schema.items() if key not in ("prefixItems", "items")}
    return {**kept, "items": first, "minItems": len(others) + 1, "maxItems": len(others) + 1}
