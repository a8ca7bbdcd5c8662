"""Who calls: bearer tokens, their digests, and what a token may do."""

import secrets
from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256
from time import monotonic
from typing import Any

from litestar import Request
from msgspec import Struct

from adapters.http.refusals import Refused
from service.errors import Forbidden
from service.ports import Player, Players, Token

PREFIX = "evt_"
KEY = "everturn.caller"
CHALLENGE = {"WWW-Authenticate": 'Bearer realm="everturn"'}
LIFE = 10.0
"""Seconds for which a token that was found is believed; this process forgets what it changes itself at once."""
MOST = 10_000
FIRST_SCOPES = ("read", "play", "lobby", "export", "webhooks")
"""What a new player's first token may do."""


class Caller(Struct, frozen=True):
    """A person by his token."""

    player: Player
    token: Token
    digest: bytes

    @property
    def id(self) -> str:
        """The player's id."""
        return self.player.id

    def must(self, *scopes: str) -> None:
        """Raises Forbidden for a token that may not do this."""
        missing = [scope for scope in scopes if scope not in self.token.scopes]
        if missing:
            raise Forbidden("scope_missing", f"This token lacks the scope {', '.join(missing)}.")


def new_secret() -> str:
    """A token: 32 random bytes."""
    return PREFIX + secrets.token_urlsafe(32)


def digest_of(secret: str) -> bytes:
    """What is stored of a token."""
    return sha256(secret.encode()).digest()


def invalid() -> Refused:
    """The token is none of ours."""
    return Refused(401, "token_invalid", "This token is not known.", headers=CHALLENGE)


def missing() -> Refused:
    """No token where one is needed."""
    return Refused(401, "token_missing", "This needs a bearer token; POST /players gives one.", headers=CHALLENGE)


class Callers:
    """Finds callers, and remembers them for a moment."""

    def __init__(self, players: Players, clock: Callable[[], float] = monotonic) -> None:
        self._players = players
        self._clock = clock
        self._known: OrderedDict[bytes, tuple[float, Caller]] = OrderedDict()

    async def of(self, authorization: str) -> Caller:
        """The caller of an Authorization header; raises Refused (401)."""
        scheme, _, secret = authorization.partition(" ")
        if scheme.lower() != "bearer" or not secret.startswith(PREFIX) or not secret.isascii():
            raise invalid()
        found = await self.by_digest(digest_of(secret))
        if found is None:
            raise invalid()
        return found

    async def by_digest(self, digest: bytes) -> Caller | None:
        """The caller who holds a token."""
        known = self._known.get(digest)
        if known is not None and known[0] > self._clock():
            return known[1]
        found = await self._players.by_digest(digest)
        if found is None:
            self._known.pop(digest, None)
            return None
        caller = Caller(*found, digest)
        self._known[digest] = (self._clock() + LIFE, caller)
        if len(self._known) > MOST:
            self._known.popitem(last=False)
        return caller

    def forget(self, player: str) -> None:
        """Believes nothing about a player any more."""
        for digest in [digest for digest, (_, caller) in self._known.items() if caller.id == player]:
            del self._known[digest]


def caller_of(request: Request[Any, Any, Any]) -> Caller | None:
    """Who made the request; None without a token."""
    found = request.scope.get(KEY)
    return found if isinstance(found, Caller) else None
