"""Records examples of the document from a match that is really played: `python -m tests.openapi.recorded`.

Ids, times, keys and tokens are replaced by plain ones. The shuffles are new each time, so record only when a test says
that an example does not fit any more, or when there is more to show.
"""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

from domain.catalog import CATALOG
from domain.kernel.values import tag
from domain.mystery_of_the_temples.settings import Settings
from tests.http.client import Client
from tests.http.conftest import build
from tests.kit.play import play

FOLDER = Path(__file__).parents[2] / "openapi" / "examples"
GAME = "mystery-of-the-temples"
Told = dict[str, dict[str, Any]]
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


class Book:
    """Examples by component."""

    def __init__(self) -> None:
        self.pages: dict[str, Told] = {}

    def add(self, component: str, name: str, summary: str, value: Any, game: str | None = None) -> None:
        one = {"summary": summary, "value": value}
        self.pages.setdefault(component, {})[name] = {**one, "game": game} if game else one

    def written(self) -> dict[str, str]:
        """The files, with plain ids and times in the place of real ones."""
        seen: dict[str, str] = {}

        def plain(found: re.Match[str]) -> str:
            return seen.setdefault(found[0], f"0192f0c1-0000-7000-8000-{len(seen) + 1:012x}")

        files = {}
        for component, told in sorted(self.pages.items()):
            text = json.dumps(told, indent=1, ensure_ascii=False)
            text = re.sub(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", "2026-12-01T18:00:00.000000Z", text)
            text = re.sub(r"evt_[A-Za-z0-9_-]{43}", "evt_" + "0" * 43, text)
            text = re.sub(r'"(?:commitment|revealed_key|key)": "[0-9a-f]{64}"', _hashless, text)
            files[f"{component}.json"] = UUID.sub(plain, text) + "\n"
        return files


def _hashless(found: re.Match[str]) -> str:
    return f'{found[0].partition(":")[0]}: "{"5e" * 32}"'


async def recorded() -> dict[str, str]:
    """All files."""
    book = Book()
    submitted(book)
    ann = await arriving(book)
    match = await lobby(book, ann)
    await playing(book, ann, match)
    await refused(book, ann, match)
    return book.written()


def submitted(book: Book) -> None:
    """A move of each kind, from random play of the bare rules."""
    game = CATALOG[GAME][-1]
    found: dict[str, Any] = {}
    for seed in range(20):
        played = play(game, Settings(advanced=True, max_rounds=40), 3, seed)
        for _, action in played.actions:
            found.setdefault(tag(action), action)
    for kind in sorted(found):
        name = kind.replace(".", "_").replace("-", "_")
        summary = (type(found[kind]).__doc__ or "").split("\n")[0].split(" (")[0].rstrip(".")
        book.add("SubmittedMove", name, summary, {"action": _tree(found[kind])}, GAME)


def _tree(value: Any) -> Any:
    import msgspec

    return msgspec.to_builtins(value)


async def arriving(book: Book) -> Client:
    """Players and tokens."""
    house = build()
    body = {"name": "Ann"}
    book.add("NewPlayer", "ann", "A player", body)
    book.add("PlayerChange", "anna", "Another name", {"name": "Anna"})
    book.add("NewToken", "phone", "A token that can look and play", {"name": "phone", "scopes": ["read", "play"]})
    answer = await house.client().post("/players", body)
    book.add("Registered", "ann", "A new player, with the token that is shown once", answer.json())
    ann = house.client(answer.json()["token"])
    book.add("Me", "ann", "The caller", (await ann.get("/me")).json())
    book.add(
        "IssuedToken",
        "phone",
        "A further token",
        (await ann.post("/me/tokens", {"name": "phone", "scopes": ["read", "play"]})).json(),
    )
    book.add("TokenList", "ann", "Two tokens", (await ann.get("/me/tokens")).json())
    book.add("Health", "ok", "All is well", (await ann.get("/health/ready")).json())
    return ann


async def lobby(book: Book, ann: Client) -> str:
    """A match is opened, filled and started."""
    usual = {"game": GAME, "seats": 2}
    book.add("NewMatch", "usual", "A match for two, everything as usual", usual, GAME)
    full = {
        "game": GAME,
        "seats": 4,
        "settings": {"advanced": True, "max_rounds": 60},
        "visibility": "unlisted",
        "decision_time": 86400,
    }
    book.add("NewMatch", "advanced", "An advanced match for four, a day for each decision", full, GAME)
    match = await ann.open(GAME, 2)
    for name, summary, request in (
        ("self", "Sit down in the first free seat", {}),
        ("bot", "Seat a bot", {"bot": "greedy"}),
        ("words", "A certain seat, and words for the shuffles", {"seat": 2, "entropy": "seven pale ravens"}),
    ):
        book.add("SeatRequest", name, summary, request)
    await ann.sit(match, seat=1)
    answer = await ann.post(f"{match}/seats", {"seat": 2, "entropy": "seven pale ravens"})
    book.add("Match", "open", "An open match", answer.json(), GAME)
    book.add("Match", "running", "A match that has begun", await ann.start(match), GAME)
    page = (await ann.get("/matches")).json()
    book.add("MatchPage", "one", "A list of one match", page, GAME)
    book.add("GameList", "all", "The games", await short(ann), GAME)
    return match


async def short(ann: Client) -> Any:
    """The list of games without the notes on where the data come from, which are long."""
    found = (await ann.get("/games")).json()
    found["items"] = [{**one, "provenance": one["provenance"][:2]} for one in found["items"] if one["game"] == GAME]
    return found


async def playing(book: Book, ann: Client, match: str) -> None:
    """The first moves, until a figure can be moved."""
    for turn in range(6):
        seat = (await ann.get(match)).json()["to_act"][0]
        options = await ann.options(match, seat, example=True)
        offered = next((one for one in options["options"] if one["slots"]), options["options"][0])
        if turn == 0:
            book.add("Options", "first", "What the seat may do at first", options, GAME)
            book.add("Position", "dealt", "The table after the deal", (await ann.get(f"{match}/position")).json(), GAME)
        if offered["slots"]:
            await filling(book, ann, match, seat, offered["kind"])
        body = {"action": options["example"], "seat": seat}
        seen = await ann.ask("POST", f"{match}/moves?preview=true", json=body, headers={"If-Match": "*"})
        moved = await ann.move(match, options["example"], seat)
        assert moved.status_code == 201, moved.text
        if turn == 5:
            book.add("Preview", "before", "What a move would do", seen.json(), GAME)
            book.add("Move", "made", "A move with its events", moved.json(), GAME)
    book.add("EventPage", "first", "The first events", (await ann.get(f"{match}/events?limit=3")).json(), GAME)
    book.add("MovePage", "first", "The first move", (await ann.get(f"{match}/moves?limit=1")).json(), GAME)
    book.add("TakebackAnswer", "agree", "Agree", {"agree": True})
    book.add("Resignation", "one", "Give up the only seat held", {})
    book.add("Resignation", "named", "Give up one of several", {"seat": 2})


async def filling(book: Book, ann: Client, match: str, seat: int, kind: str) -> None:
    """A form is filled in, slot by slot."""
    filled: dict[str, Any] = {}
    for _ in range(20):
        body = {"seat": seat, "kind": kind, "filled": dict(filled)}
        answer = (await ann.post(f"{match}/options", body)).json()
        name = "complete" if answer["action"] else "next" if filled else "first"
        summary = {"first": "The first question", "next": "A further question", "complete": "The complete action"}[name]
        book.add("FormAnswers", name, summary, body, GAME)
        book.add("FilledForm", name, summary, answer, GAME)
        if answer["action"]:
            return
        slot = answer["next"]
        if slot["amount"]:
            filled[slot["slot"]] = slot["amount"]["least"]
        else:
            values = [one["value"] for one in slot["pick"]["among"]]
            filled[slot["slot"]] = values[: slot["pick"]["least"]] if slot["pick"]["most"] > 1 else values[0]


async def refused(book: Book, ann: Client, match: str) -> None:
    """A refusal of each kind."""
    seat = (await ann.get(match)).json()["to_act"][0]
    action = (await ann.options(match, seat, example=True))["example"]
    end = {"type": "mystery.choose-grid", "card": 1, "side": "A"}
    other = await ann.post(f"{match}/seats", {"seat": 1})
    bob = await ann.post("/players", {"name": "Bob"})
    bobs = Client(ann.app, ann.declared, bob.json()["token"])
    told = {
        400: ("A field that nobody knows", await ann.post("/players", {"name": "Ann", "colour": "red"})),
        401: ("No token", await Client(ann.app, ann.declared).get("/me")),
        403: ("A seat of somebody else", await bobs.move(match, action, seat)),
        404: ("A match that nobody knows", await ann.get("/matches/0192f0c1-0000-7000-8000-00000000dead")),
        406: ("A media type that is not served", await ann.get("/games", Accept="text/html")),
        409: ("A match that has begun", other),
        412: ("An old version", await ann.move(match, action, seat, If_Match='"1"')),
        415: ("No JSON", await ann.ask("POST", "/players", content="name=Ann", headers={"Content-Type": "text/plain"})),
        422: ("Not now", await ann.move(match, end, seat)),
        428: ("No version", await ann.post(f"{match}/moves", {"action": action, "seat": seat})),
    }
    for status, (summary, answer) in told.items():
        assert answer.status_code == status, (status, answer.text)
        book.add(f"Problem{status}", answer.json()["code"], summary, answer.json())


def main() -> None:
    """Writes the files."""
    for name, text in asyncio.run(recorded()).items():
        (FOLDER / name).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
