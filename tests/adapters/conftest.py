"""Tests against a real Postgres."""

from collections.abc import AsyncIterator

import pytest

from adapters.postgres.database import Database
from tests.kit.postgres import cluster, conninfo

__all__ = ["cluster", "conninfo", "db"]


@pytest.fixture
async def db(conninfo: str) -> AsyncIterator[Database]:
    """A fresh database, open."""
    async with Database.open(conninfo, pool_size=4, migrating=False) as database:
        yield database
