"""Players and their tokens."""

from collections.abc import Sequence
from uuid import UUID

from adapters.postgres.connections import Pool
from service.ports import Player, Token


class PlayersTable:
    """The only place where names stand. Every statement may run twice with the effect of once."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def create(self, player: Player, token: Token, digest: bytes) -> None:
        """A person with the first token."""
        await self._pool.fetch(
            """WITH person AS (
                   INSERT INTO players (player, name, created_at) VALUES (%s, %s, %s)
                   ON CONFLICT (player) DO NOTHING
               )
               INSERT INTO tokens (token, player, name, scopes, digest, created_at) VALUES (%s, %s, %s, %s, %s, %s)
               ON CONFLICT (token) DO NOTHING""",
            (player.id, player.name, player.created_at, *_values(token, digest)),
        )

    async def by_digest(self, digest: bytes) -> tuple[Player, Token] | None:
        """Who holds the token of this digest."""
        rows = await self._pool.fetch(
            """SELECT p.player, p.name, p.created_at, t.token, t.player, t.name, t.scopes, t.created_at
               FROM tokens t JOIN players p ON p.player = t.player WHERE t.digest = %s""",
            (digest,),
        )
        if not rows:
            return None
        person, token = rows[0][:3], rows[0][3:]
        return Player(*person), _token(*token)

    async def names(self, ids: Sequence[str]) -> dict[str, str]:
        """The names of those who exist."""
        rows = await self._pool.fetch("SELECT player, name FROM players WHERE player = ANY(%s)", (list(ids),))
        return dict(rows)

    async def rename(self, player: str, name: str) -> None:
        """Another name."""
        await self._pool.fetch("UPDATE players SET name = %s WHERE player = %s", (name, player))

    async def erase(self, player: str) -> None:
        """Removes name and tokens; matches keep the bare id."""
        await self._pool.fetch("DELETE FROM players WHERE player = %s", (player,))

    async def add_token(self, token: Token, digest: bytes) -> None:
        """A further token; nothing happens for a player who was erased meanwhile."""
        await self._pool.fetch(
            """INSERT INTO tokens (token, player, name, scopes, digest, created_at)
               SELECT %s, player, %s, %s, %s, %s FROM players WHERE player = %s
               ON CONFLICT (token) DO NOTHING""",
            (token.id, token.name, list(token.scopes), digest, token.created_at, token.player),
        )

    async def tokens(self, player: str) -> Sequence[Token]:
        """The player's tokens, the oldest first."""
        rows = await self._pool.fetch(
            """SELECT token, player, name, scopes, created_at FROM tokens
               WHERE player = %s ORDER BY created_at, token""",
            (player,),
        )
        return [_token(*row) for row in rows]

    async def revoke(self, player: str, token: UUID) -> bool:
        """Whether the player had such a token; he has it no longer."""
        rows = await self._pool.fetch(
            "DELETE FROM tokens WHERE player = %s AND token = %s RETURNING token", (player, token)
        )
        return bool(rows)


def _values(token: Token, digest: bytes) -> tuple[object, ...]:
    return (token.id, token.player, token.name, list(token.scopes), digest, token.created_at)


def _token(token: UUID, player: str, name: str, scopes: Sequence[str], created_at: object) -> Token:
    return Token(token, player, name, tuple(scopes), created_at)  # type: ignore[arg-type]
