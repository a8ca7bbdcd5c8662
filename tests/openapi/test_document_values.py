"""What games really send fits the document to the last field, and so does every example."""

import json
from functools import lru_cache
from pathlib import Path

import msgspec
import pytest

from domain.catalog import CATALOG
from domain.kernel.forms import Pick, answered, random_answer
from domain.kernel.secrecy import ALL, SPECTATOR, Eyes, redact, seat_viewer
from domain.kernel.values import tag
from openapi.document.paths import operations
from openapi.words import words
from tests.kit.contract import HOME, contract_of
from tests.kit.games import GAMES
from tests.kit.play import Dice, play

CONTRACT = contract_of("toy-duel", *CATALOG)
SERVED = contract_of()
SUBJECTS = [subject for subject in GAMES if not subject.name.endswith("long")]
EXAMPLES = Path(__file__).parents[2] / "openapi" / "examples"


@lru_cache
def game_played(subject):
    return play(subject.game, subject.settings, subject.seats, 5)


@pytest.mark.parametrize("subject", SUBJECTS, ids=str)
def test_actions_fit_as_sent_and_as_shown(subject):
    for seat, action in game_played(subject).actions:
        tree = msgspec.to_builtins(action)
        CONTRACT.must_be("Action", tree)
        for viewer in (seat_viewer(seat), SPECTATOR):
            CONTRACT.must_be("ActionShown", redact(type(action), tree, Eyes(viewer, seat)))


@pytest.mark.parametrize("subject", SUBJECTS, ids=str)
def test_events_fit_in_the_eyes_of_everybody(subject):
    for event in game_played(subject).events:
        seat = getattr(event, "seat", None)
        for viewer in (ALL, SPECTATOR, seat_viewer(1), seat_viewer(2)):
            data = redact(type(event), msgspec.to_builtins(event), Eyes(viewer, seat))
            del data["type"]
            envelope = {"version": 1, "move": 1, "type": tag(event), "seat": data.pop("seat", None), "by": "player"}
            told = words().sentence(tag(event), envelope["seat"], data)
            rest = {"text": told, "move_complete": True, "recorded_at": "2026-12-01T18:00:00.000000Z"}
            CONTRACT.must_be("Event", {**envelope, "data": data, **rest})


@pytest.mark.parametrize("subject", SUBJECTS, ids=str)
def test_views_and_outcomes_fit_at_every_decision(subject):
    game = subject.game
    for state in game_played(subject).states:
        for viewer in (ALL, SPECTATOR, seat_viewer(1)):
            CONTRACT.must_be("View", msgspec.to_builtins(game.view(state, viewer)))
            CONTRACT.must_be("Viewer", msgspec.to_builtins(viewer))
        CONTRACT.must_be("Outcome", msgspec.to_builtins(game.outcome(state)))


@pytest.mark.parametrize("subject", SUBJECTS, ids=str)
def test_slots_fit_with_their_choices_details_and_costs(subject):
    game, dice, played = subject.game, Dice(3), game_played(subject)

    def answer(slot):
        if isinstance(slot, Pick):
            for value in (*slot.among, *(slot.usual() if slot.usual else ())):
                CONTRACT.must_be("Answer", msgspec.to_builtins(value))
            for value in slot.among if slot.detail else ():
                if (detail := slot.detail(value)) is not None:
                    CONTRACT.must_be("Detail", msgspec.to_builtins(detail))
        CONTRACT.must_be("FilledSlots", {slot.at: None})
        return random_answer(slot, dice)

    for (seat, _), state in list(zip(played.actions, played.states, strict=False))[::3]:
        for form in game.forms(state, seat):
            if form.closed is None:
                complete = answered(form, answer)
                CONTRACT.must_be("Action", msgspec.to_builtins(complete.action))
                if complete.cost is not None:
                    CONTRACT.must_be("Cost", msgspec.to_builtins(complete.cost()))


def bodies():
    for _, _, operation in operations(SERVED.document["paths"]):
        parts = [operation.get("requestBody", {}), *operation["responses"].values()]
        for content in [*parts, *SERVED.document["components"]["responses"].values()]:
            for media in content.get("content", {}).values():
                for name, example in media.get("examples", {}).items():
                    yield media["schema"]["$ref"].removeprefix(HOME), name, example


SHOWN = {f"{component}-{name}-{place}": one for place, one in enumerate(bodies()) for component, name, _ in [one]}


@pytest.mark.parametrize("key", SHOWN)
def test_examples_fit_without_any_further_field(key):
    component, _, example = SHOWN[key]
    assert example["summary"]
    SERVED.must_be(component, example["value"])


def test_each_example_that_is_kept_is_shown_and_each_body_that_is_sent_has_one():
    shown = {(component, name) for component, name, _ in SHOWN.values()}
    for file in EXAMPLES.glob("*.json"):
        component = "Problem" if file.stem.startswith("Problem") else file.stem
        for name in json.loads(file.read_text("utf-8")):
            assert (component, name) in shown, f"{file.name}: {name}"
    for _, _, operation in operations(SERVED.document["paths"]):
        if "requestBody" in operation:
            assert operation["requestBody"]["content"]["application/json"]["examples"]


def test_there_is_an_example_of_each_kind_of_action():
    kinds = {tag(kind) for versions in CATALOG.values() for game in versions for kind in game.types.actions}
    assert {one["value"]["action"]["type"] for name, _, one in SHOWN.values() if name == "SubmittedMove"} == kinds


class TestTheJudge:
    """A judge that finds nothing proves nothing."""

    def test_it_finds_a_field_that_nobody_declared(self):
        with pytest.raises(AssertionError):
            SERVED.must_be("Health", {"status": "ok", "more": 1})

    def test_it_finds_a_missing_field_in_a_union(self):
        action = {"type": "mystery.choose-grid", "card": 1}
        assert SERVED.faults("Action", action) != []
        assert SERVED.faults("Action", {**action, "side": "A"}) == []
        assert SERVED.faults("Action", {**action, "side": "A", "type": "mystery.unknown"}) != []

    def test_it_finds_a_status_a_type_and_a_header_that_are_not_declared(self):
        body, good = b'{"status":"ok"}', {"content-type": "application/json", "etag": '"0123456789abcdef"'}
        SERVED.check_response("getLiveness", 200, good, body)
        for status, headers, said in (
            (201, good, body),
            (200, {**good, "content-type": "text/plain"}, body),
            (200, {**good, "etag": "0123456789abcdef"}, body),
            (200, good, b'{"status":"fine"}'),
            (304, good, body),
        ):
            with pytest.raises(AssertionError):
                SERVED.check_response("getLiveness", status, headers, said)

    def test_it_finds_a_broken_message_of_a_stream(self):
        SERVED.check_message("reset", 3, {"version": 3})
        for name, data in (("reset", {"version": "3"}), ("reset", {}), ("news", {})):
            with pytest.raises((AssertionError, KeyError)):
                SERVED.check_message(name, 3, data)

    def test_it_finds_a_time_that_is_none(self):
        assert SERVED.faults("SeatDeadline", {"seat": 1, "at": "2026-12-01T18:00:00.000000Z"}) == []
        assert SERVED.faults("SeatDeadline", {"seat": 1, "at": "yesterday"}) != []
