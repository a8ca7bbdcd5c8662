"""The service with the toy game beside the others, for benchmarks: `tests.bench.serving:application`."""

from adapters.bootstrap import Application
from adapters.config import settings
from domain.catalog import CATALOG
from tests.kit.toy import TOY


def application() -> Application:
    """What the server process runs."""
    chosen = settings()
    return Application(chosen.database_url, chosen, {**CATALOG, TOY.meta.slug: (TOY,)})
