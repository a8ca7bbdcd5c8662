"""A line to Postgres that can be cut: bytes pass through a socket of our own."""

import asyncio
import contextlib
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from psycopg.conninfo import conninfo_to_dict, make_conninfo

SOCKET = ".s.PGSQL.5432"


class Line:
    """Connections made through it; `cut_asked` and `cut_answered` break the next that speaks, `frozen` lets none through."""

    def __init__(self, conninfo: str, folder: Path) -> None:
        self.conninfo = make_conninfo(conninfo, host=str(folder))
        self._folder = folder
        self._target = str(Path(str(conninfo_to_dict(conninfo)["host"])) / SOCKET)
        self._open: set[asyncio.StreamWriter] = set()
        self.cut_asked: Callable[[bytes], bool] = lambda _: False
        self.cut_answered: Callable[[bytes], bool] = lambda _: False
        self.cuts = 0
        self.flowing = asyncio.Event()
        self.flowing.set()

    async def serve(self) -> asyncio.Server:
        """Starts to take connections."""
        return await asyncio.start_unix_server(self._connected, self._folder / SOCKET)

    def hang_up(self) -> None:
        """Breaks every connection."""
        for writer in self._open:
            writer.close()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        behind, ahead = await asyncio.open_unix_connection(self._target)
        pair = {writer, ahead}
        self._open |= pair
        ways = (
            self._carry(reader, ahead, "cut_asked"),
            self._carry(behind, writer, "cut_answered"),
        )
        tasks = [asyncio.create_task(way) for way in ways]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for one in pair:
            one.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._open -= pair

    async def _carry(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, cut: str) -> None:
        with contextlib.suppress(OSError):
            while data := await source.read(65_536):
                await self.flowing.wait()
                if getattr(self, cut)(data):
                    self.cuts += 1
                    return
                sink.write(data)
                await sink.drain()


@asynccontextmanager
async def line_to(conninfo: str) -> AsyncIterator[Line]:
    """A line to the database of a connection string."""
    folder = Path(tempfile.mkdtemp(prefix="line-"))
    line = Line(conninfo, folder)
    server = await line.serve()
    try:
        yield line
    finally:
        server.close()
        line.hang_up()
        shutil.rmtree(folder)
