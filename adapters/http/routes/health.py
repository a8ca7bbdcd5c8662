"""Health."""

from typing import Any

from litestar import Request, Response

from adapters.http.answers import page, shown
from adapters.http.given import TheDesk
from adapters.http.operations import reads
from adapters.http.refusals import Refused
from openapi.wire.health import Health


@reads("/health/live", "getLiveness", "health")
async def live(request: Request[Any, Any, Any]) -> Response[Health]:
    """Is the process up? It asks nobody."""
    return shown(request, page(Health(status="ok")))


@reads("/health/ready", "getReadiness", "health")
async def ready(request: Request[Any, Any, Any], desk: TheDesk) -> Response[Health]:
    """Can it serve? 503 says what is wrong, or that it is about to stop."""
    concerns = ["the service is stopping"] if desk.draining.is_set() else list(await desk.ready())
    if concerns:
        raise Refused(503, "unavailable", f"Not ready: {'; '.join(concerns)}.", headers={"Retry-After": "1"})
    return shown(request, page(Health(status="ok")))


HANDLERS = (live, ready)
