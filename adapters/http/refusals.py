"""Everything that is refused becomes a problem document; one place says with which status."""

import logging
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException

from adapters.http.answers import encode
from domain.kernel.errors import IllegalAction
from domain.match.errors import MatchRefusal
from openapi.wire.problem import Fault, Problem
from service.errors import Busy, Forbidden, KeyReused, NotFound, PreconditionFailed, PreconditionRequired
from service.ports import OutcomeUnknown, StoreUnavailable

log = logging.getLogger(__name__)

PROBLEM_JSON = "application/problem+json"
STATUS: Mapping[str, int] = {
    "host_only": 403,
    "seat_not_yours": 403,
    "seat_unknown": 404,
    "match_not_finished": 409,
}
"""Statuses by code, where a refusal of the match is not 409 or a prohibition is not 403."""
FROM_FRAMEWORK: Mapping[int, str] = {
    400: "invalid_parameter",
    404: "not_found",
    405: "method_not_allowed",
    413: "body_too_large",
}
NAMES = {"eyes": "as"}
"""Parameters whose Python name is another."""


UNKEPT = {"Cache-Control": "no-store"}
"""A refusal depends on who asks and when."""


class Refused(Exception):
    """A refusal in the words of the API."""

    def __init__(
        self,
        status: int,
        code: str,
        detail: str,
        *,
        errors: tuple[Fault, ...] = (),
        rule: str | None = None,
        version: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.headers = dict(headers or {})
        self.problem = Problem(
            title=HTTPStatus(status).phrase,
            status=status,
            code=code,
            detail=detail,
            rule=rule,
            errors=errors,
            current_version=version,
        )


def same(field: str) -> str:
    """The pointer of a field where the body is what the rules speak of."""
    return field


def ruled(error: MatchRefusal | IllegalAction, version: int | None, place: Callable[[str], str] = same) -> Refused:
    """What the match or the rules refuse; `place` turns the rules' pointer of a field into the body's."""
    match error:
        case MatchRefusal():
            return Refused(STATUS.get(error.code, 409), error.code, error.reason, version=version)
        case IllegalAction(refusal=refusal):
            fault = Fault(where="body", pointer=place(refusal.field), detail=refusal.reason)
            rule = refusal.rule or None
            return Refused(422, refusal.code, refusal.reason, errors=(fault,), rule=rule, version=version)


def refused(error: Exception) -> Refused:
    """The refusal that an exception stands for; what nobody foresaw is logged and becomes a bare 500."""
    match error:
        case Refused():
            return error
        case MatchRefusal() | IllegalAction():
            return ruled(error, None)
        case NotFound():
            return Refused(404, "not_found", "There is no such thing, or you may not know of it.")
        case Forbidden():
            return Refused(STATUS.get(error.code, 403), error.code, error.reason)
        case KeyReused():
            return Refused(422, "key_reused", "This key succeeded before with another body.")
        case PreconditionRequired():
            return Refused(428, "precondition_required", 'Say which version you saw: If-Match: "<version>", or *.')
        case PreconditionFailed():
            detail = f"What you answer is no longer asked: the match is at version {error.current}."
            return Refused(412, "precondition_failed", detail, version=error.current)
        case HTTPException():
            return _from_framework(error)
        case _:
            return _unavailable(error)


def _unavailable(error: Exception) -> Refused:
    again = {"Retry-After": "1"}
    match error:
        case OutcomeUnknown():
            detail = "Whether this was recorded could not be found out in time. Repeat it with the same key."
            return Refused(503, "outcome_unknown", detail, headers=again)
        case StoreUnavailable():
            return Refused(503, "unavailable", "The store does not answer; nothing was recorded.", headers=again)
        case Busy():
            return Refused(503, "busy", "Others changed the match at the same moment; try again.", headers=again)
        case _:
            log.error("an unforeseen error", exc_info=error)
            return Refused(500, "internal_error", "Something went wrong on our side. It has been recorded.")


def _from_framework(error: HTTPException) -> Refused:
    code = FROM_FRAMEWORK.get(error.status_code)
    if code is None:
        return _unavailable(error)
    headers = {}
    if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        headers["Allow"] = allowed((error.headers or {}).get("allow", ""))
    detail = HTTPStatus(error.status_code).description or error.detail
    errors: tuple[Fault, ...] = ()
    if isinstance(error, ValidationException):
        detail = "A parameter is not as the document says."
        errors = _faults(error)
    return Refused(error.status_code, code, detail, errors=errors, headers=headers)


def _faults(error: ValidationException) -> tuple[Fault, ...]:
    extra: Any = error.extra
    found = [entry for entry in extra or () if isinstance(entry, dict)]
    return tuple(
        Fault(
            where="header" if entry.get("source") == "header" else "query",
            pointer=f"/{NAMES.get(entry.get('key', ''), entry.get('key', ''))}",
            detail=str(entry.get("message", "")),
        )
        for entry in found
    )


def allowed(methods: str) -> str:
    """The methods of a path, with those that every path knows."""
    known = {method.strip() for method in methods.split(",") if method.strip()} | {"OPTIONS"}
    if "GET" in known:
        known.add("HEAD")
    return ", ".join(sorted(known))


def problem(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """The exception handler of the whole application."""
    del request
    found = refused(error)
    return Response(
        encode(found.problem), status_code=found.status, media_type=PROBLEM_JSON, headers=UNKEPT | found.headers
    )
