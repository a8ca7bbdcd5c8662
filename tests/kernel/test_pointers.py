"""JSON pointers into values and trees."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.pointers import MISSING, at, difference, replaced, steps
from domain.kernel.values import Value


class Spot(Value, frozen=True):
    row: int
    tags: tuple[str, ...]


class Plan(Value, frozen=True):
    spot: Spot | None
    spots: tuple[Spot, ...]


PLAN = Plan(Spot(3, ("a", "b")), (Spot(4, ()), Spot(5, ("c",))))
TREE = {"a/b": 1, "m~n": [10, {"0": "zero"}], "": 2, "01": 3}


@pytest.mark.parametrize(
    ("pointer", "found"),
    [
        ("", PLAN),
        ("/spot", PLAN.spot),
        ("/spot/row", 3),
        ("/spot/tags/1", "b"),
        ("/spots/1/tags/0", "c"),
        ("/spots/2", MISSING),
        ("/spots/-1", MISSING),
        ("/spots/row", MISSING),
        ("/spot/row/0", MISSING),
        ("/nothing", MISSING),
    ],
)
def test_pointers_into_values(pointer, found):
    assert at(PLAN, pointer) == found


@pytest.mark.parametrize(
    ("pointer", "found"),
    [
        ("/a~1b", 1),
        ("/m~0n/0", 10),
        ("/m~0n/1/0", "zero"),
        ("/", 2),
        ("/01", 3),
        ("/1", MISSING),
        ("/m~0n/01", MISSING),
    ],
)
def test_pointers_into_trees(pointer, found):
    assert at(TREE, pointer) == found


def test_only_plain_decimal_numbers_are_indexes():
    assert steps("/0/10/01/²/٣/-1/1e3") == (0, 10, "01", "²", "٣", "-1", "1e3")


def test_nothing_is_found_below_what_is_null():
    assert at(Plan(None, ()), "/spot/row") is MISSING


def test_replacing_leaves_the_rest_and_the_original_alone():
    tree = {"a/b": 1, "m~n": [10, {"0": "zero"}], "": 2, "01": 3}
    assert replaced(tree, "/m~0n/1/0", 7) == {"a/b": 1, "m~n": [10, {"0": 7}], "": 2, "01": 3}
    assert replaced(tree, "/a~1b", 7)["a/b"] == 7
    assert replaced(tree, "", 7) == 7
    assert tree == TREE


def test_replacing_reaches_into_tuples_of_builtins():
    assert replaced(msgspec.to_builtins(PLAN), "/spots/1/tags/0", "d") == {
        "spot": {"row": 3, "tags": ("a", "b")},
        "spots": [{"row": 4, "tags": ()}, {"row": 5, "tags": ["d"]}],
    }


@pytest.mark.parametrize(
    ("left", "right", "place"),
    [
        ({"a": 1, "b": [1, 2]}, {"a": 1, "b": [1, 2]}, None),
        ({"a": 1, "b": [1, 2]}, {"a": 1, "b": (1, 3)}, "/b/1"),
        ({"b": (1,)}, {"b": (1, 2)}, "/b/1"),
        ({"a": 1}, {"a": 1, "c": None}, "/c"),
        ({"a": {"x": 1, "y": 2}}, {"a": {"x": 1, "y": 3}}, "/a/y"),
        ({"a": None}, {"a": {"x": 1}}, "/a"),
        (1, 2, ""),
    ],
)
def test_the_first_difference(left, right, place):
    assert difference(left, right) == place


trees = st.recursive(
    st.integers(0, 3) | st.none(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=8,
)


@given(trees, st.data())
def test_what_was_replaced_is_found_there_and_is_the_only_difference(tree, data):
    place, below = "", tree
    while below and isinstance(below, (dict, list)) and data.draw(st.booleans()):
        key = data.draw(st.sampled_from(sorted(below) if isinstance(below, dict) else range(len(below))))
        place, below = f"{place}/{key}", below[key]
    other = replaced(tree, place, "new")
    assert at(other, place) == "new"
    assert difference(tree, other) == place
    assert replaced(other, place, below) == tree
