"""All components of a document, from the games' types and the API's resources."""

from collections.abc import Iterable, Mapping
from typing import Any

from domain.kernel.forms import Cost
from domain.kernel.game import AnyGame, Outcome
from domain.kernel.secrecy import Viewer
from domain.kernel.values import Event, tag
from domain.match.events import MATCH_EVENTS
from openapi.document.answers import marked, sets, unions
from openapi.document.domain import Family, Kind
from openapi.document.events import enveloped, event_name
from openapi.document.games import by_game, settings_shown
from openapi.document.names import Names, union
from openapi.document.resources import resources
from openapi.document.schemas import WIDEST, Schema, Schemas, mapped, reached, ref
from openapi.wire.event import MESSAGES

Games = Mapping[str, Iterable[AnyGame]]


def newest(games: Games) -> list[AnyGame]:
    """The newest rules version of each game: all versions of a game share their types."""
    found = []
    for versions in games.values():
        *older, last = versions
        if any(one.types != last.types for one in older):
            raise ValueError(f"the versions of {last.meta.slug} differ in their types")
        found.append(last)
    return found


def components(games: Games, asked: Iterable[str]) -> Schemas:
    """Everything that operations can speak of; `asked` are the components that requests begin with."""
    names, listed = Names(), newest(games)
    names.learn_sets("", [f"openapi.wire.{module}" for module in ("event", "match", "player")])
    own = names.named(marked(resources()), "")
    envelope = own.pop("Event")
    families = [(family_of(game), game) for game in listed]
    shared = Family("", (), (*MATCH_EVENTS, Outcome, Cost, Viewer))
    parts = [own, _named(names, shared, MATCH_EVENTS, envelope)]
    parts += [_named(names, family, game.types.events, envelope) for family, game in families]
    happening = [(shared, kind) for kind in MATCH_EVENTS]
    happening += [(family, kind) for family, game in families for kind in game.types.events]
    found = by_game(_merged(parts), listed)
    found |= sets(listed, [tag(kind) for _, kind in happening])
    found |= unions(families, found, [event_name(family, kind) for family, kind in happening])
    found |= messages({**own, "Event": envelope})
    return opened(found, reached(found, set(asked)))


def family_of(game: AnyGame) -> Family:
    """The types of a game."""
    types = game.types
    sent: tuple[Kind, ...] = (*types.actions, *types.choices, types.settings)
    shown: tuple[Kind, ...] = (*types.actions, *types.choices, *types.events, *types.details, types.view)
    return Family(game.meta.schema_prefix, sent, shown)


def _named(names: Names, family: Family, events: tuple[type[Event], ...], envelope: Schema) -> Schemas:
    family.teach(names)
    schemas = enveloped(family, events, family.schemas(), envelope)
    settings = f"{family.prefix}Settings"
    if settings in schemas:
        schemas[f"{settings}Shown"] = settings_shown(schemas[settings])
    return names.named(schemas, family.prefix)


def _merged(parts: Iterable[Schemas]) -> Schemas:
    found: Schemas = {}
    for part in parts:
        for name, schema in part.items():
            if found.setdefault(name, schema) != schema:
                raise ValueError(f"two components are called {name}")
    return found


def messages(own: Schemas) -> Schemas:
    """What a stream sends: one component for each name of a server-sent event."""
    found = {
        f"Stream{name.capitalize()}Message": _message(name, model.__name__, own) for name, model in MESSAGES.items()
    }
    text = "One message of a stream; lines that begin with a colon are pings."
    return {**found, "StreamMessage": union(found, found, text)}


def _message(name: str, data: str, own: Schemas) -> Schema:
    properties: dict[str, Any] = {
        "event": {"type": "string", "const": name},
        "id": {"type": "string", "pattern": "^(0|[1-9][0-9]{0,8})$", "description": "The version it stands for."},
        "data": {"type": "string", "contentMediaType": "application/json", "contentSchema": ref(data)},
    }
    text = own[data].get("description", "")
    return {"description": text, "type": "object", "properties": properties, "required": list(properties)}


def opened(schemas: Schemas, requested: set[str]) -> Schemas:
    """Requests are closed. Answers are open, so that fields can be added, and hold every field they list."""
    found: Schemas = {}
    for name, schema in schemas.items():
        if name in requested or "properties" not in schema:
            found[name] = schema
        else:
            kept = {key: part for key, part in schema.items() if key != "additionalProperties"}
            found[name] = mapped({**kept, "required": list(schema["properties"])}, _bounded)
    return found


def _bounded(schema: Schema) -> Schema:
    """A number of which nothing is said is one that every client can hold."""
    kinds = schema.get("type", ())
    if kinds != "integer" and "integer" not in kinds:
        return schema
    return {"minimum": -WIDEST, "maximum": WIDEST, **schema}


def used(schemas: Schemas, roots: Iterable[str]) -> Schemas:
    """The components that are reached, in order of their names."""
    return {name: schemas[name] for name in sorted(reached(schemas, set(roots)))}
