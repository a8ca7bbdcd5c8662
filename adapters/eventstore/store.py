"""The reads of the event store, beside its one way to append."""

import asyncio
from collections.abc import Sequence
from uuid import UUID

from adapters.eventstore.committer import Committer
from adapters.postgres.connections import Pool
from service.ports import Append, Duplicate, StoredEvent, Verdict

STREAM = """SELECT originator_version, topic, state, convert_to(meta::text, 'UTF8'), recorded_at, notification_id
            FROM events WHERE originator_id = %s AND originator_version > %s ORDER BY originator_version"""
PART = STREAM.replace("ORDER BY", "AND originator_version <= %s ORDER BY")

VERSIONS = "SELECT match, version FROM matches WHERE match = ANY(%s)"


class Store:
    """Streams of matches."""

    def __init__(self, pool: Pool, committer: Committer) -> None:
        self._pool = pool
        self._committer = committer
        self._asked: dict[UUID, asyncio.Future[int]] = {}
        self._asking: asyncio.Task[None] | None = None

    async def append(self, append: Append) -> Verdict:
        """Stores a commit, or says why not."""
        return await self._committer.append(append)

    async def read(self, match: UUID, after: int = 0, until: int | None = None) -> Sequence[StoredEvent]:
        """The match's events with version > after (and <= until), in order."""
        if until is None:
            rows = await self._pool.fetch(STREAM, (match, after))
        else:
            rows = await self._pool.fetch(PART, (match, after, until))
        return [StoredEvent(*row) for row in rows]

    async def version(self, match: UUID) -> int:
        """The match's version, 0 if there is none; what is asked while a query runs goes into the next one."""
        found = self._asked.get(match)
        if found is None:
            found = self._asked[match] = asyncio.get_running_loop().create_future()
            if self._asking is None or self._asking.done():
                self._asking = asyncio.create_task(self._ask())
        return await asyncio.shield(found)

    async def _ask(self) -> None:
        while self._asked:
            await asyncio.sleep(0)
            asked, self._asked = self._asked, {}
            try:
                rows = await self._pool.fetch(VERSIONS, (list(asked),))
            except Exception as error:  # noqa: BLE001 (told to whoever asked)
                for future in asked.values():
                    future.set_exception(error)
                    future.exception()
            else:
                known: dict[UUID, int] = {row[0]: row[1] for row in rows}
                for match, future in asked.items():
                    future.set_result(known.get(match, 0))

    async def secret(self, match: UUID) -> bytes | None:
        """The match's chance key."""
        rows = await self._pool.fetch("SELECT secret FROM match_secrets WHERE match = %s", (match,))
        return rows[0][0] if rows else None

    async def find_key(self, scope: str, key: bytes) -> Duplicate | None:
        """The commit that used an idempotency key."""
        rows = await self._pool.fetch(
            "SELECT match, move, version, body FROM idempotency_keys WHERE scope = %s AND key = %s", (scope, key)
        )
        return Duplicate(*rows[0]) if rows else None
