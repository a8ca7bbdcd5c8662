"""The one redactor: what is blanked for whom, and that what nobody declared is nobody's to see."""

from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta

from domain.kernel.codec import builtins
from domain.kernel.secrecy import (
    ALL,
    SPECTATOR,
    Eyes,
    Hidden,
    Mark,
    Own,
    Public,
    Viewer,
    redact,
    redactor_of,
    seat_viewer,
    secret_fields,
    undeclared,
)
from domain.kernel.values import Action, Event, Value


class Card(Value, frozen=True, tag="card"):
    back: Public[str]
    face: Own[str]


class Token(Value, frozen=True, tag="token"):
    seat: Public[int]
    army: Hidden[str]
    space: Own[str]


class Plain(Value, frozen=True):
    x: Literal[1]


class Dealt(Event, frozen=True, tag="t.dealt"):
    seat: Public[int | None]
    count: Public[int]
    cards: Own[tuple[str, ...]]
    deck: Hidden[tuple[str, ...]]
    open: Annotated[str, Mark("seat", lifted_by="open_hands")]
    deep: Annotated[str, Mark("nobody", lifted_by="peek")]
    victim: Public[int]
    loot: Annotated[str, Mark("seat", owner="victim")]
    plain: Public[Plain]


class Wish(Action, frozen=True, tag="t.wish"):
    loud: Public[str]
    quiet: Own[str]


class Laid(Event, frozen=True, tag="t.laid"):
    seat: Public[int]
    one: Public[Card]
    perhaps: Public[Card | None]
    row: Public[tuple[Card, ...]]
    perhaps_row: Public[Annotated[tuple[Card, ...], Meta(max_length=3)] | None]
    mixed: Public[tuple[int, Card, Token]]
    either: Public[tuple[Card | Token | None, ...]]
    own: Own[Card]


EVENT = builtins(Dealt(1, 2, ("a", "b"), ("c",), "o", "d", 2, "l", Plain(1)))
CARD, CARD_SHUT = {"type": "card", "back": "b", "face": "f"}, {"type": "card", "back": "b", "face": None}


def eyes(viewer: Viewer, actor: int | None = None, *lifted: str) -> Eyes:
    return Eyes(viewer, actor, frozenset(lifted))


def blanked(shown: dict[str, Any], of: dict[str, Any] = EVENT) -> set[str]:
    """The names that were blanked; all else has to be as it was."""
    assert shown.keys() == of.keys(), "nothing is hidden by absence"
    assert all(shown[name] in (None, of[name]) for name in of)
    return {name for name in of if shown[name] is None and of[name] is not None}


@pytest.mark.parametrize(
    ("seen", "missing"),
    [
        (eyes(ALL), set()),
        (eyes(seat_viewer(1)), {"deck", "deep", "loot"}),
        (eyes(seat_viewer(2)), {"deck", "deep", "cards", "open"}),
        (eyes(seat_viewer(3)), {"deck", "deep", "cards", "open", "loot"}),
        (eyes(SPECTATOR), {"deck", "deep", "cards", "open", "loot"}),
        (eyes(SPECTATOR, None, "open_hands"), {"deck", "deep", "cards", "loot"}),
        (eyes(seat_viewer(1), None, "open_hands", "peek"), {"deck", "loot"}),
        (eyes(seat_viewer(3), 3), {"deck", "deep", "cards", "open", "loot"}),
    ],
)
def test_fields_are_blanked_by_their_marks(seen, missing):
    before = dict(EVENT)
    assert blanked(redact(Dealt, EVENT, seen)) == missing
    assert before == EVENT


def test_what_belongs_to_a_seat_that_is_nobody_is_shown_to_nobody():
    event = EVENT | {"seat": None}
    for viewer in (seat_viewer(1), SPECTATOR):
        assert {"cards", "open"} <= blanked(redact(Dealt, event, eyes(viewer, 1)), event)


def test_an_action_belongs_to_the_seat_that_acts():
    wish = builtins(Wish("l", "q"))
    assert redact(Wish, wish, eyes(seat_viewer(2), 2)) == wish
    assert redact(Wish, wish, eyes(seat_viewer(1), 2)) == wish | {"quiet": None}
    assert redact(Wish, wish, eyes(SPECTATOR, 2)) == wish | {"quiet": None}
    assert redact(Wish, wish, eyes(SPECTATOR)) == wish | {"quiet": None}


