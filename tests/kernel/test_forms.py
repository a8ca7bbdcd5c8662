"""Everything that is derived from a form, on a small order at an inn.

A drink, then how many of it (1 to 3, cider at most 2); which extras (up to two of three, any); a place to sit; dishes
one by one, ended by null; at last the payment: a ready one, or null and then by coin, with enough to pay the price.
"""

from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.chance import KeyedChance, ScriptedChance
from domain.kernel.errors import IllegalAction, Refusal
from domain.kernel.forms import (
    Amount,
    Asking,
    Complete,
    Cost,
    Form,
    Item,
    Pick,
    admitted,
    answered,
    checked,
    closed,
    fill,
    first,
    members,
    offers,
    random_action,
    random_answer,
    random_choice,
    whole,
)
from domain.kernel.values import Action, Value


def law(code: str, rule: str) -> Refusal:
    return Refusal(code, f"INN-{rule}", code)


DRINK, STALE, COUNT, MANY = law("drink", "1"), law("stale_beer", "2"), law("count", "3"), law("too_many", "4")
EXTRAS, SEAT, DISH, TWICE = law("extras", "5"), law("seat", "6"), law("dish", "7"), law("dish_twice", "8")
PAY, COINS, SURPLUS, NO = law("pay", "9"), law("coins", "10"), law("surplus", "11"), law("closed_inn", "12")


class Place(Value, frozen=True):
    row: int
    sides: tuple[int, ...]


class Coins(Value, frozen=True):
    copper: int
    silver: int


class Order(Action, frozen=True, tag="inn.order"):
    drink: str | None
    count: int
    extras: tuple[str, ...]
    place: Place
    dishes: tuple[str, ...]
    coins: Coins


class Leave(Action, frozen=True, tag="inn.leave"):
    pass


class Sing(Action, frozen=True, tag="inn.sing"):
    loud: bool
    verses: int


PLACES = (Place(1, (0, 1)), Place(2, ()))
DISHES = ("bread", "soup")
PRICE = 4
HAVE = Coins(5, 1)
READY = (Coins(1, 1), Coins(4, 0))


def ask() -> Asking[Order]:
    drink = yield Pick("/drink", ("water", "cider", None), DRINK, why=lambda value: STALE if value == "beer" else None)
    most = 2 if drink == "cider" else 3
    count = yield Amount(
        "/count", 1, most, COUNT, why=lambda value: MANY if type(value) is int and value > most else None
    )
    extras = yield Pick("/extras", ("ice", "lemon", "mint"), EXTRAS, 0, 2)
    place = yield Pick("/place", PLACES, SEAT)
    dishes: tuple[str, ...] = ()
    while len(dishes) < len(DISHES):
        left = tuple(dish for dish in DISHES if dish not in dishes)
        eaten = dishes
        dish = yield Pick(
            f"/dishes/{len(dishes)}",
            (*left, None),
            DISH,
            why=lambda value, eaten=eaten: TWICE if value in eaten else None,
        )
        if dish is None:
            break
        dishes = (*dishes, dish)
    coins = yield Pick("/coins", (*READY, None), PAY)
    if coins is None:
        copper = yield Amount("/coins/copper", PRICE - 3 * HAVE.silver, HAVE.copper, COINS)
        silver = yield Amount("/coins/silver", 0 if copper >= PRICE else 1, HAVE.silver, COINS)
        coins = Coins(copper, silver)
    return Complete(
        Order(drink, count, extras, place, dishes, coins), lambda: Cost(pays=(Item("copper", coins.copper),))
    )


ORDER = Form("inn.order", ask, SURPLUS)
LEAVE = Form("inn.leave", lambda: whole(Leave()), SURPLUS)


def sing() -> Asking[Sing]:
    loud = yield Pick("/loud", (True, False), DRINK)
    verses = yield Amount("/verses", 1, 3, COUNT)
    return Complete(Sing(loud, verses))


