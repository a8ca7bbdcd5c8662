"""The live tail: news of every commit, in the order of positions, whoever made it.

It listens before it reads, reads again at a notice and after two seconds without any, and starts again from where it
was when its connection dies. The notices of the own committer are taken at their word as long as each joins on to the
one before; those of others only say that there is something to read, as anybody may send them, another schema too.
Positions have holes; none is ever filled later, since writers hold a lock to commit.
"""

import asyncio
import contextlib
import logging
import weakref
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any, Self
from uuid import UUID

import psycopg
from psycopg import Notify

from adapters.postgres.connections import PATIENCE, Connection, bounded
from service.ports import StoreUnavailable

log = logging.getLogger(__name__)

POLL = 2.0
PAGE = 1_000
PAUSES = (0.05, 0.1, 0.2, 0.5, 1.0)
CHANNEL = "events"
NEWS = """SELECT originator_id, originator_version, notification_id FROM events
          WHERE notification_id > %s AND command IS NOT NULL ORDER BY notification_id LIMIT %s"""


class Subscription(AsyncIterator[tuple[UUID, int]]):
    """What one reader has not read yet: for each match the newest version, in the order of positions."""

    def __init__(self) -> None:
        self._news: OrderedDict[UUID, int] = OrderedDict()
        self._changed = asyncio.Event()
        self._closed = False

    def put(self, match: UUID, version: int) -> None:
        """Tells the reader."""
        self._news[match] = version
        self._news.move_to_end(match)
        self._changed.set()

    def close(self) -> None:
        """Ends the reader's loop, once what is here has been read."""
        self._closed = True
        self._changed.set()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> tuple[UUID, int]:
        while not self._news:
            if self._closed:
                raise StopAsyncIteration
            self._changed.clear()
            await self._changed.wait()
        return self._news.popitem(last=False)


class LiveTail:
    """Follows the events and tells those who subscribed; a subscription ends when nobody holds it any more."""

    def __init__(
        self,
        connect: Callable[[], Coroutine[Any, Any, Connection]],
        own: Callable[[], int | None] = lambda: None,
        poll: float = POLL,
    ) -> None:
        self._connect = connect
        self._own = own
        self._poll = poll
        self._readers: dict[UUID | None, weakref.WeakSet[Subscription]] = {}
        self._task: asyncio.Task[None] | None = None
        self._seen = 0.0
        self.position = 0

    async def open(self) -> None:
        """Starts to follow from here."""
        connection = await bounded(self._connect())
        rows = await (await connection.execute("SELECT coalesce(max(notification_id), 0) FROM events")).fetchone()
        assert rows is not None
        self.position = rows[0]
        self._seen = asyncio.get_running_loop().time()
        self._task = asyncio.create_task(self._run(connection), name="tail")

    async def close(self) -> None:
        """Stops, and ends all subscriptions."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        for readers in self._readers.values():
            for reader in readers:
                reader.close()

    @property
    def behind(self) -> float:
        """Seconds since the tail last knew that it had read everything."""
        return asyncio.get_running_loop().time() - self._seen

    def subscribe(self, match: UUID | None = None) -> Subscription:
        """News of one match, or of all, from now on."""
        reader = Subscription()
        weakref.finalize(reader, self._tidy, match).atexit = False
        self._readers.setdefault(match, weakref.WeakSet()).add(reader)
        return reader

    def _tidy(self, match: UUID | None) -> None:
        if not self._readers.get(match):
            self._readers.pop(match, None)

    async def _run(self, connection: Connection) -> None:
        """Follows for ever: a connection that dies is made anew, at ever longer intervals while that fails."""
        attempt = 0
        following = self._follow(connection)
        while True:
            before = self._seen
            try:
                await following
            except (psycopg.Error, StoreUnavailable, OSError) as error:
                log.warning("the tail lost its connection: %s", error)
            except Exception:
                log.exception("the tail stumbled")
            attempt = attempt + 1 if self._seen == before else 0
            await asyncio.sleep(PAUSES[min(attempt, len(PAUSES) - 1)])
            following = self._follow_anew()

    async def _follow_anew(self) -> None:
        await self._follow(await bounded(self._connect()))

    async def _follow(self, connection: Connection) -> None:
        async with connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            known = False
            while True:
                if not known:
                    await self._catch_up(connection)
                notices = [notice async for notice in connection.notifies(timeout=self._poll, stop_after=1)]
                known = bool(notices) and all(self._known(notice) for notice in notices)

    def _known(self, notice: Notify) -> bool:
        """Whether nothing remains to be read after this notice: it says all that came after a position known here."""
        words = notice.payload.split() if notice.pid == self._own() else []
        if not words or int(words[0]) > self.position:
            return False
        if int(words[1]) > self.position:
            for match, version in zip(words[2::2], words[3::2], strict=True):
                self._tell(UUID(match), int(version))
            self.position = int(words[1])
        self._seen = asyncio.get_running_loop().time()
        return True

    async def _catch_up(self, connection: Connection) -> None:
        while True:
            cursor = connection.cursor(binary=True)
            await bounded(cursor.execute(NEWS, (self.position, PAGE), prepare=True), PATIENCE)
            rows = await cursor.fetchall()
            for match, version, position in rows:
                self._tell(match, version)
                self.position = position
            if len(rows) < PAGE:
                self._seen = asyncio.get_running_loop().time()
                return
            await asyncio.sleep(0)

    def _tell(self, match: UUID, version: int) -> None:
        for whom in (match, None):
            for reader in self._readers.get(whom, ()):
                reader.put(match, version)
