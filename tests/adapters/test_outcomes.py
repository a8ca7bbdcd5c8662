"""What callers are told when the database, or the way to it, fails."""

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from uuid import UUID, uuid4

import psycopg
import pytest

from adapters.eventstore.committer import Committer
from adapters.postgres.connections import connect
from adapters.postgres.database import Database
from adapters.postgres.server import Server
from service.ports import Append, Appended, Conflict, OutcomeUnknown, StoreUnavailable
from tests.adapters.examples import commit, key
from tests.adapters.line import Line, line_to


@pytest.fixture
async def line(conninfo: str) -> AsyncIterator[Line]:
    async with line_to(conninfo) as found:
        yield found


@pytest.fixture
async def committer(line: Line) -> AsyncIterator[Committer]:
    """A committer on the line that can be cut."""
    found = Committer(partial(connect, line.conninfo))
    await found.open()
    yield found
    await found.close()


def the_append(data: bytes) -> bool:
    """Whether these bytes ask for an append (its events' topic stands in them)."""
    return b"toy.counted" in data


async def test_an_answer_lost_after_the_commit_is_asked_for_again(
    db: Database, line: Line, committer: Committer
) -> None:
    await committer.append(commit(uuid4(), 0))
    cut = iter([True])
    line.cut_answered = lambda _: next(cut, False)
    one = commit(uuid4(), 0, 2, key=key(), secret=b"s")
    verdict = await committer.append(one)
    assert line.cuts == 1
    assert isinstance(verdict, Appended)
    assert (verdict.version, len(await db.store.read(one.match))) == (2, 2)


async def test_a_question_lost_before_it_arrived_is_asked_again(db: Database, line: Line, committer: Committer) -> None:
    await committer.append(commit(uuid4(), 0))
    cut = iter([True])
    line.cut_asked = lambda data: the_append(data) and next(cut, False)
    one = commit(uuid4(), 0, 2, key=key())
    verdict = await committer.append(one)
    assert line.cuts == 1
    assert isinstance(verdict, Appended)
    assert not verdict.again
    assert len(await db.store.read(one.match)) == 2


async def test_a_refusal_lost_on_its_way_is_a_refusal_again(line: Line, committer: Committer) -> None:
    match = uuid4()
    await committer.append(commit(match, 0, 3))
    cut = iter([True])
    line.cut_answered = lambda _: next(cut, False)
    assert await committer.append(commit(match, 1)) == Conflict(3)


async def test_whoever_was_sent_and_never_answered_is_told_so_in_time(db: Database, line: Line) -> None:
    committer = Committer(partial(connect, line.conninfo), patience=0.6)
    await committer.open()
    await committer.append(commit(uuid4(), 0))
    line.cut_answered = lambda _: True
    one = commit(uuid4(), 0)
    started = time.monotonic()
    with pytest.raises(OutcomeUnknown):
        await committer.append(one)
    assert time.monotonic() - started < 1
    line.cut_answered = lambda _: False
    assert await db.store.version(one.match) == 1
    assert isinstance(await committer.append(commit(uuid4(), 0)), Appended)
    await committer.close()


async def test_whoever_was_never_sent_is_told_that_nothing_was_recorded(db: Database, line: Line) -> None:
    committer = Committer(partial(connect, line.conninfo), patience=0.6)
    await committer.open()
    line.cut_asked = lambda _: True
    line.hang_up()
    await asyncio.sleep(0.05)
    one = commit(uuid4(), 0)
    with pytest.raises(StoreUnavailable) as told:
        await committer.append(one)
    line.cut_asked = lambda _: False
    await committer.append(commit(uuid4(), 0))
    await committer.close()
    if not isinstance(told.value, OutcomeUnknown):
        assert await db.store.version(one.match) == 0


