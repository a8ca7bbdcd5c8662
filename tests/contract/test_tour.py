"""The tour, in this process and against the service as it is run."""

import asyncio
from collections.abc import AsyncIterator

import httpx
import pytest

from adapters.worker import Worker
from tests.contract.service import PATIENCE, running
from tests.contract.tour import Tour
from tests.http.conftest import House, build
from tests.kit.postgres import cluster, conninfo

__all__ = ["cluster", "conninfo"]


async def toured(tour: Tour, game: str, bots: list[str], **settings: object) -> None:
    """The tour and what it has to show: a finished match whose replay is what was seen live."""
    await tour.arrive("Ann")
    await tour.sit_down(game, bots, **settings)
    watching = asyncio.create_task(tour.watch())
    found = await asyncio.wait_for(tour.play(), PATIENCE)
    await asyncio.wait_for(watching, PATIENCE)
    assert tour.own_moves > 0
    assert [one["seat"] for one in found["outcome"]["standings"] if one["seat"]] != []
    replayed = await tour.replay()
    assert len(replayed) == found["move"] + 1
    assert tour.seen == replayed
    check = (await tour.ask("GET", f"{tour.match}/verification")).json()
    assert check["ok"] is True


class InProcess(Tour):
    """The tour through ASGI; its stream is read message by message."""

    def __init__(self, house: House) -> None:
        transport = httpx.ASGITransport(app=house.app)
        super().__init__(httpx.AsyncClient(transport=transport, base_url="http://everturn.test"))
        self.house = house

    async def watch(self) -> None:
        client = self.house.client(self.http.headers["Authorization"].removeprefix("Bearer "))
        async with client.stream(f"{self.match}/events?include=position") as reader:

            async def lines() -> AsyncIterator[str]:
                while (block := await reader.block(PATIENCE)) is not None:
                    for line in block.splitlines():
                        yield line

            await self.read(lines())


@pytest.fixture
async def house() -> AsyncIterator[House]:
    """A service in this process, with its bots."""
    found = build()
    worker = Worker(found.shelf, found.app.desk.commands, found.store, found.store)
    task = asyncio.create_task(worker.run())
    yield found
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


@pytest.mark.parametrize(
    ("game", "settings"), [("toy-duel", {"auctions": 2}), ("mystery-of-the-temples", {"max_rounds": 20})]
)
async def test_acceptance_1_the_tour_in_this_process(
    house: House, game: str, settings: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adapters.worker.worker.BOT_DELAY", 0.0)
    await toured(InProcess(house), game, ["random", "greedy"], **settings)


@pytest.mark.slow
async def test_acceptance_1_the_tour_of_the_running_service(conninfo: str) -> None:
    with running(conninfo) as service:
        async with httpx.AsyncClient(base_url=service.address) as http:
            await toured(Tour(http), "mystery-of-the-temples", ["random", "greedy"], max_rounds=20)
