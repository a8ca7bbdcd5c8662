"""A batch of commits on its way to the database and back: the parameters of `append_commits`, and its verdicts."""

from collections.abc import Sequence
from struct import Struct as Packing
from typing import Any

import psycopg
from psycopg.adapt import Dumper
from psycopg.pq import Format

from service.ports import Append, Appended, Conflict, Duplicate, Verdict

CALL = f"SELECT * FROM append_commits({', '.join(['%s'] * 20)})"  # noqa: S608 (placeholders only)
NOTHING = b"\xff\xff\xff\xff"
_head = Packing("!5i")
_length = Packing("!i")
_integer = Packing("!i")
_bigint = Packing("!q")


class Uuids(bytes):
    """An array of uuid, as the database reads it."""


class Bigints(bytes):
    """An array of bigint."""


class Integers(bytes):
    """An array of integer."""


class Texts(bytes):
    """An array of text."""


class Blobs(bytes):
    """An array of bytea."""


ARRAYS: dict[type[bytes], tuple[int, int]] = {
    Uuids: (2951, 2950),
    Bigints: (1016, 20),
    Integers: (1007, 23),
    Texts: (1009, 25),
    Blobs: (1001, 17),
}
"""The database's numbers of the array type and of its elements."""


def register(connection: psycopg.AsyncConnection[Any]) -> None:
    """Lets the connection send these arrays."""
    for kind, (oid, _) in ARRAYS.items():
        connection.adapters.register_dumper(kind, type(f"{kind.__name__}Dumper", (_Ready,), {"oid": oid}))


class _Ready(Dumper):
    format = Format.BINARY

    def dump(self, obj: bytes) -> bytes:
        return obj


def parameters(batch: Sequence[Append]) -> list[bytes]:
    """The batch column by column."""
    events = [
        (place, append.expected + step, event, append.command.bytes if step == len(append.events) else None)
        for place, append in enumerate(batch, start=1)
        for step, event in enumerate(append.events, start=1)
    ]
    summaries = [append.summary for append in batch]
    return [
        _array(Uuids, [append.match.bytes for append in batch]),
        _array(Bigints, [_bigint.pack(append.expected) for append in batch]),
        _array(Uuids, [append.command.bytes for append in batch]),
        _array(Integers, [_integer.pack(append.move) for append in batch]),
        _array(Texts, [append.key.scope.encode() if append.key else None for append in batch]),
        _array(Blobs, [append.key.key if append.key else None for append in batch]),
        _array(Blobs, [append.key.body if append.key else None for append in batch]),
        _array(Blobs, [append.secret for append in batch]),
        _array(Texts, [summary.game.encode() for summary in summaries]),
        _array(Texts, [summary.status.encode() for summary in summaries]),
        _array(Texts, [summary.visibility.encode() for summary in summaries]),
        _array(Texts, ["\n".join(summary.players).encode() for summary in summaries]),
        _array(Texts, ["\n".join(summary.waited).encode() for summary in summaries]),
        _array(Blobs, [summary.body for summary in summaries]),
        _array(Integers, [_integer.pack(place) for place, _, _, _ in events]),
        _array(Bigints, [_bigint.pack(version) for _, version, _, _ in events]),
        _array(Texts, [event.topic.encode() for _, _, event, _ in events]),
        _array(Blobs, [event.state for _, _, event, _ in events]),
        _array(Texts, [event.meta for _, _, event, _ in events]),
        _array(Uuids, [command for _, _, _, command in events]),
    ]


def _array(kind: type[bytes], items: list[bytes | None] | list[bytes]) -> bytes:
    parts = [_head.pack(1, 1, ARRAYS[kind][1], len(items), 1)]
    for item in items:
        if item is None:
            parts.append(NOTHING)
        else:
            parts += (_length.pack(len(item)), item)
    return kind(b"".join(parts))


def verdict(row: Sequence[Any]) -> Verdict:
    """What the database says of one commit."""
    said, found, move, version, position, recorded_at, body = row
    match said:
        case 0 | 1:
            return Appended(version, position, recorded_at, again=said == 1)
        case 2:
            return Duplicate(found, move, version, body)
        case _:
            return Conflict(version)