async def test_a_line_that_hangs_holds_nobody_longer_than_he_waits(line: Line) -> None:
    committer = Committer(partial(connect, line.conninfo), patience=0.5)
    await committer.open()
    await committer.append(commit(uuid4(), 0))
    line.flowing.clear()
    started = time.monotonic()
    first, second = await asyncio.gather(
        committer.append(commit(uuid4(), 0)), asyncio.sleep(0.1, commit(uuid4(), 0)), return_exceptions=True
    )
    assert isinstance(first, OutcomeUnknown)
    with pytest.raises(StoreUnavailable, match="nothing was recorded"):
        await committer.append(second)  # type: ignore[arg-type]
    assert time.monotonic() - started < 1.5
    line.flowing.set()
    assert isinstance(await asyncio.wait_for(soon(committer), 5), Appended)
    await committer.close()


async def soon(committer: Committer) -> object:
    """The verdict of a further append, tried until the committer has a connection again."""
    while True:
        try:
            return await committer.append(commit(uuid4(), 0))
        except StoreUnavailable:
            await asyncio.sleep(0.05)


async def test_a_backend_killed_at_commit_stores_nothing_and_the_batch_is_sent_again(
    db: Database, conninfo: str
) -> None:
    async with await psycopg.AsyncConnection.connect(conninfo, autocommit=True) as owner:
        await owner.execute(
            """CREATE FUNCTION slowly() RETURNS trigger LANGUAGE plpgsql AS
               $$ BEGIN PERFORM pg_sleep(0.5) FROM pg_database WHERE NOT EXISTS (SELECT FROM killed) LIMIT 1;
                  RETURN NULL; END $$;
               CREATE TABLE killed (pid integer);
               GRANT SELECT ON killed TO everturn_app;
               CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON matches DEFERRABLE INITIALLY DEFERRED
               FOR EACH ROW EXECUTE FUNCTION slowly()"""
        )
        appends = [commit(uuid4(), 0, 2, key=key(name=bytes([n]))) for n in range(5)]
        callers = [asyncio.create_task(db.store.append(one)) for one in appends]
        await asyncio.sleep(0.25)
        found = await owner.execute(
            """INSERT INTO killed SELECT pid FROM pg_stat_activity
               WHERE datname = current_database() AND wait_event = 'PgSleep' RETURNING pid"""
        )
        victims = await found.fetchall()
        assert len(victims) == 1
        await owner.execute("SELECT pg_terminate_backend(%s)", victims[0])
        verdicts = await asyncio.gather(*callers)
    assert all(isinstance(verdict, Appended) and not verdict.again for verdict in verdicts)
    for one in appends:
        assert [row.version for row in await db.store.read(one.match)] == [1, 2]


async def test_backends_killed_at_random_lose_and_double_nothing(db: Database, conninfo: str) -> None:
    acknowledged: dict[UUID, int] = {}
    stop = time.monotonic() + 2

    async def play(match: UUID) -> None:
        while time.monotonic() < stop:
            version = acknowledged.get(match, 0)
            verdict = await db.store.append(commit(match, version, 2))
            assert isinstance(verdict, Appended)
            assert verdict.version == version + 2
            acknowledged[match] = verdict.version

    async def kill() -> None:
        async with await psycopg.AsyncConnection.connect(conninfo, autocommit=True) as owner:
            while time.monotonic() < stop:
                await asyncio.sleep(0.08)
                await owner.execute(
                    """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                       WHERE datname = current_database() AND query LIKE '%append_commits%' AND pid <> pg_backend_pid()"""
                )

    await asyncio.gather(kill(), *(play(uuid4()) for _ in range(8)))
    assert len(acknowledged) == 8
    for match, version in acknowledged.items():
        assert [row.version for row in await db.store.read(match)] == list(range(1, version + 1))


