"""The table: positions, and what a finished match claims."""

from typing import Any
from uuid import UUID

from litestar import Request, Response

from adapters.http import render
from adapters.http.answers import FOREVER, FRESH, page, shown
from adapters.http.callers import caller_of
from adapters.http.given import TheDesk
from adapters.http.identifiers import viewer_of
from adapters.http.operations import reads
from adapters.http.parameters import As, MatchId, MoveQuery, VersionQuery
from adapters.http.refusals import Refused
from openapi.wire.position import Position
from openapi.wire.problem import Fault
from openapi.wire.verification import Verification
from service.hot import Hot


def cache_of(hot: Hot, *, pinned: bool) -> str:
    """A pinned part of a finished public match never changes."""
    return FOREVER if pinned and hot.now.status == "finished" and hot.now.visibility == "public" else FRESH


@reads("/matches/{match:str}/position", "getPosition", "matches", also=(403, 404))
async def position(
    request: Request[Any, Any, Any],
    desk: TheDesk,
    match: MatchId,
    move: MoveQuery = None,
    version: VersionQuery = None,
    eyes: As = None,
) -> Response[Position]:
    """The table now, right after a move, or at a version, as one viewer may see it."""
    if move is not None and version is not None:
        detail = "Give a move or a version, not both."
        raise Refused(400, "invalid_parameter", detail, errors=(Fault(where="query", pointer="/move", detail=detail),))
    caller = caller_of(request)
    hot = await desk.opened(match, caller)
    found = await desk.position(hot, caller, viewer_of(eyes), move=move, version=version)
    return shown(request, found, cache=cache_of(hot, pinned=not (move is None and version is None)))


@reads("/matches/{match:str}/verification", "getVerification", "matches", also=(403, 404, 409))
async def verification(request: Request[Any, Any, Any], desk: TheDesk, match: MatchId) -> Response[Verification]:
    """Chain, table hashes and draws of a finished match, checked again: ok, or the first divergence."""
    caller = caller_of(request)
    hot = await desk.opened(match, caller)
    key = ("verification", hot.now.id, hot.now.version)
    kept = desk.pages.get(key)
    if kept is None:
        found = await desk.queries.verification(UUID(hot.now.id), caller.id if caller is not None else None)
        kept = desk.pages.keep(key, page(render.verification(hot.now.id, found), hot.now.version))
    return shown(request, kept, cache=cache_of(hot, pinned=True))


HANDLERS = (position, verification)
