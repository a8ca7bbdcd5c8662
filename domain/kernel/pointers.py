"""JSON pointers (RFC 6901) into frozen values and trees of builtins."""

from functools import lru_cache
from typing import Any, Final

from msgspec import Struct

MISSING: Final = object()


@lru_cache(maxsize=4096)
def steps(pointer: str) -> tuple[str | int, ...]:
    """The parts of a pointer; those that look like indexes as numbers."""
    parts = [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]
    return tuple(int(part) if part.isdigit() else part for part in parts)


def at(value: Any, pointer: str) -> Any:
    """What stands at the pointer, or MISSING."""
    for step in steps(pointer):
        if isinstance(value, Struct):
            value = getattr(value, str(step), MISSING)
        elif isinstance(step, int) and isinstance(value, (tuple, list)):
            value = value[step] if step < len(value) else MISSING
        elif isinstance(value, dict):
            value = value.get(step, MISSING)
        else:
            return MISSING
    return value


def replaced(tree: Any, pointer: str, value: Any) -> Any:
    """A copy of a tree of builtins with another value at the pointer."""
    path = steps(pointer)
    if not path:
        return value
    head, rest = path[0], "".join(f"/{step}" for step in path[1:])
    if isinstance(tree, list) and isinstance(head, int):
        return [replaced(item, rest, value) if place == head else item for place, item in enumerate(tree)]
    return {key: replaced(item, rest, value) if key == head else item for key, item in tree.items()}


def difference(left: Any, right: Any, pointer: str = "") -> str | None:
    """The pointer of the first place where two trees of builtins differ, or None."""
    if isinstance(left, dict) and isinstance(right, dict):
        for key in [*left, *(key for key in right if key not in left)]:
            if (found := difference(left.get(key, MISSING), right.get(key, MISSING), f"{pointer}/{key}")) is not None:
                return found
        return None
    if isinstance(left, list) and isinstance(right, list):
        for place in range(max(len(left), len(right))):
            ours, theirs = (row[place] if place < len(row) else MISSING for row in (left, right))
            if (found := difference(ours, theirs, f"{pointer}/{place}")) is not None:
                return found
        return None
    return None if left == right else pointer
