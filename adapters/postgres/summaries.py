"""The list of matches."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from adapters.postgres.connections import Pool
from service.ports import MatchFilter, Summary, SummaryRow

ROWS = """SELECT match, version, game, status, visibility, players, waited, move, body, created_at, updated_at
          FROM matches"""


class SummariesTable:
    """Rows written with the events themselves, so a list is never behind its matches."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def page(self, where: MatchFilter, limit: int, before: tuple[datetime, UUID] | None) -> Sequence[SummaryRow]:
        """Matches the viewer may know of, newest first, after the last one he saw."""
        conditions, values = _conditions(where)
        if before is not None:
            conditions.append("(created_at, match) < (%s, %s)")
            values += before
        query = f"{ROWS} WHERE {' AND '.join(conditions)} ORDER BY created_at DESC, match DESC LIMIT %s"
        return [_row(row) for row in await self._pool.fetch(query, [*values, limit])]

    async def get(self, match: UUID) -> SummaryRow | None:
        """One match."""
        rows = await self._pool.fetch(f"{ROWS} WHERE match = %s", (match,))
        return _row(rows[0]) if rows else None

    async def waiting(self) -> Sequence[UUID]:
        """Running matches, the one that has waited longest first."""
        rows = await self._pool.fetch("SELECT match FROM matches WHERE status = 'running' ORDER BY updated_at")
        return [row[0] for row in rows]


def _conditions(where: MatchFilter) -> tuple[list[str], list[Any]]:
    """Only public matches, and those the viewer takes part in."""
    conditions, values = ["visibility = 'public'"], []
    if where.viewer is not None:
        conditions, values = ["(visibility = 'public' OR players @> ARRAY[%s::text])"], [where.viewer]
    for condition, value in (
        ("game = %s", where.game),
        ("status = %s", where.status),
        ("players @> ARRAY[%s::text]", where.player),
        ("waited @> ARRAY[%s::text]", where.to_act),
        ("players @> ARRAY[%s::text]", where.to_act),
    ):
        if value is not None:
            conditions.append(condition)
            values.append(value)
    return conditions, values


def _row(row: Sequence[Any]) -> SummaryRow:
    match, version, game, status, visibility, players, waited, move, body, created_at, updated_at = row
    summary = Summary(game, status, visibility, tuple(players), tuple(waited), move, body)
    return SummaryRow(match, version, summary, created_at, updated_at)
