"""Draws can be repeated by whoever knows the key, are fair, and are bound before anybody sits down."""

from collections import Counter
from hashlib import blake2b, sha256
from itertools import islice, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.chance import (
    Draw,
    KeyedChance,
    NoChance,
    ScriptedChance,
    Undrawn,
    commitment,
    draw_key,
    one_of,
    shuffled,
)

KEY = bytes(range(32))


def words(key: bytes):
    """The blocks of a match's chance, made without the class under test."""
    cursor = 0
    while True:
        yield int.from_bytes(blake2b(cursor.to_bytes(8, "big"), key=key, digest_size=8).digest(), "big")
        cursor += 1


def test_a_draw_is_the_block_of_its_cursor_modulo_the_bound():
    chance = KeyedChance(KEY)
    drawn = [chance.below(bound) for bound in (2, 6, 52, 1)]
    assert drawn == [word % bound for word, bound in zip(words(KEY), (2, 6, 52, 1), strict=False)]
    assert chance.cursor == 4
    assert chance.journal == [Draw(bound, value) for bound, value in zip((2, 6, 52, 1), drawn, strict=True)]


def test_words_beyond_the_last_whole_multiple_are_drawn_again():
    bound = 3 << 62  # a quarter of all words would make the low values likelier
    chance = KeyedChance(KEY)
    drawn = [chance.below(bound) for _ in range(200)]
    fair = [word for word in islice(words(KEY), chance.cursor) if word < bound]
    assert drawn == fair
    assert 250 < chance.cursor < 290  # 200 / 0.75 = 267
    assert len(chance.journal) == 200


def test_a_die_shows_each_side_about_equally_often():
    chance = KeyedChance(KEY)
    sides = Counter(chance.below(6) for _ in range(6_000))
    assert sorted(sides) == [0, 1, 2, 3, 4, 5]
    assert sum((count - 1_000) ** 2 / 1_000 for count in sides.values()) < 20.5  # chi square, 5 degrees, 0.1 %


@given(st.lists(st.integers(1, 1 << 64), min_size=1, max_size=20), st.integers(0, 20))
def test_draws_go_on_at_a_cursor_as_if_they_had_never_stopped(bounds, cut):
    whole = KeyedChance(KEY)
    drawn = [whole.below(bound) for bound in bounds]
    before = KeyedChance(KEY)
    first = [before.below(bound) for bound in bounds[:cut]]
    after = KeyedChance(KEY, before.cursor)
    assert first + [after.below(bound) for bound in bounds[cut:]] == drawn
    assert after.cursor == whole.cursor
    assert all(0 <= value < bound for value, bound in zip(drawn, bounds, strict=True))


def test_the_widest_bound_takes_every_word_as_it_is():
    chance = KeyedChance(KEY)
    assert [chance.below(1 << 64) for _ in range(3)] == list(islice(words(KEY), 3))


@pytest.mark.parametrize("bound", [0, -1, (1 << 64) + 1])
def test_bounds_that_no_word_covers_are_refused(bound):
    with pytest.raises(ValueError, match="cannot draw below"):
        KeyedChance(KEY).below(bound)


def test_the_commitment_is_the_hash_of_tag_match_and_key():
    assert commitment("m1", KEY) == sha256(b"everturn commitment 1\0m1\0" + KEY).hexdigest()


def test_the_commitment_binds_key_and_match():
    others = {commitment("m1", bytes(32)), commitment("m2", KEY), commitment("m", b"1" + KEY)}
    assert commitment("m1", KEY) not in others
    assert len(others) == 3


def test_the_key_of_draws_is_a_keyed_hash_of_what_the_seats_added():
    framed = b"\x00\x01\x00\x00\x00\x02\xc3\xa4" + b"\x00\x03\x00\x00\x00\x01b"  # seat, length, words
    expected = blake2b(b"everturn draw 1\0" + framed, key=KEY, digest_size=32).digest()
    assert draw_key(KEY, [(1, "ä"), (3, "b")]) == expected


def test_every_seats_words_change_all_draws():
    keys = [
        draw_key(KEY, entropy)
        for entropy in (
            [],
            [(1, "")],
            [(1, "a")],
            [(2, "a")],
            [(1, "ab"), (2, "c")],
            [(1, "a"), (2, "bc")],
            [(1, "b"), (2, "a")],
        )
    ]
    assert len(set(keys)) == len(keys)
    assert KEY not in keys
    assert draw_key(bytes(32), [(1, "a")]) not in keys


def test_the_order_in_which_words_came_does_not_matter():
    assert draw_key(KEY, [(2, "b"), (1, "ä")]) == draw_key(KEY, [(1, "ä"), (2, "b")])


def test_shuffling_swaps_from_the_last_place_down():
    assert shuffled(ScriptedChance(0, 0), "abc") == ("b", "c", "a")
    assert shuffled(ScriptedChance(2, 1), "abc") == ("a", "b", "c")


def test_shuffling_reaches_every_order_by_exactly_one_script():
    orders = [shuffled(ScriptedChance(*script), "abcd") for script in product(range(4), range(3), range(2))]
    assert sorted(orders) == sorted(permutations("abcd"))


def test_shuffling_draws_among_the_places_that_are_left():
    chance = KeyedChance(KEY)
    shuffled(chance, "abcd")
    assert [draw.below for draw in chance.journal] == [4, 3, 2]


def test_shuffling_nothing_or_one_draws_nothing():
    assert shuffled(NoChance(), ()) == ()
    assert shuffled(NoChance(), "a") == ("a",)


def test_one_of_takes_the_item_drawn():
    assert one_of(ScriptedChance(1), "abc") == "b"


def test_a_script_tells_of_draws_it_did_not_foresee():
    script = ScriptedChance(3)
    with pytest.raises(AssertionError, match="not below 3"):
        script.below(3)
    assert script.left == 0
    with pytest.raises(AssertionError, match="no draw left"):
        script.below(3)


def test_no_chance_never_draws():
    with pytest.raises(Undrawn):
        NoChance().below(1)
