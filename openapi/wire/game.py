"""The catalogue: what games there are and what their tables are made of."""

from typing import Annotated, Any

from pydantic import Field

from openapi.wire.domain import Domain
from openapi.wire.model import RulesVersion, SeatNumber, Shown, Slug, Text, TypeName

Names = Annotated[tuple[Annotated[str, Field(max_length=100)], ...], Field(max_length=20)]


class SeatRange(Shown):
    """How many can play."""

    least: SeatNumber
    most: SeatNumber


class GameCredits(Shown):
    """Who made the game that the rules describe."""

    designers: Names
    artists: Names
    publishers: Names
    year: Annotated[int, Field(ge=1900, le=2100)]


class Provenance(Shown):
    """Where a part of the component data comes from; the longest pointer that fits speaks."""

    pointer: Annotated[str, Field(max_length=1_000)]
    note: Annotated[str, Field(max_length=2_000)]


class Game(Shown):
    """A game that can be played; `rules_versions` end with the one that new matches pin."""

    game: Slug
    title: Annotated[str, Field(max_length=100)]
    seats: SeatRange
    rules_versions: Annotated[tuple[RulesVersion, ...], Field(min_length=1, max_length=1_000)]
    settings_schema: Annotated[Any, Domain("JsonSchema")]
    action_types: Annotated[tuple[TypeName, ...], Field(max_length=200)]
    event_types: Annotated[tuple[TypeName, ...], Field(max_length=500)]
    credits: GameCredits
    provenance: Annotated[tuple[Provenance, ...], Field(max_length=2_000)]


class GameList(Shown):
    """All games."""

    items: Annotated[tuple[Game, ...], Field(max_length=100)]


class Label(Shown):
    """What a component is called in the language of the answer."""

    id: Annotated[str, Field(max_length=200)]
    label: Text


class Components(Shown):
    """Cards, boards and pieces of a rules version, for drawing the table; never changed once released."""

    game: Slug
    rules_version: RulesVersion
    data: Annotated[Any, Domain("ComponentData")]
    labels: Annotated[tuple[Label, ...], Field(max_length=10_000)]
