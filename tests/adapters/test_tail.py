"""The live tail: no event missed, order kept, whatever happens to its connection."""

import asyncio
import gc
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from uuid import UUID, uuid4

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from adapters.postgres.connections import Connection, connect
from adapters.postgres.database import Database
from adapters.postgres.tail import LiveTail, Subscription
from service.ports import Appended
from tests.adapters.examples import commit
from tests.kit.postgres import Cluster

ROOT = Path(__file__).parents[2]


async def taken(news: Subscription, count: int) -> list[tuple[UUID, int]]:
    """The next pieces of news."""
    async with asyncio.timeout(10):
        return [await anext(news) for _ in range(count)]


@pytest.mark.parametrize("count", [20, 400])
async def test_news_come_in_the_order_of_positions(db: Database, count: int) -> None:
    """Four hundred at once are more than one notice can name: they are read."""
    news = db.tail.subscribe()
    matches = [uuid4() for _ in range(count)]
    await asyncio.gather(*(db.store.append(commit(match, 0, 2)) for match in matches))
    found = await taken(news, count)
    positions = {match: (await db.store.read(match))[-1].position for match in matches}
    assert found == [(match, 2) for match in sorted(matches, key=lambda match: positions[match])]


async def test_one_match_is_heard_alone(db: Database) -> None:
    mine, other = uuid4(), uuid4()
    news = db.tail.subscribe(mine)
    await db.store.append(commit(other, 0))
    await db.store.append(commit(mine, 0))
    await db.store.append(commit(other, 1))
    await db.store.append(commit(mine, 1, 3))
    heard = await taken(news, 1)
    while heard[-1][1] < 4:
        heard += await taken(news, 1)
    assert {match for match, _ in heard} == {mine}
    assert [version for _, version in heard] in ([1, 4], [4])


async def test_a_slow_reader_gets_the_newest_version_of_each_match(db: Database) -> None:
    first, second, marker = uuid4(), uuid4(), uuid4()
    slow, quick = db.tail.subscribe(), db.tail.subscribe(marker)
    for version in range(10):
        await db.store.append(commit(first, version))
        await db.store.append(commit(second, version))
    await db.store.append(commit(marker, 0))
    await taken(quick, 1)
    assert await taken(slow, 3) == [(first, 10), (second, 10), (marker, 1)]


async def test_news_are_quick(db: Database) -> None:
    match = uuid4()
    news = db.tail.subscribe(match)
    delays = []
    for version in range(20):
        await db.store.append(commit(match, version))
        before = time.monotonic()
        await taken(news, 1)
        delays.append(time.monotonic() - before)
    assert sorted(delays)[10] < 0.05


async def test_eight_writing_processes_and_one_reader_miss_nothing_and_keep_the_order(db: Database) -> None:
    """Matches of one commit each cannot be coalesced: what is heard is compared commit by commit with the table."""
    news = db.tail.subscribe()
    heard: list[UUID] = []

    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", WRITER, db.conninfo]
    writers = [
        await asyncio.create_subprocess_exec(*command, env=environment, stdout=subprocess.PIPE) for _ in range(8)
    ]
    said = await asyncio.gather(*(writer.communicate() for writer in writers))
    last = uuid4()
    await db.store.append(commit(last, 0))
    async with asyncio.timeout(10):
        while not heard or heard[-1] != last:
            heard.append((await anext(news))[0])
    rows = await db.pool.fetch("SELECT originator_id FROM events WHERE command IS NOT NULL ORDER BY notification_id")
    assert sum(int(out.decode()) for out, _ in said) == len(rows) - 1 > 500
    assert heard == [row[0] for row in rows]


WRITER = """
import asyncio, sys, time
from functools import partial
from uuid import uuid4
from adapters.eventstore.committer import Committer
from adapters.postgres.connections import connect
from tests.adapters.examples import commit

async def main():
    committer = Committer(partial(connect, sys.argv[1]))
    await committer.open()
    stop, count = time.monotonic() + 1.5, 0
    async def play():
        nonlocal count
        while time.monotonic() < stop:
            await committer.append(commit(uuid4(), 0, 2))
            count += 1
    await asyncio.gather(*(play() for _ in range(4)))
    await committer.close()
    print(count)

asyncio.run(main())
"""


