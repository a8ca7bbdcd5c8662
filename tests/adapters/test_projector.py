"""Projections survive what kills their process."""

import asyncio
import os
import random
import subprocess
import sys
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

from adapters.postgres.database import Database
from service.ports import Appended
from tests.adapters.examples import commit
from tests.adapters.projector import Rebuilt, runner

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(("kills", "commits"), [(3, 150), pytest.param(50, 2_500, marks=pytest.mark.slow)])
async def test_b06_a_projector_killed_at_random_ends_as_a_fresh_rebuild(
    db: Database, conninfo: str, kills: int, commits: int
) -> None:
    matches = [uuid4() for _ in range(25)]

    async def write() -> None:
        for number in range(commits):
            match, turn = matches[number % 25], number // 25
            assert isinstance(await db.store.append(commit(match, turn * 2, 2)), Appended)
            await asyncio.sleep(kills / commits / 2)

    writing = asyncio.create_task(write())
    for _ in range(kills):
        await asyncio.to_thread(killed_at_work, conninfo)
    await writing
    last = await db.store.append(commit(uuid4(), 0))
    assert isinstance(last, Appended)
    for projector in (await asyncio.to_thread(runner, conninfo), await asyncio.to_thread(runner, conninfo, Rebuilt)):
        with projector:
            await asyncio.to_thread(projector.wait, last.position, 60)
    with psycopg.connect(conninfo) as owner:
        survived = owner.execute("SELECT * FROM totals ORDER BY match").fetchall()
        assert survived == owner.execute("SELECT * FROM rebuilt ORDER BY match").fetchall()
        assert survived == owner.execute(EXPECTED).fetchall()
        assert owner.execute("SELECT max(notification_id) FROM totals_tracking").fetchone() == (last.position,)


EXPECTED = """SELECT match, count(*), sum((data ->> 'number')::bigint)::bigint
              FROM event_log GROUP BY match ORDER BY match"""


def killed_at_work(conninfo: str) -> None:
    """A projector that follows for a moment of any length, and is killed hard."""
    command = [sys.executable, "-m", "tests.adapters.projector", conninfo]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, env=environment, cwd=ROOT, stdout=subprocess.PIPE, text=True) as projector:
        assert projector.stdout is not None
        assert projector.stdout.readline() == "begun\n"
        try:
            projector.wait(random.uniform(0, 0.1))
        except subprocess.TimeoutExpired:
            projector.kill()
