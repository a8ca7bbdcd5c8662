"""Health."""

from typing import Literal

from openapi.wire.model import Shown


class Health(Shown):
    """The service works; what does not is told by a problem."""

    status: Literal["ok"]
