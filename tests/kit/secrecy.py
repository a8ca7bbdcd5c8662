"""Laws of secrecy: two tables that differ only in what a viewer may not know give him the same everywhere."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from domain.kernel.chance import Chance
from domain.kernel.codec import encode
from domain.kernel.errors import IllegalAction
from domain.kernel.forms import Amount, Complete, Form, Pick, Slot, admitted, checked, first
from domain.kernel.secrecy import ALL, Viewer, marks_of, seat_viewer
from domain.kernel.values import Action, Event, Tells
from domain.match import moves
from tests.kit.play import evolved
from tests.kit.story import Story, Turn, draws, refusal_of, strangers, walk, wild_answer

Decide = Callable[[Any, Chance], Sequence[Event]]
TRIES, WALKS = 4, 4


def shown_slot(slot: Slot | Complete[Any]) -> Any:
    """All that an asker is told of a question, or of the action at the end of a form."""
    match slot:
        case Complete():
            return [slot.action, slot.cost() if slot.cost is not None else None]
        case Amount():
            return [slot.at, slot.least, slot.most, slot.law, slot.usual() if slot.usual is not None else None]
        case Pick():
            details = [slot.detail(value) for value in slot.among] if slot.detail is not None else None
            usual = slot.usual() if slot.usual is not None else None
            return [slot.at, slot.among, slot.least, slot.most, slot.law, details, usual]


def shown_form(form: Form[Any]) -> Any:
    """All that an asker is told of a kind of action before he answers anything."""
    return [form.kind, form.closed, form.usual, None if form.closed is not None else shown_slot(first(form))]


def same_walk(form: Form[Any], other: Form[Any], dice: Chance) -> None:
    """Both forms ask the same, answer by answer."""
    ours, theirs = form.ask(), other.ask()
    mine, yours = _next(ours, None), _next(theirs, None)
    while True:
        assert encode(shown_slot(mine)) == encode(shown_slot(yours))
        if isinstance(mine, Complete) or isinstance(yours, Complete):
            return
        answer = checked(mine, wild_answer(mine, dice))
        mine, yours = _next(ours, answer), _next(theirs, answer)


def _next(asking: Any, answer: Any) -> Slot | Complete[Any]:
    try:
        return asking.send(answer)
    except StopIteration as stop:
        return stop.value


def tables_and_decisions_look_the_same(told: Story) -> None:
    """View, decisions and the kind of a default move tell nothing of what is hidden; after the end all is shown."""
    for turn, viewer, twin in told.twins("views"):
        state = turn.before.table
        assert encode(told.game.view(state, viewer)) == encode(told.game.view(twin, viewer))
        assert told.game.decisions(state) == told.game.decisions(twin)
        assert told.subject.conserved(state) == told.subject.conserved(twin)
        assert (state == twin) == (encode(told.game.view(state, ALL)) == encode(told.game.view(twin, ALL)))
        for decision in told.game.decisions(state):
            if decision.waited:
                ours, theirs = (told.game.default(table, decision.seat) for table in (state, twin))
                assert type(ours) is type(theirs)
                assert viewer.seat != decision.seat or ours == theirs


def options_look_the_same(told: Story) -> None:
    """What a seat is offered, from the first question to the cost, follows from what it sees."""
    dice = told.dice("options")
    for turn, viewer, twin in told.twins("options"):
        if viewer.seat is None:
            continue
        ours, theirs = (told.game.forms(table, viewer.seat) for table in (turn.before.table, twin))
        assert encode([shown_form(form) for form in ours]) == encode([shown_form(form) for form in theirs])
        for form, other in zip(ours, theirs, strict=True):
            if form.closed is None:
                for _ in range(WALKS):
                    same_walk(form, other, dice)


def refusals_sound_the_same(told: Story) -> None:
    """Nobody learns anything from what he is refused."""
    dice = told.dice("refusals")
    for turn, viewer, twin in told.twins("refusals"):
        if viewer.seat is None:
            continue
        for _, action in strangers(told, turn, dice, 20):
            ours, theirs = (
                refusal_of(told.game, table, viewer.seat, action, draws("any")) for table in (turn.before.table, twin)
            )
            assert ours == theirs


def previews_look_the_same(told: Story) -> None:
    """A preview shows nothing that the viewer could not have worked out."""
    dice = told.dice("previews")
    for turn, viewer, twin in told.twins("previews"):
        if viewer.seat is None or turn.before.opening(viewer.seat) is None:
            continue
        for form in told.game.forms(turn.before.table, viewer.seat):
            if form.closed is None:
                action = walk(form, dice)[0].action
                ours, theirs = (_preview(told, turn, table, viewer, action) for table in (turn.before.table, twin))
                assert ours == theirs


def _preview(told: Story, turn: Turn, table: Any, viewer: Viewer, action: Action) -> bytes:
    assert viewer.seat is not None
    match = msgspec.structs.replace(turn.before, table=table)
    found = moves.preview(told.game, match, viewer.seat, action)
    events = [told.seen(event, viewer.seat, viewer) for event in found.events]
    return encode([events, found.complete, found.cost])


def a_preview_is_what_happens_first(told: Story) -> None:
    """The events of a preview are the first ones of the move; a complete preview is the whole move."""
    for turn in told.sample:
        found = moves.preview(told.game, turn.before, turn.seat, turn.action)
        assert found.events == turn.made.events[: len(found.events)]
        assert found.complete == (len(found.events) == len(turn.made.events))
        assert all(event.tells is not Tells.ALL for event in found.events)


def events_tell_no_more_than_they_say(told: Story) -> None:
    """Up to the first event that tells a viewer something, he sees the same of a move whatever is hidden from him."""
    dice = told.dice("tells")
    for turn, viewer, twin in told.twins("tells"):
        state = turn.before.table
        for action in _alike(told, turn, viewer, twin, dice):
            ours = told.game.decide(state, turn.seat, turn.action, draws("tells"))
            theirs = told.game.decide(twin, turn.seat, action, draws("tells"))
            assert _known(told, turn, viewer, ours) == _known(told, turn, viewer, theirs)


def draws_are_told(told: Story) -> None:
    """An event that says it tells nobody anything does not depend on a draw."""
    for turn in told.sample:
        ours, theirs = (
            told.game.decide(turn.before.table, turn.seat, turn.action, draws(name)) for name in ("heads", "tails")
        )
        for viewer in told.viewers:
            assert _known(told, turn, viewer, ours) == _known(told, turn, viewer, theirs)


def _alike(told: Story, turn: Turn, viewer: Viewer, twin: Any, dice: Chance) -> list[Action]:
    """Actions, legal in the twin, that the viewer cannot tell from the one that was taken."""
    game, found = told.game, []
    shown = told.seen(turn.action, turn.seat, viewer)
    for form in game.forms(twin, turn.seat):
        for _ in range(TRIES if form.closed is None else 0):
            action = walk(form, dice)[0].action
            if told.seen(action, turn.seat, viewer) == shown:
                found.append(action)
    try:
        found.append(admitted(game.forms(twin, turn.seat), turn.action).action)
    except IllegalAction:
        assert viewer != seat_viewer(turn.seat)
    return found


def _known(told: Story, turn: Turn, viewer: Viewer, events: Sequence[Event]) -> list[bytes]:
    """What the viewer is shown up to the first event that tells him something; that one only by its being there."""
    known: list[bytes] = []
    for event in events:
        own = viewer.seat == turn.seat
        if event.tells is Tells.ALL or (event.tells is Tells.OTHERS and not own):
            return [*known, b"news"]
        known.append(encode(told.seen(event, turn.seat, viewer)))
    return known


def equal_histories_give_equal_views(told: Story) -> None:
    """Who sees the same before and the same of a move sees the same after it: views need nothing but events."""
    dice, compared = told.dice("histories"), 0
    for turn, viewer, twin in told.twins("histories"):
        for action in _alike(told, turn, viewer, twin, dice):
            pairs = ((turn.before.table, turn.action), (twin, action))
            both = [told.game.decide(table, turn.seat, one, draws("same")) for table, one in pairs]
            ours, theirs = ([told.seen(event, turn.seat, viewer) for event in events] for events in both)
            if ours == theirs:
                compared += 1
                after, other = (
                    evolved(told.game, table, events) for (table, _), events in zip(pairs, both, strict=True)
                )
                assert encode(told.game.view(after, viewer)) == encode(told.game.view(other, viewer))
                assert told.game.decisions(after) == told.game.decisions(other)
    assert compared > len(told.sample)


def twins_differ(told: Story) -> None:
    """Without this the laws above would prove nothing: hidden things do come out differently."""
    hidden = any(mark is not None and mark.to != "all" for kind in told.game.types.events for mark in _marks(kind))
    dice = told.dice("differ")
    differ = any(
        turn.before.table != told.game.twin(turn.before.table, viewer, dice)
        for turn in told.turns
        for viewer in told.viewers
    )
    assert differ == hidden


def _marks(kind: type[Event]) -> list[Any]:
    return list(marks_of(kind).values())


SECRECY: tuple[Callable[[Story], None], ...] = (
    tables_and_decisions_look_the_same,
    options_look_the_same,
    refusals_sound_the_same,
    previews_look_the_same,
    a_preview_is_what_happens_first,
    events_tell_no_more_than_they_say,
    draws_are_told,
    equal_histories_give_equal_views,
    twins_differ,
)
