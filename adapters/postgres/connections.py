"""Connections to Postgres: how each of them is set up, and reads with a bounded wait."""

import asyncio
from collections.abc import Coroutine, Mapping, Sequence
from typing import Any, TypeVar

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.rows import TupleRow
from psycopg_pool import AsyncConnectionPool, PoolTimeout, TooManyRequests

from service.ports import StoreUnavailable

T = TypeVar("T")
Connection = psycopg.AsyncConnection[TupleRow]

PATIENCE = 5.0
"""The longest that anybody waits for the store."""
STATEMENT = 4_000
LOCK = 2_000
IDLE_IN_TRANSACTION = 30_000
POSTGRES_16 = 160_000
APP_ROLE = "everturn_app"
WAITED_TOO_LONG = ("57014", "55P03")
SPARE = 6
"""Connections that are not from the pool: committer, tail, migrations, ready check, two for the worker."""
DEFAULTS: Mapping[str, Any] = {
    "connect_timeout": 3,
    "application_name": "everturn",
    "keepalives_idle": 10,
    "keepalives_interval": 3,
    "keepalives_count": 3,
    "tcp_user_timeout": 8_000,
}


def completed(conninfo: str) -> str:
    """The connection string with bounds on what libpq would wait for without end."""
    given = conninfo_to_dict(conninfo)
    return make_conninfo(conninfo, **{key: value for key, value in DEFAULTS.items() if key not in given})


async def set_up(connection: Connection) -> None:
    """Bounds on statements and locks, UTC, and the least of the roles that do the work, where they exist."""
    connection.prepare_threshold = 0
    await connection.set_autocommit(True)
    right = "SET" if connection.info.server_version >= POSTGRES_16 else "MEMBER"
    await connection.execute(
        """SELECT set_config('statement_timeout', %s, false), set_config('lock_timeout', %s, false),
                  set_config('idle_in_transaction_session_timeout', %s, false), set_config('timezone', 'UTC', false)""",
        [str(STATEMENT), str(LOCK), str(IDLE_IN_TRANSACTION)],
    )
    await connection.execute(
        "SELECT set_config('role', rolname, false) FROM pg_roles WHERE rolname = %s AND pg_has_role(oid, %s)",
        [APP_ROLE, right],
    )


async def connect(conninfo: str) -> Connection:
    """A connection of one's own."""
    connection = await psycopg.AsyncConnection.connect(completed(conninfo))
    try:
        await set_up(connection)
    except BaseException:
        await connection.close()
        raise
    return connection


async def bounded(work: Coroutine[Any, Any, T], seconds: float = PATIENCE) -> T:
    """The result, or StoreUnavailable when time is over; what hangs is cancelled behind the caller's back.

    Cancelling alone would not do: psycopg then waits for the server, which may be what hangs.
    """
    task = asyncio.ensure_future(work)
    try:
        done, _ = await asyncio.wait({task}, timeout=seconds)
    except asyncio.CancelledError:
        task.cancel()
        task.add_done_callback(_forget)
        raise
    if not done:
        task.cancel()
        task.add_done_callback(_forget)
        raise StoreUnavailable("the database does not answer")
    return task.result()


def _forget(task: "asyncio.Future[Any]") -> None:
    if not task.cancelled():
        task.exception()


class Pool:
    """Connections for reads and for the small writes of the lobby."""

    def __init__(self, conninfo: str, size: int = 8) -> None:
        self.size = size
        self._pool: AsyncConnectionPool[Connection] = AsyncConnectionPool(
            completed(conninfo),
            min_size=min(2, size),
            max_size=size,
            open=False,
            configure=set_up,
            timeout=PATIENCE - 1,
            max_waiting=1_000,
            reconnect_timeout=5,
            name="everturn",
        )

    async def open(self) -> None:
        """Connects; raises StoreUnavailable if there is nobody to connect to."""
        await self._pool.open()
        try:
            await self._pool.wait(timeout=PATIENCE * 2)
        except PoolTimeout:
            await self.close()
            raise StoreUnavailable("the database does not answer") from None

    async def close(self) -> None:
        """Closes all of them."""
        await self._pool.close(timeout=2)

    async def fetch(self, query: str, values: Sequence[Any] = (), within: float = PATIENCE) -> list[TupleRow]:
        """The rows of one query; raises StoreUnavailable.

        Where the connection proves dead it is asked again: only for what may be done twice.
        """
        return await bounded(self._fetch(query, values), within)

    async def _fetch(self, query: str, values: Sequence[Any]) -> list[TupleRow]:
        for last in (False, False, True):
            try:
                async with self._pool.connection() as connection:
                    cursor = connection.cursor(binary=True)
                    await cursor.execute(query, values)
                    return await cursor.fetchall() if cursor.description else []
            except (PoolTimeout, TooManyRequests) as error:
                raise StoreUnavailable("no connection is free") from error
            except psycopg.OperationalError as error:
                if last or error.sqlstate in WAITED_TOO_LONG:
                    raise StoreUnavailable(str(error)) from error
                await self._pool.check()
            except (psycopg.InterfaceError, psycopg.InternalError) as error:
                raise StoreUnavailable(str(error)) from error
        raise AssertionError
