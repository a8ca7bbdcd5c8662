"""Ids and viewers as they stand in paths and parameters."""

import re
from uuid import UUID

from domain.kernel.secrecy import ALL, SPECTATOR, Viewer, seat_viewer
from service.errors import NotFound

_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
EYES = r"^([1-9]|1[0-2]|spectator|all)$"


def uuid_of(text: str) -> UUID:
    """An id of ours; raises NotFound for a text that never was one."""
    if not _UUID.fullmatch(text):
        raise NotFound
    return UUID(text)


def viewer_of(text: str | None) -> Viewer | None:
    """The viewer of an `as` parameter, whose form was checked before."""
    match text:
        case None:
            return None
        case "spectator":
            return SPECTATOR
        case "all":
            return ALL
        case _:
            return seat_viewer(int(text))


def seat_of(text: str) -> int:
    """A seat in a path; raises NotFound for what is no number of a seat."""
    if not re.fullmatch(r"[1-9]|1[0-2]", text):
        raise NotFound
    return int(text)


def move_of(text: str) -> int:
    """A move in a path; raises NotFound for what is no number of a move."""
    if not re.fullmatch(r"[1-9][0-9]{0,6}", text):
        raise NotFound
    return int(text)
