"""Forms: how an action is asked for.

One generator per kind of action yields slots (questions), receives answers and returns the complete action. The first
slot, the next slot, a random action, enumeration and membership are all derived from it, so legality stands once.
"""

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from domain.kernel.chance import Chance
from domain.kernel.errors import IllegalAction, Refusal
from domain.kernel.pointers import MISSING, at, difference, replaced
from domain.kernel.values import Action, Detail, Value

NOT_NOW, NOT_ASKED = "not_now", "slot_not_asked"
"""The codes of refusals that are no game's: a kind of action, or a slot, that is not asked for now."""

A = TypeVar("A", bound=Action)
A_co = TypeVar("A_co", bound=Action, covariant=True)


class Pick(Struct, frozen=True, gc=False):
    """A question answered by one of `among`, or by a list of several different ones where `most` is above 1.

    Several may be asked at once only where every subset of an allowed size will do; else ask one by one. `law` is the
    refusal for an answer that is not offered, `why` may know a better one for a given value. `detail` says what a
    client would otherwise have to compute for a value. Random play takes one of the `usual` answers seven times in eight.
    """

    at: str
    among: tuple[Any, ...]
    law: Refusal
    least: int = 1
    most: int = 1
    usual: Callable[[], tuple[Any, ...]] | None = None
    why: Callable[[Any], Refusal | None] | None = None
    detail: Callable[[Any], Detail | None] | None = None


class Amount(Struct, frozen=True, gc=False):
    """A question answered by a whole number from `least` to `most`, all of which must do."""

    at: str
    least: int
    most: int
    law: Refusal
    usual: Callable[[], tuple[int, ...]] | None = None
    why: Callable[[int], Refusal | None] | None = None


Slot = Pick | Amount


class Item(Value, frozen=True):
    """So many of one thing."""

    what: str
    count: int


class Cost(Value, frozen=True):
    """What a complete action would cost and bring, for show."""

    pays: tuple[Item, ...] = ()
    gets: tuple[Item, ...] = ()
    loses: tuple[Item, ...] = ()


class Complete(Struct, Generic[A_co], frozen=True, gc=False):
    """A form filled in to its end; `cost` is worked out only when somebody asks."""

    action: A_co
    cost: Callable[[], Cost] | None = None


Asking = Generator[Slot, Any, Complete[A]]


class Form(Struct, Generic[A_co], frozen=True, gc=False):
    """One kind of action a decision knows: how it is asked for, or why it cannot be used now.

    `surplus` refuses an action that answers what was not asked. Random play takes a `usual` kind seven times in eight.
    """

    kind: str
    ask: Callable[[], Asking[A_co]]
    surplus: Refusal
    closed: Refusal | None = None
    usual: bool = False


def closed(kind: str, refusal: Refusal) -> Form[Any]:
    """A kind of action that cannot be used now."""
    return Form(kind, lambda: whole_refused(refusal), refusal, refusal)


def whole_refused(refusal: Refusal) -> Asking[Any]:
    """Asks nothing and refuses."""
    raise IllegalAction(refusal)
    yield


def whole(action: A) -> Asking[A]:
    """Asks nothing: the action is complete as it stands."""
    return Complete(action)
    yield


def refused(refusal: Refusal, field: str) -> IllegalAction:
    """The refusal, speaking of a field."""
    return IllegalAction(msgspec.structs.replace(refusal, field=field))


def checked(slot: Slot, answer: Any) -> Any:
    """The answer in normal form; raises IllegalAction where the slot does not allow it."""
    match slot:
        case Amount():
            if type(answer) is not int or not slot.least <= answer <= slot.most:
                raise _not_allowed(slot, answer)
            return answer
        case Pick(most=1):
            if not offers(slot, answer):
                raise _not_allowed(slot, answer)
            return answer
        case Pick():
            return _subset(slot, answer)


def offers(slot: Pick, value: Any) -> bool:
    """Whether a value is one of those to pick from; `true` is not 1 here."""
    if value not in slot.among:
        return False
    kind = type(value)
    return kind not in (bool, int, float) or any(value == other and kind is type(other) for other in slot.among)


def _subset(slot: Pick, answer: Any) -> tuple[Any, ...]:
    if not isinstance(answer, (tuple, list)):
        raise refused(slot.law, slot.at)
    for place, value in enumerate(answer):
        if not offers(slot, value) or value in answer[:place]:
            raise _not_allowed(slot, value, f"{slot.at}/{place}")
    if not slot.least <= len(answer) <= slot.most:
        raise refused(slot.law, slot.at)
    return tuple(sorted(answer, key=slot.among.index))


def _not_allowed(slot: Slot, value: Any, field: str | None = None) -> IllegalAction:
    better = slot.why(value) if slot.why is not None else None
    return refused(better or slot.law, field or slot.at)


def answered(form: Form[A], answer: Callable[[Slot], Any]) -> Complete[A]:
    """Walks the form to its end with the answers of a function; raises IllegalAction for one that is not allowed."""
    if form.closed is not None:
        raise IllegalAction(form.closed)
    asking = form.ask()
    try:
        slot = next(asking)
        while True:
            slot = asking.send(checked(slot, answer(slot)))
    except StopIteration as stop:
        return stop.value  # type: ignore[no-any-return]


def first(form: Form[A]) -> Slot | Complete[A]:
    """The first question, or the action where nothing is asked."""
    return fill(form, {})