async def test_b11_a_blocked_table_answers_unavailable_within_five_seconds_while_reads_go_on(
    db: Database, conninfo: str
) -> None:
    match = uuid4()
    await db.store.append(commit(match, 0))
    async with await psycopg.AsyncConnection.connect(conninfo) as blocker:
        await blocker.execute("LOCK TABLE events IN EXCLUSIVE MODE")
        started = time.monotonic()
        callers = [asyncio.create_task(refused(db, commit(uuid4(), 0))) for _ in range(3)]
        await asyncio.sleep(0.2)
        callers += [asyncio.create_task(refused(db, commit(uuid4(), 0))) for _ in range(3)]
        slowest = 0.0
        while not all(caller.done() for caller in callers):
            before = time.monotonic()
            assert len(await db.store.read(match)) == 1
            assert await db.ready() == ()
            slowest = max(slowest, time.monotonic() - before)
            await asyncio.sleep(0.02)
        assert time.monotonic() - started < 5
        assert slowest < 0.3
        assert [await caller for caller in callers] == [StoreUnavailable] * 6
    assert isinstance(await db.store.append(commit(match, 1)), Appended)


async def refused(db: Database, one: Append) -> type[Exception]:
    """How the store says no."""
    with pytest.raises(StoreUnavailable) as told:
        await db.store.append(one)
    return told.type


async def test_b11_a_reader_of_a_locked_table_is_told_within_five_seconds(db: Database, conninfo: str) -> None:
    async with await psycopg.AsyncConnection.connect(conninfo) as blocker:
        await blocker.execute("LOCK TABLE events IN ACCESS EXCLUSIVE MODE")
        started = time.monotonic()
        with pytest.raises(StoreUnavailable):
            await db.store.read(uuid4())
        assert time.monotonic() - started < 5
        assert await db.ready() == ()
    assert await db.store.read(uuid4()) == []


async def test_b12_more_readers_than_connections_wait_their_turn(db: Database) -> None:
    match = uuid4()
    await db.store.append(commit(match, 0, 20))
    reads = [db.store.read(match) for _ in range(200)]
    writes = [db.store.append(commit(uuid4(), 0)) for _ in range(50)]
    found = await asyncio.gather(*reads, *writes)
    assert [len(rows) for rows in found[:200]] == [20] * 200  # type: ignore[arg-type]
    assert all(isinstance(verdict, Appended) for verdict in found[200:])


async def test_b22_a_database_turned_read_only_refuses_appends_reads_and_recovers(db: Database, conninfo: str) -> None:
    match = uuid4()
    await db.store.append(commit(match, 0))
    async with await psycopg.AsyncConnection.connect(conninfo, autocommit=True) as owner:
        name = (await (await owner.execute("SELECT quote_ident(current_database())")).fetchone() or [""])[0]
        await owner.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        await drop_connections(owner)
        with pytest.raises(StoreUnavailable):
            await db.store.append(commit(match, 1))
        assert len(await db.store.read(match)) == 1
        assert await db.ready() == ("the database is read-only",)
        await owner.execute("SET default_transaction_read_only = off")
        await owner.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only")
        await drop_connections(owner)
    assert isinstance(await db.store.append(commit(match, 1)), Appended)
    assert await db.ready() == ()


async def drop_connections(owner: psycopg.AsyncConnection[tuple[object, ...]]) -> None:
    """Ends all other connections: settings of a database reach new ones only."""
    await owner.execute(
        """SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
           WHERE datname = current_database() AND pid <> pg_backend_pid()"""
    )


