"""JSON pointers (RFC 6901) into frozen values and trees of builtins."""

import re
from functools import lru_cache
from typing import Any, Final

from msgspec import Struct

MISSING: Final = object()
INDEX = re.compile(r"0|[1-9][0-9]{0,8}")


@lru_cache(maxsize=4096)
def steps(pointer: str) -> tuple[str | int, ...]:
    """The parts of a pointer; indexes as numbers."""
    parts = [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]
    return tuple(int(part) if INDEX.fullmatch(part) else part for part in parts)


def at(value: Any, pointer: str) -> Any:
    """What stands at the pointer, or MISSING."""
    for step in steps(pointer):
        if isinstance(value, Struct):
            value = getattr(value, str(step), MISSING)
        elif isinstance(step, int) and isinstance(value, (tuple, list)):
            value = value[step] if step < len(value) else MISSING
        elif isinstance(value, dict):
            value = value.get(str(step), MISSING)
        else:
            return MISSING
    return value


def replaced(tree: Any, pointer: str, value: Any) -> Any:
    """A copy of a tree of builtins with another value at the pointer."""
    return _replaced(tree, steps(pointer), value)


def _replaced(tree: Any, path: tuple[str | int, ...], value: Any) -> Any:
    if not path:
        return value
    head, rest = path[0], path[1:]
    if isinstance(tree, (list, tuple)):
        return [_replaced(item, rest, value) if place == head else item for place, item in enumerate(tree)]
    return {key: _replaced(item, rest, value) if key == str(head) else item for key, item in tree.items()}


def difference(left: Any, right: Any, pointer: str = "") -> str | None:
    """The pointer of the first place where two trees of builtins differ, or None."""
    if isinstance(left, dict) and isinstance(right, dict):
        for key in [*left, *(key for key in right if key not in left)]:
            if (found := difference(left.get(key, MISSING), right.get(key, MISSING), f"{pointer}/{key}")) is not None:
                return found
        return None
    if isinstance(left, (list, tuple)) and isinstance(right, (list, tuple)):
        for place in range(max(len(left), len(right))):
            ours, theirs = (row[place] if place < len(row) else MISSING for row in (left, right))
            if (found := difference(ours, theirs, f"{pointer}/{place}")) is not None:
                return found
        return None
    return None if left == right else pointer
