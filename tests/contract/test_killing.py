"""Acceptance 4: the service killed hard, and Postgres restarted, in the middle of moves over HTTP."""

import asyncio
import json
import signal
from pathlib import Path
from typing import Any

import httpx
import pytest

from adapters.postgres.migrate import migrate
from adapters.postgres.server import Server
from tests.adapters.test_outcomes import stop_and_start
from tests.contract.service import Running, running
from tests.kit.postgres import cluster, conninfo

__all__ = ["cluster", "conninfo"]

TABLES = 25
MOVES = 1_000


class Table:
    """A match whose seats one player holds, and what the service has acknowledged of it."""

    def __init__(self, http: httpx.AsyncClient, match: str, version: int) -> None:
        self._http = http
        self.match = match
        self.version = version
        self.acknowledged: dict[str, Any] = {}
        self.unsure: dict[str, Any] = {}

    async def move(self, key: str) -> None:
        """One move under a key; raises where the service does not answer it well."""
        match = (await self._http.get(self.match)).raise_for_status().json()
        seat = match["to_act"][0]
        options = (await self._http.get(f"{self.match}/options?seat={seat}&example=true")).raise_for_status().json()
        body = {"action": options["example"], "seat": seat}
        self.unsure[key] = (body, options["version"])
        answer = await self.send(key)
        answer.raise_for_status()
        self.acknowledged[key] = answer.json()
        del self.unsure[key]

    async def send(self, key: str) -> httpx.Response:
        """The request of a key, for the first time or again."""
        body, version = self.unsure[key]
        headers = {"If-Match": f'"{version}"', "Idempotency-Key": key}
        return await self._http.post(f"{self.match}/moves", json=body, headers=headers)

    async def check(self) -> None:
        """Every acknowledged move is there once as it was told, none is half there, and a repeat is answered."""
        moves = await self.pages("moves")
        assert [one["move"] for one in moves] == list(range(1, len(moves) + 1))
        by_number = {one["move"]: one for one in moves}
        for told in self.acknowledged.values():
            assert by_number[told["move"]] == told
        assert len({told["move"] for told in self.acknowledged.values()}) == len(self.acknowledged)
        events = await self.pages("events")
        assert [one["version"] for one in events] == list(range(1, len(events) + 1))
        assert events[-1]["move_complete"] is True
        assert len(self.acknowledged) <= len(moves) <= len(self.acknowledged) + len(self.unsure)
        for key in list(self.unsure):
            answer = await self.send(key)
            assert answer.status_code == 201, answer.text
            self.acknowledged[key] = answer.json()
            del self.unsure[key]
        assert len(await self.pages("moves")) == len(self.acknowledged)

    async def pages(self, what: str) -> list[Any]:
        """A whole list, page by page."""
        found: list[Any] = []
        following: str | None = f"{self.match}/{what}"
        while following is not None:
            answer = (await self._http.get(following)).raise_for_status()
            found += answer.json()["items"]
            following = answer.links.get("next", {}).get("url")
        return found


async def tables(http: httpx.AsyncClient) -> list[Table]:
    """Matches of two seats, started, all of one player."""
    found: list[Table] = []
    for _ in range(TABLES):
        terms = {"game": "mystery-of-the-temples", "seats": 2, "settings": {"max_rounds": 200}}
        match = (await http.post("/matches", json=terms)).headers["location"]
        for seat in (1, 2):
            (await http.post(f"{match}/seats", json={"seat": seat})).raise_for_status()
        started = (await http.post(f"{match}/start")).raise_for_status().json()
        found.append(Table(http, match, started["version"]))
    return found


async def played(table: Table, label: str, count: int) -> None:
    """Moves one after the other, until the service does not answer."""
    for number in range(count):
        try:
            await table.move(f"{label}-{number}")
        except (httpx.HTTPError, json.JSONDecodeError):
            return


def client(service: Running) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=service.address, limits=httpx.Limits(max_connections=TABLES), timeout=20)


async def token(service: Running) -> str:
    async with client(service) as http:
        return str((await http.post("/players", json={"name": "Ann"})).raise_for_status().json()["token"])


@pytest.mark.slow
async def test_acceptance_4_the_service_killed_hard_in_the_middle_of_moves(conninfo: str) -> None:
    with running(conninfo) as service:
        bearer = await token(service)
    acknowledged = 0
    sitting: list[Table] = []
    for times in range(20):
        with running(conninfo) as service:
            async with client(service) as http:
                http.headers["Authorization"] = f"Bearer {bearer}"
                for table in sitting:
                    table._http = http
                    await table.check()
                    acknowledged += len(table.acknowledged)
                sitting = await tables(http)
                playing = [asyncio.create_task(played(table, f"k{times}", MOVES // TABLES)) for table in sitting]
                goal = 100 + 37 * times
                while sum(len(table.acknowledged) for table in sitting) < goal:
                    await asyncio.sleep(0.001)
                service.kill()
                await asyncio.gather(*playing)
                assert sum(len(table.acknowledged) for table in sitting) < MOVES
    with running(conninfo) as service:
        async with client(service) as http:
            http.headers["Authorization"] = f"Bearer {bearer}"
            for table in sitting:
                table._http = http
                await table.check()
                acknowledged += len(table.acknowledged)
    assert acknowledged > 20 * 100


@pytest.mark.slow
async def test_acceptance_4_postgres_restarted_in_the_middle_of_moves(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        await migrate(server.conninfo)
        with running(server.conninfo) as service:
            async with client(service) as http:
                http.headers["Authorization"] = f"Bearer {await token(service)}"
                for times in range(20):
                    sitting = await tables(http)
                    playing = [asyncio.create_task(played(table, f"r{times}", MOVES // TABLES)) for table in sitting]
                    while sum(len(table.acknowledged) for table in sitting) < 60 + 20 * times:
                        await asyncio.sleep(0.001)
                    await asyncio.to_thread(stop_and_start, server, signal.SIGQUIT)
                    await asyncio.gather(*playing)
                    for table in sitting:
                        await table.check()
