"""The one way to append: everything that waits goes to the database in one call, on one connection.

A batch is one function call and so one transaction. Its answer may get lost; then the same batch is sent again: the
database knows each command id and answers for those that were stored as it did the first time. Whatever was sent and
never answered is OutcomeUnknown for its caller, whatever was not sent is StoreUnavailable.
"""

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import psycopg

from adapters.eventstore import batch as wire
from adapters.postgres.connections import PATIENCE, Connection, bounded
from service.ports import Append, OutcomeUnknown, StoreRefused, StoreUnavailable, Verdict

log = logging.getLogger(__name__)

LARGEST = 256
"""Commits in one batch."""
MOST = 4_096
"""Commits that may wait; who comes then is told at once that the store is busy."""
PAUSES = (0.02, 0.05, 0.1, 0.2, 0.5)
CONCERNS_THE_APPEND = (
    psycopg.DataError,
    psycopg.IntegrityError,
    psycopg.ProgrammingError,
    psycopg.NotSupportedError,
)


class _Waiting:
    """An append and its caller."""

    __slots__ = ("answer", "append", "sent", "until")

    def __init__(self, append: Append, loop: asyncio.AbstractEventLoop, patience: float) -> None:
        self.append = append
        self.answer: asyncio.Future[Verdict] = loop.create_future()
        self.until = loop.time() + patience
        self.sent = False

    def say(self, verdict: Verdict) -> None:
        if not self.answer.done():
            self.answer.set_result(verdict)

    def fail(self, error: Exception) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)
            self.answer.exception()


