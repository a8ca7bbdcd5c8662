"""Options, and filling in their forms."""

from typing import Annotated, Any
from uuid import UUID

from litestar import Request, Response
from litestar.params import JSONBody, QueryParameter

from adapters.http import render
from adapters.http.answers import done, page, shown
from adapters.http.bodies import escaped
from adapters.http.given import TheCaller, TheDesk
from adapters.http.operations import ETAG, reads, submits
from adapters.http.parameters import MatchId, SeatQuery
from openapi.wire.options import FilledForm, FormAnswers, Options
from service.access import own_seat


@reads("/matches/{match:str}/options", "getOptions", "moves", token=True, also=(403, 404))
async def options(
    request: Request[Any, Any, Any],
    desk: TheDesk,
    caller: TheCaller,
    match: MatchId,
    seat: SeatQuery = None,
    example: Annotated[
        bool | None, QueryParameter(name="example", description="`true`: also one complete action, chosen at random.")
    ] = None,
) -> Response[Options]:
    """What a seat of mine may do now, as forms; none where nothing is asked of it."""
    hot = await desk.opened(match, caller)
    own = own_seat(hot.now, caller.id, seat)
    version = hot.now.version
    key = ("options", hot.now.id, version, own)
    kept = desk.pages.get(key) if not example else None
    if kept is None:
        offers = await desk.queries.offers(UUID(hot.now.id), caller.id, own, desk.luck if example else None)
        kept = page(render.options(offers), version)
        if not example:
            desk.pages.keep(key, kept)
    return shown(request, kept)


@submits(
    "/matches/{match:str}/options", "fillForm", "moves", status=200, also=(403, 404, 409, 415, 422), headers=(ETAG,)
)
async def fill(desk: TheDesk, caller: TheCaller, match: MatchId, data: JSONBody[FormAnswers]) -> Response[FilledForm]:
    """The next question of a form, or the complete action with what it costs and brings."""
    found = await desk.entered(match, caller, "read")

    def place(field: str) -> str:
        slot = max((name for name in data.filled if f"{field}/".startswith(f"{name}/")), key=len, default=None)
        return field if slot is None else f"/filled/{escaped(slot)}{field[len(slot) :]}"

    doing = desk.queries.filled(found, caller.id, data.seat, data.kind, data.filled)
    filled = await desk.ruled(found, caller, doing, place)
    return done(render.filled(filled, data.filled), version=filled.version)


HANDLERS = (options, fill)
