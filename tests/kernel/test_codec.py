"""Stored bytes give back what was stored: value and type."""

from hashlib import blake2b
from typing import Annotated

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.codec import Codec, builtins, digest, encode, table_hash
from domain.kernel.secrecy import Public
from domain.kernel.values import Event, Value, View, tag


class Leaf(Value, frozen=True, tag="leaf"):
    name: str
    counts: tuple[int, ...]


class Twig(Value, frozen=True, tag="twig"):
    leaves: tuple[Leaf, ...]
    pair: tuple[int, str]
    over: "Leaf | None"


class Grown(Event, frozen=True, tag="tree.grown"):
    part: Public[Leaf | Twig | None]
    parts: Public[tuple[Leaf | Twig, ...]]
    dead: Public[bool]
    height: Public[Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)]]


class Felled(Event, frozen=True, tag="tree.felled"):
    pass


class FelledAgain(Event, frozen=True, tag="tree.felled"):
    by: Public[str]


class Wood(View, frozen=True, tag="tree"):
    trees: Public[int]


CODEC = Codec[Event]((Grown, Felled))
names = st.text(st.characters(exclude_categories=["Cs"]))
leaves = st.builds(Leaf, names, st.lists(st.integers(-(2**53), 2**53)).map(tuple))
twigs = st.builds(
    Twig, st.lists(leaves, max_size=3).map(tuple), st.tuples(st.integers(0, 9), names), st.none() | leaves
)
grown = st.builds(
    Grown,
    st.none() | leaves | twigs,
    st.lists(leaves | twigs, max_size=3).map(tuple),
    st.booleans(),
    st.integers(-(2**53), 2**53),
)


def shape(value: object) -> object:
    """A value with the types of all its parts, for 1 equals True and () equals ()."""
    if isinstance(value, msgspec.Struct):
        return type(value), [shape(getattr(value, name)) for name in value.__struct_fields__]
    if isinstance(value, tuple):
        return tuple, [shape(item) for item in value]
    return type(value), value


@given(grown | st.just(Felled()))
def test_values_come_back_with_their_types(event):
    assert shape(CODEC.decode(encode(event))) == shape(event)
    assert shape(CODEC.convert(msgspec.json.decode(encode(event)))) == shape(event)


def test_bytes_are_json_in_the_order_of_the_fields():
    event = Grown(Leaf("a", ()), (), dead=False, height=3)
    assert encode(event) == (
        b'{"type":"tree.grown","part":{"type":"leaf","name":"a","counts":[]},"parts":[],"dead":false,"height":3}'
    )
    assert msgspec.json.encode(builtins(event)) == encode(event)


def test_two_types_of_one_tag_are_refused():
    with pytest.raises(ValueError, match=r"tree\.felled"):
        Codec[Event]((Grown, Felled, FelledAgain))


@pytest.mark.parametrize(
    "data",
    [
        b'{"type":"tree.burnt"}',
        b'{"type":"tree.felled","by":"x"}',
        b'{"type":"tree.grown","part":null,"parts":[],"dead":0,"height":3}',
        b'{"type":"tree.grown","part":null,"parts":[],"dead":false,"height":3.5}',
        b'{"type":"tree.grown","part":null,"parts":[],"dead":false}',
        b"[]",
    ],
)
def test_what_is_not_of_the_set_is_refused(data):
    with pytest.raises(msgspec.ValidationError):
        CODEC.decode(data)


def test_tags_are_written_out():
    assert (tag(Grown), tag(Felled())) == ("tree.grown", "tree.felled")


def test_a_digest_is_a_hash_of_its_framed_parts():
    framed = (2).to_bytes(8, "big") + b"ab" + (0).to_bytes(8, "big")
    assert digest(b"ab", b"") == blake2b(framed, digest_size=16).hexdigest()


@given(st.lists(st.binary(max_size=5), max_size=4), st.lists(st.binary(max_size=5), max_size=4))
def test_a_digest_knows_where_its_parts_end(some, others):
    assert (digest(*some) == digest(*others)) == (some == others)


def test_a_table_hash_names_its_revision():
    revision, _, value = table_hash(Wood(3)).partition(":")
    assert revision == "1"
    assert value == digest(b'{"game":"tree","trees":3}')
    assert table_hash(Wood(3)) != table_hash(Wood(4))
