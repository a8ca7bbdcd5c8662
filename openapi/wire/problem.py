"""Problems (RFC 9457): one shape for everything that is refused."""

from typing import Annotated, Literal, get_args

from pydantic import Field

from openapi.wire.model import Shown, Text, Version

ApiCode = Literal[
    "malformed_body",
    "invalid_body",
    "invalid_parameter",
    "unknown_parameter",
    "repeated_parameter",
    "invalid_header",
    "invalid_cursor",
    "token_missing",
    "token_invalid",
    "scope_missing",
    "not_seated",
    "seat_ambiguous",
    "seat_not_yours",
    "viewer_not_yours",
    "match_not_finished",
    "too_many_tokens",
    "not_found",
    "method_not_allowed",
    "not_acceptable",
    "precondition_failed",
    "body_too_large",
    "unsupported_media_type",
    "key_reused",
    "precondition_required",
    "internal_error",
    "unavailable",
    "outcome_unknown",
    "busy",
]
API_CODES: tuple[str, ...] = get_args(ApiCode)


class Fault(Shown):
    """One thing that is wrong with a request, and where."""

    where: Literal["body", "query", "header"]
    pointer: Annotated[
        str,
        Field(max_length=1_000, description="A JSON pointer into the body; else a slash and the parameter's name."),
    ]
    detail: Text


class Problem(Shown):
    """Why a request was refused. Decide by `code`, never by the text."""

    type: Annotated[str, Field(max_length=200, description="Always `about:blank`.")] = "about:blank"
    title: Annotated[str, Field(max_length=100)]
    status: Annotated[int, Field(ge=400, le=599)]
    code: Annotated[
        str,
        Field(
            max_length=60,
            json_schema_extra={"x-component": "ProblemCode"},
            description="Stable: of the service, of a match, or the refusal of a game's rule.",
        ),
    ]
    detail: Text
    rule: Annotated[
        str | None, Field(max_length=40, description="The number of the rule that speaks, in the game's RULES.")
    ] = None
    errors: Annotated[tuple[Fault, ...], Field(max_length=100)] = ()
    current_version: Annotated[Version | None, Field(description="The match's version, where a version mattered.")] = (
        None
    )
