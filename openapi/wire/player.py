"""Players and their tokens."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from openapi.wire.model import Id, Instant, Name, Shown, Submitted

Scope = Literal["read", "play", "lobby", "webhooks", "export", "admin"]
Scopes = Annotated[tuple[Scope, ...], Field(min_length=1, max_length=6)]
Secret = Annotated[str, Field(pattern=r"^evt_[A-Za-z0-9_-]{43}$", description="Shown once, stored as a hash only.")]


def _different(scopes: list[Scope]) -> list[Scope]:
    if len(set(scopes)) < len(scopes):
        raise PydanticCustomError("unique_items", "The scopes must be different.")
    return scopes


class NewPlayer(Submitted):
    """A person who wants to play."""

    name: Name


class PlayerChange(Submitted):
    """Another name."""

    name: Name


class Player(Shown):
    """A person as others see him."""

    id: Id
    name: Annotated[str, Field(min_length=1, max_length=40)]


class Me(Shown):
    """The caller, and what his token may do."""

    id: Id
    name: Annotated[str, Field(min_length=1, max_length=40)]
    created_at: Instant
    scopes: Scopes


class Registered(Shown):
    """A new player with his first token."""

    player: Player
    token: Secret


class NewToken(Submitted):
    """A further token; it can do no more than the one that asks for it."""

    name: Name
    scopes: Annotated[
        list[Scope],
        AfterValidator(_different),
        Field(min_length=1, max_length=6, json_schema_extra={"uniqueItems": True}),
    ]


class Token(Shown):
    """A token as it can be listed: its secret is never shown again."""

    id: Id
    name: Annotated[str, Field(min_length=1, max_length=40)]
    scopes: Scopes
    created_at: Instant
    current: Annotated[bool, Field(description="Whether this request was made with it.")]


class IssuedToken(Shown):
    """A token just made, with its secret."""

    id: Id
    name: Annotated[str, Field(min_length=1, max_length=40)]
    scopes: Scopes
    created_at: Instant
    token: Secret


class TokenList(Shown):
    """All tokens of a player, the oldest first."""

    items: Annotated[tuple[Token, ...], Field(max_length=100)]
