"""The catalogue."""

from collections.abc import Iterator
from typing import Annotated, Any

import msgspec
from litestar import Request, Response
from litestar.params import QueryParameter

from adapters.http import wording
from adapters.http.answers import page, shown
from adapters.http.given import TheDesk
from adapters.http.operations import reads
from adapters.http.parameters import GameSlug
from domain.kernel.game import AnyGame
from domain.kernel.values import tag
from openapi.wire.game import Components, Game, GameCredits, GameList, Label, Provenance, SeatRange
from service.errors import NotFound

PUBLIC = "public, no-cache"


def game_of(versions: tuple[AnyGame, ...]) -> Game:
    """A game as the catalogue shows it."""
    newest = versions[-1]
    meta, types = newest.meta, newest.types
    return Game(
        game=meta.slug,
        title=meta.title,
        seats=SeatRange(least=meta.least_seats, most=meta.most_seats),
        rules_versions=tuple(version.ref.version for version in versions),
        settings_schema=settings_schema(newest),
        action_types=tuple(tag(kind) for kind in types.actions),
        event_types=tuple(tag(kind) for kind in types.events),
        credits=GameCredits(
            designers=meta.credits.designers,
            artists=meta.credits.artists,
            publishers=meta.credits.publishers,
            year=meta.credits.year,
        ),
        provenance=tuple(
            Provenance(pointer=pointer, note=str(note))
            for pointer, note in newest.components.get("provenance", {}).items()
        ),
    )


def settings_schema(game: AnyGame) -> dict[str, Any]:
    """The JSON schema of a game's settings, without references."""
    _, components = msgspec.json.schema_components([game.types.settings], ref_template="#/$defs/{name}")
    found: dict[str, Any] = components.pop(game.types.settings.__name__)
    if components:
        found["$defs"] = components
    return found


def ids_in(tree: Any) -> Iterator[str]:
    """The ids of all components."""
    if isinstance(tree, dict):
        if isinstance(found := tree.get("id"), str):
            yield found
        for item in tree.values():
            yield from ids_in(item)
    elif isinstance(tree, list):
        for item in tree:
            yield from ids_in(item)


@reads("/games", "listGames", "games")
async def games(request: Request[Any, Any, Any], desk: TheDesk) -> Response[GameList]:
    """All games that can be played."""
    kept = desk.pages.get(("games",))
    if kept is None:
        kept = desk.pages.keep(("games",), page(GameList(items=tuple(map(game_of, desk.games.values())))))
    return shown(request, kept, cache=PUBLIC)


@reads("/games/{game:str}", "getGame", "games", also=(404,))
async def game(request: Request[Any, Any, Any], desk: TheDesk, game: GameSlug) -> Response[Game]:
    """One game: seats, settings, types of actions and events, credits."""
    if game not in desk.games:
        raise NotFound
    return shown(request, page(game_of(desk.games[game])), cache=PUBLIC)


@reads("/games/{game:str}/components", "getComponents", "games", also=(404,))
async def components(
    request: Request[Any, Any, Any],
    desk: TheDesk,
    game: GameSlug,
    rules_version: Annotated[
        int | None,
        QueryParameter(
            name="rules_version", ge=1, le=1_000, description="Without it the newest; a match pins its own."
        ),
    ] = None,
) -> Response[Components]:
    """Cards, boards and pieces for drawing the table."""
    versions = desk.games.get(game, ())
    found = [one for one in versions if rules_version in (None, one.ref.version)]
    if not found:
        raise NotFound
    key = ("components", found[-1].ref, wording.LANGUAGE)
    kept = desk.pages.get(key)
    if kept is None:
        data = found[-1].components
        names = dict.fromkeys((*ids_in(data), *wording.things(game)))
        labels = tuple(Label(id=name, label=wording.thing_label(game, name)) for name in names)
        resource = Components(game=game, rules_version=found[-1].ref.version, data=data, labels=labels)
        kept = desk.pages.keep(key, page(resource))
    return shown(request, kept, cache=PUBLIC)


HANDLERS = (games, game, components)
