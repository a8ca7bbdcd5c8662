"""Events on the wire: for each type an envelope, which the type's constant tells, around a payload of its own."""

from domain.kernel.values import Event, tag
from openapi.document.domain import Family
from openapi.document.schemas import Schema, Schemas, ref

APART = ("type", "seat")
"""Fields of an event that stand in the envelope."""


def event_name(family: Family, kind: type[Event]) -> str:
    """The component of an event's envelope; those of the match begin with its name."""
    name = family.name(kind)
    return name if family.prefix or name.startswith("Match") else f"Match{name}"


def enveloped(family: Family, kinds: tuple[type[Event], ...], schemas: Schemas, envelope: Schema) -> Schemas:
    """Envelopes and payloads in place of the events' own components."""
    own = {family.name(kind) for kind in kinds}
    found = {name: schema for name, schema in schemas.items() if name not in own}
    for kind in kinds:
        name, schema = event_name(family, kind), schemas[family.name(kind)]
        found[f"{name}Data"] = _payload(schema)
        found[name] = _envelope(schema, envelope, tag(kind), f"{name}Data")
    return found


def _payload(schema: Schema) -> Schema:
    properties = {field: inner for field, inner in schema["properties"].items() if field not in APART}
    return {
        "description": f"What the event tells. {schema['description']}",
        "type": "object",
        "properties": properties,
        "required": list(properties),
    }


def _envelope(schema: Schema, envelope: Schema, kind: str, data: str) -> Schema:
    own = {
        "type": {"type": "string", "const": kind},
        "seat": schema["properties"].get("seat", {"type": "null"}),
        "data": ref(data),
    }
    properties = {field: own.get(field, inner) for field, inner in envelope["properties"].items()}
    return {**envelope, "description": schema["description"], "properties": properties}
