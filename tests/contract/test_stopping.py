"""The running service told to stop: nothing that was acknowledged is lost, nobody is left hanging."""

import asyncio
import json
import signal
import time

import httpx
import pytest

from tests.contract.service import running
from tests.kit.postgres import cluster, conninfo

__all__ = ["cluster", "conninfo"]

GAME = "mystery-of-the-temples"


async def table(http: httpx.AsyncClient) -> str:
    """A running match of one player in both seats."""
    match = (await http.post("/matches", json={"game": GAME, "seats": 2})).headers["location"]
    for seat in (1, 2):
        await http.post(f"{match}/seats", json={"seat": seat})
    assert (await http.post(f"{match}/start")).status_code == 200
    return match


async def last_message(http: httpx.AsyncClient, match: str, began: asyncio.Event) -> dict[str, object]:
    """Reads a stream to its end."""
    data = ""
    headers = {"Accept": "text/event-stream"}
    async with http.stream("GET", f"{match}/events", headers=headers, timeout=None) as answer:
        async for line in answer.aiter_lines():
            began.set()
            data = line.removeprefix("data: ") if line.startswith("data: ") else data
    return json.loads(data)


async def keep_moving(http: httpx.AsyncClient, match: str, acknowledged: list[int]) -> None:
    """Plays until the service is gone."""
    while True:
        try:
            seat = (await http.get(match)).json()["to_act"][0]
            options = (await http.get(f"{match}/options?seat={seat}&example=true")).json()
            body = {"action": options["example"], "seat": seat}
            answer = await http.post(f"{match}/moves", json=body, headers={"If-Match": "*"})
        except (httpx.HTTPError, KeyError, IndexError):
            return
        if answer.status_code != 201:
            return
        acknowledged.append(answer.json()["move"])


@pytest.mark.slow
async def test_a29_a_service_told_to_stop_stops_at_once_and_loses_nothing(conninfo: str) -> None:
    limits = httpx.Limits(max_connections=100)
    with running(conninfo) as service:
        async with httpx.AsyncClient(base_url=service.address, limits=limits) as http:
            token = (await http.post("/players", json={"name": "Ann"})).json()["token"]
            http.headers["Authorization"] = f"Bearer {token}"
            matches = [await table(http) for _ in range(10)]
            began = [asyncio.Event() for _ in range(20)]
            streams = [
                asyncio.create_task(last_message(http, matches[number % 10], event))
                for number, event in enumerate(began)
            ]
            await asyncio.gather(*(event.wait() for event in began))
            acknowledged: dict[str, list[int]] = {match: [] for match in matches}
            movers = [asyncio.create_task(keep_moving(http, *pair)) for pair in acknowledged.items()]
            await asyncio.sleep(0.5)
            told = time.monotonic()
            service.process.send_signal(signal.SIGTERM)
            ends = await asyncio.gather(*streams)
            await asyncio.gather(*movers)
            assert await asyncio.to_thread(service.process.wait, 15) == 0
            assert time.monotonic() - told < 10
            assert {end["reason"] for end in ends} == {"closing"}
            assert all(acknowledged.values())
    with running(conninfo) as service:
        async with httpx.AsyncClient(base_url=service.address) as http:
            http.headers["Authorization"] = f"Bearer {token}"
            for match, moves in acknowledged.items():
                found = (await http.get(match)).json()
                assert found["move"] in (moves[-1], moves[-1] + 1)
                assert moves == list(range(1, moves[-1] + 1))
