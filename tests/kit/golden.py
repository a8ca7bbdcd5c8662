"""Golden files: recorded matches that must come out the same for ever, and a playthrough of each game to read.

python -m tests.kit.golden check     plays all records again
python -m tests.kit.golden write     records anew (before the first release only; then a new rules version is due)

A full record is a line for the match and one for each command after it, with the stored bytes of its events; a brief
record is a line for a whole match, with its actions and its last hashes.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Raw

from domain.catalog import CATALOG
from domain.kernel.codec import encode, table_hash
from domain.kernel.game import AnyGame, RulesRef
from domain.kernel.secrecy import ALL
from domain.kernel.values import tag
from domain.match import lobby, moves
from domain.match.commit import Acted, Commit, Order
from domain.match.events import Occupant
from domain.match.stream import Stream, topic
from tests.kit.games import GAMES, Subject
from tests.kit.play import Dice, Table, moves_of, started
from tests.kit.toy import TOY, TOY_2

REPLAYS = Path(__file__).parent.parent / "replays"
RULES: Mapping[RulesRef, AnyGame] = {
    game.ref: game for versions in (*CATALOG.values(), (TOY, TOY_2)) for game in versions
}
SUBJECTS = tuple(subject for subject in GAMES if not subject.name.endswith("long"))
BRIEF = 4


class Head(msgspec.Struct, frozen=True):
    """What a match starts from."""

    game: str
    rules_version: int
    settings: Any
    match: str
    key: str
    entropy: list[str | None]


class Line(msgspec.Struct, frozen=True):
    """A command after the seats were taken: the start, or a move; `events` are topics with stored bytes."""

    seat: int | None
    action: Raw
    draws: list[tuple[int, int]]
    events: list[tuple[str, Raw]]
    table: str | None
    chain: str


class Brief(msgspec.Struct, frozen=True):
    """A whole match; `moves` are seats and actions."""

    head: Head
    moves: list[tuple[int, Raw]]
    table: str | None
    chain: str


def recorded(subject: Subject, seed: int) -> Table:
    """A random match to keep."""
    table = started(subject.game, subject.settings, subject.seats, f"golden {subject} {seed}")
    for _ in moves_of(table, Dice(f"golden {subject} {seed}"), subject.bound):
        pass
    return table


def head_of(table: Table) -> Head:
    """What the match started from."""
    match = table.now
    return Head(
        game=match.rules.game,
        rules_version=match.rules.version,
        settings=msgspec.to_builtins(match.settings),
        match=match.id,
        key=table.key.hex(),
        entropy=[seat.entropy for seat in match.seats],
    )


def line_of(made: Commit) -> Line:
    """A commit as it is kept."""
    return Line(
        seat=made.meta.seat,
        action=Raw(encode(made.meta.action)),
        draws=[(draw.below, draw.value) for draw in made.meta.draws],
        events=[(topic(event), Raw(state)) for event, state in zip(made.events, made.states, strict=True)],
        table=made.meta.table,
        chain=made.meta.chain,
    )


def full(table: Table) -> list[bytes]:
    """The lines of a full record."""
    commits = [made for made in table.commits if made.meta.table is not None]
    return [msgspec.json.encode(head_of(table)), *(msgspec.json.encode(line_of(made)) for made in commits)]


def brief(table: Table) -> bytes:
    """The line of a brief record."""
    last = table.commits[-1].meta
    acted = [made.meta for made in table.commits if made.meta.seat is not None]
    sent = [(meta.seat or 0, Raw(encode(meta.action))) for meta in acted]
    return msgspec.json.encode(Brief(head_of(table), sent, last.table, last.chain))


def again(head: Head, sent: Iterable[tuple[int, Raw]]) -> Iterator[Commit]:
    """Plays a match again by its rules: the start and every move."""
    game, key = RULES[RulesRef(head.game, head.rules_version)], bytes.fromhex(head.key)
    settings = msgspec.convert(head.settings, game.types.settings)
    host = Order("host", "command")
    made = lobby.create(game, head.match, lobby.Terms(len(head.entropy), settings), key, host)
    for seat, words in enumerate(head.entropy, start=1):
        player = Occupant("player", f"p{seat}")
        made = lobby.take_seat(game, made.after, seat, player, words, Order(player.id, "command"))
    made = lobby.start(game, made.after, key, host)
    yield made
    kinds = {tag(kind): kind for kind in game.types.actions}
    for seat, data in sent:
        tree = msgspec.json.decode(data)
        acted = Acted(seat, msgspec.convert(tree, kinds[tree["type"]]))
        made = moves.move(game, made.after, acted, key, Order(f"p{seat}", "command"))
        yield made


def _read(lines: Sequence[bytes]) -> tuple[Head, list[Line]]:
    return msgspec.json.decode(lines[0], type=Head), [msgspec.json.decode(line, type=Line) for line in lines[1:]]


def _sent(kept: Iterable[Line]) -> Iterator[tuple[int, Raw]]:
    return ((line.seat, line.action) for line in kept if line.seat is not None)


def full_diverges(lines: Sequence[bytes]) -> str | None:
    """Where a full record comes out differently: by the rules, or by folding its stored bytes; None where nowhere."""
    head, kept = _read(lines)
    game = RULES[RulesRef(head.game, head.rules_version)]
    stream, state = Stream(game), None
    for number, (line, commit) in enumerate(zip(kept, again(head, _sent(kept)), strict=True)):
        if msgspec.json.encode(line_of(commit)) != msgspec.json.encode(line):
            return f"move {number}, by the rules"
        for name, data in line.events:
            event = stream.event(name, bytes(data))
            if isinstance(event, game.types.events):
                state = game.evolve(state, event)
        if table_hash(game.view(state, ALL)) != line.table:
            return f"move {number}, by its stored events"
    return None


def brief_diverges(line: bytes) -> str | None:
    """What of a brief record comes out differently."""
    kept = msgspec.json.decode(line, type=Brief)
    *_, last = again(kept.head, kept.moves)
    found = {"chain": last.meta.chain == kept.chain, "table": last.meta.table == kept.table}
    return next((f"{kept.head.match}, {name}" for name, same in found.items() if not same), None)


def playthrough(lines: Sequence[bytes]) -> str:
    """A full record to read: a line for each move, and below it one for each event."""
    head, kept = _read(lines)
    text = [f"{head.game}, rules version {head.rules_version}, {len(head.entropy)} seats, {_short(head.settings)}"]
    for made in again(head, _sent(kept)):
        title = "the table is set" if made.meta.seat is None else f"seat {made.meta.seat}: {_told(made.meta.action)}"
        text += ["", f"{made.meta.move}. {title}"]
        text += [f"   {_told(msgspec.to_builtins(event))}" for event in made.events]
    return "\n".join(text) + "\n"


def _told(tree: Mapping[str, Any]) -> str:
    return " ".join([tree["type"], *(f"{name}={_short(value)}" for name, value in tree.items() if name != "type")])


def _short(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + " ".join(f"{name}={_short(item)}" for name, item in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + " ".join(_short(item) for item in value) + "]"
    if value is None or isinstance(value, bool):
        return {None: "-", True: "yes", False: "no"}[value]
    return str(value)


def name_of(subject: Subject) -> str:
    """The name of a record."""
    return f"{subject}-v{subject.game.ref.version}"


def files() -> Iterator[tuple[Path, bytes]]:
    """All golden files as the present rules would write them."""
    for slug, group in groupby(SUBJECTS, key=lambda subject: subject.game.meta.slug):
        subjects = list(group)
        folder = REPLAYS / slug
        for subject in subjects:
            lines = full(recorded(subject, 0))
            yield folder / f"{name_of(subject)}.jsonl", b"\n".join(lines) + b"\n"
            briefs = (brief(recorded(subject, seed)) for seed in range(1, BRIEF + 1))
            yield folder / f"{name_of(subject)}-brief.jsonl", b"\n".join(briefs) + b"\n"
            if subject is subjects[0]:
                yield folder / "playthrough.txt", playthrough(lines).encode()


def diverges(path: Path) -> str | None:
    """What of a golden record comes out differently now."""
    lines = path.read_bytes().splitlines()
    if path.stem.endswith("-brief"):
        return next((found for line in lines if (found := brief_diverges(line)) is not None), None)
    return full_diverges(lines)


def main(what: str) -> int:
    """Writes or checks all golden files."""
    if what == "write":
        for path, data in files():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        return 0
    found = {path.name: diverges(path) for path in sorted(REPLAYS.glob("*/*.jsonl"))}
    for name, divergence in found.items():
        print(f"{name}: {divergence or 'as recorded'}")
    return int(any(found.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
