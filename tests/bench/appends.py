"""Durable appends a second: the whole committer, beside pgbench's one-row commits and the library's own recorder.

pgbench inserts one row of the same size into a table of the same shape in each commit, without order, conflict test,
key, summary or notice: what the disk allows. All take turns in short slices, so that a machine that drifts drifts for all.
"""

import asyncio
import re
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import psycopg
from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder

from adapters.eventstore.library import Datastore
from adapters.postgres.database import Database
from adapters.postgres.server import installed
from service.ports import Append, Appended, Key, NewEvent, Summary

Row = tuple[str, str, float, str]
CALLERS = (1, 8, 32)
ROUNDS = 3
STATE = b'{"type":"toy.counted","seat":1,"number":%d,"kept":"' + b"x" * 64 + b'"}'
META = (
    b'{"move":%d,"seat":1,"action":{"type":"toy.count","by":1},"by":"player","actor":"' + b"p" * 24 + b'","command":"'
    b"%s"
    b'","key":null,"body":null,"openings":[[2,17,true]],"cursor":3,"draws":[],"chain":"'
    + b"c" * 32
    + b'","table":"1:'
    + b"t" * 32
    + b'"}'
)
BODY = b'{"id":"' + b"m" * 36 + b'","seats":[' + b"1," * 250 + b"1]}"
SCRIPT = """\\set number random(1, 1000000)
INSERT INTO bench_rows (originator_id, originator_version, topic, state)
VALUES (gen_random_uuid(), :number, 'toy.counted', decode(repeat('7b', 130), 'hex'));
"""


async def run(dsn: str, seconds: float) -> list[Row]:
    """Each contestant has `seconds` for each number of callers."""
    with psycopg.connect(dsn, autocommit=True) as owner:
        owner.execute(
            """CREATE TABLE IF NOT EXISTS bench_rows (originator_id uuid, originator_version bigint, topic text,
               state bytea, notification_id bigserial, PRIMARY KEY (originator_id, originator_version))"""
        )
        owner.execute("CREATE UNIQUE INDEX IF NOT EXISTS bench_notification ON bench_rows (notification_id)")
    stock = PostgresApplicationRecorder(Datastore(dsn), events_table_name="bench_stock")
    stock.create_table()
    rows: list[Row] = []
    try:
        async with Database.open(dsn) as db:
            contestants: dict[str, Callable[[int, float], Awaitable[float]]] = {
                "pgbench, one row a commit": lambda callers, slot: pgbench(dsn, callers, slot),
                "committer": lambda callers, slot: committer(db, callers, slot),
                "committer, with keys": lambda callers, slot: committer(db, callers, slot, keyed=True),
                "stock recorder": lambda callers, slot: recorder(stock, callers, slot),
            }
            for callers in CALLERS:
                rows += await compared(callers, contestants, seconds / ROUNDS)
    finally:
        stock.datastore.close()
    return rows


async def compared(
    callers: int, contestants: dict[str, Callable[[int, float], Awaitable[float]]], slot: float
) -> list[Row]:
    """The median rates of the contestants, each slice of one following that of the other."""
    rates: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(ROUNDS):
        for name, contestant in contestants.items():
            rates[name].append(await contestant(callers, slot))
    measure = f"appends, {callers} caller{'s' if callers > 1 else ''}"
    found = {name: statistics.median(values) for name, values in rates.items()}
    limit, ours, stock = found["pgbench, one row a commit"], found["committer"], found["stock recorder"]
    return [
        *((measure, name, round(rate), "appends/s") for name, rate in found.items()),
        (measure, "committer : pgbench", round(ours / limit, 2), "ratio"),
        (measure, "committer : stock", round(ours / stock, 1), "ratio"),
    ]


async def committer(db: Database, callers: int, slot: float, *, keyed: bool = False) -> float:
    """The whole function: order, verdict, event with meta, summary row, command id, notice."""
    stop = time.perf_counter() + slot
    counts = await asyncio.gather(*(caller(db, stop, keyed=keyed) for _ in range(callers)))
    return sum(counts) / (slot + time.perf_counter() - stop)


async def caller(db: Database, stop: float, *, keyed: bool) -> int:
    """One client of one match after the other, a hundred moves each."""
    done, match = 0, uuid4()
    while time.perf_counter() < stop:
        version = done % 100
        if version == 0:
            match = uuid4()
        command = uuid4()
        key = Key("bench", command.bytes, match.bytes) if keyed else None
        event = NewEvent("toy.counted", STATE % version, META % (version, str(command).encode()))
        row = Summary("toy", "running", "public", ("ann", "bob"), ("ann",), version, BODY)
        verdict = await db.store.append(Append(match, version, command, (event,), row, version, key))
        assert isinstance(verdict, Appended)
        done += 1
    return done


async def recorder(stock: PostgresApplicationRecorder, callers: int, slot: float) -> float:
    """The library's insert_events, in as many threads."""
    stop = time.perf_counter() + slot

    def work() -> int:
        done, match = 0, uuid4()
        while time.perf_counter() < stop:
            stock.insert_events([StoredEvent(match, done + 1, "toy.counted", STATE % done)])
            done += 1
        return done

    with ThreadPoolExecutor(callers) as threads:
        loop = asyncio.get_running_loop()
        counts = await asyncio.gather(*(loop.run_in_executor(threads, work) for _ in range(callers)))
    return sum(counts) / (slot + time.perf_counter() - stop)


async def pgbench(dsn: str, callers: int, slot: float) -> float:
    """The program's own rate, without the time to connect."""
    program = installed() / "bin" / "pgbench"
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as script:
        script.write(SCRIPT)
        script.flush()
        process = await asyncio.create_subprocess_exec(
            *(str(program), "--no-vacuum", "--protocol=prepared", f"--client={callers}", f"--jobs={min(callers, 2)}"),
            *(f"--time={max(1, round(slot))}", f"--file={script.name}", dsn),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        out, problem = await process.communicate()
    found = re.search(r"tps = ([0-9.]+)", out.decode())
    if found is None:
        raise RuntimeError(problem.decode())
    return float(found[1])
