"""How an operation is declared: what it answers, what it can refuse, whether it needs a token."""

from collections.abc import Callable, Iterable
from http import HTTPStatus
from typing import Any

from litestar import delete, get, patch, post
from litestar.datastructures import ResponseHeader
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec

from adapters.http.answers import JSON
from adapters.http.guard import MEDIA, NEEDED
from adapters.http.refusals import PROBLEM_JSON
from openapi.wire.problem import Problem

Declared = Callable[[Callable[..., Any]], HTTPRouteHandler]

BEARER = {"bearer": list[str]()}
ALWAYS = (400, 401, 406, 500, 503)
ETAG = ResponseHeader(
    name="ETag", documentation_only=True, description='`"<version>.<hash>"`, or `"<hash>"` where there is no version.'
)
LINK = ResponseHeader(name="Link", documentation_only=True, description='The next page: `<...>; rel="next"`.')
LOCATION = ResponseHeader(name="Location", documentation_only=True, description="Where the new thing is.")
REPLAYED = ResponseHeader(
    name="Idempotent-Replayed", documentation_only=True, description="`true` where the key had succeeded before."
)


def refusals(statuses: Iterable[int]) -> dict[int, ResponseSpec]:
    """Problem documents by status."""
    return {
        status: ResponseSpec(Problem, generate_examples=False, description=_phrase(status), media_type=PROBLEM_JSON)
        for status in sorted(set(statuses))
    }


def _phrase(status: int) -> str:
    return HTTPStatus(status).phrase


def reads(path: str, name: str, tag: str, *, token: bool = False, also: tuple[int, ...] = (), **more: Any) -> Declared:
    """A GET with an entity tag; without `token` it is open to everybody, but a token is looked at."""
    media = more.pop("media", (JSON,))
    headers = more.pop("headers", ())
    unchanged = {304: ResponseSpec(None, generate_examples=False, description="Not modified")}
    return get(
        path,
        operation_id=name,
        tags=[tag],
        security=[BEARER] if token else [{}, BEARER],
        opt={NEEDED: token, MEDIA: media},
        responses=unchanged | more.pop("responses", {}) | refusals((*ALWAYS, *also)),
        response_headers=[ETAG, *headers],
        **more,
    )


def submits(  # noqa: PLR0913 (a declaration)
    path: str,
    name: str,
    tag: str,
    *,
    status: int,
    token: bool = True,
    also: tuple[int, ...] = (),
    headers: tuple[ResponseHeader, ...] = (),
    method: Any = post,
    **more: Any,
) -> Declared:
    """A command with or without a body."""
    declared: Declared = method(
        path,
        operation_id=name,
        tags=[tag],
        status_code=status,
        security=[BEARER] if token else [{}],
        opt={NEEDED: token},
        responses=more.pop("responses", {}) | refusals((*ALWAYS, 413, *also)),
        response_headers=list(headers),
        **more,
    )
    return declared


def removes(path: str, name: str, tag: str, *, status: int = 204, also: tuple[int, ...] = ()) -> Declared:
    """A DELETE; one with an answer tells the match as it is then."""
    headers = (ETAG,) if status == HTTPStatus.OK else ()
    return submits(path, name, tag, status=status, also=also, headers=headers, method=delete)


def changes(path: str, name: str, tag: str, *, also: tuple[int, ...] = ()) -> Declared:
    """A PATCH."""
    return submits(path, name, tag, status=200, also=(415, *also), method=patch)
