"""Numbered migrations: each applied once, under a lock, and never edited afterwards."""

import logging
from hashlib import sha256
from importlib.resources import files

import psycopg
from msgspec import Struct
from psycopg import sql

from adapters.postgres.connections import PATIENCE, Connection, completed
from service.ports import StoreUnavailable

log = logging.getLogger(__name__)

LOCKS = 0x45564552
"""The first number of every advisory lock of ours; the second: 1 order of appends, 2 migrations, 3 the worker."""
MIGRATIONS, WORKER = 2, 3
LONGEST = 600_000
FOLDER = files("adapters.postgres") / "migrations"


class MigrationError(Exception):
    """The database and the migrations of this program do not go together."""


class Migration(Struct, frozen=True):
    """One file."""

    number: int
    name: str
    text: str

    @property
    def checksum(self) -> str:
        """What the database remembers of it."""
        return sha256(self.text.encode()).hexdigest()


def migrations() -> list[Migration]:
    """All of this program, in order."""
    found = [file for file in FOLDER.iterdir() if file.name[:4].isdigit()]
    return [
        Migration(int(file.name[:4]), file.name.removesuffix(".sql"), file.read_text(encoding="utf-8"))
        for file in sorted(found, key=lambda file: file.name)
    ]


async def migrate(conninfo: str, wanted: list[Migration] | None = None) -> list[str]:
    """Brings the database up to date; the names of what was applied. Others who migrate at the same time wait."""
    wanted = migrations() if wanted is None else wanted
    try:
        connection = await psycopg.AsyncConnection.connect(completed(conninfo), autocommit=True)
    except psycopg.OperationalError as error:
        raise StoreUnavailable(str(error)) from error
    async with connection:
        await connection.execute(sql.SQL("SET statement_timeout = {}").format(sql.Literal(LONGEST)))
        await connection.execute("SELECT pg_advisory_lock(%s, %s)", [LOCKS, MIGRATIONS])
        todo = pending(wanted, await _applied(connection))
        if todo:
            await _table(connection)
        for migration in todo:
            await _apply(connection, migration)
        await _roles(connection)
    return [migration.name for migration in todo]


def pending(wanted: list[Migration], applied: dict[int, tuple[str, str]]) -> list[Migration]:
    """Those not applied yet; raises MigrationError where one was edited, or the database is ahead of the program."""
    known = {migration.number: migration for migration in wanted}
    for number, (name, checksum) in applied.items():
        if number not in known:
            raise MigrationError(f"The database knows migration {name}, this program does not: it is too old.")
        if known[number].checksum != checksum:
            raise MigrationError(f"Migration {name} was changed after it had been applied.")
    return [migration for migration in wanted if migration.number not in applied]


async def _applied(connection: Connection) -> dict[int, tuple[str, str]]:
    if not await _known(connection):
        return {}
    rows = await connection.execute("SELECT number, name, checksum FROM schema_migrations ORDER BY number")
    return {number: (name, checksum) async for number, name, checksum in rows}


async def _known(connection: Connection) -> bool:
    found = await (await connection.execute("SELECT to_regclass('schema_migrations') IS NOT NULL")).fetchone()
    return found is not None and bool(found[0])


async def _table(connection: Connection) -> None:
    if not await _known(connection):
        await connection.execute(
            """CREATE TABLE schema_migrations (
                   number integer PRIMARY KEY, name text NOT NULL, checksum text NOT NULL,
                   applied_at timestamptz NOT NULL DEFAULT now())"""
        )


async def _apply(connection: Connection, migration: Migration) -> None:
    log.info("applying migration %s", migration.name)
    async with connection.transaction():
        await connection.execute(migration.text.encode())
        await connection.execute(
            "INSERT INTO schema_migrations (number, name, checksum) VALUES (%s, %s, %s)",
            [migration.number, migration.name, migration.checksum],
        )


async def _roles(connection: Connection) -> None:
    """Gives the roles their rights; only the owner of the tables can, and only he needs to."""
    owner = await (
        await connection.execute(
            "SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = to_regclass('schema_migrations')"
        )
    ).fetchone()
    if owner is None or not owner[0]:
        return
    await connection.execute(f"SET lock_timeout = '{int(PATIENCE)}s'")
    connection.add_notice_handler(lambda notice: log.warning("%s", notice.message_primary))
    text = FOLDER.joinpath("roles.sql").read_text(encoding="utf-8")
    await connection.execute(text.encode())
