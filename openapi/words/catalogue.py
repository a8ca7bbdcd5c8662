"""A catalogue: all texts of one game (or of the match, or of the kernel) in one place, as data.

labels    what an id is called in the middle of a sentence: types, components, values, the parts of a score
slots     for each kind of action, by pointer with `*` for a place in a list: the question, and names for its answers
events    for each type of event one or more sentences: the first that fits tells it
parts     sentences for what stands inside events and answers: a seat, a crystal, where it came from

The English texts are the identities under which translations are kept: another language replaces each text and nothing
else.
"""

from collections.abc import Callable
from importlib import resources
from typing import Any

import msgspec
from msgspec import Struct


class Sentence(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole sentence with named places; it fits where all of them are filled and `when` holds."""

    text: str
    when: dict[str, Any] = {}


Variants = tuple[Sentence, ...]


class Question(Struct, frozen=True):
    """What a slot asks; `answers` are names by the JSON text of the answer, `*` for all others."""

    said: Variants
    answers: dict[str, Variants] = {}


class Catalogue(Struct, frozen=True):
    """The texts of one owner; `prefix` is that of its types."""

    owner: str
    prefix: str
    labels: dict[str, str]
    slots: dict[str, dict[str, Question]]
    events: dict[str, Variants]
    parts: dict[str, Variants]


_Said = str | Sentence | tuple[str | Sentence, ...]


class _Asked(Struct, forbid_unknown_fields=True):
    text: str
    answers: dict[str, _Said] = {}


class _File(Struct, forbid_unknown_fields=True):
    owner: str
    prefix: str = ""
    labels: dict[str, str] = {}
    slots: dict[str, dict[str, str | _Asked]] = {}
    events: dict[str, _Said] = {}
    parts: dict[str, _Said] = {}


Translate = Callable[[str], str]


def read(data: bytes, translate: Translate = str) -> Catalogue:
    """The catalogue of a file, every text translated; raises msgspec.ValidationError for what is none."""
    file = msgspec.json.decode(data, type=_File)

    def said(one: _Said) -> Variants:
        if isinstance(one, tuple):
            return tuple(sentence for item in one for sentence in said(item))
        whole = one if isinstance(one, Sentence) else Sentence(one)
        return (Sentence(translate(whole.text), whole.when),)

    def asked(one: str | _Asked) -> Question:
        if isinstance(one, str):
            return Question(said(one))
        return Question(said(one.text), {answer: said(name) for answer, name in one.answers.items()})

    return Catalogue(
        owner=file.owner,
        prefix=file.prefix,
        labels={key: translate(text) for key, text in file.labels.items()},
        slots={kind: {at: asked(one) for at, one in slots.items()} for kind, slots in file.slots.items()},
        events={kind: said(one) for kind, one in file.events.items()},
        parts={name: said(one) for name, one in file.parts.items()},
    )


def read_all(translate: Translate = str) -> tuple[Catalogue, ...]:
    """All catalogues that are shipped."""
    folder = resources.files("openapi.words") / "english"
    files = sorted(file.name for file in folder.iterdir() if file.name.endswith(".json"))
    return tuple(read((folder / name).read_bytes(), translate) for name in files)
