"""The worker: seats that no person moves for."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta, tzinfo
from uuid import UUID, uuid4

import pytest

from adapters.worker import Worker
from adapters.worker import worker as module
from domain.match.lobby import Terms
from service import bots
from service.commands import Commands
from service.hot import Shelf
from tests.kit.memory import MemoryStore
from tests.kit.toy import TOY

GAMES = {TOY.meta.slug: (TOY,)}
PATIENCE = 10


class Room:
    """A match on a store in memory, and a worker beside it."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        self.shelf = Shelf(self.store, GAMES)
        self.commands = Commands(self.store, self.shelf, uuid4)
        self.match = UUID(int=0)

    async def open(self, *occupants: str, decision_time: int | None = None) -> None:
        """A started match; occupants are players, or bots where their name begins with `bot:`."""
        terms = Terms(len(occupants), TOY.types.settings(auctions=1), decision_time=decision_time)
        dated, _ = await self.commands.create(TOY, terms, occupants[0])
        self.match = UUID(dated.card.id)
        for seat, name in enumerate(occupants, start=1):
            bot = name.removeprefix("bot:") if name.startswith("bot:") else None
            await self.commands.take_seat(self.match, occupants[0] if bot else name, seat, bot, None)
        await self.commands.start(self.match, occupants[0])

    @asynccontextmanager
    async def worked(self) -> AsyncIterator[Worker]:
        """With the worker running."""
        worker = Worker(self.shelf, self.commands, self.store, self.store)
        task = asyncio.create_task(worker.run())
        try:
            yield worker
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def until_over(self) -> None:
        """Waits for the end of the match."""
        async with asyncio.timeout(PATIENCE):
            while (await self.shelf.get(self.match)).now.status == "running":
                await asyncio.sleep(0.01)

    async def ways(self) -> set[tuple[int | None, str]]:
        """Which seat moved in which capacity."""
        hot = await self.shelf.get(self.match)
        return {(mark.meta.seat, mark.meta.by) for mark in hot.moves.values()}


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BOT_DELAY", 0.0)


async def test_bots_play_a_match_to_its_end_as_bots(quick: None) -> None:
    room = Room()
    async with room.worked():
        await room.open("ann", "bot:random", "bot:greedy")
        await room.commands.resign(room.match, "ann", 1)
        await room.until_over()
    assert await room.ways() == {(1, "default"), (2, "bot"), (3, "bot")}


async def test_a_match_that_waits_when_the_worker_starts_is_taken_up(quick: None) -> None:
    room = Room()
    await room.open("ann", "bob", "bot:random")
    for name, seat in (("ann", 1), ("bob", 2)):
        await room.commands.resign(room.match, name, seat)
    async with room.worked():
        await room.until_over()


async def test_two_workers_double_no_move(quick: None) -> None:
    room = Room()
    async with room.worked(), room.worked():
        await room.open("ann", "bot:random", "bot:greedy")
        await room.commands.resign(room.match, "ann", 1)
        await room.until_over()
    hot = await room.shelf.get(room.match)
    assert sorted(hot.moves) == list(range(1, hot.now.move + 1))
    assert [row.version for row in room.store.streams[room.match]] == list(range(1, hot.now.version + 1))


async def test_a_bot_waits_for_its_delay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BOT_DELAY", 3600.0)
    room = Room()
    async with room.worked():
        await room.open("ann", "bot:random")
        await asyncio.sleep(0.1)
        assert (await room.shelf.get(room.match)).now.move == 0


async def test_the_bots_of_a_hurried_match_answer_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BOT_DELAY", 3600.0)
    room = Room()
    async with room.worked() as worker:
        await room.open("ann", "bot:random", "bot:greedy")
        worker.hurry(room.match)
        await room.commands.resign(room.match, "ann", 1)
        await room.until_over()


async def test_a_bot_that_fails_plays_its_default(quick: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: object) -> None:
        raise RuntimeError("it does not know what to do")

    monkeypatch.setattr(module, "BOTS", {**bots.BOTS, "random": failing})
    room = Room()
    async with room.worked():
        await room.open("ann", "bot:random", "bot:greedy")
        await room.commands.resign(room.match, "ann", 1)
        await room.until_over()
    assert await room.ways() == {(1, "default"), (2, "default"), (3, "bot")}


class Later(datetime):
    """The clock of the worker, half a minute and a second ahead."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
        return datetime.now(tz) + timedelta(seconds=31)


async def test_a_deadline_that_passed_plays_the_default(quick: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "datetime", Later)
    monkeypatch.setattr(module, "GRACE", timedelta(0))
    room = Room()
    async with room.worked():
        await room.open("ann", "bob", decision_time=30)
        await room.until_over()
    assert {by for _, by in await room.ways()} == {"default"}


async def test_after_downtime_a_deadline_gets_its_grace(quick: None, monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room()
    await room.open("ann", "bob", decision_time=30)
    monkeypatch.setattr(module, "datetime", Later)
    async with room.worked():
        await asyncio.sleep(0.2)
        assert (await room.shelf.get(room.match)).now.move == 0


async def test_without_a_decision_time_nobody_is_played_for(quick: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "datetime", Later)
    monkeypatch.setattr(module, "GRACE", timedelta(0))
    room = Room()
    async with room.worked():
        await room.open("ann", "bob")
        await asyncio.sleep(0.2)
        assert (await room.shelf.get(room.match)).now.move == 0
