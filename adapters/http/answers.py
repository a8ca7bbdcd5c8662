"""Answers: bytes, entity tags, what has not been modified, what may be cached."""

from hashlib import blake2b
from typing import Any
from urllib.parse import urlencode

import msgspec
from litestar import Request, Response
from msgspec import Struct
from pydantic import BaseModel

JSON = "application/json"
FOREVER = "public, max-age=31536000, immutable"
FRESH = "private, no-cache"
UNKEPT = "no-store"
VARY = "Authorization, Accept-Language"


def _plain(value: Any) -> Any:
    """A resource is walked as the dict of its fields; the domain values inside are encoded natively."""
    if isinstance(value, BaseModel):
        return value.__dict__
    raise NotImplementedError(type(value).__name__)


_encoder = msgspec.json.Encoder(enc_hook=_plain)


def encode(value: BaseModel) -> bytes:
    """The bytes of a resource."""
    return _encoder.encode(value)


class Page(Struct, frozen=True):
    """Bytes of an answer with their tag."""

    body: bytes
    etag: str


def page(value: BaseModel, version: int | None = None) -> Page:
    """A resource; its tag begins with the version of the match it speaks of."""
    return page_of(encode(value), version)


def page_of(body: bytes, version: int | None = None) -> Page:
    """The same of ready bytes."""
    mark = blake2b(body, digest_size=8).hexdigest()
    return Page(body, f'"{mark}"' if version is None else f'"{version}.{mark}"')


def shown(
    request: Request[Any, Any, Any],
    found: Page,
    *,
    cache: str = FRESH,
    vary: str = VARY,
    media_type: str = JSON,
    headers: dict[str, str] | None = None,
) -> Response[Any]:
    """The answer to a GET: 200, or 304 if the client has it."""
    said = {"ETag": found.etag, "Vary": vary, "Cache-Control": cache, **(headers or {})}
    if has(request.headers.get("if-none-match"), found.etag):
        return Response(b"", status_code=304, headers=said, media_type=media_type)
    return Response(found.body, status_code=200, headers=said, media_type=media_type)


def done(
    value: BaseModel,
    *,
    status: int = 200,
    version: int | None = None,
    headers: dict[str, str] | None = None,
    cache: str = FRESH,
) -> Response[Any]:
    """The answer to a command."""
    found = page(value, version)
    said = {"Vary": VARY, "Cache-Control": cache, **(headers or {})}
    if version is not None:
        said["ETag"] = found.etag
    return Response(found.body, status_code=status, headers=said, media_type=JSON)


def nothing() -> Response[None]:
    """Done, and nothing to say."""
    return Response(None, status_code=204)


def has(if_none_match: str | None, etag: str) -> bool:
    """Whether one of the client's tags is this one; weak and strong are the same here."""
    if if_none_match is None:
        return False
    tags = [tag.strip().removeprefix("W/") for tag in if_none_match.split(",")]
    return "*" in tags or etag in tags


def address(request: Request[Any, Any, Any], path: str) -> str:
    """A path of ours as a client reaches it."""
    return f"{request.scope.get('root_path', '').rstrip('/')}{path}"


def following(request: Request[Any, Any, Any], **changes: str | int) -> dict[str, str]:
    """The Link to the next page: this request with other parameters."""
    kept = {name: value for name, value in request.query_params.items() if name not in changes}
    target = f"{address(request, request.scope['path'])}?{urlencode({**kept, **changes})}"
    return {"Link": f'<{target}>; rel="next"'}
