"""What all resources share: strict requests, plain answers, and the bounded kinds of value they are made of."""

from datetime import UTC, datetime
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field


class Submitted(BaseModel):
    """What a client sends: nothing unknown, nothing converted."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Shown(BaseModel):
    """What the service answers: every field is always there; fields may be added."""

    model_config = ConfigDict(frozen=True)


def instant(value: object) -> object:
    """A time as RFC 3339 in UTC, always with microseconds."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
    return value


Instant = Annotated[str, BeforeValidator(instant), Field(json_schema_extra={"format": "date-time"})]
Id = Annotated[str, Field(min_length=1, max_length=64)]
Slug = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40)]
TypeName = Annotated[str, Field(pattern=r"^[a-z]+\.[a-z0-9]+(-[a-z0-9]+)*$", max_length=80)]
"""The tag of an action or an event."""
SeatNumber = Annotated[int, Field(ge=1, le=12)]
MoveNumber = Annotated[int, Field(ge=0, le=1_000_000)]
Version = Annotated[int, Field(ge=0, le=100_000_000)]
"""The number of events in a match's stream."""
RulesVersion = Annotated[int, Field(ge=1, le=1_000)]
Count = Annotated[int, Field(ge=0, le=1_000_000_000)]
Name = Annotated[
    str,
    Field(
        min_length=1,
        max_length=40,
        pattern=r"^[^\x00-\x1f\x7f]*[^\s\x00-\x1f\x7f][^\x00-\x1f\x7f]*$",
        description="1 to 40 characters, no control characters, not blank.",
    ),
]
Text = Annotated[str, Field(max_length=2_000, description="A sentence in the language of the answer.")]
Cursor = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{43}$")]