SING = Form("inn.sing", sing, SURPLUS, usual=True)
FORMS = (ORDER, LEAVE, closed("inn.sleep", NO), SING)
MEAL = Order("cider", 2, ("ice", "mint"), PLACES[0], ("soup",), Coins(1, 1))


def but(**changes: Any) -> Order:
    return msgspec.structs.replace(MEAL, **changes)


def refusal(action: Action) -> tuple[str, str]:
    with pytest.raises(IllegalAction) as illegal:
        admitted(FORMS, action)
    return illegal.value.refusal.code, illegal.value.refusal.field


def test_the_first_slot_is_the_first_question():
    slot = first(ORDER)
    assert isinstance(slot, Pick)
    assert (slot.at, slot.among) == ("/drink", ("water", "cider", None))


def test_a_form_without_questions_is_complete_at_once():
    complete = first(LEAVE)
    assert isinstance(complete, Complete)
    assert complete.action == Leave()
    assert complete.cost is None


FILLED = {
    "/drink": "cider",
    "/count": 2,
    "/extras": ["mint", "ice"],
    "/place": {"row": 1, "sides": [0, 1]},
    "/dishes/0": "soup",
    "/dishes/1": None,
    "/coins": None,
    "/coins/copper": 1,
    "/coins/silver": 1,
}


def test_each_answer_leads_to_the_next_slot_and_the_last_to_the_action():
    names = list(FILLED)
    for count, name in enumerate(names):
        slot = fill(ORDER, dict(list(FILLED.items())[:count]))
        assert not isinstance(slot, Complete)
        assert slot.at == name
    complete = fill(ORDER, FILLED)
    assert isinstance(complete, Complete)
    assert complete.action == MEAL
    assert complete.cost is not None
    assert complete.cost() == Cost(pays=(Item("copper", 1),))


def test_bounds_follow_from_earlier_answers():
    assert fill(ORDER, {"/drink": "cider"}).most == 2
    assert fill(ORDER, {"/drink": None}).most == 3


def test_null_is_an_answer_and_a_missing_key_is_none():
    slot = fill(ORDER, {"/drink": None})
    assert isinstance(slot, Amount)
    assert slot.at == "/count"


@pytest.mark.parametrize(
    ("filled", "code", "field", "waiting"),
    [
        ({"/count": 2}, "slot_not_asked", "/count", "/drink"),
        ({"/drink": "water", "/dishes/0": "soup"}, "slot_not_asked", "/dishes/0", "/count"),
        (FILLED | {"/tip": 1}, "slot_not_asked", "/tip", "nothing"),
        ({"/drink": "beer"}, "stale_beer", "/drink", None),
        ({"/drink": "wine"}, "drink", "/drink", None),
        ({"/drink": {"a": 1}}, "drink", "/drink", None),
        ({"/drink": ["water"]}, "drink", "/drink", None),
        ({"/drink": "cider", "/count": 3}, "too_many", "/count", None),
        ({"/drink": "cider", "/count": 0}, "count", "/count", None),
        ({"/drink": "cider", "/count": True}, "count", "/count", None),
        ({"/drink": "cider", "/count": 1.0}, "count", "/count", None),
        ({"/drink": "cider", "/count": None}, "count", "/count", None),
        ({"/drink": None, "/count": 1, "/extras": "ice"}, "extras", "/extras", None),
        ({"/drink": None, "/count": 1, "/extras": None}, "extras", "/extras", None),
        ({"/drink": None, "/count": 1, "/extras": ["ice", "ice"]}, "extras", "/extras/1", None),
        ({"/drink": None, "/count": 1, "/extras": ["ice", 3]}, "extras", "/extras/1", None),
        ({"/drink": None, "/count": 1, "/extras": ["ice", "mint", "lemon"]}, "extras", "/extras", None),
        ({"/drink": None, "/count": 1, "/extras": [], "/place": {"row": 1, "sides": [1, 0]}}, "seat", "/place", None),
    ],
)
def test_answers_that_are_not_offered_say_which_rule_and_where(filled, code, field, waiting):
    with pytest.raises(IllegalAction) as illegal:
        fill(ORDER, filled)
    assert (illegal.value.refusal.code, illegal.value.refusal.field) == (code, field)
    if waiting is not None:
        assert illegal.value.refusal.reason == f"Asked now: {waiting}."
        assert illegal.value.refusal.rule == "INN-11"


