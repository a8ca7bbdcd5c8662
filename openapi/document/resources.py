"""Components of the API's own resources."""

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from openapi.document.schemas import HOME, Schemas, mapped, normal
from openapi.wire import ANSWERS, REQUESTS
from openapi.wire.event import MESSAGES


def resources() -> Schemas:
    """All resources, with marks where domain values stand."""
    sent, shown = (
        _components(models, mode)
        for models, mode in ((REQUESTS, "validation"), ((*ANSWERS, *MESSAGES.values()), "serialization"))
    )
    if both := set(sent) & set(shown):
        raise ValueError(f"{sorted(both)} are both sent and shown: make two resources of them")
    if odd := [name for name in (*sent, *shown) if not name.isalnum()]:
        raise ValueError(f"two resources have one name: {odd}")
    return {name: mapped(schema, normal) for name, schema in (sent | shown).items()}


def _components(models: tuple[type[BaseModel], ...], mode: str) -> Schemas:
    asked = [(model, mode) for model in dict.fromkeys(models)]
    _, found = models_json_schema(asked, ref_template=HOME + "{model}")  # type: ignore[arg-type]
    return found["$defs"]  # type: ignore[no-any-return]
