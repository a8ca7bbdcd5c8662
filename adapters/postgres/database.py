"""Everything the service needs of the database, opened and closed together."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import Self

from adapters.eventstore.committer import Committer
from adapters.eventstore.store import Store
from adapters.postgres.connections import SPARE, Pool, connect
from adapters.postgres.migrate import migrate
from adapters.postgres.players import PlayersTable
from adapters.postgres.summaries import SummariesTable
from adapters.postgres.tail import LiveTail
from service.ports import EventStore, Players, StoreUnavailable, Summaries

STATE = "SELECT pg_is_in_recovery(), current_setting('transaction_read_only')"
LAGGING = 5.0
"""Seconds after which the tail counts as behind; it polls every two."""


class Database:
    """The open database; `store`, `tail`, `summaries` and `players` fulfil the ports of those names."""

    def __init__(self, conninfo: str, pool_size: int) -> None:
        self.conninfo = conninfo
        self.pool = Pool(conninfo, pool_size)
        self.committer = Committer(partial(connect, conninfo))
        self.store: EventStore = Store(self.pool, self.committer)
        self.tail = LiveTail(partial(connect, conninfo), lambda: self.committer.backend)
        self.summaries: Summaries = SummariesTable(self.pool)
        self.players: Players = PlayersTable(self.pool)

    @classmethod
    @asynccontextmanager
    async def open(cls, conninfo: str, *, pool_size: int = 8, migrating: bool = True) -> AsyncIterator[Self]:
        """Migrates and connects; raises StoreUnavailable or MigrationError."""
        if migrating:
            await migrate(conninfo)
        database = cls(conninfo, pool_size)
        async with AsyncExitStack() as stack:
            await database.pool.open()
            stack.push_async_callback(database.pool.close)
            await database._must_have_room()
            await database.committer.open()
            stack.push_async_callback(database.committer.close)
            await database.tail.open()
            stack.push_async_callback(database.tail.close)
            yield database

    async def ready(self) -> tuple[str, ...]:
        """What is wrong, in words for an operator; empty when all is well. Answers within a second."""
        found: list[str] = []
        try:
            rows = await self.pool.fetch(STATE, within=1)
        except StoreUnavailable:
            found.append("the database does not answer")
        else:
            if rows[0][0] or rows[0][1] == "on":
                found.append("the database is read-only")
        if not self.committer.connected:
            found.append("no connection for appends")
        if self.tail.behind > LAGGING:
            found.append(f"the tail is {self.tail.behind:.0f} s behind")
        return tuple(found)

    async def _must_have_room(self) -> None:
        rows = await self.pool.fetch("SELECT current_setting('max_connections')::int")
        allowed, needed = rows[0][0], self.pool.size + SPARE
        if needed > allowed:
            raise StoreUnavailable(f"The database allows {allowed} connections, {needed} are needed: a smaller pool.")
