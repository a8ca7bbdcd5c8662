"""What every document must keep to. Generators and clients rely on it; a break is a fault of ours, found when it is made."""

from collections.abc import Iterator
from typing import Any

from openapi.document.paths import operations
from openapi.document.schemas import HOME, NULL, Schema, Schemas, name_in, reached, references, within

MIXED = ("Answer", "AnswerValue")
"""The only unions without a tag: an answer is text, a number, a boolean, null, a struct or a list."""


class DocumentError(ValueError):
    """The document breaks its own rules."""


def check(document: dict[str, Any], asked: set[str]) -> None:
    """Raises DocumentError with everything that is wrong."""
    schemas: Schemas = document["components"]["schemas"]
    faults = [*dangling(document, schemas)]
    if not faults:
        faults += [fault for name, schema in schemas.items() for fault in faults_of(name, schema, schemas)]
        faults += [*directions(schemas, reached(schemas, asked & set(schemas)))]
        faults += [*unnamed(document)]
    if faults:
        raise DocumentError("\n".join(sorted(set(faults))))


def dangling(document: dict[str, Any], schemas: Schemas) -> Iterator[str]:
    """References to nothing, and components that nothing refers to."""
    named = {name for schema in schemas.values() for name in references(schema)}
    for target in _refs(document):
        if target.startswith(HOME):
            named.add(name_in(target))
        elif not _stands(document, target):
            yield f"{target} does not exist"
    yield from (f"{name} does not exist" for name in named - set(schemas))
    yield from (f"{name} is not used" for name in set(schemas) - named)


def _refs(tree: Any) -> Iterator[str]:
    if isinstance(tree, dict):
        if isinstance(tree.get("$ref"), str):
            yield tree["$ref"]
        for item in tree.values():
            yield from _refs(item)
    elif isinstance(tree, list):
        for item in tree:
            yield from _refs(item)


def _stands(document: dict[str, Any], target: str) -> bool:
    place: Any = document
    for step in target.removeprefix("#/").split("/"):
        place = place.get(step) if isinstance(place, dict) else None
    return place is not None


def faults_of(name: str, schema: Schema, schemas: Schemas) -> Iterator[str]:
    """What is wrong in one component."""
    for inner in within(schema):
        if "x-component" in inner or "x-members" in inner:
            yield f"{name}: a mark is left"
        if "integer" in _kinds(inner) and not {"minimum", "maximum"} <= set(inner):
            yield f"{name}: a number without bounds"
        if ("enum" in inner or "const" in inner) and inner.get("type") != "string":
            yield f"{name}: a closed set without its type"
        if inner is not schema and ("properties" in inner or "enum" in inner or "oneOf" in inner):
            yield f"{name}: an object, a union or a closed set without a name"
        if "anyOf" in inner and name not in MIXED and not _optional(inner):
            yield f"{name}: a union without a tag"
        if not inner or (set(inner) <= {"description"}):
            yield f"{name}: anything goes"
        if "title" in inner or "default" in inner:
            yield f"{name}: noise"
    if "oneOf" in schema:
        yield from union_faults(name, schema, schemas)


def _kinds(schema: Schema) -> list[str]:
    kinds = schema.get("type", [])
    return kinds if isinstance(kinds, list) else [kinds]


def _optional(schema: Schema) -> bool:
    return bool(schema["anyOf"][1:] == [NULL])


def union_faults(name: str, schema: Schema, schemas: Schemas) -> Iterator[str]:
    """A union has a tag, a full mapping, and members that require the tag they are mapped to."""
    told = schema.get("discriminator", {})
    field, mapping = told.get("propertyName"), told.get("mapping", {})
    if {name_in(target) for target in mapping.values()} != {name_in(one["$ref"]) for one in schema["oneOf"]}:
        yield f"{name}: the mapping is not whole"
    for tag, target in mapping.items():
        member = schemas[name_in(target)]
        if member.get("properties", {}).get(field, {}).get("const") != tag or field not in member.get("required", ()):
            yield f"{name}: {name_in(target)} does not require {field} to be {tag}"


def directions(schemas: Schemas, requested: set[str]) -> Iterator[str]:
    """Requests are closed; answers are open and hold all their fields."""
    for name, schema in schemas.items():
        if "properties" not in schema:
            continue
        if name in requested:
            if schema.get("additionalProperties") is not False:
                yield f"{name}: can be sent and is not closed"
        elif "additionalProperties" in schema:
            yield f"{name}: is an answer and closed"
        elif set(schema["required"]) != set(schema["properties"]):
            yield f"{name}: a field of an answer can be missing"


def unnamed(document: dict[str, Any]) -> Iterator[str]:
    """Bodies by name, operations with ids, summaries and statuses of their own; each parameter bounded."""
    seen: set[str] = set()
    for path, method, operation in operations(document["paths"]):
        name = operation["operationId"]
        if name in seen:
            yield f"{name} is the id of two operations"
        seen.add(name)
        if not operation["summary"] or not operation["description"]:
            yield f"{method} {path}: nobody says what it does"
        bodies = [operation.get("requestBody", {}), *operation["responses"].values()]
        for media in (one for body in bodies for one in body.get("content", {}).values()):
            if set(media["schema"]) != {"$ref"}:
                yield f"{name}: a body without a name"
        for parameter in operation.get("parameters", ()):
            yield from faults_of_parameter(name, parameter)


def faults_of_parameter(operation: str, parameter: dict[str, Any]) -> Iterator[str]:
    """A number is bounded, a closed set has a name."""
    schema, name = parameter["schema"], f"{operation} {parameter['name']}"
    if "integer" in _kinds(schema) and not {"minimum", "maximum"} <= set(schema):
        yield f"{name}: a number without bounds"
    if "enum" in schema or "oneOf" in schema or "null" in _kinds(schema):
        yield f"{name}: a closed set without a name, or null"
