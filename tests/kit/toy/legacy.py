"""Events as they were stored before, turned into what they are now."""

from collections.abc import Mapping
from typing import Any

from domain.kernel.game import Upcast


def _paid_2(tree: dict[str, Any]) -> dict[str, Any]:
    """What is lost stands in the event; before, it was the difference between the coins and the price."""
    payment = tree["payment"]
    worth = payment["copper"] + 3 * payment["silver"]
    return {"type": "toy.paid", "seat": tree["seat"], "payment": payment, "lost": worth - tree["price"]}


UPCASTS: Mapping[str, tuple[str, Upcast]] = {"toy.paid": ("toy.paid:2", _paid_2)}
