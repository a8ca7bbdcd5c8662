"""Examples and the guide: texts that stand beside the schemas, each in a file of its own.

`openapi/examples/<Component>.json` holds examples of that component by name, each with a summary and a value. They stand
where the component is a body. Tests hold each against its schema, without any further field.
"""

from importlib import resources
from typing import Any

import msgspec

from openapi.document.components import Games


def examples(games: Games) -> dict[str, dict[str, Any]]:
    """By component, those that speak of games that are here: an example names its game, or none."""
    found: dict[str, dict[str, Any]] = {}
    for file in sorted(resources.files("openapi.examples").iterdir(), key=lambda one: one.name):
        if file.name.endswith(".json"):
            told = msgspec.json.decode(file.read_bytes())
            kept = {name: _shown(one) for name, one in told.items() if one.get("game") in (None, *games)}
            if kept:
                found[file.name.removesuffix(".json")] = kept
    return found


def _shown(example: dict[str, Any]) -> dict[str, Any]:
    return {"summary": example["summary"], "value": example["value"]}


def guide() -> str:
    """The description of the whole."""
    return (resources.files("openapi.document") / "guide.md").read_text("utf-8")
