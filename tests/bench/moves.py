"""Durable moves of the toy game over HTTP, and reads of past positions.

Each move is a request of its own match, prepared beforehand, with authentication, an idempotency key and the summary
row. Beside it stands the same request as a preview: the same app authenticates, validates, decides and answers, but
stores nothing. Both take turns; the client is one process on the same two cores.
"""

import asyncio
import statistics
import time
from uuid import UUID, uuid4

import httpx

from adapters.postgres.database import Database
from tests.bench.connection import Connection, request
from tests.bench.loads import played
from tests.contract.service import running

Row = tuple[str, str, float, str]
CONNECTIONS = (1, 16, 50)
ROUNDS = 3
SLICE = 400
"""Moves of a slice at most."""


async def run(dsn: str, seconds: float) -> list[Row]:
    """`seconds` for each number of connections, then positions of a long match."""
    del seconds
    rows: list[Row] = []
    async with Database.open(dsn) as db:
        long = await played(db, 2_000)
    with running(dsn, "tests.bench.serving:application") as service:
        port = httpx.URL(service.address).port or 0
        first = await Connection.open(port)
        token = (await first.ask("POST", "/players", "", {"name": "Ann"}))["token"]
        for connections in CONNECTIONS:
            rows += await compared(port, first, token, connections)
        rows += await positions(first, token, long)
        first.close()
    return rows


async def compared(port: int, first: Connection, token: str, connections: int) -> list[Row]:
    """Slices of moves and of previews in turn."""
    open_ones = [await Connection.open(port) for _ in range(connections)]
    size = min(SLICE, 60 * connections)
    rates: dict[str, list[float]] = {"validate only (preview)": [], "durable moves": []}
    times: list[float] = []
    for _ in range(ROUNDS):
        prepared = [await prepare(first, token) for _ in range(size)]
        previews = [one.replace(b"/moves HTTP", b"/moves?preview=true HTTP") for one in prepared]
        rates["validate only (preview)"].append((await slice_of(open_ones, previews, 200))[0])
        rate, taken = await slice_of(open_ones, prepared, 201)
        rates["durable moves"].append(rate)
        times += taken
    for one in open_ones:
        one.close()
    found = {name: statistics.median(values) for name, values in rates.items()}
    times.sort()
    measure = f"moves over HTTP, {connections} connection{'s' if connections > 1 else ''}"
    return [
        *((measure, name, round(rate), "requests/s") for name, rate in found.items()),
        (
            measure,
            "durable : validate only",
            round(found["durable moves"] / found["validate only (preview)"], 2),
            "ratio",
        ),
        (measure, "durable moves, p50", round(times[len(times) // 2] * 1_000, 2), "ms"),
        (measure, "durable moves, p99", round(times[len(times) * 99 // 100] * 1_000, 2), "ms"),
    ]


async def prepare(first: Connection, token: str) -> bytes:
    """A match of two seats, started, and the request of its first move."""
    match = (await first.ask("POST", "/matches", token, {"game": "toy-duel", "seats": 2}))["id"]
    for seat in (1, 2):
        await first.ask("POST", f"/matches/{match}/seats", token, {"seat": seat})
    seat = (await first.ask("POST", f"/matches/{match}/start", token))["to_act"][0]
    options = await first.ask("GET", f"/matches/{match}/options?seat={seat}&example=true", token)
    headers = {"If-Match": f'"{options["version"]}"', "Idempotency-Key": uuid4().hex}
    body = {"action": options["example"], "seat": seat}
    return request("POST", f"/matches/{match}/moves", token, body, **headers)


async def slice_of(connections: list[Connection], requests: list[bytes], status: int) -> tuple[float, list[float]]:
    """Requests a second over all connections, and the time of each."""
    waiting, times = list(requests), list[float]()

    async def work(connection: Connection) -> None:
        while waiting:
            one = waiting.pop()
            before = time.perf_counter()
            answered, body = await connection.send(one)
            times.append(time.perf_counter() - before)
            assert answered == status, body.decode()

    began = time.perf_counter()
    await asyncio.gather(*(work(connection) for connection in connections))
    return len(requests) / (time.perf_counter() - began), times


async def positions(first: Connection, token: str, match: UUID) -> list[Row]:
    """The position at an early and at a late move of a long match, asked for in turn; each move once."""
    last = (await first.ask("GET", f"/matches/{match}", token))["move"]
    rows: list[Row] = []
    times: dict[str, list[float]] = {"early": [], "late": []}
    for step in range(100):
        for name, move in (("early", 20 + step), ("late", last - 100 + step)):
            asked = request("GET", f"/matches/{match}/position?move={move}", token)
            before = time.perf_counter()
            status, body = await first.send(asked)
            times[name].append((time.perf_counter() - before) * 1_000)
            assert status == 200, body.decode()
    found = {name: statistics.median(values) for name, values in times.items()}
    measure = f"position at a move, match of {last} moves"
    rows.append((measure, "moves 20 to 119", round(found["early"], 2), "ms"))
    rows.append((measure, f"moves {last - 100} to {last - 1}", round(found["late"], 2), "ms"))
    rows.append((measure, "late : early", round(found["late"] / found["early"], 2), "ratio"))
    return rows