def test_a_closed_form_refuses_whatever_is_asked_of_it():
    form = closed("inn.sleep", NO)
    for use in (first, lambda one: fill(one, {"/x": 1}), lambda one: random_action(one, ScriptedChance())):
        with pytest.raises(IllegalAction) as illegal:
            use(form)
        assert illegal.value.refusal == NO
    assert list(members(form)) == []


def test_a_member_is_admitted_as_it_stands():
    assert admitted(FORMS, MEAL).action == MEAL
    assert admitted(FORMS, Leave()).action == Leave()
    assert admitted(FORMS, Sing(loud=True, verses=1)).action == Sing(loud=True, verses=1)


def test_sets_are_put_in_the_order_the_form_asks_in():
    assert admitted(FORMS, but(extras=("mint", "ice"))).action == MEAL
    assert admitted(FORMS, but(extras=("lemon", "ice"))).action == but(extras=("ice", "lemon"))


def test_a_payment_that_is_not_ready_is_admitted_part_by_part():
    assert admitted(FORMS, but(coins=Coins(5, 0))).action == but(coins=Coins(5, 0))
    assert admitted(FORMS, but(coins=Coins(3, 1))).action == but(coins=Coins(3, 1))


@pytest.mark.parametrize(
    ("action", "code", "field"),
    [
        (but(drink="wine"), "drink", "/drink"),
        (but(drink="beer"), "stale_beer", "/drink"),
        (but(count=3), "too_many", "/count"),
        (but(count=0), "count", "/count"),
        (but(extras=("ice", "ice")), "extras", "/extras/1"),
        (but(place=Place(1, ())), "seat", "/place"),
        (but(dishes=("soup", "soup")), "dish_twice", "/dishes/1"),
        (but(dishes=("stew",)), "dish", "/dishes/0"),
        (but(dishes=("soup", "bread", "soup")), "surplus", "/dishes/2"),
        (but(coins=Coins(0, 1)), "coins", "/coins/copper"),
        (but(coins=Coins(2, 0)), "coins", "/coins/silver"),
        (but(coins=Coins(6, 0)), "coins", "/coins/copper"),
        (but(dishes=("stew",), coins=Coins(0, 1)), "dish", "/dishes/0"),
    ],
)
def test_strangers_are_refused_with_the_rule_that_forbids_them(action, code, field):
    assert refusal(action) == (code, field)


def test_a_kind_that_no_form_knows_is_not_for_now():
    with pytest.raises(IllegalAction) as illegal:
        admitted((LEAVE,), MEAL)
    assert (illegal.value.refusal.code, illegal.value.refusal.field) == ("not_now", "/type")


def test_true_is_not_one():
    assert offers(Pick("/x", (1, 2), DRINK), 1)
    assert offers(Pick("/x", (1,), DRINK), 1)
    assert not offers(Pick("/x", (1, 2), DRINK), True)
    assert not offers(Pick("/x", (True, False), DRINK), 0)
    assert offers(Pick("/x", (True, False), DRINK), False)
    with pytest.raises(IllegalAction):
        checked(Amount("/x", 0, 2, DRINK), True)


def test_members_are_all_fillings_each_once():
    found = [complete.action for complete in members(SING)]
    assert found == [Sing(loud, verses) for loud in (True, False) for verses in (1, 2, 3)]


def test_members_of_the_order_are_as_many_as_counted_by_hand():
    # drinks with counts 3 + 2 + 3 = 8; extras 1 + 3 + 3 = 7; places 2; menus (), b, s, bs, sb = 5;
    # coins: copper 1 to 3 with silver = 3, copper 4 and 5 with or without = 4, together 7
    found = [complete.action for complete in members(ORDER)]
    assert len(found) == len(set(found)) == 8 * 7 * 2 * 5 * 7
    assert all(admitted(FORMS, action).action == action for action in found[::97])


