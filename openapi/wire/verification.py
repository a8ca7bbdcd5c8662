"""Verification: everything a finished match claims, worked out again."""

from typing import Literal

from openapi.wire.model import Count, Id, MoveNumber, Shown, Version


class Divergence(Shown):
    """The first thing that does not come out as stored."""

    version: Version
    move: MoveNumber
    what: Literal["chain", "table", "draws", "commitment"]


class Verification(Shown):
    """What was checked; `divergence` is null where all of it holds."""

    match: Id
    ok: bool
    events: Count
    moves: Count
    draws: Count
    divergence: Divergence | None
