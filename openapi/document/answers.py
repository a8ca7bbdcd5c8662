"""Components that stand for marks in the resources: what games put into them, told by one name."""

from collections.abc import Iterable
from typing import Any

from domain.kernel.errors import Refusal
from domain.kernel.forms import NOT_ASKED, NOT_NOW
from domain.kernel.game import AnyGame
from domain.kernel.values import tag
from domain.match.errors import CODES as MATCH_CODES
from openapi.document.domain import Family
from openapi.document.names import union
from openapi.document.schemas import WIDEST, Schema, Schemas, mapped, nullable, ref
from openapi.wire.domain import COMPONENT
from openapi.wire.problem import API_CODES

FREE = {
    "JsonSchema": "A JSON Schema (2020-12) in itself, without references to this document.",
    "ComponentData": "Cards, boards and pieces as the game's own data; they differ from game to game and never change.",
}
TYPED = {
    ("Option", "kind"): "ActionType",
    ("ClosedOption", "kind"): "ActionType",
    ("FilledForm", "kind"): "ActionType",
    ("FormAnswers", "kind"): "ActionType",
    ("Game", "action_types"): "ActionType",
    ("Game", "event_types"): "EventType",
    ("Game", "game"): "GameSlug",
    ("Components", "game"): "GameSlug",
    ("Position", "game"): "GameSlug",
}
"""Fields that hold one of a set known here, or a list of them."""


def marked(schemas: Schemas) -> Schemas:
    """Resources with references in the place of marks, and closed sets in the place of patterns."""
    found: Schemas = {}

    def replaced(schema: Schema) -> Schema:
        if "propertyNames" in schema:
            found["FilledSlots"] = {**schema, "description": "Answers by the slots they fill, in the order asked."}
            return ref("FilledSlots")
        return _replaced(schema)

    for name, schema in schemas.items():
        found[name] = whole = mapped(schema, replaced)
        for (owner, field), kinds in TYPED.items():
            if owner == name:
                whole["properties"][field] = _typed(whole["properties"][field], kinds)
    return found


def _replaced(schema: Schema) -> Schema:
    if COMPONENT not in schema:
        return schema
    said = {"description": schema["description"]} if "description" in schema else {}
    held = {**ref(schema[COMPONENT]), **said}
    return nullable(held) if isinstance(schema.get("type"), list) else held


def _typed(schema: Schema, kinds: str) -> Schema:
    return {**schema, "items": ref(kinds)} if schema["type"] == "array" else ref(kinds)


def sets(games: Iterable[AnyGame], event_types: Iterable[str]) -> Schemas:
    """The closed sets of a document: games, types of actions and events, codes."""
    listed = list(games)
    kinds = [tag(kind) for game in listed for kind in game.types.actions]
    return {
        "GameSlug": _closed_set("A game. There will be more.", [game.meta.slug for game in listed]),
        "ActionType": _closed_set("A kind of action. There will be more.", kinds),
        "EventType": _closed_set("A type of event. There will be more: skip those you do not know.", event_types),
        "ProblemCode": problem_codes(listed),
        **{name: {"type": "object", "description": text, "additionalProperties": True} for name, text in FREE.items()},
    }


def _closed_set(description: str, words: Iterable[str]) -> Schema:
    return {"description": description, "type": "string", "enum": list(dict.fromkeys(words))}


def problem_codes(games: Iterable[AnyGame]) -> Schema:
    """All codes; `x-codes` tells of those of a game's rules the number of the rule and an English reason."""
    ruled: dict[str, list[dict[str, Any]]] = {}
    for game in games:
        for refusal in dict.fromkeys(game.types.refusals):
            ruled.setdefault(refusal.code, []).append(_told(game, refusal))
    codes = sorted({*API_CODES, *MATCH_CODES, NOT_NOW, NOT_ASKED, *ruled})
    text = (
        "Why not, for programs. Codes are of the service, of a match, or of a rule of a game; `x-codes` tells rule and "
        "reason of the latter. There will be more: treat those you do not know by the status."
    )
    return {**_closed_set(text, codes), "x-codes": dict(sorted(ruled.items()))}


def _told(game: AnyGame, refusal: Refusal) -> dict[str, str]:
    return {"game": game.meta.slug, "rule": refusal.rule, "reason": refusal.reason}


def unions(families: Iterable[tuple[Family, AnyGame]], schemas: Schemas, events: Iterable[str]) -> Schemas:
    """What the resources speak of in general: any action, event, view, detail, answer."""
    listed = list(families)
    actions = [(family, kind) for family, game in listed for kind in game.types.actions]
    details = [family.name(kind) for family, game in listed for kind in game.types.details]
    views = [family.name(game.types.view) for family, game in listed]
    one = [_scalar(), *(ref(name) for family, game in listed for name in _choices(family, game, schemas))]
    text = "The JSON value of one answer: of the action's field that it fills."
    return {
        "Action": union([family.name(kind) for family, kind in actions], schemas, "What a seat wishes."),
        "ActionShown": union(
            [family.shown_name(kind) for family, kind in actions],
            schemas,
            "What a seat wished, as a viewer may see it: what he may not is null.",
        ),
        "Event": union(events, schemas, "What happened. Skip types you do not know: there will be more."),
        "View": union(views, schemas, "The table of a game as a viewer may see it: what he may not is null."),
        "Detail": union(details, schemas, "What is said of a choice where a client would otherwise have to compute.")
        if details
        else {"type": "null"},
        "AnswerValue": {"description": text, "anyOf": one},
        "Answer": {
            "description": f"{text} Where several may be picked it is a list.",
            "anyOf": [*one, {"type": "array", "items": ref("AnswerValue"), "maxItems": 1_000}],
        },
    }


def _scalar() -> Schema:
    kinds = ["string", "integer", "boolean", "null"]
    return {"type": kinds, "minimum": -WIDEST, "maximum": WIDEST, "pattern": "^[^\\x00]*$"}


def _choices(family: Family, game: AnyGame, schemas: Schemas) -> list[str]:
    """Structs that are values to choose from, through the union that holds them where there is one."""
    names = [family.name(kind) for kind in game.types.choices]
    whole = [
        name
        for name, schema in schemas.items()
        if "oneOf" in schema and {one["$ref"] for one in schema["oneOf"]} == {ref(name)["$ref"] for name in names}
    ]
    return whole[:1] or names