class Committer:
    """Gathers appends and sends them; `connect` gives the connection, again after it was lost."""

    def __init__(self, connect: Callable[[], Coroutine[Any, Any, Connection]], patience: float = PATIENCE) -> None:
        self._connect = connect
        self._patience = patience
        self._queue: deque[_Waiting] = deque()
        self._filled = asyncio.Event()
        self._connection: Connection | None = None
        self._task: asyncio.Task[None] | None = None
        self._flying: list[_Waiting] = []
        self._closing = False

    async def open(self) -> None:
        """Connects and starts to serve."""
        self._connection = await self._connected()
        self._task = asyncio.create_task(self._run(), name="committer")

    async def close(self) -> None:
        """Stores what waits, as far as that takes no longer than a caller would wait, and stops."""
        self._closing = True
        if self._task is None:
            return
        pending = [waiting.answer for waiting in (*self._flying, *self._queue)]
        if pending:
            await asyncio.wait(pending, timeout=self._patience)
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task
        self._task = None
        for waiting in (*self._flying, *self._queue):
            waiting.fail(_no_answer(waiting))
        await self._hang_up()

    @property
    def backend(self) -> int | None:
        """The number of the server's process behind the connection, by which its notices are known."""
        return self._connection.info.backend_pid if self._connection is not None and self.connected else None

    @property
    def connected(self) -> bool:
        """Whether the connection stands, as far as is known."""
        return self._connection is not None and not self._connection.closed

    async def append(self, append: Append) -> Verdict:
        """The verdict; cancelling the caller does not cancel the commit."""
        if not append.events:
            raise StoreRefused("a commit without events")
        if self._task is None or self._closing or len(self._queue) >= MOST:
            raise StoreUnavailable("the store takes no appends now")
        loop = asyncio.get_running_loop()
        waiting = _Waiting(append, loop, self._patience)
        self._queue.append(waiting)
        self._filled.set()
        timer = loop.call_at(waiting.until, lambda: waiting.fail(_no_answer(waiting)))
        try:
            return await asyncio.shield(waiting.answer)
        finally:
            if waiting.answer.done():
                timer.cancel()

    async def _run(self) -> None:
        """Serves until cancelled; an error of its own fails the batch, never the loop."""
        while True:
            await self._filled.wait()
            await asyncio.sleep(0)
            batch = self._flying = self._gathered()
            if not batch:
                continue
            try:
                await self._commit(batch)
            except Exception as error:
                log.exception("a batch failed")
                for waiting in batch:
                    waiting.fail(OutcomeUnknown(str(error)) if waiting.sent else StoreUnavailable(str(error)))

    def _gathered(self) -> list[_Waiting]:
        """The next batch: in the order of arrival, no match, key or command twice."""
        batch: list[_Waiting] = []
        later: list[_Waiting] = []
        taken: set[object] = set()
        while self._queue and len(batch) < LARGEST:
            waiting = self._queue.popleft()
            if waiting.answer.done():
                continue
            append = waiting.append
            marks: set[object] = {append.match, append.command}
            if append.key is not None:
                marks.add((append.key.scope, append.key.key))
            if taken.isdisjoint(marks):
                batch.append(waiting)
            else:
                later.append(waiting)
            taken |= marks
        self._queue.extendleft(reversed(later))
        if not self._queue:
            self._filled.clear()
        return batch

    async def _commit(self, batch: list[_Waiting]) -> None:
        """One call for the batch; what cannot be answered yet goes back to the head of the queue."""
        try:
            connection = self._connection = await self._connected()
        except StoreUnavailable:
            self._again(batch)
            return
        try:
            values = wire.parameters([waiting.append for waiting in batch])
        except Exception as error:  # noqa: BLE001 (whatever cannot be packed is refused alone)
            await self._one_by_one(batch, error)
            return
        for waiting in batch:
            waiting.sent = True
        try:
            verdicts = await bounded(_call(connection, values), self._patience + 1)
        except CONCERNS_THE_APPEND as error:
            await self._one_by_one(batch, error)
        except (psycopg.Error, StoreUnavailable) as error:
            if _rolled_back(connection, error):
                for waiting in batch:
                    waiting.fail(StoreUnavailable(str(error)))
                return
            log.warning("the connection was lost with %s appends under way: %s", len(batch), error)
            await self._hang_up()
            self._again(batch)
        else:
            for waiting, verdict in zip(batch, verdicts, strict=True):
                waiting.say(verdict)

    async def _one_by_one(self, batch: list[_Waiting], error: Exception) -> None:
        """The batch holds something the database refuses: only that fails, its neighbours are stored."""
        if len(batch) == 1:
            log.error("an append of match %s is refused: %s", batch[0].append.match, error)
            batch[0].fail(StoreRefused(str(error)))
            return
        for waiting in batch:
            waiting.sent = False
        for waiting in batch:
            await self._commit([waiting])

    def _again(self, batch: list[_Waiting]) -> None:
        self._queue.extendleft(reversed(batch))
        self._filled.set()

    async def _connected(self) -> Connection:
        """The connection, made anew where it is gone; StoreUnavailable after some attempts."""
        if self._connection is not None and not self._connection.closed:
            return self._connection
        for pause in PAUSES:
            try:
                connection = await bounded(self._connect())
                wire.register(connection)
                await connection.execute("SELECT set_config('plan_cache_mode', 'force_generic_plan', false)")
                await connection.execute("SELECT set_config('enable_seqscan', 'off', false)")
            except (psycopg.Error, StoreUnavailable, OSError) as error:
                log.warning("no connection for appends: %s", error)
                await asyncio.sleep(pause)
            else:
                return connection
        raise StoreUnavailable("the database cannot be reached")

    async def _hang_up(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(psycopg.Error, StoreUnavailable):
                await bounded(connection.close(), 1)


async def _call(connection: Connection, values: Sequence[bytes]) -> list[Verdict]:
    cursor = connection.cursor(binary=True)
    await cursor.execute(wire.CALL, values, prepare=True)
    return [wire.verdict(row) for row in await cursor.fetchall()]


def _rolled_back(connection: Connection, error: Exception) -> bool:
    """Whether the database itself said that nothing was stored; a lost connection says nothing."""
    return isinstance(error, psycopg.Error) and error.sqlstate is not None and not connection.closed


def _no_answer(waiting: _Waiting) -> StoreUnavailable:
    if waiting.sent:
        return OutcomeUnknown("the store did not say in time whether this was stored")
    return StoreUnavailable("the store did not take this in time; nothing was recorded")
