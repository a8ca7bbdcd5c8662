"""Laws that hold for every game: what is asked, taken and refused, and how its types are made."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import msgspec
import pytest

from domain.kernel.codec import encode
from domain.kernel.errors import IllegalAction
from domain.kernel.forms import NOT_NOW, Amount, Complete, Pick, Slot, admitted, fill, first, members, offers
from domain.kernel.pointers import at, replaced
from domain.kernel.secrecy import ALL, Eyes, marks_of, redact, undeclared
from domain.kernel.values import tag
from domain.match import moves
from domain.match.commit import Acted
from domain.match.errors import MatchRefusal
from domain.match.stream import topic
from tests.kit.play import usable
from tests.kit.story import Story, deciding, draws, refusal_of, strangers, walk

Law = Callable[[Story], None]
FEW_ENOUGH = 300
"""Answers to one question; more than that are asked for in parts."""
WALKS, STRANGERS, FEW = 6, 50, 60


def forms_have_no_dead_end(told: Story) -> None:
    """Whatever is answered within a slot's bounds can be completed, and the rules take the result."""
    dice, game = told.dice("forms"), told.game
    for turn in told.sample:
        state = turn.before.table
        for decision in game.decisions(state):
            kinds = [form.kind for form in game.forms(state, decision.seat)]
            assert len(set(kinds)) == len(kinds)
            assert set(kinds) <= {tag(kind) for kind in game.types.actions}
            assert usable(game, state, decision.seat) or not decision.waited, "nothing can be done"
        for decision, form in deciding(game, state):
            for _ in range(WALKS):
                complete, asked = walk(form, dice)
                assert len({slot.at for slot, _ in asked}) == len(asked), "a question is asked twice"
                for slot, _ in asked:
                    _well_made(slot)
                assert tag(complete.action) == form.kind
                assert game.decide(state, decision.seat, complete.action, draws("any")), "nothing happened"


def _well_made(slot: Slot) -> None:
    match slot:
        case Amount():
            assert slot.least <= slot.most
        case Pick():
            assert len(set(slot.among)) == len(slot.among) >= slot.least
            assert len(slot.among) <= FEW_ENOUGH
            assert 0 <= slot.least <= slot.most
            assert slot.most >= 1
            assert slot.most == 1 or slot.most <= len(slot.among)
            assert slot.detail is None or all(slot.detail(value) is None or True for value in slot.among)
    for answer in slot.usual() if slot.usual is not None else ():
        assert slot.least <= answer <= slot.most if isinstance(slot, Amount) else True
        assert not isinstance(slot, Pick) or slot.most > 1 or offers(slot, answer)


def members_are_taken_as_they_are(told: Story) -> None:
    """Every answer stands in its field; a filled-in form is its own normal form, on the wire too, slot by slot."""
    dice, game = told.dice("members"), told.game
    for turn in told.sample:
        for decision, form in deciding(game, turn.before.table):
            complete, asked = walk(form, dice)
            assert all(answer is None or at(complete.action, slot.at) == answer for slot, answer in asked)
            forms = game.forms(turn.before.table, decision.seat)
            sent = msgspec.json.decode(encode(complete.action), type=type(complete.action))
            assert sent == complete.action
            assert admitted(forms, sent).action == sent
            filled: dict[str, Any] = {}
            for slot, answer in asked:
                reached = fill(form, filled)
                assert not isinstance(reached, Complete)
                assert reached.at == slot.at
                filled[slot.at] = msgspec.json.decode(encode(answer))
            last = fill(form, filled) if asked else first(form)
            assert isinstance(last, Complete)
            assert last.action == complete.action


def sets_have_one_order(told: Story) -> None:
    """The order of several answers at once does not matter; the normal one is stored."""
    dice, game = told.dice("sets"), told.game
    for turn in told.sample:
        for decision, form in deciding(game, turn.before.table):
            complete, asked = walk(form, dice)
            several = [
                (slot.at, answer) for slot, answer in asked if isinstance(slot, Pick) and slot.most > 1 and answer
            ]
            for pointer, answer in several:
                tree = replaced(msgspec.to_builtins(complete.action), pointer, msgspec.to_builtins(answer[::-1]))
                turned = msgspec.convert(tree, type(complete.action))
                assert admitted(game.forms(turn.before.table, decision.seat), turned).action == complete.action