async def test_b01_a_listening_connection_killed_twenty_times_misses_nothing(db: Database, conninfo: str) -> None:
    news = db.tail.subscribe()
    written: list[UUID] = []
    done = asyncio.Event()

    async def write() -> None:
        while not done.is_set():
            match = uuid4()
            await db.store.append(commit(match, 0))
            written.append(match)
            await asyncio.sleep(0.01)

    writing = asyncio.create_task(write())
    async with await psycopg.AsyncConnection.connect(conninfo, autocommit=True) as owner:
        killed = 0
        while killed < 20:
            found = await owner.execute(
                """SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
                   WHERE datname = current_database() AND pid <> pg_backend_pid()
                   AND (query LIKE 'LISTEN%' OR query LIKE '%notification_id > $1 AND command%')"""
            )
            killed += (await found.fetchone() or [0])[0]
            await asyncio.sleep(0.05)
    done.set()
    await writing
    async with asyncio.timeout(5):
        heard = [(await anext(news))[0] for _ in written]
    assert heard == written


async def test_b02_a_notice_lost_before_listening_is_made_up_by_the_first_read(db: Database, conninfo: str) -> None:
    """The new connection listens late: what is committed meanwhile is found without a further event."""
    late = asyncio.Event()
    lost = uuid4()

    async def slowly() -> Connection:
        connection = await connect(conninfo)
        if late.is_set():
            await db.store.append(commit(lost, 0))
        return connection

    tail = LiveTail(slowly)
    await tail.open()
    news = tail.subscribe(lost)
    late.set()
    await kill_listeners(conninfo, 2)
    assert await taken(news, 1) == [(lost, 1)]
    await tail.close()


async def kill_listeners(conninfo: str, count: int) -> None:
    """Ends the connections of so many tails, once each of them has read for the first time."""
    followed = "datname = current_database() AND query LIKE '%notification_id > $1 AND command%'"
    async with await psycopg.AsyncConnection.connect(conninfo, autocommit=True) as owner:
        pids: list[tuple[int, ...]] = []
        while len(pids) < count:
            found = await owner.execute(
                f"SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND {followed}"
            )
            pids = await found.fetchall()
        for pid in pids:
            await owner.execute("SELECT pg_terminate_backend(%s)", pid)


async def test_two_schemas_of_one_database_hear_each_its_own(cluster: Cluster) -> None:
    """They share the channel of notices, not the positions."""
    with cluster.database(empty=True) as conninfo:
        with psycopg.connect(conninfo, autocommit=True) as owner:
            owner.execute("CREATE SCHEMA ours")
            owner.execute("CREATE SCHEMA theirs")
        async with (
            Database.open(make_conninfo(conninfo, options="-c search_path=ours")) as ours,
            Database.open(make_conninfo(conninfo, options="-c search_path=theirs")) as theirs,
        ):
            news = ours.tail.subscribe()
            for _ in range(3):
                await theirs.store.append(commit(uuid4(), 0))
            matches = [uuid4() for _ in range(4)]
            for match in matches:
                await ours.store.append(commit(match, 0))
            assert await taken(news, 4) == [(match, 1) for match in matches]


async def test_a_notice_that_somebody_made_up_deafens_nobody(db: Database, conninfo: str) -> None:
    match = uuid4()
    news = db.tail.subscribe()
    await db.store.append(commit(match, 0))
    assert await taken(news, 1) == [(match, 1)]
    with psycopg.connect(conninfo, autocommit=True) as analyst:
        analyst.execute("SET ROLE everturn_analytics")
        for payload in (f"0 999999 {uuid4()} 7", "0", "what", ""):
            analyst.execute("SELECT pg_notify('events', %s)", [payload])
    await db.store.append(commit(match, 1))
    assert await taken(news, 1) == [(match, 2)]
    assert await db.ready() == ()


