"""Serving: the embedded Postgres where none is named, the server process, the demonstration match."""

import asyncio
import contextlib
import ctypes
import os
import signal
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import psycopg
from rich.console import Console

from adapters.bootstrap import Service, opened
from adapters.config import Settings
from adapters.postgres.migrate import migrate
from adapters.postgres.server import Server

PARENT_DEATH_SIGNAL = 1
"""PR_SET_PDEATHSIG of prctl(2)."""
ROOT = Path(__file__).resolve().parent.parent


@contextmanager
def database(chosen: Settings) -> Iterator[str]:
    """The connection string: the named Postgres, or the embedded one for as long as it is needed."""
    if chosen.database_url:
        yield chosen.database_url
    else:
        with Server(chosen.folder) as server:
            yield server.conninfo


@asynccontextmanager
async def connected(chosen: Settings, conninfo: str) -> AsyncIterator[Service]:
    """The use cases, for a command that needs them once; nobody else moves meanwhile."""
    async with opened(conninfo, chosen, asyncio.Event()) as service:
        yield service


def serve(chosen: Settings, console: Console) -> int:
    """Runs until it is told to stop; the exit status of the server process."""
    console.print(f"Everturn keeps its data in [bold]{where(chosen)}[/bold]")
    if chosen.database_url:
        return asyncio.run(_supervise(chosen, chosen.database_url, console))
    with Server(chosen.folder) as server:
        return asyncio.run(_supervise(chosen, server.conninfo, console, server))


def where(chosen: Settings) -> str:
    """Where the data are, without a password."""
    if not chosen.database_url:
        return str(chosen.folder)
    known = psycopg.conninfo.conninfo_to_dict(chosen.database_url)
    return f"{known.get('dbname', 'postgres')} at {known.get('host', 'the local Postgres')}"


def command(chosen: Settings) -> list[str]:
    """The server process."""
    return [
        *(sys.executable, "-m", "granian", "--interface", "asgi", "--factory", "--no-ws"),
        *(("--loop", "uvloop") if sys.platform != "win32" else ()),
        *("--host", chosen.host, "--port", str(chosen.port), "--log-level", "warning"),
        *("--workers-kill-timeout", "10", "adapters.bootstrap:application"),
    ]


async def _supervise(chosen: Settings, conninfo: str, console: Console, server: Server | None = None) -> int:
    """Ctrl-C reaches this process alone; it tells the server, waits for it, and only then ends the database."""
    await migrate(conninfo)
    environment = {**os.environ, "EVERTURN_DATABASE_URL": conninfo}
    process = await asyncio.create_subprocess_exec(
        *command(chosen), env=environment, cwd=ROOT, start_new_session=True, preexec_fn=_end_with_parent
    )
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, _stop, process)
    beside = [asyncio.create_task(_greet(chosen, console))]
    if server is not None:
        beside.append(asyncio.create_task(server.keep_alive()))
    try:
        return await process.wait()
    finally:
        for task in beside:
            task.cancel()
        await asyncio.gather(*beside, return_exceptions=True)
        console.print("Everturn has stopped; everything acknowledged is kept.")


def _end_with_parent() -> None:
    """Linux tells the server to stop when this process is killed hard; elsewhere it must be stopped by hand."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PARENT_DEATH_SIGNAL, signal.SIGTERM)


def _stop(process: asyncio.subprocess.Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.terminate()


async def _greet(chosen: Settings, console: Console) -> None:
    """Says where to look as soon as the service answers."""
    while True:
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection(chosen.host, chosen.port)
            writer.close()
            break
        await asyncio.sleep(0.1)
    at = f"http://{chosen.host}:{chosen.port}"
    for path, what in (
        ("/docs", "the API, to read and to try"),
        ("/openapi.json", "the API for generators"),
        ("/games", "the games"),
        ("/matches", "the matches; a demonstration is played when there was none"),
        ("/health/ready", "whether all is well"),
    ):
        console.print(f"  [bold]{at}{path}[/bold]  {what}")
    console.print("Stop with Ctrl-C.")