def test_a_dead_end_has_no_members():
    def dead() -> Asking[Sing]:
        loud = yield Pick("/loud", (True, False), DRINK)
        verses = yield Amount("/verses", 1, 0 if loud else 1, COUNT)
        return Complete(Sing(loud, verses))

    assert [complete.action for complete in members(Form("inn.sing", dead, SURPLUS))] == [Sing(loud=False, verses=1)]


@given(st.binary(min_size=1, max_size=32))
def test_random_actions_are_members(key):
    action = random_action(ORDER, KeyedChance(key)).action
    assert admitted(FORMS, action).action == action
    chosen = random_choice(FORMS, KeyedChance(key)).action
    assert admitted(FORMS, chosen).action == chosen


def test_random_play_takes_a_usual_answer_seven_times_in_eight():
    chance = KeyedChance(b"usual")
    slot = Amount("/x", 0, 9_999, COUNT, usual=lambda: (1, 5))
    counts = Counter(random_answer(slot, chance) in (1, 5) for _ in range(4_000))
    assert 3_400 < counts[True] < 3_600


def test_what_is_usual_is_decided_by_one_draw_of_eight():
    chance = KeyedChance(b"usual")
    random_answer(Amount("/x", 0, 9, COUNT, usual=lambda: (1, 5, 6)), chance)
    assert [draw.below for draw in chance.journal] == [8, 3]
    assert chance.journal[0].value > 0


def test_several_structs_are_read_from_json():
    def seats() -> Asking[Leave]:
        yield Pick("/places", PLACES, SEAT, 0, 2)
        return Complete(Leave())

    form = Form("inn.leave", seats, SURPLUS)
    assert isinstance(fill(form, {"/places": [{"row": 2, "sides": []}, {"row": 1, "sides": [0, 1]}]}), Complete)
    with pytest.raises(IllegalAction) as illegal:
        fill(form, {"/places": [{"row": 2, "sides": []}, {"row": 2, "sides": [1]}]})
    assert illegal.value.refusal.field == "/places/1"


def test_where_nothing_is_usual_any_answer_will_do():
    slot = Pick("/x", ("a", "b"), DRINK, usual=lambda: ())
    assert random_answer(slot, ScriptedChance(7, 1)) == "b"


def test_random_play_takes_a_usual_kind_seven_times_in_eight():
    chance = KeyedChance(b"kinds")
    counts = Counter(type(random_choice((LEAVE, SING), chance).action) for _ in range(4_000))
    assert 3_650 < counts[Sing] < 3_850  # 7/8 + 1/16 = 0.9375


def test_a_single_open_form_is_taken_without_a_draw():
    chance = ScriptedChance(0)
    assert random_choice((LEAVE, closed("inn.sleep", NO)), chance).action == Leave()


def test_several_are_picked_within_least_and_most():
    slot = Pick("/x", ("a", "b", "c"), EXTRAS, 1, 2)
    assert random_answer(slot, ScriptedChance(1, 2, 0)) == ("c", "a")
    assert checked(slot, ("c", "a")) == ("a", "c")
    with pytest.raises(IllegalAction):
        checked(slot, ())


def test_answers_of_a_function_are_checked_too():
    with pytest.raises(IllegalAction) as illegal:
        answered(SING, lambda slot: 4)
    assert illegal.value.refusal.field == "/loud"


def test_a_closed_form_asks_nothing_even_by_hand():
    with pytest.raises(IllegalAction) as illegal:
        next(closed("inn.sleep", NO).ask())
    assert illegal.value.refusal == NO


def test_one_answer_is_asked_for_unless_more_are_said():
    slot = Pick("/x", ("a", "b"), DRINK)
    assert (slot.least, slot.most) == (1, 1)
