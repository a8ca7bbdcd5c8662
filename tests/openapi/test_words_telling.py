"""How a sentence is told: the first that fits, places filled by parts and labels, nothing told of what is blanked."""

import pytest

from openapi.words import Words, readable, words
from openapi.words.catalogue import read, read_all

INN = b"""{
  "owner": "inn", "prefix": "inn.",
  "labels": {"inn": "the inn", "inn.eat": "eat", "ale": "dark ale", "4": "the fourth"},
  "slots": {
    "inn.eat": {
      "/dish": {"text": "which dish?", "answers": {"null": "nothing", "*": "a plate of {value}"}},
      "/sides/*/what": "which side dish number {1}?",
      "/where": {"text": "where?", "answers": {"*": [{"text": "at table {table}", "when": {"kind": "table"}}, "outside"]}},
      "/drink": "what to drink?"
    }
  },
  "events": {
    "inn.paid": [
      {"text": "{seat} paid 1 coin.", "when": {"coins": 1}},
      "{seat} paid {coins} coins with {purse}.", "{seat} paid {coins} coins.", "{seat} paid."
    ],
    "inn.served": ["{seat} got {dishes} from {cook.name}.", "{seat} got {dishes}.", "nobody got anything."],
    "inn.seated": "{guests:seat} sat down at {table}.",
    "inn.stored": ["In store: {stock:count}.", "The store is empty."]
  },
  "parts": {"purse": ["{copper} copper"], "dishes": [{"text": "hot {what}", "when": {"hot": true}}, "{what}"]}
}"""
SAID = Words([*read_all(), read(INN)])


@pytest.mark.parametrize(
    ("kind", "seat", "data", "told"),
    [
        ("inn.paid", 2, {"coins": 1, "purse": {"copper": 1}}, "Seat 2 paid 1 coin."),
        ("inn.paid", 2, {"coins": 3, "purse": {"copper": 3}}, "Seat 2 paid 3 coins with 3 copper."),
        ("inn.paid", 2, {"coins": 3, "purse": None}, "Seat 2 paid 3 coins."),
        ("inn.paid", 2, {"coins": None, "purse": None}, "Seat 2 paid."),
        ("inn.paid", 2, {"coins": 4, "purse": None}, "Seat 2 paid 4 coins."),
        ("inn.served", 1, {"dishes": [], "cook": {"name": "ale"}}, "Nobody got anything."),
        ("inn.served", 1, {"dishes": [{"what": "ale", "hot": False}], "cook": None}, "Seat 1 got dark ale."),
        (
            "inn.served",
            1,
            {"dishes": [{"what": "soup", "hot": True}, {"what": "ale", "hot": False}], "cook": {"name": "bea"}},
            "Seat 1 got hot soup and dark ale from bea.",
        ),
        ("inn.seated", None, {"guests": [1, 3, 4], "table": 4}, "Seat 1, Seat 3 and Seat 4 sat down at 4."),
        ("inn.seated", None, {"guests": [2], "table": "4"}, "Seat 2 sat down at the fourth."),
        ("inn.stored", None, {"stock": {"ale": 2, "soup": 0, "bread": 1}}, "In store: 2 dark ale and 1 bread."),
        ("inn.stored", None, {"stock": {"ale": 0}}, "The store is empty."),
        ("inn.burnt-down", None, {}, "Burnt down."),
        ("inn.burnt-down", 3, {}, "Seat 3: burnt down."),
        ("else.thing-done", 3, {"x": 1}, "Seat 3: thing done."),
    ],
)
def test_the_first_sentence_that_fits_is_told(kind, seat, data, told):
    assert SAID.sentence(kind, seat, data) == told


@pytest.mark.parametrize(
    ("pointer", "value", "name"),
    [
        ("/dish", None, "Nothing"),
        ("/dish", "ale", "A plate of dark ale"),
        ("/dish", "soup", "A plate of soup"),
        ("/where", {"kind": "table", "table": 7}, "At table 7"),
        ("/where", {"kind": "garden"}, "Outside"),
        ("/drink", "ale", "Dark ale"),
        ("/drink", None, "None of these"),
        ("/drink", True, "Yes"),
        ("/drink", 4, "4"),
        ("/drink", "4", "The fourth"),
        ("/unknown", "small-beer", "Small beer"),
    ],
)
def test_answers_have_names(pointer, value, name):
    assert SAID.answer("inn.eat", pointer, value) == name


@pytest.mark.parametrize(
    ("pointer", "question"),
    [
        ("/dish", "Which dish?"),
        ("/sides/0/what", "Which side dish number 1?"),
        ("/sides/11/what", "Which side dish number 12?"),
        ("/sides/0/how_much", "Sides 0 how much"),
    ],
)
def test_slots_ask_questions(pointer, question):
    assert SAID.question("inn.eat", pointer) == question


def test_labels_are_those_of_the_owner_else_readable():
    assert SAID.label("inn") == "The inn"
    assert SAID.label("inn.eat") == "Eat"
    assert SAID.label("inn.leave-early") == "Leave early"
    assert SAID.label("bot.random") == "Random bot"
    assert SAID.label("another-inn") == "Another inn"
    assert SAID.thing("inn", "ale") == "Dark ale"
    assert SAID.thing("another-inn", "big_tree") == "Big tree"
    assert SAID.things("inn") == ("ale", "4")
    assert SAID.things("another-inn") == ()


def test_readable_is_never_empty():
    assert [readable(key) for key in ("a.b-c", "a_b", "", "-")] == ["b c", "a b", "", "-"]


def test_another_language_replaces_each_text_and_nothing_else():
    shouted = Words(read_all(str.upper))
    plain = words()
    assert shouted.label("mystery.collect") == plain.label("mystery.collect").upper()
    assert shouted.question("mystery.collect", "/convert") == plain.question("mystery.collect", "/convert").upper()
    assert shouted.answer("mystery.choose-grid", "/side", "A") == "SIDE A"
    assert shouted.sentence("match.started", None, {}) == "THE MATCH BEGAN."
