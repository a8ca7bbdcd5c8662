"""The document, and a page that shows it; nothing of it comes from elsewhere."""

from importlib import resources
from typing import Annotated, Any

from litestar import Request, Response, get
from litestar.params import PathParameter

from adapters.http.answers import page_of, shown
from adapters.http.given import TheDesk
from adapters.http.guard import MEDIA
from adapters.http.operations import reads
from service.errors import NotFound

PUBLIC = "public, no-cache"
PARTS = {"docs.html": "text/html", "docs.js": "text/javascript", "docs.css": "text/css"}
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}


def _part(request: Request[Any, Any, Any], name: str) -> Response[Any]:
    body = (resources.files("adapters.http") / "static" / name).read_bytes()
    return shown(
        request,
        page_of(body),
        cache=PUBLIC,
        vary="Accept-Encoding",
        media_type=PARTS[name],
        headers=HEADERS,
    )


@reads("/openapi.json", "getDocument", "documentation")
async def document(request: Request[Any, Any, Any], desk: TheDesk) -> Response[dict[str, Any]]:
    """The OpenAPI document."""
    return shown(request, desk.document, cache=PUBLIC, vary="Accept-Encoding")


@get("/docs", include_in_schema=False, opt={MEDIA: ("text/html",)})
async def docs(request: Request[Any, Any, Any]) -> Response[Any]:
    """The documentation for people."""
    return _part(request, "docs.html")


@get("/docs/{part:str}", include_in_schema=False, opt={MEDIA: ("text/javascript", "text/css")})
async def docs_part(request: Request[Any, Any, Any], part: Annotated[str, PathParameter()]) -> Response[Any]:
    """Its script and its style."""
    if part not in PARTS:
        raise NotFound
    return _part(request, part)


HANDLERS = (document, docs, docs_part)
