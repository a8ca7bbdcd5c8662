"""The application: handlers, guard, problems, and the front before them."""

import asyncio
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from litestar import Litestar
from litestar.di import Provide
from litestar.exceptions import HTTPException, MethodNotAllowedException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import Components as OpenApiComponents
from litestar.openapi.spec import Contact, License, SecurityScheme, Tag

from adapters.http.answers import page_of
from adapters.http.bodies import body_of
from adapters.http.desk import Desk, Services
from adapters.http.front import HIDDEN, Front
from adapters.http.given import present_caller
from adapters.http.guard import Guard
from adapters.http.naming import ByName
from adapters.http.refusals import problem
from adapters.http.routes import HANDLERS
from domain.kernel.game import AnyGame
from openapi.document import finish, packed
from openapi.wire.domain import Reader
from service.hot import Games

LARGEST_BODY = 65_536
TAGS = {
    "games": "The catalogue: what can be played, and the things on the table.",
    "players": "Players, the caller, tokens.",
    "matches": "Matches: open them, fill their seats, start them, look at them.",
    "moves": "What a seat may do, doing it, taking it back.",
    "events": "What happened, as a page or a live stream.",
    "health": "Whether the service works.",
    "documentation": "This document.",
}


def create_app(services: Services, games: Games, draining: asyncio.Event | None = None) -> Front:
    """The ASGI application; open streams end when `draining` is set."""
    desk = Desk(services, games, draining or asyncio.Event())
    framework = framework_of(desk.reader, lambda: desk)
    desk.document = page_of(_packed(tuple((slug, tuple(versions)) for slug, versions in games.items())))
    return Front(framework, desk, lambda path: methods_of(framework, path))  # type: ignore[arg-type]


def framework_of(reader: Reader, desk: Callable[[], Desk]) -> Litestar:
    """The handlers as Litestar serves them."""
    return Litestar(
        route_handlers=list(HANDLERS),
        before_request=Guard(),
        dependencies={
            "desk": Provide(desk, sync_to_thread=False, use_cache=True),
            "caller": Provide(present_caller, sync_to_thread=False),
        },
        dto=body_of(reader),
        return_dto=None,
        plugins=[ByName()],
        exception_handlers={HTTPException: problem, Exception: problem},
        openapi_config=OpenAPIConfig(
            title="Everturn",
            version="0.1.0",
            path=HIDDEN,
            description="Board games over HTTP: matches, moves, events, replays.",
            license=License(name="MIT", identifier="MIT"),
            contact=Contact(name="The Everturn project"),
            tags=[Tag(name=name, description=text) for name, text in TAGS.items()],
            components=OpenApiComponents(
                security_schemes={"bearer": SecurityScheme(type="http", scheme="bearer", bearer_format="evt_...")}
            ),
            use_handler_docstrings=True,
            create_examples=False,
        ),
        request_max_body_size=LARGEST_BODY,
        logging_config=None,
        debug=False,
    )


def raw_document(games: Games) -> dict[str, Any]:
    """What the framework knows: paths, parameters, operation ids. `openapi.document` makes the contract of it."""
    return framework_of(Reader(games), _no_desk).openapi_schema.to_schema()


def _no_desk() -> Desk:
    raise RuntimeError("the document is made without a service")


def document_of(games: Games) -> dict[str, Any]:
    """The OpenAPI document."""
    return finish(raw_document(games), games)


@lru_cache(maxsize=8)
def _packed(games: tuple[tuple[str, tuple[AnyGame, ...]], ...]) -> bytes:
    return packed(document_of(dict(games)))


def methods_of(framework: Litestar, path: str) -> str | None:
    """The methods that a path knows."""
    try:
        framework.asgi_router.handle_routing(path=path, method="TRACE")
    except MethodNotAllowedException as error:
        return (error.headers or {}).get("allow", "")
    except HTTPException:
        return None
    return ""
