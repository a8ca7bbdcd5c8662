"""Positions: the table at a version, as one viewer may see it."""

from typing import Annotated, Any

from openapi.wire.domain import Domain
from openapi.wire.match import Seats
from openapi.wire.model import Id, MoveNumber, Shown, Slug, Version


class Position(Shown):
    """The table; no view before the start."""

    match: Id
    game: Slug
    version: Version
    move: MoveNumber
    viewer: Annotated[Any, Domain("Viewer")]
    to_act: Seats
    view: Annotated[Any, Domain("View")] | None
    outcome: Annotated[Any, Domain("Outcome")] | None
