"""A match and its lobby; take-backs and resignations."""

from typing import Any
from uuid import UUID

import msgspec
from litestar import Request, Response
from litestar.params import JSONBody

from adapters.http.answers import address, done, page, shown
from adapters.http.callers import caller_of
from adapters.http.desk import Desk
from adapters.http.given import TheCaller, TheDesk
from adapters.http.identifiers import seat_of
from adapters.http.operations import ETAG, LOCATION, REPLAYED, reads, removes, submits
from adapters.http.parameters import IdempotencyKey, MatchId, SeatPath
from adapters.http.preconditions import idempotency_key
from adapters.http.refusals import Refused
from domain.kernel.game import AnyGame
from domain.match.lobby import Terms
from openapi.wire.domain import located
from openapi.wire.match import Match, NewMatch, SeatRequest
from openapi.wire.problem import Fault
from openapi.wire.takeback import Resignation, TakebackAnswer
from service.commands import dated
from service.records import Dated

LOBBY = (403, 404, 409)


async def told(
    desk: TheDesk, found: Dated, status: int = 200, headers: dict[str, str] | None = None
) -> Response[Match]:
    """The match after a command."""
    return done(await desk.named(found), status=status, version=found.card.version, headers=headers)


def game_of(desk: Desk, slug: str) -> AnyGame:
    """The newest rules of a game."""
    if slug not in desk.games:
        raise _bad_field("/game", f"The games are {', '.join(desk.games)}.")
    return desk.games[slug][-1]


def settings_of(game: AnyGame, tree: Any) -> Any:
    """The settings of a body; what it leaves out is as usual."""
    try:
        return msgspec.convert({} if tree is None else tree, game.types.settings)
    except msgspec.ValidationError as error:
        what, pointer = located(error)
        raise _bad_field(f"/settings{pointer}", what) from None


def _bad_field(pointer: str, detail: str) -> Refused:
    fault = Fault(where="body", pointer=pointer, detail=detail)
    return Refused(400, "invalid_body", "The body is not as the document says.", errors=(fault,))


@submits(
    "/matches",
    "createMatch",
    "matches",
    status=201,
    also=(403, 415, 422),
    headers=(LOCATION, ETAG, REPLAYED),
)
async def create(
    request: Request[Any, Any, Any],
    desk: TheDesk,
    caller: TheCaller,
    data: JSONBody[NewMatch],
    idempotency: IdempotencyKey = None,
) -> Response[Match]:
    """Open a match. The caller is its host; he takes a seat like everybody else."""
    key = idempotency_key(idempotency)
    game = game_of(desk, data.game)
    settings = settings_of(game, data.settings)
    caller.must("lobby")
    terms = Terms(data.seats, settings, data.visibility, data.competitive, data.decision_time)
    found, again = await desk.commands.create(game, terms, caller.id, key)
    headers = {"Location": address(request, f"/matches/{found.card.id}")}
    if again:
        headers["Idempotent-Replayed"] = "true"
    return await told(desk, found, 201, headers)


@reads("/matches/{match:str}", "getMatch", "matches", also=(403, 404))
async def show(request: Request[Any, Any, Any], desk: TheDesk, match: MatchId) -> Response[Match]:
    """The facts of a match: state, seats, version, who is to act, the result."""
    found = dated(await desk.opened(match, caller_of(request)))
    return shown(request, page(await desk.named(found), found.card.version))


@removes("/matches/{match:str}", "abandonMatch", "matches", status=200, also=LOBBY)
async def abandon(desk: TheDesk, caller: TheCaller, match: MatchId) -> Response[Match]:
    """Abandon an open match (the host only)."""
    found = await desk.entered(match, caller, "lobby")
    return await told(desk, await desk.ruled(found, caller, desk.commands.abandon(found, caller.id)))


@submits("/matches/{match:str}/seats", "takeSeat", "matches", status=201, also=(*LOBBY, 415), headers=(ETAG,))
async def take(desk: TheDesk, caller: TheCaller, match: MatchId, data: JSONBody[SeatRequest]) -> Response[Match]:
    """Take a seat, or seat a bot (the host only)."""
    hot = await desk.opened(match, caller, "lobby")
    found, seats = UUID(hot.now.id), len(hot.now.seats)
    if data.seat is not None and data.seat > seats:
        # 404 would say that the match is unknown: the seat stands in the body.
        raise Refused(409, "seat_unknown", f"The seats of this match are 1 to {seats}.", version=hot.now.version)
    doing = desk.commands.take_seat(found, caller.id, data.seat, data.bot, data.entropy)
    return await told(desk, await desk.ruled(found, caller, doing), 201)


@removes("/matches/{match:str}/seats/{seat:str}", "leaveSeat", "matches", status=200, also=LOBBY)
async def leave(desk: TheDesk, caller: TheCaller, match: MatchId, seat: SeatPath) -> Response[Match]:
    """Leave a seat of an open match; the host may free any."""
    number = seat_of(seat)
    found = await desk.entered(match, caller, "lobby")
    return await told(desk, await desk.ruled(found, caller, desk.commands.leave_seat(found, caller.id, number)))


@submits("/matches/{match:str}/start", "startMatch", "matches", status=200, also=LOBBY, headers=(ETAG,))
async def start(desk: TheDesk, caller: TheCaller, match: MatchId) -> Response[Match]:
    """Deal and begin (the host only, with every seat taken)."""
    found = await desk.entered(match, caller, "lobby")
    return await told(desk, await desk.ruled(found, caller, desk.commands.start(found, caller.id)))


@submits("/matches/{match:str}/takebacks", "takeBack", "moves", status=200, also=LOBBY, headers=(ETAG,))
async def take_back(desk: TheDesk, caller: TheCaller, match: MatchId) -> Response[Match]:
    """Take my last move back: at once if nobody learned anything by it, else the others are asked."""
    found = await desk.entered(match, caller, "play")
    return await told(desk, await desk.ruled(found, caller, desk.commands.take_back(found, caller.id)))


@submits(
    "/matches/{match:str}/takebacks/answers",
    "answerTakeback",
    "moves",
    status=200,
    also=(*LOBBY, 415),
    headers=(ETAG,),
)
async def answer(desk: TheDesk, caller: TheCaller, match: MatchId, data: JSONBody[TakebackAnswer]) -> Response[Match]:
    """Agree to a request to take a move back, or refuse it."""
    found = await desk.entered(match, caller, "play")
    doing = desk.commands.answer_takeback(found, caller.id, data.seat, agree=data.agree)
    return await told(desk, await desk.ruled(found, caller, doing))


@submits("/matches/{match:str}/resignations", "resign", "moves", status=200, also=(*LOBBY, 415), headers=(ETAG,))
async def resign(desk: TheDesk, caller: TheCaller, match: MatchId, data: JSONBody[Resignation]) -> Response[Match]:
    """Give up a seat: of two the match ends, of more the seat plays its default actions."""
    found = await desk.entered(match, caller, "play")
    return await told(desk, await desk.ruled(found, caller, desk.commands.resign(found, caller.id, data.seat)))


HANDLERS = (create, show, abandon, take, leave, start, take_back, answer, resign)
