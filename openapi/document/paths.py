"""Operations as the contract shows them, from what the framework says of its handlers.

A handler is expected to give: an operation id, one tag, a docstring whose first sentence is the summary, its refusals by
status, the headers of its answers, and resources by the names of their components.
"""

from collections.abc import Iterable
from typing import Any

from openapi.document.links import LINKS
from openapi.document.problems import COMPONENT_HEADERS, PROBLEM_JSON, header, response_name
from openapi.document.schemas import Schema, name_in, ref

JSON = "application/json"
METHODS = ("get", "post", "patch", "delete")
UUID = {"type": "string", "format": "uuid"}
IN_PATHS: dict[str, Schema] = {
    "match": UUID,
    "token": UUID,
    "game": ref("GameSlug"),
    "seat": {"type": "integer", "minimum": 1, "maximum": 12},
    "number": {"type": "integer", "minimum": 1, "maximum": 1_000_000},
}
IN_HEADERS: dict[str, Schema] = {
    "If-Match": {"type": "string", "pattern": '^(\\*|"(0|[1-9][0-9]{0,15})(\\.[0-9a-f]{1,64})?")$'},
    "Idempotency-Key": {"type": "string", "pattern": "^[!-~]{1,255}$"},
    "Last-Event-ID": {"type": "string"},
}
REQUIRED_HEADERS = ("If-Match",)
CURSOR = {"type": "string", "pattern": "^[A-Za-z0-9_-]{43}$"}
SETS = {"status": "Status"}
"""Parameters whose closed set is a component."""
BODILESS = ("204", "304")
STREAMS = {"application/x-ndjson": "Event", "text/event-stream": "StreamMessage"}
"""What `listEvents` also answers: a line, a message."""


def operations(paths: dict[str, Any]) -> Iterable[tuple[str, str, dict[str, Any]]]:
    """Path, method, operation."""
    for path, item in paths.items():
        for method in METHODS:
            if method in item:
                yield path, method, item[method]


def shaped(paths: dict[str, Any], examples: dict[str, Any]) -> dict[str, Any]:
    """All paths in order, every operation in its final form."""
    found: dict[str, Any] = {}
    for path, method, operation in operations(dict(sorted(paths.items()))):
        found.setdefault(path, {})[method] = _operation(operation, examples)
    return found


def _operation(raw: dict[str, Any], examples: dict[str, Any]) -> dict[str, Any]:
    name = raw["operationId"]
    found = {
        "operationId": name,
        "tags": raw["tags"],
        "summary": raw["description"].split(". ")[0].split("\n")[0].rstrip("."),
        "description": raw["description"],
        "security": raw["security"],
    }
    if raw.get("parameters"):
        found["parameters"] = [_parameter(one) for one in raw["parameters"]]
    if "requestBody" in raw:
        found["requestBody"] = {"required": True, "content": _content(raw["requestBody"]["content"], examples)}
    found["responses"] = {
        status: _response(name, status, response, examples) for status, response in sorted(raw["responses"].items())
    }
    if name == "listEvents":
        content = found["responses"]["200"]["content"]
        content |= {media: {"schema": ref(component)} for media, component in STREAMS.items()}
    return found


def _parameter(raw: dict[str, Any]) -> dict[str, Any]:
    name, place = raw["name"], raw["in"]
    return {
        "name": name,
        "in": place,
        "description": raw["description"],
        "required": place == "path" or name in REQUIRED_HEADERS,
        "schema": _value(name, place, raw["schema"]),
    }


def _value(name: str, place: str, raw: Schema) -> Schema:
    """The schema of a parameter: it is absent, never null."""
    if place == "path":
        return IN_PATHS[name]
    if place == "header":
        return IN_HEADERS[name]
    if name in SETS:
        return ref(SETS[name])
    if name == "cursor":
        return CURSOR
    rest = {key: part for key, part in raw.items() if key not in ("oneOf", "description", "type", "enum", "format")}
    bare = next((one for one in raw.get("oneOf", ()) if one != {"type": "null"}), raw)
    words = [word for word in bare.get("enum", ()) if word is not None]
    if words:
        return {"type": "string", **({"const": words[0]} if len(words) == 1 else {"enum": words})}
    found = {
        "type": bare["type"],
        **{key: int(part) if isinstance(part, float) else part for key, part in rest.items()},
    }
    return {"minimum": 0, **found} if found["type"] == "integer" else found


def _content(raw: dict[str, Any], examples: dict[str, Any]) -> dict[str, Any]:
    ((_, media),) = raw.items()
    schema = media["schema"]
    named = schema if "$ref" in schema else ref("OpenApiDocument")
    told = examples.get(name_in(named["$ref"]))
    return {JSON: {"schema": named, **({"examples": told} if told else {})}}


def _response(operation: str, status: str, raw: dict[str, Any], examples: dict[str, Any]) -> dict[str, Any]:
    if PROBLEM_JSON in raw.get("content", {}):
        return {"$ref": f"#/components/responses/{response_name(status)}"}
    found: dict[str, Any] = {"description": _meaning(status, raw["description"])}
    names = ["ETag"] if status == "304" else [name for name in COMPONENT_HEADERS if name in raw.get("headers", {})]
    if names:
        found["headers"] = {name: header(name) for name in names}
    if raw.get("content") and status not in BODILESS:
        found["content"] = _content(raw["content"], examples)
    if links := LINKS.get((operation, status)):
        found["links"] = links
    return found


def _meaning(status: str, description: str) -> str:
    """A sentence of ours in the place of the framework's."""
    own = {"200": "Done", "201": "Made", "204": "Done, and nothing to say", "304": "Not modified: you have it already"}
    generic = description.startswith(("Request fulfilled", "Document created", "Not modified"))
    return f"{own[status] if generic else description}."
