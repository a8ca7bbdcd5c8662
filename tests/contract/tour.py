"""The tour of the README, told over HTTP alone: open a match, play it to its end from the options, replay it."""

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any

import httpx

PAUSE = 0.02


@dataclass
class Tour:
    """A person at a table with bots; `seen` is the position he was shown live after each move."""

    http: httpx.AsyncClient
    match: str = ""
    seen: dict[int, Any] = field(default_factory=dict)
    own_moves: int = 0

    async def ask(self, method: str, path: str, body: Any = None, **headers: str) -> httpx.Response:
        answer = await self.http.request(method, path, json=body, headers=headers)
        assert answer.is_success, f"{method} {path}: {answer.status_code} {answer.text}"
        return answer

    async def arrive(self, name: str) -> None:
        """Makes a player; the token goes with every request from now on."""
        answer = await self.ask("POST", "/players", {"name": name})
        self.http.headers["Authorization"] = f"Bearer {answer.json()['token']}"

    async def sit_down(self, game: str, bots: list[str], **settings: Any) -> None:
        """Opens a match, takes the first seat, seats the bots, starts."""
        terms = {"game": game, "seats": 1 + len(bots), "settings": settings}
        self.match = (await self.ask("POST", "/matches", terms)).headers["location"]
        await self.ask("POST", f"{self.match}/seats", {})
        for bot in bots:
            await self.ask("POST", f"{self.match}/seats", {"bot": bot})
        await self.ask("POST", f"{self.match}/start")

    async def play(self) -> dict[str, Any]:
        """Plays until the match is over; returns it."""
        while True:
            found = (await self.ask("GET", self.match)).json()
            if found["status"] == "finished":
                return found
            if 1 in found["to_act"]:
                await self.move()
            else:
                await asyncio.sleep(PAUSE)

    async def move(self) -> None:
        """Chooses the last option that is offered, fills in its form, plays it."""
        options = await self.ask("GET", f"{self.match}/options")
        offered = options.json()["options"]
        if not offered:
            return
        option = offered[self.own_moves % len(offered)]
        action = option["action"] or await self.filled(option)
        moved = await self.ask(
            "POST", f"{self.match}/moves", {"action": action}, **{"If-Match": options.headers["etag"]}
        )
        assert moved.json()["action"] == action
        self.own_moves += 1

    async def filled(self, option: dict[str, Any]) -> Any:
        """Answers slot by slot until the action is complete."""
        answers: dict[str, Any] = {}
        slot = option["slots"][0]
        while True:
            answers[slot["slot"]] = self.answer(slot)
            form = {"kind": option["kind"], "filled": answers}
            filled = (await self.ask("POST", f"{self.match}/options", form)).json()
            if filled["action"] is not None:
                return filled["action"]
            slot = filled["next"]

    def answer(self, slot: dict[str, Any]) -> Any:
        """A usual answer where there is one, else one of those that are offered, by turns."""
        if slot["amount"] is not None:
            amount = slot["amount"]
            return (amount["usual"] or [amount["least"]])[0]
        pick = slot["pick"]
        if pick["usual"]:
            return pick["usual"][self.own_moves % len(pick["usual"])]
        values = [choice["value"] for choice in pick["among"]]
        if pick["most"] > 1:
            return values[: max(pick["least"], 1)]
        return values[self.own_moves % len(values)]

    async def watch(self) -> None:
        """Follows the stream as a player's client does, and keeps what it is shown; ends with the match."""
        headers = {"Accept": "text/event-stream"}
        path = f"{self.match}/events?include=position"
        async with self.http.stream("GET", path, headers=headers, timeout=None) as answer:
            assert answer.status_code == 200
            await self.read(answer.aiter_lines())

    async def read(self, lines: Any) -> None:
        """Keeps the newest position of each move."""
        name = ""
        async for line in lines:
            if line.startswith("event: "):
                name = line.removeprefix("event: ")
            elif line.startswith("data: ") and name == "position":
                position = json.loads(line.removeprefix("data: "))
                if position["view"] is not None:
                    self.seen[position["move"]] = position

    async def replay(self) -> dict[int, Any]:
        """The position after each move, asked for now."""
        last = (await self.ask("GET", self.match)).json()["move"]
        return {move: (await self.ask("GET", f"{self.match}/position?move={move}")).json() for move in range(last + 1)}
