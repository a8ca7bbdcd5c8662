"""Migrations, and who may do what in the migrated database."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from uuid import uuid4

import msgspec
import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from adapters.postgres.database import Database
from adapters.postgres.migrate import Migration, MigrationError, migrate, migrations, pending
from adapters.postgres.server import Server
from service.ports import Appended, Conflict
from tests.adapters.examples import commit, key, summary
from tests.kit.postgres import Cluster

ROOT = Path(__file__).parents[2]
FILES = Path(__file__).parents[2] / "adapters" / "postgres" / "migrations"


def test_they_are_numbered_without_a_gap() -> None:
    assert [migration.number for migration in migrations()] == list(range(1, len(migrations()) + 1))
    assert len(list(FILES.glob("*.sql"))) == len(migrations()) + 1


async def test_each_is_applied_once(cluster: Cluster) -> None:
    with cluster.database(empty=True) as conninfo:
        assert await migrate(conninfo) == [migration.name for migration in migrations()]
        assert await migrate(conninfo) == []


def test_of_three_processes_at_once_one_migrates(cluster: Cluster) -> None:
    program = (
        "import asyncio, sys; from adapters.postgres.migrate import migrate; print(asyncio.run(migrate(sys.argv[1])))"
    )
    with cluster.database(empty=True) as conninfo:
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        processes = [
            subprocess.Popen(
                [sys.executable, "-c", program, conninfo], env=environment, stdout=subprocess.PIPE, text=True
            )
            for _ in range(3)
        ]
        said = sorted(process.communicate(timeout=30)[0].strip() for process in processes)
        assert all(process.returncode == 0 for process in processes)
    assert said[1:] == ["[]", "[]"] or said[:2] == ["[]", "[]"]
    assert sum(text.count("0001_events") for text in said) == 1


async def test_a_changed_file_and_a_newer_database_are_refused(conninfo: str) -> None:
    first, *rest = migrations()
    with pytest.raises(MigrationError, match="0001_events was changed"):
        await migrate(conninfo, [msgspec.structs.replace(first, text=first.text + " "), *rest])
    with pytest.raises(MigrationError, match="too old"):
        await migrate(conninfo, [first])


async def test_a_migration_that_fails_leaves_nothing_behind(conninfo: str) -> None:
    broken = Migration(len(migrations()) + 1, "9999_broken", "CREATE TABLE half (); SELECT 1 / 0")
    with pytest.raises(psycopg.errors.DivisionByZero):
        await migrate(conninfo, [*migrations(), broken])
    with psycopg.connect(conninfo) as connection:
        assert connection.execute("SELECT to_regclass('half')").fetchone() == (None,)
    assert await migrate(conninfo) == []


def test_what_is_applied_is_known_by_number_and_checksum() -> None:
    one, two = Migration(1, "0001_a", "a"), Migration(2, "0002_b", "b")
    assert pending([one, two], {1: ("0001_a", one.checksum)}) == [two]


@pytest.mark.parametrize("statement", ["UPDATE events SET topic = 'x'", "DELETE FROM events", "TRUNCATE events"])
async def test_the_database_refuses_to_change_events_even_to_their_owner(
    db: Database, conninfo: str, statement: str
) -> None:
    match = uuid4()
    await db.store.append(commit(match, 0, 2))
    before = await db.store.read(match)
    with psycopg.connect(conninfo, autocommit=True) as owner:
        assert owner.execute(
            "SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE relname = 'events'"
        ).fetchone() == (True,)
        with pytest.raises(psycopg.errors.InsufficientPrivilege, match="only ever appended"):
            owner.execute(statement.encode())
        owner.execute("SET session_replication_role = replica")
        with pytest.raises(psycopg.errors.InsufficientPrivilege, match="only ever appended"):
            owner.execute(statement.encode())
    assert await db.store.read(match) == before


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET topic = 'x'",
        "DELETE FROM events",
        "TRUNCATE events",
        "DELETE FROM idempotency_keys",
        "UPDATE match_secrets SET secret = ''",
        "DELETE FROM matches",
        "DROP TABLE events",
        "ALTER TABLE events DISABLE TRIGGER ALL",
    ],
)
async def test_the_service_works_as_a_role_that_may_not_even_try(db: Database, conninfo: str, statement: str) -> None:
    assert await db.pool.fetch("SELECT current_user") == [("everturn_app",)]
    with psycopg.connect(conninfo, autocommit=True) as connection:
        connection.execute("SET ROLE everturn_app")
        with pytest.raises(psycopg.errors.InsufficientPrivilege) as told:
            connection.execute(statement.encode())
    assert "only ever appended" not in str(told.value)


async def test_analysts_read_finished_matches_and_nothing_else(db: Database, conninfo: str) -> None:
    running, finished = uuid4(), uuid4()
    await db.store.append(commit(running, 0, 2, key=key(), secret=b"s"))
    await db.store.append(commit(finished, 0, 2, secret=b"s", row=summary(status="finished", body=b'{"id":"f"}')))
    with psycopg.connect(conninfo, autocommit=True) as analyst:
        analyst.execute("SET ROLE everturn_analytics")
        assert analyst.execute("SELECT match, facts ->> 'id' FROM finished_matches").fetchall() == [(finished, "f")]
        rows = analyst.execute(
            "SELECT match, version, data ->> 'number' FROM finished_events ORDER BY position"
        ).fetchall()
        assert rows == [(finished, 1, "1"), (finished, 2, "2")]
        for table in ("events", "matches", "idempotency_keys", "match_secrets", "players", "tokens", "event_log"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                analyst.execute(f"SELECT * FROM {table}".encode())
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            analyst.execute("INSERT INTO events SELECT")


async def test_what_analysts_read_holds_no_keys_and_no_command_ids(db: Database, conninfo: str) -> None:
    match = uuid4()
    one = commit(match, 0, row=summary(status="finished"))
    meta = b'{"move":0,"seat":null,"key":"6b6579","body":"626f","command":"c","table":"1:ab"}'
    event = msgspec.structs.replace(one.events[0], meta=meta)
    await db.store.append(msgspec.structs.replace(one, events=(event,)))
    with psycopg.connect(conninfo) as connection:
        row = connection.execute("SELECT meta FROM finished_events").fetchone()
    assert row == ({"move": 0, "seat": None, "table": "1:ab"},)


async def test_the_operator_reads_the_bytes_as_json(db: Database, conninfo: str) -> None:
    match = uuid4()
    await db.store.append(commit(match, 0, 2))
    with psycopg.connect(conninfo) as connection:
        rows = connection.execute("SELECT version, data, meta FROM event_log ORDER BY position").fetchall()
    assert rows == [
        (1, {"type": "toy.counted", "number": 1}, None),
        (2, {"type": "toy.counted", "number": 2}, {"move": 0}),
    ]


@pytest.mark.parametrize("release", ["pginstall18", "pginstall"])
async def test_a_user_who_may_make_no_roles_gets_everything_but_the_roles(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, release: str
) -> None:
    """The wheel brings Postgres 18 and 16; each stands here for the database of somebody else."""
    from adapters.postgres.server import installed

    with Server(tmp_path / "data", install=installed().parent / release) as server:
        with psycopg.connect(server.conninfo, autocommit=True) as owner:
            owner.execute("CREATE ROLE plain LOGIN")
            owner.execute("CREATE DATABASE elsewhere OWNER plain")
        conninfo = make_conninfo(server.conninfo, user="plain", dbname="elsewhere", application_name="given")
        async with Database.open(conninfo) as db:
            assert "roles skipped" in caplog.text
            assert await db.pool.fetch("SELECT current_user, current_setting('application_name')") == [
                ("plain", "given")
            ]
            match = uuid4()
            news = db.tail.subscribe()
            assert isinstance(await db.store.append(commit(match, 0, 2, key=key())), Appended)
            assert await db.store.append(commit(match, 1)) == Conflict(2)
            assert await asyncio.wait_for(anext(news), 1) == (match, 2)
            assert await db.ready() == ()
        with psycopg.connect(conninfo, autocommit=True) as plain, pytest.raises(psycopg.errors.InsufficientPrivilege):
            plain.execute("DELETE FROM events")


async def test_a_schema_of_its_own_is_respected(cluster: Cluster) -> None:
    with cluster.database(empty=True) as conninfo:
        with psycopg.connect(conninfo, autocommit=True) as owner:
            owner.execute("CREATE SCHEMA games")
        there = make_conninfo(conninfo, options="-c search_path=games")
        async with Database.open(there) as db:
            assert isinstance(await db.store.append(commit(uuid4(), 0)), Appended)
        with psycopg.connect(conninfo) as owner:
            assert owner.execute("SELECT count(*) FROM games.events").fetchone() == (1,)
            assert owner.execute("SELECT to_regclass('public.events')").fetchone() == (None,)
