"""Events: a page, lines, or a live stream."""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Annotated, Any, Literal
from uuid import UUID

from litestar import Request, Response
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import QueryParameter
from litestar.response import Stream

from adapters.http import render
from adapters.http.answers import JSON, VARY, following, page, shown
from adapters.http.callers import Caller, caller_of
from adapters.http.desk import Desk
from adapters.http.given import TheDesk
from adapters.http.guard import best
from adapters.http.identifiers import viewer_of
from adapters.http.operations import LINK, reads
from adapters.http.parameters import AfterVersion, As, EventLimit, LastEventId, MatchId, Until
from adapters.http.preconditions import last_event_id
from adapters.http.refusals import Refused
from adapters.http.routes.table import cache_of
from adapters.http.stream import RETRY, Follower, Message, Wanted, line, resumed, server_sent
from domain.kernel.secrecy import Viewer
from openapi.wire.event import EventPage
from openapi.wire.problem import Fault
from service.access import viewer_for
from service.hot import Hot

LINES = "application/x-ndjson"
STREAM = "text/event-stream"
USUAL = 100
HEADERS = {"Vary": f"{VARY}, Accept", "Cache-Control": "no-store", "X-Accel-Buffering": "no"}
HEARD = {204: ResponseSpec(None, generate_examples=False, description="A stream that would tell nothing more, ever")}


@reads(
    "/matches/{match:str}/events",
    "listEvents",
    "events",
    headers=(LINK,),
    also=(403, 404),
    media=(JSON, LINES, STREAM),
    responses=HEARD,
)
async def events(  # noqa: PLR0913 (the parameters of the operation)
    *,
    request: Request[Any, Any, Any],
    desk: TheDesk,
    match: MatchId,
    after: AfterVersion = None,
    until: Until = None,
    limit: EventLimit = None,
    include: Annotated[
        Literal["position"] | None,
        QueryParameter(name="include", description="`position`: a stream sends the whole position after each move."),
    ] = None,
    eyes: As = None,
    last_id: LastEventId = None,
) -> Response[EventPage]:
    """Events as one viewer may see them: by Accept a page of JSON, lines of JSON, or a stream of server-sent events.

    Lines and streams follow the match while it is played; they end with it, or with `until`.
    """
    media = best(request.headers.get("accept"), (JSON, LINES, STREAM))
    if include is not None and media != STREAM:
        detail = f"Positions are sent in a stream only (Accept: {STREAM})."
        fault = Fault(where="query", pointer="/include", detail=detail)
        raise Refused(400, "invalid_parameter", detail, errors=(fault,))
    caller = caller_of(request)
    hot = await desk.opened(match, caller)
    viewer = viewer_of(eyes)
    viewer_for(hot.now, caller.id if caller is not None else None, viewer)
    if media == JSON:
        return await _page(request, desk, hot, viewer, (after or 0, until, limit or USUAL))
    start, lost = resumed(after, last_event_id(last_id), hot.now.version)
    wanted = Wanted(UUID(hot.now.id), caller, viewer, start, until, positions=include is not None, lost=lost)
    if media == STREAM and last_id is not None and not lost and _over(hot, wanted):
        return Response(b"", status_code=204, headers=HEADERS, media_type=STREAM)  # type: ignore[arg-type]
    write = server_sent if media == STREAM else line
    return Live(_written(desk, wanted, write), media_type=media, headers=HEADERS)  # type: ignore[return-value]


class Live(Stream):
    """A stream whose generator is closed as soon as it ends, or as its reader leaves."""

    def to_asgi_response(self, *given: Any, **named: Any) -> Any:
        """The answer, with the end of the generator."""
        answer = super().to_asgi_response(*given, **named)
        written: Any = self.iterator

        async def closed(scope: Any, receive: Any, send: Any) -> None:
            try:
                await answer(scope, receive, send)
            finally:
                await written.aclose()

        return closed


def _over(hot: Hot, wanted: Wanted) -> bool:
    """Whether the reader has everything there will ever be: an answer of 204 stops an EventSource for good."""
    if wanted.until is not None and wanted.after >= wanted.until:
        return True
    return hot.now.status in ("finished", "abandoned") and wanted.after >= hot.now.version


async def _page(
    request: Request[Any, Any, Any],
    desk: Desk,
    hot: Hot,
    viewer: Viewer | None,
    part: tuple[int, int | None, int],
) -> Response[EventPage]:
    after, until, limit = part
    last = hot.now.version if until is None else min(until, hot.now.version)
    caller: Caller | None = caller_of(request)
    player = caller.id if caller is not None else None
    size = max(0, min(limit, last - after))
    found = await desk.queries.events(UUID(hot.now.id), player, viewer, after, size)
    coming = found[-1].version if found and found[-1].version < last else None
    items = tuple(render.event(one) for one in found)
    answer = EventPage(match=hot.now.id, version=hot.now.version, items=items, next=coming)
    headers = following(request, after=coming) if coming is not None else None
    return shown(
        request,
        page(answer, hot.now.version),
        cache=cache_of(hot, pinned=True),
        vary=f"{VARY}, Accept",
        headers=headers,
    )


async def _written(desk: Desk, wanted: Wanted, write: Callable[[Message | None], bytes]) -> AsyncGenerator[bytes, None]:
    if write is server_sent:
        yield RETRY
    async with aclosing(Follower(desk, wanted).messages()) as messages:
        async for message in messages:
            data = write(message)
            if data:
                yield data


HANDLERS = (events,)
