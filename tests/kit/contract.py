"""Answers held against the document, closed: a field that nobody declared does not pass unnoticed."""

import json
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

import jsonschema_rs

HOME = "#/components/schemas/"


def closed(document: Mapping[str, Any]) -> dict[str, Any]:
    """The document's components with every object closed, and each union looked at through its tag."""
    schemas = {name: _closed(schema) for name, schema in document["components"]["schemas"].items()}
    return {"components": {"schemas": schemas}}


def _closed(schema: Mapping[str, Any]) -> dict[str, Any]:
    if "properties" in schema:
        return {**schema, "additionalProperties": False}
    if "discriminator" not in schema:
        return dict(schema)
    field, mapping = schema["discriminator"]["propertyName"], schema["discriminator"]["mapping"]
    branches = [
        {"if": {"properties": {field: {"const": tag}}}, "then": {"$ref": target}} for tag, target in mapping.items()
    ]
    return {
        "type": "object",
        "required": [field],
        "properties": {field: {"enum": list(mapping)}},
        "allOf": branches,
    }


class Contract:
    """One document, as a judge of answers."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.document = document
        self._closed = closed(document)
        self.operations = {
            operation["operationId"]: operation
            for item in document["paths"].values()
            for method, operation in item.items()
            if method != "parameters"
        }
        self._validator = cache(self._made)

    def _made(self, name: str) -> Any:
        schema = {"$ref": HOME + name, **self._closed}
        return jsonschema_rs.validator_for(
            {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}, validate_formats=True
        )

    def faults(self, name: str, value: Any) -> list[str]:
        """What is wrong with a value as a component."""
        return [f"{error.instance_path}: {error.message}"[:600] for error in self._validator(name).iter_errors(value)]

    def must_be(self, name: str, value: Any) -> None:
        """Fails for a value that is not as the component says."""
        assert (found := self.faults(name, value)) == [], f"{name}: {found}"

    def check_response(self, operation_id: str, status: int, headers: Mapping[str, str], body: bytes) -> None:
        """Fails for an answer that is not as declared: status, media type, headers, body to the last field."""
        declared = self._resolved(self.operations[operation_id]["responses"].get(str(status)))
        assert declared is not None, f"{operation_id} does not declare {status}"
        for name, header in declared.get("headers", {}).items():
            value = {key.lower(): one for key, one in headers.items()}.get(name.lower())
            if value is not None:
                schema = self._resolved(header)["schema"]
                assert jsonschema_rs.is_valid(schema, value), f"{operation_id} {status}: {name}: {value}"
        media = declared.get("content", {})
        if not media:
            assert body == b"", f"{operation_id} {status} declares no body"
            return
        kind = headers.get("content-type", "").partition(";")[0]
        assert kind in media, f"{operation_id} {status} does not declare {kind}"
        if body and kind.endswith("json") and kind != "application/x-ndjson":
            self.must_be(media[kind]["schema"]["$ref"].removeprefix(HOME), json.loads(body))

    def check_line(self, data: Any) -> None:
        """Fails for a line of an event stream that is no event of the document."""
        self.must_be("Event", data)

    def check_message(self, name: str, version: int, data: Any) -> None:
        """Fails for a server-sent event that is not as declared."""
        self.must_be("StreamMessage", {"event": name, "id": str(version), "data": json.dumps(data)})
        mapping = self.document["components"]["schemas"]["StreamMessage"]["discriminator"]["mapping"]
        message = self.document["components"]["schemas"][mapping[name].removeprefix(HOME)]
        self.must_be(message["properties"]["data"]["contentSchema"]["$ref"].removeprefix(HOME), data)

    def _resolved(self, part: Any) -> Any:
        while isinstance(part, Mapping) and "$ref" in part:
            place: Any = self.document
            for step in part["$ref"].removeprefix("#/").split("/"):
                place = place[step]
            part = place
        return part


@lru_cache(maxsize=4)
def contract_of(*slugs: str) -> Contract:
    """The contract of the service with these games of the kit."""
    from adapters.http.app import document_of
    from domain.catalog import CATALOG
    from tests.kit.toy import TOY

    known = {TOY.meta.slug: (TOY,), **CATALOG}
    return Contract(document_of({slug: known[slug] for slug in slugs or CATALOG}))
