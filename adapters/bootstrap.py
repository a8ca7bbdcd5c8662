"""The composition root: real adapters behind the use cases, and the application that the server runs."""

import asyncio
import contextlib
import logging
import signal
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from types import FrameType
from typing import Any

from msgspec import Struct
from uuid_utils.compat import uuid7

from adapters.config import Settings, settings
from adapters.demo import demonstrate
from adapters.http.app import create_app
from adapters.http.desk import Services
from adapters.http.front import App, Receive, Scope, Send
from adapters.postgres.database import Database
from adapters.worker import Luck, Worker
from domain.catalog import CATALOG
from service.commands import Commands
from service.hot import Games, Shelf
from service.ports import Summaries
from service.queries import Queries

log = logging.getLogger(__name__)

PAUSE = 1.0
"""Seconds until a worker that failed starts again."""


class Service(Struct, frozen=True):
    """The service of one process, open."""

    app: App
    commands: Commands
    queries: Queries
    summaries: Summaries
    worker: Worker


@asynccontextmanager
async def opened(
    conninfo: str, chosen: Settings, draining: asyncio.Event, games: Games = CATALOG
) -> AsyncIterator[Service]:
    """Connects everything, and lets the worker run beside the application."""
    async with Database.open(conninfo, pool_size=chosen.pool_size) as database:
        shelf = Shelf(database.store, games, shared=chosen.shared)
        commands = Commands(database.store, shelf, uuid7)
        queries = Queries(shelf, database.summaries, database.tail)
        worker = Worker(shelf, commands, database.tail, database.summaries)
        services = Services(commands, queries, database.players, uuid7, Luck(), database.ready)
        app = create_app(services, games, draining)
        tasks = [asyncio.create_task(kept_running(worker), name="worker")]
        if chosen.demo and games is CATALOG:
            showing = demonstrate(commands, database.players, database.summaries, worker)
            tasks.append(asyncio.create_task(showing, name="demonstration"))
        try:
            yield Service(app, commands, queries, database.summaries, worker)
        finally:
            draining.set()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


async def kept_running(worker: Worker) -> None:
    """Starts the worker again whenever it fails."""
    while True:
        try:
            await worker.run()
        except Exception:
            log.exception("the worker failed")
        await asyncio.sleep(PAUSE)


class Application:
    """The ASGI application of one process; the server's lifespan opens and closes what is behind it."""

    def __init__(self, conninfo: str, chosen: Settings, games: Games = CATALOG) -> None:
        self._conninfo = conninfo
        self._chosen = chosen
        self._games = games
        self._app: App | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        elif self._app is not None:
            await self._app(scope, receive, send)

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        await receive()
        draining = asyncio.Event()
        try:
            async with opened(self._conninfo, self._chosen, draining, self._games) as service:
                self._app = service.app
                with told_to_stop(draining):
                    await send({"type": "lifespan.startup.complete"})
                    await receive()
        except Exception as error:
            log.exception("the service does not start, or does not stop cleanly")
            how = "startup" if self._app is None else "shutdown"
            await send({"type": f"lifespan.{how}.failed", "message": str(error)})
            return
        await send({"type": "lifespan.shutdown.complete"})


@contextlib.contextmanager
def told_to_stop(draining: asyncio.Event) -> Any:
    """Ends open streams at SIGTERM and SIGINT, before the server waits for them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    loop = asyncio.get_running_loop()
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}

    def handler(old: Any) -> Callable[[int, FrameType | None], None]:
        def stop(number: int, frame: FrameType | None) -> None:
            loop.call_soon_threadsafe(draining.set)
            if callable(old):
                old(number, frame)

        return stop

    for number, old in before.items():
        signal.signal(number, handler(old))
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)


def application() -> Application:
    """What the server's worker process runs; whoever starts it has put the database into the environment."""
    chosen = settings()
    return Application(chosen.database_url, chosen)
