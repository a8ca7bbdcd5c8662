"""Players, the caller, tokens."""

from datetime import UTC, datetime
from typing import Any

from litestar import Request, Response
from litestar.params import JSONBody

from adapters.http.answers import UNKEPT, done, nothing, page, shown
from adapters.http.callers import FIRST_SCOPES, Caller, digest_of, new_secret
from adapters.http.departing import depart
from adapters.http.desk import Desk
from adapters.http.given import TheCaller, TheDesk
from adapters.http.identifiers import uuid_of
from adapters.http.operations import LOCATION, changes, reads, removes, submits
from adapters.http.parameters import TokenId
from adapters.http.refusals import Refused
from openapi.wire import player as wire
from service.errors import NotFound
from service.ports import Player, Token

MOST_TOKENS = 100


def me_of(caller: Caller, name: str) -> wire.Me:
    """The caller as he sees himself."""
    return wire.Me(
        id=caller.id,
        name=name,
        created_at=caller.player.created_at,  # type: ignore[arg-type]
        scopes=caller.token.scopes,  # type: ignore[arg-type]
    )


def _token(desk: Desk, player: str, name: str, scopes: tuple[str, ...]) -> Token:
    return Token(desk.new_id(), player, name, scopes, datetime.now(UTC))


@submits("/players", "createPlayer", "players", status=201, token=False, also=(415,), headers=(LOCATION,))
async def create(desk: TheDesk, data: JSONBody[wire.NewPlayer]) -> Response[wire.Registered]:
    """Make a player. The answer holds a bearer token, which is shown this once only."""
    player = Player(str(desk.new_id()), data.name, datetime.now(UTC))
    secret = new_secret()
    await desk.players.create(player, _token(desk, player.id, "first", FIRST_SCOPES), digest_of(secret))
    answer = wire.Registered(player=wire.Player(id=player.id, name=player.name), token=secret)
    return done(answer, status=201, headers={"Location": "/me"}, cache=UNKEPT)


@reads("/me", "getMe", "players", token=True)
async def me(request: Request[Any, Any, Any], caller: TheCaller) -> Response[wire.Me]:
    """Who am I, and what may this token do?"""
    return shown(request, page(me_of(caller, caller.player.name)))


@changes("/me", "changeMe", "players", also=(403,))
async def change(desk: TheDesk, caller: TheCaller, data: JSONBody[wire.PlayerChange]) -> Response[wire.Me]:
    """Take another name."""
    caller.must("lobby")
    await desk.players.rename(caller.id, data.name)
    desk.callers.forget(caller.id)
    return done(me_of(caller, data.name))


@removes("/me", "eraseMe", "players", also=(403,))
async def erase(desk: TheDesk, caller: TheCaller) -> Response[None]:
    """Erase me: name and tokens go, matches keep a bare id. Open seats are left, running matches resigned."""
    caller.must("lobby", "play")
    await depart(desk, caller.id)
    await desk.players.erase(caller.id)
    desk.callers.forget(caller.id)
    return nothing()


@reads("/me/tokens", "listTokens", "players", token=True, also=(403,))
async def tokens(request: Request[Any, Any, Any], desk: TheDesk, caller: TheCaller) -> Response[wire.TokenList]:
    """My tokens, without their secrets."""
    caller.must("read")
    found = await desk.players.tokens(caller.id)
    items = tuple(
        wire.Token(
            id=str(one.id),
            name=one.name,
            scopes=one.scopes,  # type: ignore[arg-type]
            created_at=one.created_at,  # type: ignore[arg-type]
            current=one.id == caller.token.id,
        )
        for one in found
    )
    return shown(request, page(wire.TokenList(items=items)))


@submits("/me/tokens", "createToken", "players", status=201, also=(403, 409, 415))
async def issue(desk: TheDesk, caller: TheCaller, data: JSONBody[wire.NewToken]) -> Response[wire.IssuedToken]:
    """Make a further token; it can do no more than the one this is asked with."""
    caller.must(*data.scopes)
    if len(await desk.players.tokens(caller.id)) >= MOST_TOKENS:
        raise Refused(409, "too_many_tokens", f"A player has {MOST_TOKENS} tokens at most; revoke one.")
    secret = new_secret()
    token = _token(desk, caller.id, data.name, tuple(data.scopes))
    await desk.players.add_token(token, digest_of(secret))
    answer = wire.IssuedToken(
        id=str(token.id),
        name=token.name,
        scopes=token.scopes,  # type: ignore[arg-type]
        created_at=token.created_at,  # type: ignore[arg-type]
        token=secret,
    )
    return done(answer, status=201, cache=UNKEPT)


@removes("/me/tokens/{token:str}", "revokeToken", "players", also=(403, 404))
async def revoke(desk: TheDesk, caller: TheCaller, token: TokenId) -> Response[None]:
    """Revoke a token that can do no more than the one this is asked with."""
    wanted = uuid_of(token)
    found = next((one for one in await desk.players.tokens(caller.id) if one.id == wanted), None)
    if found is None:
        raise NotFound
    caller.must(*found.scopes)
    await desk.players.revoke(caller.id, wanted)
    desk.callers.forget(caller.id)
    return nothing()


HANDLERS = (create, me, change, erase, tokens, issue, revoke)