class Players:
    """Callers that append until they are told to stop, and what the store has told them."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self.acknowledged: dict[UUID, int] = {}
        self.unsure: set[UUID] = set()
        self.stop = asyncio.Event()

    async def play(self, match: UUID) -> None:
        version = 0
        while not self.stop.is_set():
            try:
                verdict = await self._db.store.append(commit(match, version, 3))
            except StoreUnavailable:
                self.unsure.add(match)
                return
            assert isinstance(verdict, Appended)
            version = self.acknowledged[match] = verdict.version


@pytest.mark.parametrize("times", [3, pytest.param(20, marks=pytest.mark.slow)])
async def test_b08_restarts_lose_no_acknowledged_commit_and_halve_none(tmp_path: Path, times: int) -> None:
    """Immediate stops, and a fast one among them."""
    with Server(tmp_path / "data") as server:
        async with Database.open(server.conninfo) as db:
            news, players = db.tail.subscribe(), Players(db)
            playing = [asyncio.create_task(players.play(uuid4())) for _ in range(32)]
            for number in range(times):
                await asyncio.sleep(0.3)
                await asyncio.to_thread(stop_and_start, server, signal.SIGINT if number == 1 else signal.SIGQUIT)
            await asyncio.sleep(0.5)
            players.stop.set()
            await asyncio.gather(*playing)
            assert len(players.acknowledged) == 32
            for match, version in players.acknowledged.items():
                found = [row.version for row in await db.store.read(match)]
                assert found[:version] == list(range(1, version + 1))
                assert len(found) % 3 == 0
                assert match in players.unsure or len(found) == version
            last = uuid4()
            await db.store.append(commit(last, 0))
            async with asyncio.timeout(10):
                heard = {match: version async for match, version in until(news, last)}
    sure = {match: version for match, version in players.acknowledged.items() if match not in players.unsure}
    assert sure
    assert {match: heard[match] for match in sure} == sure


async def until(news: AsyncIterator[tuple[UUID, int]], last: UUID) -> AsyncIterator[tuple[UUID, int]]:
    """News up to and including that of a certain match."""
    async for match, version in news:
        yield match, version
        if match == last:
            return


def stop_and_start(server: Server, how: signal.Signals) -> None:
    """Stops the database under its users, and starts it again."""
    pid = server.pid
    assert pid is not None
    os.kill(pid, how)
    while server.pid is not None:
        time.sleep(0.01)
    server.start()


SERVICE = """
import asyncio, sys
from uuid import uuid4
from adapters.postgres.database import Database
from tests.adapters.examples import commit

async def main():
    async with Database.open(sys.argv[1], migrating=False) as db:
        async def play():
            match, version = uuid4(), 0
            while True:
                version = (await db.store.append(commit(match, version, 3))).version
                print(match, version, flush=True)
        await asyncio.gather(*(play() for _ in range(32)))

asyncio.run(main())
"""


@pytest.mark.parametrize("times", [2, pytest.param(20, marks=pytest.mark.slow)])
async def test_a_service_killed_hard_leaves_every_acknowledged_commit_once_and_none_half(
    db: Database, conninfo: str, times: int
) -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    for _ in range(times):
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", SERVICE, conninfo), env=environment, stdout=asyncio.subprocess.PIPE
        )
        assert process.stdout is not None
        told = [await process.stdout.readline() for _ in range(1_000)]
        process.kill()
        told += (await process.communicate())[0].splitlines(keepends=True)
        acknowledged: dict[UUID, int] = {}
        for line in told:
            if line.endswith(b"\n"):
                match, version = line.decode().split()
                acknowledged[UUID(match)] = int(version)
        assert len(acknowledged) == 32
        for match, version in acknowledged.items():
            found = [row.version for row in await db.store.read(match)]
            assert found[:version] == list(range(1, version + 1))
            assert len(found) % 3 == 0


async def test_b12_a_pool_too_large_for_the_database_is_refused_at_the_start(conninfo: str) -> None:
    with pytest.raises(StoreUnavailable, match="a smaller pool"):
        async with Database.open(conninfo, pool_size=98, migrating=False):
            pass


async def test_b22_a_service_starts_on_a_read_only_database_and_says_so(conninfo: str) -> None:
    match = uuid4()
    async with Database.open(conninfo) as db:
        await db.store.append(commit(match, 0))
    async with Database.open(f"{conninfo} options='-c default_transaction_read_only=on'") as db:
        assert await db.ready() == ("the database is read-only",)
        assert len(await db.store.read(match)) == 1
        with pytest.raises(StoreUnavailable):
            await db.store.append(commit(match, 1))


async def test_a_database_that_is_not_there_is_unavailable_at_the_start(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable):
        async with Database.open(f"host={tmp_path} dbname=none user=none"):
            pass
