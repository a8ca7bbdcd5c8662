"""Options: what a seat may do, as forms to be filled in slot by slot."""

from typing import Annotated, Any

from pydantic import Field

from openapi.wire.domain import Domain
from openapi.wire.model import Id, SeatNumber, Shown, Submitted, Text, TypeName, Version

SlotName = Annotated[
    str,
    Field(
        pattern=r"^(/[a-z0-9_]{1,40}){1,6}$",
        max_length=250,
        description="The JSON pointer of the action's field that the answer fills.",
    ),
]
Number = Annotated[int, Field(ge=-9_007_199_254_740_991, le=9_007_199_254_740_991)]
Size = Annotated[int, Field(ge=0, le=1_000)]
Reason = Annotated[str, Field(max_length=60)]


class Choice(Shown):
    """An answer that is offered; `value` is what the field becomes. `null` answers "none of these"."""

    value: Annotated[Any, Domain("Answer")]
    label: Text
    detail: Annotated[Any, Domain("Detail")] | None


class Pick(Shown):
    """Choose among values: `most` 1 is answered by the bare value, else by a list of different ones."""

    among: Annotated[tuple[Choice, ...], Field(max_length=2_000)]
    least: Size
    most: Size
    usual: Annotated[tuple[Annotated[Any, Domain("Answer")], ...], Field(max_length=2_000)] | None


class Amount(Shown):
    """Choose a whole number within bounds, all of which will do."""

    least: Number
    most: Number
    usual: Annotated[tuple[Number, ...], Field(max_length=2_000)] | None


class Slot(Shown):
    """One question of a form: either `pick` or `amount` is there."""

    slot: SlotName
    label: Text
    pick: Pick | None
    amount: Amount | None


class Option(Shown):
    """A kind of action that can be used now: complete as listed, or with its first question."""

    kind: TypeName
    label: Text
    action: Annotated[Any, Domain("Action")] | None
    slots: Annotated[tuple[Slot, ...], Field(max_length=1)]


class Refusal(Shown):
    """Why not, with the number of the rule."""

    code: Annotated[str, Field(max_length=60, json_schema_extra={"x-component": "ProblemCode"})]
    rule: Annotated[str, Field(max_length=40)]
    text: Text


class ClosedOption(Shown):
    """A kind of action that the decision knows and that cannot be used now."""

    kind: TypeName
    label: Text
    refusal: Refusal


class Undo(Shown):
    """Whether the caller may take back the last move without asking; else the code of the reason."""

    allowed: bool
    reason: Annotated[str, Field(max_length=60, json_schema_extra={"x-component": "ProblemCode"})] | None


class Options(Shown):
    """What a seat may do at a version; a seat without a decision has none."""

    match: Id
    seat: SeatNumber
    version: Version
    options: Annotated[tuple[Option, ...], Field(max_length=200)]
    closed: Annotated[tuple[ClosedOption, ...], Field(max_length=200)]
    example: Annotated[Any, Domain("Action")] | None
    undo: Undo


class FormAnswers(Submitted):
    """A form as far as it is filled in: answers by slot, in the order asked."""

    seat: SeatNumber | None = None
    kind: TypeName
    filled: Annotated[dict[SlotName, Annotated[Any, Domain("Answer")]], Field(max_length=200)]


class FilledForm(Shown):
    """The next question, or the complete action with what it costs and brings."""

    version: Version
    kind: TypeName
    filled: Annotated[dict[SlotName, Annotated[Any, Domain("Answer")]], Field(max_length=200)]
    next: Slot | None
    action: Annotated[Any, Domain("Action")] | None
    cost: Annotated[Any, Domain("Cost")] | None
