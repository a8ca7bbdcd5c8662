"""Health."""

from typing import Annotated, Literal

from pydantic import Field

from openapi.wire.model import Shown


class Health(Shown):
    """Whether the service works; `concerns` says for an operator what does not."""

    status: Literal["ok", "degraded"]
    concerns: Annotated[tuple[Annotated[str, Field(max_length=500)], ...], Field(max_length=20)]
