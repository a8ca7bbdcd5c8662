"""The four kinds of frozen value a game is made of.

Tags are written out by each class and never derived from names, so that a renamed class reads old streams.
"""

from enum import Enum
from typing import ClassVar

from msgspec import Struct


class Value(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Anything that stands inside a state, an action, an event or a view."""


class Tells(Enum):
    """Whom an event tells what could not be worked out from what was seen before and the action itself."""

    NOBODY = "nobody"
    OTHERS = "others"
    ALL = "all"


class Action(Value, frozen=True, tag_field="type", gc=False):
    """What a seat wishes. No field has a default: a question left open is `null`, never absent."""


class Event(Value, frozen=True, tag_field="type", gc=False):
    """What happened.

    `tells` decides what can be taken back and what a preview shows. An event that is `aside` leaves the decisions of
    the other seats open as they were (a secret choice made while they still choose).
    """

    tells: ClassVar[Tells] = Tells.ALL
    aside: ClassVar[bool] = False
    revision: ClassVar[int] = 1


class Detail(Value, frozen=True, tag_field="kind", gc=False):
    """What is said of a choice beside its value, where a client would otherwise have to work it out."""


class View(Value, frozen=True, tag_field="game", gc=False):
    """The table as one viewer may see it."""


def tag(kind: type[Struct] | Struct) -> str:
    """The stable name under which a tagged struct is stored and sent."""
    return str(kind.__struct_config__.tag)
