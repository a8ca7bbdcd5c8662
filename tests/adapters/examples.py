"""Commits as the service would send them, of any shape a test needs."""

from uuid import UUID, uuid4

from service.ports import Append, Key, NewEvent, Summary


def summary(**changes: object) -> Summary:
    """A list row of a running match of two players."""
    fields: dict[str, object] = {
        "game": "toy",
        "status": "running",
        "visibility": "public",
        "players": ("ann", "bob"),
        "waited": ("ann",),
        "move": 0,
        "body": b'{"id":"m"}',
    }
    return Summary(**(fields | changes))  # type: ignore[arg-type]


def commit(
    match: UUID,
    expected: int,
    events: int = 1,
    *,
    key: Key | None = None,
    secret: bytes | None = None,
    command: UUID | None = None,
    row: Summary | None = None,
) -> Append:
    """A commit of some events; the last one carries meta."""
    numbers = range(expected + 1, expected + events + 1)
    return Append(
        match=match,
        expected=expected,
        command=command or uuid4(),
        events=tuple(
            NewEvent(
                "toy.counted",
                b'{"type":"toy.counted","number":%d}' % number,
                b'{"move":%d}' % expected if number == numbers[-1] else None,
            )
            for number in numbers
        ),
        summary=row or summary(),
        move=expected,
        key=key,
        secret=secret,
    )


def key(scope: str = "match:ann", name: bytes = b"key-1", body: bytes = b"body-1") -> Key:
    """An idempotency key."""
    return Key(scope, name, body)
