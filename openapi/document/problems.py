"""Refusals, one shared response for each status."""

from http import HTTPStatus
from typing import Any

from openapi.document.schemas import Schema, ref

PROBLEM_JSON = "application/problem+json"
MEANING = {
    400: "The form of the request is wrong; `errors` says where. Nothing was looked up.",
    401: "A token is needed and missing (`token_missing`), or it is no good (`token_invalid`).",
    403: "You may know of it but not do this: a scope is missing, the seat is not yours, only the host may.",
    404: "There is no such thing, or you may not know of it.",
    406: "It cannot be answered in any of the media types of `Accept`.",
    409: "The state does not allow it: `current_version` tells where the match is now.",
    412: "What you answer is no longer asked. Fetch the options again; `current_version` tells where the match is now.",
    413: "The body is larger than 64 kB.",
    415: "A body is `application/json` in UTF-8, without Content-Encoding.",
    422: "The rules refuse it: `code` and `rule` say why, `errors` where. Or the idempotency key was used for another body.",
    428: "Say which version you saw (`If-Match`).",
    500: "A fault on our side. It has been recorded.",
    503: "Not now: try again after `Retry-After` seconds. With `outcome_unknown` repeat the request with the same key.",
}
HEADERS = {401: ("WWW-Authenticate",), 503: ("Retry-After",)}
COMPONENT_HEADERS: dict[str, Schema] = {
    "ETag": {
        "description": '`"<version>.<hash>"`, or `"<hash>"` where there is no version. Send it as `If-Match` or `If-None-Match`.',
        "schema": {"type": "string", "pattern": '^"([0-9]{1,9}\\.)?[0-9a-f]{16}"$'},
    },
    "Link": {
        "description": 'The next page: `<...>; rel="next"`. Missing on the last one.',
        "schema": {"type": "string", "pattern": '^<[^>]+>; rel="next"$'},
    },
    "Location": {"description": "Where the new thing is.", "schema": {"type": "string", "format": "uri-reference"}},
    "Idempotent-Replayed": {
        "description": "`true` where the key had succeeded before and this is the first answer again.",
        "schema": {"type": "string", "const": "true"},
    },
    "Retry-After": {
        "description": "Whole seconds to wait.",
        "schema": {"type": "string", "pattern": "^[1-9][0-9]{0,5}$"},
    },
    "WWW-Authenticate": {
        "description": "The scheme: `Bearer`.",
        "schema": {"type": "string", "pattern": "^Bearer"},
    },
}


def header(name: str) -> Schema:
    """A reference to a shared header."""
    return {"$ref": f"#/components/headers/{name}"}


def response_name(status: int | str) -> str:
    """The shared response of a status."""
    return f"Problem{status}"


def responses(statuses: set[int], examples: dict[str, Any]) -> dict[str, Any]:
    """The shared responses of refusals."""
    found: dict[str, Any] = {}
    for status in sorted(statuses):
        content: dict[str, Any] = {"schema": ref("Problem")}
        if told := examples.get(response_name(status)):
            content["examples"] = told
        found[response_name(status)] = {
            "description": f"{HTTPStatus(status).phrase}. {MEANING[status]}",
            **({"headers": {name: header(name) for name in HEADERS[status]}} if status in HEADERS else {}),
            "content": {PROBLEM_JSON: content},
        }
    return found
