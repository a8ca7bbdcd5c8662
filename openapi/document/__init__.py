"""The OpenAPI document: what the framework says of paths, joined with the types of games and resources.

`finish` is a pure function of its arguments. It takes from the framework paths, parameters, statuses and headers, and
nothing else; every schema is derived from the types that serve rules, storage and wire. What a document must keep to
stands in `check`.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from openapi.document.check import check
from openapi.document.components import Games, components, used
from openapi.document.examples import examples, guide
from openapi.document.paths import operations, shaped
from openapi.document.problems import COMPONENT_HEADERS, responses
from openapi.document.schemas import name_in

__all__ = ["Games", "finish", "packed", "written"]

FREE_DOCUMENT = {"type": "object", "description": "An OpenAPI 3.1 document: this one.", "additionalProperties": True}


def finish(raw: dict[str, Any], games: Games) -> dict[str, Any]:
    """The contract; raises ValueError where it would not keep what it has to."""
    told = examples(games)
    paths = shaped(raw["paths"], told)
    asked = {name for _, _, operation in operations(paths) for name in _named(operation.get("requestBody", {}))}
    schemas = components(games, asked) | {"OpenApiDocument": FREE_DOCUMENT}
    statuses = {
        int(status) for _, _, one in operations(paths) for status, said in one["responses"].items() if "$ref" in said
    }
    shared = responses(statuses, told)
    roots = {name for part in (paths, shared) for name in _named(part)}
    document = {
        "openapi": raw["openapi"],
        "info": {**raw["info"], "description": guide()},
        "servers": raw["servers"],
        "tags": raw["tags"],
        "paths": paths,
        "components": {
            "schemas": used(schemas, roots),
            "responses": shared,
            "headers": COMPONENT_HEADERS,
            "securitySchemes": raw["components"]["securitySchemes"],
        },
    }
    check(document, asked)
    return document


def _named(tree: Any) -> Iterator[str]:
    """The components that a part of a document refers to."""
    if isinstance(tree, dict):
        if isinstance(target := tree.get("$ref"), str) and "/schemas/" in target:
            yield name_in(target)
        for key, item in tree.items():
            if key != "examples":
                yield from _named(item)
    elif isinstance(tree, list):
        for item in tree:
            yield from _named(item)


def packed(document: dict[str, Any]) -> bytes:
    """The document as it is served."""
    return msgspec.json.encode(document)


def written(document: dict[str, Any]) -> str:
    """The document as it is kept: one line for each value, so that changes can be read."""
    return msgspec.json.format(msgspec.json.encode(document), indent=1).decode() + "\n"
