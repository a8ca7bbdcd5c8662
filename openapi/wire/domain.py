"""Domain values inside resources: msgspec structs that pydantic hands on and never looks into.

The document replaces each mark by a named component:

Action         any action of any game, as sent and as offered to its own seat
ActionShown    the same with what others may not see null
EventData      the payload of an event by its type, after redaction
View           the table of a game
Settings       the options of a game; in a request they may be partial, and belong to the game named beside them
Detail         what is said of a choice beside its value
Answer         the JSON value of one answer: text, number, boolean, null, a struct of the action, or a list of them
Outcome, Cost, Viewer    structs of the kernel
JsonSchema, ComponentData    free-form objects
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Struct
from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from domain.kernel.codec import Codec
from domain.kernel.game import AnyGame
from domain.kernel.values import Action

COMPONENT = "x-component"
"""The keyword that marks a component in the schema of a resource."""


class Reader:
    """Reads the actions of all games; given to pydantic as the context of a validation."""

    def __init__(self, games: Mapping[str, Iterable[AnyGame]]) -> None:
        versions = [game for versions in games.values() for game in versions]
        kinds = dict.fromkeys(kind for game in versions for kind in game.types.actions)
        self._codec: Codec[Action] = Codec(kinds)

    def action(self, tree: Any) -> Action:
        """The action of a tree of builtins; raises a fault that knows its place."""
        if not isinstance(tree, dict):
            raise fault("An action is an object.", "")
        kind = tree.get("type")
        if not isinstance(kind, str) or kind not in self._codec.kinds:
            known = ", ".join(sorted(self._codec.kinds))
            raise fault(f"The type of an action is one of {known}.", "/type")
        try:
            return msgspec.convert(tree, self._codec.kinds[kind])
        except msgspec.ValidationError as error:
            raise fault(*located(error)) from None


class Domain:
    """Marks a field as a domain value and names its component."""

    def __init__(self, component: str) -> None:
        self.component = component

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Takes the value as it is; an action in a request is read."""
        del source, handler
        if self.component == "Action":
            return core_schema.with_info_plain_validator_function(_action)
        return core_schema.any_schema()

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """The mark that the document replaces."""
        del schema, handler
        return {COMPONENT: self.component}


def _action(value: Any, info: core_schema.ValidationInfo) -> Any:
    if isinstance(value, Struct) or not isinstance(info.context, Reader):
        return value
    return info.context.action(value)


def fault(reason: str, pointer: str) -> PydanticCustomError:
    """A fault inside a domain value; `pointer` starts at the value."""
    return PydanticCustomError("domain_value", "{reason}", {"reason": reason, "pointer": pointer})


_PLACE = re.compile(r"^(?P<what>.*?)(?: - at `\$(?P<path>.*)`)?$", re.DOTALL)
_STEP = re.compile(r"\.([^.\[]+)|\[(\d+)\]")
_FIELD = re.compile(r"(?:missing required|contains unknown) field `([^`]+)`")


def located(error: msgspec.ValidationError) -> tuple[str, str]:
    """What msgspec found, and where, as a JSON pointer."""
    found = _PLACE.match(str(error))
    assert found is not None
    what, path = found["what"], found["path"] or ""
    steps = [name or index for name, index in _STEP.findall(path)]
    if (field := _FIELD.search(what)) is not None:
        steps.append(field[1])
    return what, "".join(f"/{step.replace('~', '~0').replace('/', '~1')}" for step in steps)
