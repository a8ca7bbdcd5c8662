"""Who may see a field: marks on events, actions and views, and the one redactor derived from them.

A field without a mark is a fault (`undeclared` finds it) and nobody's to see. A mark covers all that lies below its
field, unless the structs below carry marks of their own. What a viewer may not see is served as null, never left out.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from itertools import repeat
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

T = TypeVar("T")


class Mark(Struct, frozen=True):
    """To whom a field is shown.

    `seat`: to the seat that the field `owner` of the same struct names, or, where there is no such field, to the `seat`
    of the nearest struct around it, else to the seat that acts. `lifted_by` names a boolean setting under which
    everybody sees it.
    """

    to: Literal["all", "seat", "nobody"]
    owner: str = "seat"
    lifted_by: str | None = None


Public = Annotated[T, Mark("all")]
Own = Annotated[T, Mark("seat")]
Hidden = Annotated[T, Mark("nobody")]


class Viewer(Struct, frozen=True):
    """Whose eyes: a seat's, a spectator's, or after the end everybody's on everything."""

    kind: Literal["seat", "spectator", "all"]
    seat: int | None = None


SPECTATOR = Viewer("spectator")
ALL = Viewer("all")
PUBLIC, UNMARKED = Mark("all"), Mark("nobody")


def seat_viewer(seat: int) -> Viewer:
    """The eyes of one seat."""
    return Viewer("seat", seat)


class Eyes(Struct, frozen=True):
    """What redaction depends on: the viewer, the seat that acts, and which settings lift marks."""

    viewer: Viewer
    actor: int | None = None
    lifted: frozenset[str] = frozenset()


Redactor = Callable[[Any, Eyes], Any]


def redact(kind: type[Struct], value: dict[str, Any], eyes: Eyes) -> dict[str, Any]:
    """The builtins form of an action, event or view with everything blanked that these eyes may not see."""
    if eyes.viewer.kind == "all":
        return value
    redactor = _whole_redactor(kind)
    return value if redactor is None else redactor(value, eyes)


@cache
def _whole_redactor(kind: type[Struct]) -> Redactor | None:
    """Of what is served by itself: every field needs a mark."""
    return _struct_redactor(kind, UNMARKED)


@cache
def redactor_of(kind: Any) -> Redactor | None:
    """The redactor of a type that stands below a field, or None where nothing in it carries a mark."""
    if isinstance(kind, type) and issubclass(kind, Struct):
        return _struct_redactor(kind, UNMARKED if any(marks_of(kind).values()) else PUBLIC)
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return redactor_of(args[0])
    if origin is tuple:
        return _row_redactor(args)
    if _is_union(kind):
        return _union_redactor(args)
    if any(redactor_of(arg) is not None for arg in args):
        raise TypeError(f"marks below {kind} cannot be kept: use a tuple")
    return None


def _is_union(kind: Any) -> bool:
    return get_origin(kind) in (Union, UnionType)


def _row_redactor(args: tuple[Any, ...]) -> Redactor | None:
    inner = tuple(redactor_of(arg) for arg in args if arg is not Ellipsis)
    if not any(inner):
        return None
    each = inner[0] if Ellipsis in args else None

    def blank(value: Any, eyes: Eyes) -> Any:
        redactors = inner if each is None else repeat(each)
        return [
            item if redactor is None else redactor(item, eyes) for item, redactor in zip(value, redactors, strict=False)
        ]

    return blank


def _union_redactor(args: tuple[Any, ...]) -> Redactor | None:
    bare = [get_args(arg)[0] if get_origin(arg) is Annotated else arg for arg in args]
    structs = [arg for arg in bare if isinstance(arg, type) and issubclass(arg, Struct)]
    by_tag = {arg.__struct_config__.tag: redactor_of(arg) for arg in structs}
    row = next((redactor_of(arg) for arg in bare if get_origin(arg) is tuple), None)
    if row is None and not any(by_tag.values()):
        return None
    tag_field = next((arg.__struct_config__.tag_field for arg in structs), None)

    def blank(value: Any, eyes: Eyes) -> Any:
        if isinstance(value, dict):
            redactor = by_tag[value.get(tag_field) if len(by_tag) > 1 else next(iter(by_tag))]
        else:
            redactor = row if isinstance(value, (list, tuple)) else None
        return value if redactor is None else redactor(value, eyes)

    return blank


def marks_of(kind: type[Struct]) -> dict[str, Mark | None]:
    """Each field of a struct with its mark, or None where it has none."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: _mark(hints[name]) for name in kind.__struct_fields__}


def _mark(hint: Any) -> Mark | None:
    if get_origin(hint) is not Annotated:
        return None
    marks = [item for item in hint.__metadata__ if isinstance(item, Mark)]
    if len(marks) > 1:
        raise TypeError(f"{hint} carries more than one mark")
    return marks[0] if marks else None


def _struct_redactor(kind: type[Struct], unmarked: Mark) -> Redactor | None:
    hints = get_type_hints(kind, include_extras=True)
    rules: list[tuple[str, Mark, Redactor | None]] = []
    for name, declared in marks_of(kind).items():
        mark = declared or unmarked
        below = redactor_of(hints[name])
        if mark.to != "all" or below is not None:
            rules.append((name, mark, below))
    if not rules:
        return None

    def blank(value: Any, eyes: Eyes) -> Any:
        shown = dict(value)
        within = msgspec.structs.replace(eyes, actor=value["seat"]) if "seat" in value else eyes
        for name, mark, below in rules:
            if not _may_see(mark, value, eyes):
                shown[name] = None
            elif below is not None and shown[name] is not None:
                shown[name] = below(shown[name], within)
        return shown

    return blank


def _may_see(mark: Mark, value: Mapping[str, Any], eyes: Eyes) -> bool:
    if mark.to == "all" or (mark.lifted_by is not None and mark.lifted_by in eyes.lifted):
        return True
    if mark.to == "nobody" or eyes.viewer.kind != "seat":
        return False
    return bool(value.get(mark.owner, eyes.actor) == eyes.viewer.seat)


def secret_fields(kind: type[Struct]) -> frozenset[str]:
    """The names of the fields that somebody may not see; the contract shows them as nullable."""
    return frozenset(name for name, mark in marks_of(kind).items() if mark is not None and mark.to != "all")


def undeclared(kinds: Iterable[type[Struct]]) -> list[str]:
    """Fields without a mark, as Class.field; structs below count as soon as one of their fields is marked."""
    found: list[str] = []
    for kind in kinds:
        found += [f"{kind.__name__}.{name}" for name, mark in marks_of(kind).items() if mark is None]
        for below in _structs_below(kind):
            marks = marks_of(below)
            if any(marks.values()):
                found += [f"{below.__name__}.{name}" for name, mark in marks.items() if mark is None]
    return sorted(set(found))


def _structs_below(kind: Any) -> set[type[Struct]]:
    found: set[type[Struct]] = set()
    waiting = [get_type_hints(kind, include_extras=True)[name] for name in kind.__struct_fields__]
    while waiting:
        hint = waiting.pop()
        if isinstance(hint, type) and issubclass(hint, Struct):
            if hint not in found:
                found.add(hint)
                waiting += list(get_type_hints(hint, include_extras=True).values())
        else:
            waiting += list(get_args(hint))
    return found
