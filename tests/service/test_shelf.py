"""What is kept in memory: it is read once, folded once, and never assumed."""

import asyncio
from collections.abc import Sequence
from uuid import UUID, uuid4

from adapters.worker import Luck
from domain.kernel.forms import random_choice
from domain.match.lobby import Terms
from domain.match.moves import opening
from service.commands import Commands
from service.hot import Hot, Shelf
from service.ports import Append, StoredEvent, Verdict
from tests.kit.memory import MemoryStore
from tests.kit.toy import TOY

GAMES = {TOY.meta.slug: (TOY,)}


class WatchedStore(MemoryStore):
    """Counts reads, and holds an append back after it is stored while `held` is set."""

    def __init__(self) -> None:
        super().__init__()
        self.reads = 0
        self.told = asyncio.Event()
        self.held: asyncio.Event | None = None

    async def read(self, match: UUID, after: int = 0, until: int | None = None) -> Sequence[StoredEvent]:
        self.reads += 1
        return await super().read(match, after, until)

    async def append(self, append: Append) -> Verdict:
        verdict = await super().append(append)
        self.told.set()
        if self.held is not None:
            await self.held.wait()
        return verdict


class Table:
    """A running match of bots on a store, as one process sees it."""

    def __init__(self, store: MemoryStore) -> None:
        self.shelf = Shelf(store, GAMES)
        self.commands = Commands(store, self.shelf, uuid4)
        self.match = UUID(int=0)
        self._luck = Luck(3)

    async def start(self) -> None:
        opened, _ = await self.commands.create(TOY, Terms(2, TOY.types.settings(auctions=50)), "host")
        self.match = UUID(opened.card.id)
        for seat in (1, 2):
            await self.commands.take_seat(self.match, "host", seat, "random", None)
        await self.commands.start(self.match, "host")

    async def move(self, command: UUID | None = None) -> bool:
        hot = await self.shelf.get(self.match)
        seat = hot.now.waited[0]
        action = random_choice(TOY.forms(hot.now.table, seat), self._luck).action
        at = opening(hot.now, seat).version
        return await self.commands.play(self.match, seat, action, at, "bot", "random", command or uuid4())


def held_rows(hot: Hot) -> list[int]:
    return [row.version for row in hot.rows]


async def test_two_readers_of_a_long_tail_fold_it_once() -> None:
    store = MemoryStore()
    here, elsewhere = Table(store), Table(store)
    await here.start()
    elsewhere.match = here.match
    for _ in range(200):
        await elsewhere.move()
    newest = (await elsewhere.shelf.get(here.match)).now.version
    found = await asyncio.gather(*(here.shelf.get(here.match, newest) for _ in range(3)))
    assert {hot.now.version for hot in found} == {newest}
    assert held_rows(found[0]) == list(range(1, newest + 1))
    assert found[0].now == (await elsewhere.shelf.get(here.match)).now


async def test_news_of_a_command_under_way_is_not_read_from_the_store() -> None:
    store = WatchedStore()
    table = Table(store)
    await table.start()
    before = (await table.shelf.get(table.match)).now.version
    store.reads, store.held = 0, asyncio.Event()
    store.told.clear()
    moving = asyncio.create_task(table.move())
    await store.told.wait()
    newest = await store.version(table.match)
    asking = asyncio.create_task(table.shelf.settled(table.match, newest))
    await asyncio.sleep(0.01)
    assert not asking.done()
    store.held.set()
    assert await moving
    assert (await asking).now.version == newest > before
    assert store.reads == 0


async def test_a_command_that_another_process_stored_is_read_and_not_assumed() -> None:
    store = MemoryStore()
    here, elsewhere = Table(store), Table(store)
    await here.start()
    elsewhere.match, elsewhere._luck = here.match, Luck(99)
    await elsewhere.shelf.get(here.match)
    command = uuid4()
    assert await here.move(command)
    stored = [row.state for row in store.streams[here.match]]
    assert await elsewhere.move(command)
    seen = await elsewhere.shelf.get(here.match)
    assert [row.state for row in store.streams[here.match]] == stored
    assert [row.state for row in seen.rows] == stored
    assert seen.now == (await here.shelf.get(here.match)).now