def members_are_exactly_what_is_taken(told: Story) -> None:
    """Where a form has few members, what is refused is none of them, and what is taken is one."""
    dice, game = told.dice("exact"), told.game
    for turn in told.sample:
        known: dict[tuple[int, str], set[Any] | None] = {}
        for decision, form in deciding(game, turn.before.table):
            found = [complete.action for complete in islice(members(form), FEW)]
            known[decision.seat, form.kind] = set(found) if len(found) < FEW else None
        for seat, action in strangers(told, turn, dice, STRANGERS // 2):
            among = known.get((seat, tag(action)), set())
            if among is None:
                continue
            try:
                normal = admitted(game.forms(turn.before.table, seat), action).action
            except IllegalAction:
                assert action not in among
            else:
                assert normal in among


def strangers_are_refused(told: Story) -> None:
    """A well-formed action that is not legal here gets a code and a rule, and nothing changes."""
    dice, game = told.dice("strangers"), told.game
    codes = {refusal.code: refusal.rule for refusal in game.types.refusals}
    refused = 0
    for turn in told.sample:
        bytes_before = encode(turn.before.table)
        for seat, action in strangers(told, turn, dice, STRANGERS):
            order = told.table.order("somebody")
            try:
                moves.move(game, turn.before, Acted(seat, action), told.table.key, order)
            except IllegalAction as illegal:
                refused += 1
                refusal = illegal.refusal
                assert refusal.code == NOT_NOW or refusal.code in codes, refusal
                assert refusal.code == NOT_NOW or refusal.rule.startswith(f"{game.meta.rule_prefix}-"), refusal
                assert not refusal.field or refusal.field.startswith("/")
                assert refusal_of(game, turn.before.table, seat, action, draws("any")) == refusal
        assert encode(turn.before.table) == bytes_before
    assert refused > len(told.sample) * STRANGERS // 4


def seats_without_a_decision_are_refused(told: Story) -> None:
    """Who is not asked cannot act, whatever he sends."""
    for turn in told.sample:
        idle = set(range(1, told.subject.seats + 1)) - {one.seat for one in turn.before.openings}
        for seat in idle:
            assert not told.game.forms(turn.before.table, seat)
            with pytest.raises(MatchRefusal) as refused:
                moves.move(told.game, turn.before, Acted(seat, turn.action), told.table.key, told.table.order("x"))
            assert refused.value.code == "no_decision"


def types_are_declared(told: Story) -> None:
    """Every field says who may see it, every tag has its game's prefix, no action has a default."""
    types, meta = told.game.types, told.game.meta
    assert undeclared((*types.actions, *types.events, types.view)) == []
    for kind in (*types.actions, *types.events, *types.details):
        assert tag(kind).startswith(meta.prefix)
        assert tag(kind).removeprefix(meta.prefix).replace("-", "").isalpha()
    assert tag(types.view) == meta.slug
    for kind in types.actions:
        assert all(field.required for field in msgspec.structs.fields(kind)), kind
    switches = set(types.settings.__struct_fields__)
    for kind in (*types.actions, *types.events, types.view):
        assert {mark.lifted_by for mark in marks_of(kind).values() if mark is not None} <= {None, *switches}
    for kind in types.events:
        assert kind.revision == 1 or tag(kind) in types.upcasts
    assert {onward for onward, _ in types.upcasts.values()} <= {*map(topic, types.events), *types.upcasts}
    assert len({(one.code, one.rule) for one in types.refusals}) == len(types.refusals)


def what_is_sent_is_whole_and_bounded(told: Story) -> None:
    """No field of an action or event is ever absent; every number, text and list has its bounds."""
    types = told.game.types
    _, acted = msgspec.json.schema_components((*types.actions, *types.events))
    assert [name for name, one in acted.items() if set(one.get("required", ())) != set(one.get("properties", ()))] == []
    _, seen = msgspec.json.schema_components((types.view, types.settings))
    assert [f"{name}{place}" for name, one in {**acted, **seen}.items() for place in _loose(one)] == []


def _loose(schema: Any, place: str = "") -> Iterator[str]:
    if isinstance(schema, list):
        for number, item in enumerate(schema):
            yield from _loose(item, f"{place}/{number}")
    if isinstance(schema, dict):
        bounds = {"integer": ("minimum", "maximum"), "array": ("maxItems",), "string": ("pattern", "maxLength")}
        kind = schema.get("type")
        if isinstance(kind, str) and kind in bounds and not {"enum", "const"} & set(schema):
            known = [name in schema for name in bounds[kind]]
            if not (any(known) if kind == "string" else all(known)):
                yield place
        for name, item in schema.items():
            yield from _loose(item, f"{place}/{name}")


def views_keep_their_own_marks(told: Story) -> None:
    """A view lists what its viewer may see: the redactor finds nothing left to blank, and blanks nothing from all."""
    for turn in told.sample:
        for viewer in (*told.viewers, ALL):
            view = msgspec.to_builtins(told.game.view(turn.before.table, viewer))
            shown = redact(told.game.types.view, view, Eyes(viewer, None, told.lifted))
            assert encode(shown) == encode(view)


LAWS: tuple[Law, ...] = (
    forms_have_no_dead_end,
    members_are_taken_as_they_are,
    sets_have_one_order,
    members_are_exactly_what_is_taken,
    strangers_are_refused,
    seats_without_a_decision_are_refused,
    types_are_declared,
    what_is_sent_is_whole_and_bounded,
    views_keep_their_own_marks,
)