def laid(rows: type[list] | type[tuple]) -> dict[str, Any]:
    """An event with marks at every depth; trees hold tuples when made of values, lists when read from bytes."""
    token = {"type": "token", "seat": 2, "army": "A", "space": "s"}
    return {
        "type": "t.laid",
        "seat": 1,
        "one": CARD,
        "perhaps": CARD,
        "row": rows([CARD, CARD]),
        "perhaps_row": rows([CARD]),
        "mixed": rows([7, CARD, token]),
        "either": rows([token, None, CARD]),
        "own": CARD,
    }


@pytest.mark.parametrize("rows", [list, tuple])
def test_marks_hold_at_every_depth(rows):
    shown = redact(Laid, laid(rows), eyes(seat_viewer(2), 3))
    token = {"type": "token", "seat": 2, "army": None, "space": "s"}
    assert shown == {
        "type": "t.laid",
        "seat": 1,
        "one": CARD_SHUT,
        "perhaps": CARD_SHUT,
        "row": [CARD_SHUT, CARD_SHUT],
        "perhaps_row": [CARD_SHUT],
        "mixed": [7, CARD_SHUT, token],
        "either": [token, None, CARD_SHUT],
        "own": None,
    }


def test_a_struct_without_a_seat_belongs_to_the_seat_of_what_it_lies_in_not_to_who_acts():
    shown = redact(Laid, laid(list), eyes(seat_viewer(1), 2))
    assert shown["row"] == [CARD, CARD]
    assert shown["own"] == CARD
    acting = redact(Laid, laid(list), eyes(seat_viewer(2), 2))
    assert acting["one"] == CARD_SHUT


def test_nulls_below_marks_stay_null():
    event = laid(list) | {"perhaps": None, "perhaps_row": None}
    shown = redact(Laid, event, eyes(SPECTATOR, 1))
    assert (shown["perhaps"], shown["perhaps_row"]) == (None, None)


class Forgotten(Event, frozen=True, tag="t.forgotten"):
    seat: Public[int]
    secret: str


class Bare(Event, frozen=True, tag="t.bare"):
    secret: str
    card: Card


class Half(Value, frozen=True):
    shown: Public[int]
    secret: int


class HoldsHalf(Event, frozen=True, tag="t.holds-half"):
    half: Public[Half]


def test_what_nobody_declared_is_shown_to_nobody():
    seen = eyes(seat_viewer(1), 1)
    assert redact(Forgotten, {"type": "t.forgotten", "seat": 1, "secret": "s"}, seen)["secret"] is None
    shown = redact(Bare, {"type": "t.bare", "secret": "s", "card": CARD}, seen)
    assert (shown["secret"], shown["card"]) == (None, None)
    shown = redact(HoldsHalf, {"type": "t.holds-half", "half": {"shown": 1, "secret": 2}}, seen)
    assert shown["half"] == {"shown": 1, "secret": None}


def test_what_nobody_declared_is_found():
    assert undeclared((Dealt, Wish, Laid)) == []
    assert undeclared((Forgotten, Bare, HoldsHalf)) == ["Bare.card", "Bare.secret", "Forgotten.secret", "Half.secret"]


def test_secret_fields_are_those_that_somebody_may_not_see():
    assert secret_fields(Dealt) == {"cards", "deck", "open", "deep", "loot"}
    assert secret_fields(Wish) == {"quiet"}


class TwoMarks(Event, frozen=True, tag="t.two-marks"):
    secret: Hidden[Public[str]]


class Mapped(Event, frozen=True, tag="t.mapped"):
    cards: Public[dict[str, Card]]


def test_a_field_has_one_mark():
    with pytest.raises(TypeError, match="more than one"):
        redact(TwoMarks, {"type": "t.two-marks", "secret": "s"}, eyes(SPECTATOR))


def test_marks_that_could_not_be_kept_are_refused():
    with pytest.raises(TypeError, match="use a tuple"):
        redact(Mapped, {"type": "t.mapped", "cards": {"a": CARD}}, eyes(SPECTATOR))


def test_types_without_marks_need_no_redactor():
    assert redactor_of(Plain) is None
    assert redactor_of(tuple[Plain, ...]) is None
    assert redactor_of(Plain | None) is None
    assert redactor_of(int) is None


@given(st.integers(1, 4), st.integers(1, 4), st.booleans())
def test_only_the_owner_sees_what_is_his(owner, looking, acts):
    event = EVENT | {"seat": owner}
    shown = redact(Dealt, event, eyes(seat_viewer(looking), looking if acts else owner))
    assert (shown["cards"] is not None) == (owner == looking)


def test_everybodys_eyes_see_the_very_tree():
    assert redact(Dealt, EVENT, eyes(ALL)) is EVENT
