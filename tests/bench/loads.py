"""Cold load of a match: from its rows to the state that commands work on, beside the bare SELECT and the stock repository.

The bare SELECT fetches the same rows; without meta and times it shows what those cost. The matches are played at random
through the service; the stock aggregate holds as many events of one number each.
"""

import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable
from functools import partial
from uuid import UUID, uuid4, uuid5

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event
from psycopg.conninfo import conninfo_to_dict

from adapters.eventstore.store import STREAM
from adapters.postgres.connections import Connection, connect
from adapters.postgres.database import Database
from adapters.worker import Luck
from domain.catalog import CATALOG
from domain.kernel.forms import random_choice
from domain.kernel.game import AnyGame
from domain.match.fold import fold
from domain.match.lobby import Terms
from domain.match.moves import opening
from domain.match.stream import Stream
from service.bots import usable
from service.commands import Commands
from service.hot import Shelf

Row = tuple[str, str, float, str]
SIZES = (100, 1_000)
NARROW = """SELECT originator_version, topic, state FROM events
            WHERE originator_id = %s ORDER BY originator_version"""
SLUG = "mystery-of-the-temples"


async def run(dsn: str, seconds: float) -> list[Row]:
    """The contestants take turns, `seconds` for each size."""
    rows: list[Row] = []
    game = CATALOG[SLUG][-1]
    async with Database.open(dsn) as db, await connect(dsn) as bare:
        for size in SIZES:
            match = await played(db, size)
            version = await db.store.version(match)
            stock, aggregate = await asyncio.to_thread(stocked, dsn, version)
            contestants = {
                "bare SELECT": partial(select, bare, STREAM, (match, 0)),
                "bare SELECT without meta": partial(select, bare, NARROW, (match,)),
                "decode and fold": partial(folded, db, game, Stream(game), match),
                "kept match, ready for commands": partial(kept, db, match),
                "stock repository": partial(repository, stock, aggregate),
            }
            rows += await compared(f"cold load, {version} events", contestants, seconds)
            stock.close()
    return rows


async def select(bare: Connection, query: str, values: tuple[object, ...]) -> None:
    """The rows as they come, prepared and binary."""
    cursor = bare.cursor(binary=True)
    await cursor.execute(query, values, prepare=True)
    await cursor.fetchall()


async def folded(db: Database, game: AnyGame, stream: Stream, match: UUID) -> None:
    """Rows, typed events, state."""
    assert fold(game, stream, await db.store.read(match)) is not None


async def kept(db: Database, match: UUID) -> None:
    """As the service loads it: the state after each commit, keys and secret too."""
    await Shelf(db.store, CATALOG).get(match)


async def repository(stock: Application[UUID], aggregate: UUID) -> None:
    """The library's way."""
    stock.repository.get(aggregate)


async def compared(measure: str, contestants: dict[str, Callable[[], Awaitable[None]]], seconds: float) -> list[Row]:
    """The median times, each taken in turn with those of the others."""
    times: dict[str, list[float]] = {name: [] for name in contestants}
    stop = time.perf_counter() + seconds
    while time.perf_counter() < stop or len(times["bare SELECT"]) < len(contestants):
        for name, contestant in contestants.items():
            before = time.perf_counter()
            await contestant()
            times[name].append((time.perf_counter() - before) * 1_000)
    found = {name: statistics.median(values) for name, values in times.items()}
    bare, folded = found["bare SELECT"], found["decode and fold"]
    return [
        *((measure, name, round(value, 2), "ms") for name, value in found.items()),
        (measure, "decode and fold : bare SELECT", round(folded / bare, 1), "ratio"),
        (measure, "stock : decode and fold", round(found["stock repository"] / folded, 1), "ratio"),
    ]


async def played(db: Database, size: int) -> UUID:
    """A match that was played at random until it had about so many events, or ended."""
    game, luck = CATALOG[SLUG][-1], Luck(7)
    shelf = Shelf(db.store, CATALOG)
    commands = Commands(db.store, shelf, uuid4)
    while True:
        opened, _ = await commands.create(game, Terms(4, game.types.settings(max_rounds=200)), "host")
        match = UUID(opened.card.id)
        for seat in range(1, 5):
            await commands.take_seat(match, "host", seat, "random", None)
        await commands.start(match, "host")
        hot = await shelf.get(match)
        while hot.now.status == "running" and hot.now.version < size:
            seat = hot.now.waited[0]
            action = random_choice(usable(game, hot.now.table, seat), luck).action
            opened_at = opening(hot.now, seat).version
            await commands.play(match, seat, action, opened_at, "bot", "random", uuid5(match, f"{seat}:{opened_at}"))
        if hot.now.version >= size:
            return match


class Counter(Aggregate):
    """As small as a stock aggregate can be."""

    def __init__(self) -> None:
        self.number = 0

    @event("Counted")
    def count(self, number: int) -> None:
        """One more event."""
        self.number = number


def stocked(dsn: str, size: int) -> tuple[Application[UUID], UUID]:
    """An application of the library in the same database, with an aggregate of so many events."""
    given = {key: str(value) for key, value in conninfo_to_dict(dsn).items()}
    application = Application[UUID](
        env={
            "PERSISTENCE_MODULE": "eventsourcing.postgres",
            "POSTGRES_DBNAME": given["dbname"],
            "POSTGRES_HOST": given["host"],
            "POSTGRES_USER": given["user"],
            "POSTGRES_PASSWORD": given.get("password", ""),
        }
    )
    counter = Counter()
    for number in range(size - 1):
        counter.count(number)
    application.save(counter)
    return application, counter.id
