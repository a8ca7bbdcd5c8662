"""Words for people. The one place that asks for them, so that a language is chosen in one place too."""

from typing import Any

from openapi.words import ENGLISH, words

LANGUAGE = ENGLISH


def label(name: str) -> str:
    """What a kind of action, a game or a bot is called."""
    return words(LANGUAGE).label(name)


def thing_label(game: str, name: str) -> str:
    """What a component or a value of a game is called."""
    return words(LANGUAGE).thing(game, name)


def things(game: str) -> tuple[str, ...]:
    """The ids of a game that have a label, beside those of its components."""
    return words(LANGUAGE).things(game)


def slot_label(kind: str, pointer: str) -> str:
    """The question that a slot asks."""
    return words(LANGUAGE).question(kind, pointer)


def value_label(kind: str, pointer: str, value: Any) -> str:
    """What an answer to a slot is called."""
    return words(LANGUAGE).answer(kind, pointer, value)


def sentence(kind: str, seat: int | None, data: dict[str, Any]) -> str:
    """What happened, from what the viewer may see."""
    return words(LANGUAGE).sentence(kind, seat, data)
