"""A service in this process, on stores in memory, with the toy game and Mystery."""

import asyncio
from dataclasses import dataclass, field
from uuid import UUID

import pytest
from uuid_utils.compat import uuid7

from adapters.http.app import create_app, document_of
from adapters.http.desk import Services
from adapters.http.front import Front
from adapters.worker import Luck
from service.commands import Commands
from service.hot import Shelf
from service.queries import Queries
from tests.http.client import GAMES, Client, Declared
from tests.kit.memory import MemoryPlayers, MemoryStore

DECLARED = Declared(document_of(GAMES))


@dataclass
class House:
    """The application and what stands behind it."""

    app: Front
    store: MemoryStore
    players: MemoryPlayers
    shelf: Shelf
    draining: asyncio.Event
    declared: Declared
    concerns: list[str] = field(default_factory=list)

    def client(self, token: str | None = None) -> Client:
        """A client with a token."""
        return Client(self.app, self.declared, token)

    async def person(self, name: str = "Ann") -> Client:
        """A new player's client; `player` is his id."""
        answer = await self.client().post("/players", {"name": name})
        assert answer.status_code == 201, answer.text
        found = self.client(answer.json()["token"])
        found.player = answer.json()["player"]["id"]
        return found


def build(store: MemoryStore | None = None, players: MemoryPlayers | None = None) -> House:
    """An application on the given stores."""
    store, players = store or MemoryStore(), players or MemoryPlayers()
    shelf = Shelf(store, GAMES)
    concerns: list[str] = []

    async def ready() -> list[str]:
        return concerns

    def new_id() -> UUID:
        return uuid7()

    draining = asyncio.Event()
    services = Services(
        commands=Commands(store, shelf, new_id),
        queries=Queries(shelf, store, store),
        players=players,
        new_id=new_id,
        luck=Luck(7),
        ready=ready,
    )
    app = create_app(services, GAMES, draining)
    return House(app, store, players, shelf, draining, DECLARED, concerns)


@pytest.fixture
async def house() -> House:
    """A fresh service."""
    return build()


@pytest.fixture
async def ann(house: House) -> Client:
    return await house.person("Ann")


@pytest.fixture
async def bob(house: House) -> Client:
    return await house.person("Bob")


@pytest.fixture
async def eve(house: House) -> Client:
    """A stranger."""
    return await house.person("Eve")
