"""The request's form, looked at before anything else: token, headers, parameters, content types, bodies."""

import re
from collections import Counter
from typing import Any, Literal, get_args, get_origin
from urllib.parse import parse_qsl

from litestar import Request
from litestar.handlers import BaseRouteHandler
from litestar.params import QueryParameter
from msgspec import Struct

from adapters.http.answers import JSON
from adapters.http.callers import caller_of, missing
from adapters.http.preconditions import bad_header
from adapters.http.refusals import Refused
from openapi.wire.problem import Fault

NEEDED = "needed"
"""In a handler's `opt`: a token is."""
MEDIA = "media"
"""In a handler's `opt`: what it can answer, the default first."""
ONCE = ("authorization", "content-type", "idempotency-key", "if-match", "last-event-id")
_JSON_TYPE = re.compile(r'application/json(?:\s*;\s*charset\s*=\s*"?utf-8"?)?\s*', re.IGNORECASE)


class Facts(Struct, frozen=True):
    """What a handler takes; `query` holds the form of each parameter (None: any text)."""

    token: bool
    media: tuple[str, ...]
    query: dict[str, re.Pattern[str] | None]
    body: bool


def facts_of(handler: BaseRouteHandler) -> Facts:
    """Read off the handler's signature."""
    query: dict[str, re.Pattern[str] | None] = {}
    for field in handler.parsed_fn_signature.parameters.values():
        kwarg = field.kwarg_definition
        if isinstance(kwarg, QueryParameter) and kwarg.name:
            query[kwarg.name] = form_of(field.annotation)
    return Facts(
        token=bool(handler.opt.get(NEEDED)),
        media=handler.opt.get(MEDIA, (JSON,)),
        query=query,
        body="data" in handler.parsed_fn_signature.parameters,
    )


def form_of(kind: Any) -> re.Pattern[str] | None:
    """How a value of this type is written; the framework would also take `null` for none, 1 for true, 1.0 for 1."""
    choices = [kind, *get_args(kind)]
    words = [word for choice in choices if get_origin(choice) is Literal for word in get_args(choice)]
    if words:
        return re.compile("|".join(map(re.escape, words)))
    if bool in choices:
        return re.compile("true|false")
    return re.compile("0|[1-9][0-9]{0,15}") if int in choices else None


class Guard:
    """Refuses a request by its form; the same order on every path."""

    def __init__(self) -> None:
        self._facts: dict[int, Facts] = {}

    async def __call__(self, request: Request[Any, Any, Any]) -> None:
        handler = request.route_handler
        facts = self._facts.get(id(handler))
        if facts is None:
            facts = self._facts[id(handler)] = facts_of(handler)
        if facts.token and caller_of(request) is None:
            raise missing()
        _headers(request)
        _query(request, facts)
        if best(request.headers.get("accept"), facts.media) is None:
            offered = ", ".join(facts.media)
            raise Refused(406, "not_acceptable", f"This can be answered as {offered}.")
        if request.method not in ("GET", "DELETE") or request.headers.get("content-length", "0") != "0":
            await _body(request, facts)


def _headers(request: Request[Any, Any, Any]) -> None:
    counted = Counter(name for name, _ in request.scope["headers"])
    for name in ONCE:
        if counted[name.encode()] > 1:
            raise bad_header(name.title(), f"{name.title()} may be sent once.")


def _query(request: Request[Any, Any, Any], facts: Facts) -> None:
    raw = request.scope["query_string"]
    if not raw:
        return
    seen: set[str] = set()
    for name, value in parse_qsl(raw.decode("latin-1"), keep_blank_values=True):
        if name not in facts.query:
            raise _bad_query("unknown_parameter", name, "There is no such parameter here.")
        if name in seen:
            raise _bad_query("repeated_parameter", name, "A parameter may be given once.")
        seen.add(name)
        if "\ufffd" in value or any(letter < " " for letter in value):
            raise _bad_query("invalid_parameter", name, "The parameter is no text.")
        form = facts.query[name]
        if form is not None and not form.fullmatch(value):
            raise _bad_query("invalid_parameter", name, f"The parameter is written as {form.pattern}.")


def _bad_query(code: str, name: str, detail: str) -> Refused:
    place = "".join(letter if letter.isprintable() else "?" for letter in name)[:100]
    return Refused(400, code, detail, errors=(Fault(where="query", pointer=f"/{place}", detail=detail),))


async def _body(request: Request[Any, Any, Any], facts: Facts) -> None:
    if not facts.body:
        if await request.body():
            raise Refused(400, "invalid_body", "This takes no body.")
        return
    kind = request.headers.get("content-type", "")
    if not _JSON_TYPE.fullmatch(kind):
        raise Refused(415, "unsupported_media_type", "A body is application/json in UTF-8.")
    if request.headers.get("content-encoding", "identity").lower() != "identity":
        raise Refused(415, "unsupported_media_type", "A body is sent as it is, without Content-Encoding.")
    if not await request.body():
        raise Refused(400, "invalid_body", "A body is needed, be it {}.")


def best(accept: str | None, offered: tuple[str, ...]) -> str | None:
    """The offer that the client likes best (RFC 9110 12.5.1); the first one where it says nothing."""
    if accept is None or not accept.strip():
        return offered[0]
    ranges = [_range(part) for part in accept.split(",") if part.strip()]
    chosen, liked = None, 0.0
    for offer in offered:
        fits = [(place, quality) for pattern, quality in ranges if (place := _fits(pattern, offer))]
        quality = max(fits)[1] if fits else 0.0
        if quality > liked:
            chosen, liked = offer, quality
    return chosen


def _range(part: str) -> tuple[str, float]:
    pattern, *parameters = (piece.strip() for piece in part.split(";"))
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "q":
            try:
                return pattern.lower(), min(max(float(value), 0.0), 1.0)
            except ValueError:
                return pattern.lower(), 0.0
    return pattern.lower(), 1.0


def _fits(pattern: str, offer: str) -> int:
    """How precisely a media range names an offer; 0: not at all."""
    if pattern == offer:
        return 3
    if pattern == f"{offer.split('/', maxsplit=1)[0]}/*":
        return 2
    return 1 if pattern == "*/*" else 0
