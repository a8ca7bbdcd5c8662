"""Cursors of lists: a place, bound to the list, its filter and its reader."""

import base64
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from uuid import UUID

from adapters.http.refusals import Refused
from openapi.wire.problem import Fault

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
SIZE = 32
Place = tuple[datetime, UUID]


def _seal(place: bytes, of: tuple[str | None, ...]) -> bytes:
    sealed = blake2b(place, digest_size=8, person=b"cursor")
    for part in of:
        raw = b"\0" if part is None else b"\1" + part.encode()
        sealed.update(len(raw).to_bytes(4, "big") + raw)
    return sealed.digest()


def cursor(place: Place, of: tuple[str | None, ...]) -> str:
    """Where the next page begins; `of` names the list, its filter and its reader."""
    created_at, match = place
    raw = ((created_at - EPOCH) // MICROSECOND).to_bytes(8, "big") + match.bytes
    return cursor_text(raw + _seal(raw, of))


def place_of(text: str | None, of: tuple[str | None, ...]) -> Place | None:
    """The place of a cursor; raises Refused for one that is not of this list, filter and reader."""
    if text is None:
        return None
    detail = "This cursor is not of this list, with this filter, for you."
    wrong = Refused(400, "invalid_cursor", detail, errors=(Fault(where="query", pointer="/cursor", detail=detail),))
    try:
        raw = base64.b64decode(text + "=", altchars=b"-_", validate=True)
    except ValueError:
        raise wrong from None
    place, seal = raw[:-8], raw[-8:]
    if len(raw) != SIZE or seal != _seal(place, of) or cursor_text(raw) != text:
        raise wrong
    try:
        created_at = EPOCH + int.from_bytes(place[:8], "big") * MICROSECOND
    except OverflowError:
        raise wrong from None
    return created_at, UUID(bytes=place[8:])


def cursor_text(raw: bytes) -> str:
    """The one way to write these bytes."""
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")