def fill(form: Form[A], filled: Mapping[str, Any]) -> Slot | Complete[A]:
    """The next question after those answered in `filled` (pointer -> JSON value), or the complete action.

    Raises IllegalAction for an answer that is not allowed or was never asked for.
    """
    if form.closed is not None:
        raise IllegalAction(form.closed)
    asked: set[str] = set()
    asking = form.ask()
    reached: Slot | Complete[A]
    try:
        reached = slot = next(asking)
        while slot.at in filled:
            asked.add(slot.at)
            reached = slot = asking.send(checked(slot, _from_json(slot, filled[slot.at])))
    except StopIteration as stop:
        reached = stop.value
    surplus = next((pointer for pointer in filled if pointer not in asked), None)
    if surplus is not None:
        waiting = "nothing" if isinstance(reached, Complete) else reached.at
        raise IllegalAction(Refusal(NOT_ASKED, form.surplus.rule, f"Asked now: {waiting}.", surplus))
    return reached


def _from_json(slot: Slot, answer: Any) -> Any:
    if isinstance(slot, Amount):
        return answer
    if slot.most > 1:
        return tuple(_one_from_json(slot, item) for item in answer) if isinstance(answer, list) else answer
    return _one_from_json(slot, answer)


def _one_from_json(slot: Pick, answer: Any) -> Any:
    if not isinstance(answer, (dict, list)):
        return answer
    return next((value for value in slot.among if msgspec.json.decode(msgspec.json.encode(value)) == answer), answer)


def admitted(forms: Sequence[Form[A]], action: A) -> Complete[A]:
    """The action in its normal form, if one of the forms can yield it; raises IllegalAction if none does."""
    kind = action.__struct_config__.tag
    for form in forms:
        if form.kind == kind:
            return _member(form, action)
    raise IllegalAction(Refusal(NOT_NOW, "", f"{kind} is no action of the present decision.", "/type"))


def _member(form: Form[A], action: A) -> Complete[A]:
    """Walks the form with the action's own answers.

    An answer that is not offered counts as "none of these" where that is: a payment is looked at part by part, a list
    ends. If that leads elsewhere, the first such answer's refusal tells why, unless a part of it has one of its own.
    """
    diverted: IllegalAction | None = None
    reordered: list[tuple[str, tuple[Any, ...]]] = []

    def own_answer(slot: Slot) -> Any:
        nonlocal diverted
        value = at(action, slot.at)
        value = None if value is MISSING else value
        try:
            normal = checked(slot, value)
        except IllegalAction as refusal:
            if not (isinstance(slot, Pick) and slot.most == 1 and None in slot.among):
                if diverted is None or slot.at.startswith(f"{diverted.refusal.field}/"):
                    raise
                raise diverted from None
            diverted = diverted or refusal
            return None
        if isinstance(normal, tuple) and isinstance(slot, Pick) and slot.most > 1 and normal != value:
            reordered.append((slot.at, normal))
        return normal

    complete = answered(form, own_answer)
    if complete.action == action:
        return complete
    place = _first_difference(complete.action, action, reordered)
    if place is None:
        return complete
    raise diverted if diverted is not None else refused(form.surplus, place)


def _first_difference(made: A, given: A, reordered: Sequence[tuple[str, tuple[Any, ...]]]) -> str | None:
    tree = msgspec.to_builtins(given)
    for pointer, value in reordered:
        tree = replaced(tree, pointer, msgspec.to_builtins(value))
    return difference(msgspec.to_builtins(made), tree)


def random_choice(forms: Sequence[Form[A]], chance: Chance) -> Complete[A]:
    """A random member of one of several forms, of which one at least must be open."""
    usable = [form for form in forms if form.closed is None]
    if len(usable) > 1 and _usually(chance):
        usable = [form for form in usable if form.usual] or usable
    return random_action(usable[chance.below(len(usable))], chance)


def random_action(form: Form[A], chance: Chance) -> Complete[A]:
    """A random member of an open form, not uniform over its members."""
    return answered(form, lambda slot: random_answer(slot, chance))


def _usually(chance: Chance) -> bool:
    """Seven times in eight."""
    return chance.below(8) > 0


def random_answer(slot: Slot, chance: Chance) -> Any:
    """A random allowed answer; a usual one seven times in eight where the slot knows some."""
    if slot.usual is not None and _usually(chance) and (usual := slot.usual()):
        return usual[chance.below(len(usual))]
    match slot:
        case Amount():
            return slot.least + chance.below(slot.most - slot.least + 1)
        case Pick(most=1):
            among = slot.among
            return among[0] if len(among) == 1 else among[chance.below(len(among))]
        case Pick():
            left = list(slot.among)
            count = slot.least + chance.below(min(slot.most, len(left)) - slot.least + 1)
            return tuple(left.pop(chance.below(len(left))) for _ in range(count))


def members(form: Form[A]) -> Iterator[Complete[A]]:
    """All actions a form yields, lazily, each once; for forms whose members are few."""
    if form.closed is not None:
        return
    seen: set[A] = set()
    for complete in _completions(form, ()):
        if complete.action not in seen:
            seen.add(complete.action)
            yield complete


def _completions(form: Form[A], given: tuple[Any, ...]) -> Iterator[Complete[A]]:
    asking = form.ask()
    try:
        slot = next(asking)
        for answer in given:
            slot = asking.send(answer)
    except StopIteration as stop:
        yield stop.value
        return
    for answer in _answers(slot):
        yield from _completions(form, (*given, answer))


def _answers(slot: Slot) -> Iterator[Any]:
    match slot:
        case Amount():
            return iter(range(slot.least, slot.most + 1))
        case Pick(most=1):
            return iter(slot.among)
        case Pick():
            sizes = range(slot.least, slot.most + 1)
            return (chosen for size in sizes for chosen in combinations(slot.among, size))
