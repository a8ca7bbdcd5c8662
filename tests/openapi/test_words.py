"""Words are complete: nothing that a client meets is left without a name, a question or a sentence."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from string import Formatter
from typing import Any, get_args

import msgspec
import pytest

from domain.catalog import CATALOG
from domain.kernel.forms import Pick, Slot, answered, random_answer
from domain.kernel.secrecy import SPECTATOR, Eyes, redact, seat_viewer, secret_fields
from domain.kernel.values import tag
from domain.match.events import MATCH_EVENTS
from openapi.wire.match import BotName
from openapi.words import LANGUAGES, Words, words
from openapi.words.catalogue import Catalogue, read_all
from openapi.words.telling import places
from tests.kit.games import GAMES
from tests.kit.play import play

SUBJECTS = [subject for subject in GAMES if subject.game.ref.game in CATALOG]
BY_OWNER = {one.owner: one for one in read_all()}
VERSIONS = [game for versions in CATALOG.values() for game in versions]
SEEDS = range(3)


@lru_cache
def games_played(name: str, seats: int):
    subject = next(one for one in SUBJECTS if one.name == name and one.seats == seats)
    return [play(subject.game, subject.settings, seats, seed) for seed in SEEDS]


def ids_in(tree: Any) -> Iterator[str]:
    if isinstance(tree, dict):
        if isinstance(tree.get("id"), str):
            yield tree["id"]
        tree = list(tree.values())
    if isinstance(tree, list):
        for item in tree:
            yield from ids_in(item)


def closed_sets(kinds) -> Iterator[str]:
    """All texts of all closed sets that stand in fields of structs."""
    _, components = msgspec.json.schema_components(kinds)
    waiting: list[Any] = list(components.values())
    while waiting:
        schema = waiting.pop()
        if isinstance(schema, dict):
            tags = schema.get("properties", {})
            waiting += [item for name, item in schema.items() if name != "properties"]
            waiting += [item for name, item in tags.items() if name not in ("type", "game", "kind")]
            yield from (value for value in schema.get("enum", ()) if isinstance(value, str))
        elif isinstance(schema, list):
            waiting += schema


def test_every_shipped_game_has_a_catalogue_and_no_catalogue_is_a_stranger():
    assert set(BY_OWNER) == {"kernel", "match", *CATALOG}
    assert all(BY_OWNER[slug].prefix == versions[-1].meta.prefix for slug, versions in CATALOG.items())


@pytest.mark.parametrize("game", VERSIONS, ids=lambda game: f"{game.ref.game}-{game.ref.version}")
def test_every_type_and_id_has_a_label(game):
    types = game.types
    named = BY_OWNER[game.meta.slug].labels
    wanted = {game.meta.slug, *ids_in(game.components)}
    wanted |= {tag(kind) for kind in (*types.actions, *types.events, *types.details)}
    wanted |= set(closed_sets([*types.actions, *types.events, *types.details, types.view, types.settings]))
    wanted |= set(types.settings.__struct_fields__)
    assert sorted(wanted - set(named)) == []


def test_the_match_names_its_types_and_the_bots():
    named = BY_OWNER["match"].labels
    assert {tag(kind) for kind in MATCH_EVENTS} <= set(named)
    assert {f"bot.{name}" for name in get_args(BotName)} <= set(BY_OWNER["kernel"].labels)
    assert set(closed_sets([kind for kind in MATCH_EVENTS if tag(kind) != "match.created"])) <= set(named)


@pytest.mark.parametrize("subject", SUBJECTS, ids=str)
def test_every_part_of_a_score_and_every_cost_has_a_label(subject):
    game, named = subject.game, BY_OWNER[subject.game.ref.game].labels
    for played in games_played(subject.name, subject.seats):
        for standing in game.outcome(played.states[-1]).standings:
            assert {part.name for part in standing.breakdown} <= set(named)
        for (seat, action), state in list(zip(played.actions, played.states, strict=False))[::7]:
            form = next(form for form in game.forms(state, seat) if form.kind == tag(action))
            cost = answered(form, lambda slot: random_answer(slot, Die())).cost
            if cost is not None:
                assert {item.what for items in msgspec.structs.astuple(cost()) for item in items} <= set(named)


class Die:
    """Always the first."""

    def below(self, bound: int) -> int:
        del bound
        return 0


@pytest.mark.parametrize("subject", SUBJECTS, ids=str)
def test_every_slot_met_in_random_play_asks_a_question_and_names_its_answers(subject):
    said, met = words(), Counter()

    def check(kind: str, slot: Slot) -> Any:
        met[kind, re.sub(r"/\d+", "/*", slot.at)] += 1
        asked = said._asked(kind, slot.at)[0]
        assert asked is not None, f"{kind} {slot.at} asks no question"
        assert said.question(kind, slot.at).endswith("?")
        if isinstance(slot, Pick):
            names = [said.answer(kind, slot.at, value) for value in slot.among]
            assert len(set(names)) == len(names), names
            assert not [name for name in names if re.search(r"[{}_\"]", name)], names
        return random_answer(slot, Die())

    for played in games_played(subject.name, subject.seats):
        for (seat, action), state in zip(played.actions, played.states, strict=False):
            for form in subject.game.forms(state, seat):
                if form.closed is None and (form.kind == tag(action) or met[form.kind, ""] < 20):
                    met[form.kind, ""] += 1
                    answered(form, lambda slot, kind=form.kind: check(kind, slot))
    assert met


@pytest.mark.parametrize("subject", SUBJECTS, ids=str)
def test_every_event_of_random_play_is_told_to_every_viewer(subject):
    said = words()
    viewers = [SPECTATOR, *(seat_viewer(seat) for seat in range(1, subject.seats + 1))]
    for played in games_played(subject.name, subject.seats):
        for event in played.events:
            for viewer in viewers:
                tree = redact(type(event), msgspec.to_builtins(event), Eyes(viewer, tree_seat(event)))
                told = said.told(tag(event), tree.pop("seat", None), tree)
                assert told is not None, (viewer, event)
                assert told.endswith(".")
                assert not re.search(r"None|null|[{}\[\]_]|none of these", told), told


def tree_seat(event: Any) -> int | None:
    return getattr(event, "seat", None)


EVENT_KINDS = [kind for game in VERSIONS for kind in game.types.events] + list(MATCH_EVENTS)


@pytest.mark.parametrize("kind", EVENT_KINDS, ids=tag)
def test_every_type_of_event_has_a_sentence_whose_places_are_its_fields(kind):
    own = BY_OWNER["match"] if kind in MATCH_EVENTS else next(c for c in BY_OWNER.values() if fits(c, kind))
    fields = set(kind.__struct_fields__)
    for sentence in own.events[tag(kind)]:
        assert {place.path[0] for place in places(sentence.text) if place.path} <= fields
        assert {name.partition(".")[0] for name in sentence.when} <= fields
    needed = [
        {place.path[0] for place in places(one.text) if place.path} | {name.partition(".")[0] for name in one.when}
        for one in own.events[tag(kind)]
    ]
    hidden = secret_fields(kind)
    assert any(not (names & hidden) for names in needed), "no sentence does without what may be blanked"


def fits(own: Catalogue, kind: Any) -> bool:
    return bool(own.prefix) and tag(kind).startswith(own.prefix)


def test_catalogues_name_nothing_that_is_not_there():
    for game in VERSIONS:
        own = BY_OWNER[game.meta.slug]
        assert set(own.slots) - {"*"} <= {tag(kind) for kind in game.types.actions}
        assert set(own.events) == {tag(kind) for kind in game.types.events}
        for kind in game.types.actions:
            for pointer in own.slots.get(tag(kind), {}):
                assert pointer.split("/")[1] in kind.__struct_fields__, (tag(kind), pointer)
    assert set(BY_OWNER["match"].events) == {tag(kind) for kind in MATCH_EVENTS}


def test_texts_are_well_formed():
    for own in BY_OWNER.values():
        texts = [*own.labels.values()]
        texts += [one.text for variants in (*own.events.values(), *own.parts.values()) for one in variants]
        texts += [one.text for slots in own.slots.values() for asked in slots.values() for one in asked.said]
        for text in texts:
            assert text
            list(Formatter().parse(text))
            assert own.owner == "kernel" or text == text.strip()


def test_each_language_is_whole():
    assert {language: type(words(language)) for language in LANGUAGES} == {"en": Words}
    with pytest.raises(KeyError):
        words("xx")
