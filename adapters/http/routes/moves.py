"""Moves: playing them, trying them, reading them."""

from typing import Annotated, Any
from uuid import UUID

from litestar import Request, Response
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody, QueryParameter

from adapters.http import render
from adapters.http.answers import address, done, following, page, shown
from adapters.http.callers import caller_of
from adapters.http.given import TheCaller, TheDesk
from adapters.http.identifiers import move_of, viewer_of
from adapters.http.operations import ETAG, LINK, LOCATION, REPLAYED, reads, submits
from adapters.http.parameters import AfterMove, As, IdempotencyKey, IfMatch, Limit, MatchId, MovePath
from adapters.http.preconditions import idempotency_key, precondition
from adapters.http.routes.table import cache_of
from openapi.wire.move import Move, MovePage, Preview, SubmittedMove
from service.commands import Command

USUAL = 50
PREVIEWED = {200: ResponseSpec(Preview, generate_examples=False, description="What the move would do (a preview)")}


def in_action(field: str) -> str:
    """The body's pointer of an action's field."""
    return f"/action{field}"


@submits(
    "/matches/{match:str}/moves",
    "submitMove",
    "moves",
    status=201,
    also=(403, 404, 409, 412, 415, 422, 428),
    headers=(LOCATION, ETAG, REPLAYED),
    responses=PREVIEWED,
)
async def submit(  # noqa: PLR0913 (the parameters of the operation)
    *,
    request: Request[Any, Any, Any],
    desk: TheDesk,
    caller: TheCaller,
    match: MatchId,
    data: JSONBody[SubmittedMove],
    if_match: IfMatch = None,
    idempotency: IdempotencyKey = None,
    preview: Annotated[
        bool | None, QueryParameter(name="preview", description="`true`: show what it would do, record nothing.")
    ] = None,
) -> Response[Move]:
    """Play an action, or with `preview=true` see what it would do without drawing or recording anything."""
    command = Command(data.action, data.seat, precondition(if_match), idempotency_key(idempotency))
    found = await desk.entered(match, caller, "play")
    if preview:
        foreseen = await desk.ruled(found, caller, desk.commands.preview(found, caller.id, command), in_action)
        return done(render.preview(foreseen))
    replayed = await desk.ruled(found, caller, desk.commands.move(found, caller.id, command), in_action)
    moved = replayed.moved
    headers = {"Location": address(request, f"/matches/{moved.match}/moves/{moved.move}")}
    if replayed.again:
        headers["Idempotent-Replayed"] = "true"
    return done(render.move(moved), status=201, version=moved.version, headers=headers)


@reads("/matches/{match:str}/moves", "listMoves", "moves", headers=(LINK,), also=(403, 404))
async def moves(
    request: Request[Any, Any, Any],
    desk: TheDesk,
    match: MatchId,
    after: AfterMove = None,
    limit: Limit = None,
    eyes: As = None,
) -> Response[MovePage]:
    """Moves in order, with their actions and events as one viewer may see them."""
    caller = caller_of(request)
    hot = await desk.opened(match, caller)
    player = caller.id if caller is not None else None
    size = limit or USUAL
    found = await desk.queries.moves(UUID(hot.now.id), player, viewer_of(eyes), after or 0, size)
    last = found[-1].move if found else 0
    coming = last if found and last < hot.now.move else None
    answer = MovePage(
        match=hot.now.id, version=hot.now.version, items=tuple(render.move(one) for one in found), next=coming
    )
    headers = following(request, after=coming) if coming is not None else None
    return shown(request, page(answer, hot.now.version), cache=cache_of(hot, pinned=True), headers=headers)


@reads("/matches/{match:str}/moves/{number:str}", "getMove", "moves", also=(403, 404))
async def move(
    request: Request[Any, Any, Any], desk: TheDesk, match: MatchId, number: MovePath, eyes: As = None
) -> Response[Move]:
    """One move."""
    caller = caller_of(request)
    hot = await desk.opened(match, caller)
    player = caller.id if caller is not None else None
    found = await desk.queries.move(UUID(hot.now.id), player, viewer_of(eyes), move_of(number))
    return shown(request, page(render.move(found), found.version), cache=cache_of(hot, pinned=True))


HANDLERS = (submit, moves, move)
