"""Words for people. The one place that asks for them, so that a language is chosen in one place too."""

from typing import Any

LANGUAGE = "en"


def _plain(name: str) -> str:
    words = name.rsplit(".", 1)[-1].replace("-", " ").replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def label(name: str) -> str:
    """What a kind of action, a game or a component is called."""
    return _plain(name)


def slot_label(kind: str, pointer: str) -> str:
    """The question that a slot asks."""
    del kind
    return _plain(pointer.replace("/", " ").strip())


def value_label(value: Any) -> str:
    """What an answer is called."""
    if value is None:
        return "None"
    return _plain(str(value))


def sentence(kind: str, seat: int | None, data: dict[str, Any]) -> str:
    """What happened, from what the viewer may see."""
    del data
    return f"Seat {seat}: {_plain(kind)}." if seat is not None else f"{_plain(kind)}."
