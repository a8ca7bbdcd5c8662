"""Reading a body: bytes to a tree without anything that JSON parsers disagree about, and the tree to a resource."""

import json
import re
from collections.abc import Iterator
from typing import Any, NoReturn

from litestar.dto import AbstractDTO
from pydantic import BaseModel, ValidationError

from adapters.http.refusals import Refused
from openapi.wire.domain import Reader
from openapi.wire.problem import Fault

DEEPEST = 64
LARGEST = 2**53 - 1
DIGITS = 17
MOST_FAULTS = 20
_OPENED = re.compile(r'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]', re.DOTALL)
_UNFIT = re.compile("[\0\ud800-\udfff]")


def malformed(detail: str, pointer: str = "") -> Refused:
    """Bytes that are no clean JSON."""
    return Refused(400, "malformed_body", detail, errors=(Fault(where="body", pointer=pointer, detail=detail),))


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise malformed("An object names a field twice.")
    return found


def _constant(name: str) -> NoReturn:
    raise malformed(f"{name} is no JSON number.")


def _whole(text: str) -> int:
    if len(text) > DIGITS or abs(number := int(text)) > LARGEST:
        raise malformed("A number is outside the range that every client can hold (2^53 - 1).")
    return number


def _fraction(text: str) -> float | int:
    """JSON Schema calls 1.0 and 1e2 integers."""
    number = float(text)
    if abs(number) > LARGEST:
        raise malformed("A number is outside the range that every client can hold (2^53 - 1).")
    return int(number) if number.is_integer() else number


_decoder = json.JSONDecoder(object_pairs_hook=_pairs, parse_constant=_constant, parse_int=_whole, parse_float=_fraction)


def parsed(raw: bytes) -> Any:
    """The tree of clean JSON bytes; raises Refused for all else."""
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        raise malformed("The body is not UTF-8.") from None
    if text.count("[") + text.count("{") > DEEPEST:
        _must_be_shallow(text)
    try:
        tree = _decoder.decode(text)
    except (ValueError, RecursionError):
        raise malformed("The body is not JSON.") from None
    if "\\u" in text and (pointer := next(_unfit(tree, ""), None)) is not None:
        raise malformed("A text holds a NUL or half a surrogate pair.", pointer)
    return tree


def _must_be_shallow(text: str) -> None:
    depth = 0
    for token in _OPENED.finditer(text):
        match token[0]:
            case "[" | "{":
                depth += 1
                if depth > DEEPEST:
                    raise malformed(f"The body is nested more than {DEEPEST} deep.")
            case "]" | "}":
                depth -= 1


def _unfit(tree: Any, pointer: str) -> Iterator[str]:
    match tree:
        case str():
            if _UNFIT.search(tree):
                yield pointer
        case list():
            for place, item in enumerate(tree):
                yield from _unfit(item, f"{pointer}/{place}")
        case dict():
            for key, item in tree.items():
                if _UNFIT.search(key):
                    yield pointer
                yield from _unfit(item, f"{pointer}/{escaped(key)}")


def escaped(step: str) -> str:
    """A step of a JSON pointer."""
    return step.replace("~", "~0").replace("/", "~1")


def read(raw: bytes, model: type[BaseModel], reader: Reader) -> BaseModel:
    """The resource of a body; raises Refused with every fault found."""
    tree = parsed(raw)
    try:
        return model.model_validate(tree, context=reader)
    except ValidationError as error:
        faults = error.errors(include_url=False, include_input=False)
        errors = tuple(_fault(one) for one in faults[:MOST_FAULTS])
        raise Refused(400, "invalid_body", "The body is not as the document says.", errors=errors) from None


def _fault(one: Any) -> Fault:
    steps = [str(step) for step in one["loc"] if step != "[key]"]
    inner = one.get("ctx", {}).get("pointer", "") if one["type"] == "domain_value" else ""
    pointer = "".join(f"/{escaped(step)}" for step in steps) + inner
    return Fault(where="body", pointer=pointer[:1_000], detail=one["msg"][:2_000])


def body_of(reader: Reader) -> type[AbstractDTO[Any]]:
    """The hook by which the framework hands over the bytes of a body: no DTO, but the public place for it."""

    class Body(AbstractDTO[Any]):
        models: dict[str, type[BaseModel]] = {}  # noqa: RUF012 (one class for each application)

        @classmethod
        def create_for_field_definition(cls, field_definition: Any, handler_id: str, backend_cls: Any = None) -> None:
            del backend_cls
            cls.models[handler_id] = field_definition.annotation

        @classmethod
        def create_openapi_schema(cls, field_definition: Any, handler_id: str, schema_creator: Any) -> Any:
            del handler_id
            return schema_creator.for_field_definition(field_definition)

        @classmethod
        def generate_field_definitions(cls, model_type: type[Any]) -> Any:
            del model_type
            return iter(())

        @classmethod
        def detect_nested_field(cls, field_definition: Any) -> bool:
            del field_definition
            return False

        def decode_bytes(self, value: bytes) -> Any:
            handler = self.asgi_connection.route_handler.handler_id
            return read(value, self.models[handler], reader)

    return Body
