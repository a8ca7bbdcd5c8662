"""Lists of matches."""

from typing import Annotated, Any, Literal

from litestar import Request, Response
from litestar.params import QueryParameter

from adapters.http.answers import following, page, shown
from adapters.http.callers import caller_of
from adapters.http.cursors import cursor, place_of
from adapters.http.given import TheCaller, TheDesk
from adapters.http.operations import LINK, reads
from adapters.http.parameters import ID, CursorQuery, Limit, PlayerQuery
from openapi.wire.match import MatchPage
from service.ports import MatchFilter
from service.queries import row_card

USUAL = 20
StatusQuery = Annotated[
    Literal["open", "running", "finished", "abandoned"] | None,
    QueryParameter(name="status", description="Only matches in this state."),
]
GameQuery = Annotated[
    str | None,
    QueryParameter(name="game", pattern="^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40, description="A game's slug."),
]


async def listed(
    request: Request[Any, Any, Any], desk: TheDesk, where: MatchFilter, limit: int, after: str | None
) -> Response[MatchPage]:
    """A page of a list, and where the next one begins."""
    of = (request.scope["path"], where.viewer, where.game, where.status, where.player, where.to_act)
    found = await desk.queries.matches(where, limit + 1, place_of(after, of))
    rows = found[:limit]
    coming = cursor((rows[-1].created_at, rows[-1].match), of) if len(found) > limit else None
    answer = MatchPage(items=await desk.all_named(row_card(row) for row in rows), next=coming)
    headers = following(request, cursor=coming) if coming is not None else None
    return shown(request, page(answer), headers=headers)


@reads("/matches", "listMatches", "matches", headers=(LINK,), also=(403,))
async def matches(  # noqa: PLR0913 (the parameters of the operation)
    *,
    request: Request[Any, Any, Any],
    desk: TheDesk,
    game: GameQuery = None,
    status: StatusQuery = None,
    player: PlayerQuery = None,
    to_act: Annotated[
        str | None,
        QueryParameter(name="to_act", pattern=ID, description="The id of a player who is to act."),
    ] = None,
    limit: Limit = None,
    cursor: CursorQuery = None,
) -> Response[MatchPage]:
    """Matches, the newest first: public ones, and those the caller takes part in."""
    caller = caller_of(request)
    if caller is not None:
        caller.must("read")
    where = MatchFilter(caller.id if caller else None, game, status, player, to_act)
    return await listed(request, desk, where, limit or USUAL, cursor)


@reads("/me/matches", "listMyMatches", "players", token=True, headers=(LINK,), also=(403,))
async def mine(  # noqa: PLR0913 (the parameters of the operation)
    *,
    request: Request[Any, Any, Any],
    desk: TheDesk,
    caller: TheCaller,
    game: GameQuery = None,
    status: StatusQuery = None,
    my_turn: Annotated[
        bool | None, QueryParameter(name="my_turn", description="`true`: only matches that wait for me.")
    ] = None,
    limit: Limit = None,
    cursor: CursorQuery = None,
) -> Response[MatchPage]:
    """Matches that I host or play, the newest first."""
    caller.must("read")
    where = MatchFilter(caller.id, game, status, caller.id, caller.id if my_turn else None)
    return await listed(request, desk, where, limit or USUAL, cursor)


HANDLERS = (matches, mine)
