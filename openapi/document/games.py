"""What differs from game to game: components that hold settings are told apart by the game beside them."""

from collections.abc import Iterable

from domain.kernel.game import AnyGame
from openapi.document.names import union
from openapi.document.schemas import Schema, Schemas, normal, nullable, ref

BY_GAME = {"NewMatch": "Settings", "Match": "SettingsShown", "MatchCreatedData": "SettingsShown"}
"""Components with a field `settings`, and which component of a game's settings it holds."""


def settings_shown(schema: Schema) -> Schema:
    """Settings in answers: whole, while in requests any may be left out."""
    return {**schema, "required": list(schema["properties"])}


def by_game(schemas: Schemas, games: Iterable[AnyGame]) -> Schemas:
    """Those components as unions of one for each game."""
    listed = list(games)
    found = dict(schemas)
    for name, settings in BY_GAME.items():
        members: Schemas = {}
        for game in listed:
            members[game.meta.schema_prefix + name] = _of_game(schemas[name], game, settings)
        found |= members
        found[name] = union(members, members, schemas[name]["description"])
    return found


def _of_game(schema: Schema, game: AnyGame, settings: str) -> Schema:
    meta = game.meta
    held = ref(meta.schema_prefix + settings)
    properties: Schemas = {
        **schema["properties"],
        "game": {"type": "string", "const": meta.slug},
        "settings": held if "settings" in schema["required"] else normal(nullable(held)),
    }
    if schema["properties"]["seats"]["type"] == "integer":
        properties["seats"] = {"type": "integer", "minimum": meta.least_seats, "maximum": meta.most_seats}
    return {**schema, "description": f"{meta.title}. {schema['description']}", "properties": properties}