async def test_b23_polling_finds_what_no_notice_tells(db: Database, conninfo: str) -> None:
    """Rows that come without a NOTIFY, as from a restored dump, are heard within the polling interval."""
    tail = LiveTail(partial(connect, conninfo), poll=0.3)
    await tail.open()
    news = tail.subscribe()
    match = uuid4()
    async with await psycopg.AsyncConnection.connect(conninfo, autocommit=True) as owner:
        await owner.execute(
            """INSERT INTO events (originator_id, originator_version, topic, state, command, recorded_at)
               VALUES (%s, 1, 'toy.x', '{}', %s, now())""",
            [match, uuid4()],
        )
    async with asyncio.timeout(1):
        assert await anext(news) == (match, 1)
    await tail.close()


async def test_b23_an_unrelated_long_transaction_holds_nothing_up(db: Database, conninfo: str) -> None:
    news = db.tail.subscribe()
    async with await psycopg.AsyncConnection.connect(conninfo) as other:
        await other.execute("CREATE TABLE unrelated (); INSERT INTO unrelated DEFAULT VALUES")
        match = uuid4()
        await db.store.append(commit(match, 0))
        async with asyncio.timeout(1):
            assert await anext(news) == (match, 1)


async def test_b03_a_writer_that_stays_uncommitted_lets_nobody_pass(db: Database, conninfo: str) -> None:
    """The lock is held to commit: the later position cannot become visible before the earlier one."""
    news = db.tail.subscribe()
    early, late = uuid4(), uuid4()
    async with await connect(conninfo) as slow:
        await slow.set_autocommit(False)
        await slow.execute("SELECT pg_advisory_xact_lock(1163281746, 1)")
        await slow.execute(
            """INSERT INTO events (originator_id, originator_version, topic, state, command, recorded_at)
               VALUES (%s, 1, 'toy.x', '{}', %s, now())""",
            [early, uuid4()],
        )
        waiting = asyncio.create_task(db.store.append(commit(late, 0)))
        await asyncio.sleep(0.3)
        assert not waiting.done()
        await slow.commit()
        assert isinstance(await waiting, Appended)
    assert await taken(news, 2) == [(early, 1), (late, 1)]


async def test_b05_holes_in_positions_are_neither_waited_for_nor_filled(db: Database, conninfo: str) -> None:
    news = db.tail.subscribe()
    one, two = uuid4(), uuid4()
    first = await db.store.append(commit(one, 0))
    async with await psycopg.AsyncConnection.connect(conninfo) as other:
        await other.execute("SELECT nextval('events_notification_id_seq') FROM generate_series(1, 50)")
        await other.rollback()
    second = await db.store.append(commit(two, 0))
    assert isinstance(first, Appended)
    assert isinstance(second, Appended)
    assert second.position - first.position == 51
    assert await taken(news, 2) == [(one, 1), (two, 1)]
    assert db.tail.position == second.position


async def test_a_reader_that_leaves_is_forgotten(db: Database) -> None:
    match = uuid4()
    news = db.tail.subscribe(match)
    assert match in db.tail._readers
    del news
    gc.collect()
    assert match not in db.tail._readers


async def test_closing_ends_the_readers_loops(conninfo: str) -> None:
    async with Database.open(conninfo, migrating=False) as db:
        news = db.tail.subscribe()
        reader = asyncio.create_task(read_all(news))
        await asyncio.sleep(0)
    assert await asyncio.wait_for(reader, 1) == []


async def read_all(news: AsyncIterator[tuple[UUID, int]]) -> list[tuple[UUID, int]]:
    """Everything until the end."""
    return [piece async for piece in news]


@pytest.fixture
async def failing(conninfo: str) -> AsyncIterator[LiveTail]:
    """A tail that can never connect again after its first connection."""
    connections = iter([await connect(conninfo)])

    async def once() -> Connection:
        try:
            return next(connections)
        except StopIteration:
            raise OSError("no way") from None

    tail = LiveTail(once, poll=0.1)
    await tail.open()
    yield tail
    await tail.close()


async def test_b01_readiness_shows_a_tail_that_falls_behind(db: Database, conninfo: str, failing: LiveTail) -> None:
    await asyncio.sleep(0.3)
    assert failing.behind < 0.3
    await kill_listeners(conninfo, 2)
    await asyncio.sleep(0.5)
    assert failing.behind > 0.4
    db.tail._seen -= 10
    assert any("behind" in problem for problem in await db.ready())
