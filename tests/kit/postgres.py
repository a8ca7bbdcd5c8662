"""A real Postgres for tests: one embedded server for the whole run, a fresh migrated database for each test.

    from tests.kit.postgres import cluster, conninfo  # in a conftest: two fixtures

The processes of one run share the server, as services on one folder do; the last to leave stops it.
"""

import asyncio
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from psycopg import sql

from adapters.postgres.migrate import migrate, migrations
from adapters.postgres.server import Server

LOCK = 0x7465737473


class Cluster:
    """The running server, and databases copied from a migrated one."""

    def __init__(self, server: Server) -> None:
        self.server = server
        text = "".join(migration.checksum for migration in migrations())
        self._template = f"template_{sha256(text.encode()).hexdigest()[:12]}"

    def prepare(self) -> None:
        """Makes the template once, whoever comes first."""
        with psycopg.connect(self.server.conninfo, autocommit=True) as connection:
            connection.execute("SELECT pg_advisory_lock(%s)", [LOCK])
            found = connection.execute("SELECT FROM pg_database WHERE datname = %s", [self._template]).fetchone()
            if found is None:
                connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(self._template + "_new")))
                asyncio.run(migrate(self.server.conninfo_of(self._template + "_new")))
                connection.execute(
                    sql.SQL("ALTER DATABASE {} RENAME TO {}").format(
                        sql.Identifier(self._template + "_new"), sql.Identifier(self._template)
                    )
                )

    @contextmanager
    def database(self, *, empty: bool = False) -> Iterator[str]:
        """A database of one's own: its connection string. `empty`: without our tables."""
        name = f"test_{uuid4().hex}"
        template = "template0" if empty else self._template
        create = sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(name), sql.Identifier(template))
        with psycopg.connect(self.server.conninfo, autocommit=True) as connection:
            connection.execute(create)
        try:
            yield self.server.conninfo_of(name)
        finally:
            with psycopg.connect(self.server.conninfo, autocommit=True) as connection:
                connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@contextmanager
def running() -> Iterator[Cluster]:
    """The server of this test run, shared with its other processes."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID") or uuid4().hex
    folder = Path(tempfile.gettempdir()) / f"everturn-test-{os.geteuid()}-{run[:12]}"
    server = Server(folder)
    server.start()
    try:
        cluster = Cluster(server)
        cluster.prepare()
        yield cluster
    finally:
        server.stop()
        if server.pid is None:
            shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """The server of the test run."""
    with running() as found:
        yield found


@pytest.fixture
def conninfo(cluster: Cluster) -> Iterator[str]:
    """The connection string of a fresh, migrated database."""
    with cluster.database() as found:
        yield found
