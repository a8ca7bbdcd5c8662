"""Recorded matches of every rules version come out the same, by the rules and by their stored events."""

import pytest

from tests.kit.games import GAMES
from tests.kit.golden import REPLAYS, SUBJECTS, diverges, full, full_diverges, name_of, playthrough, recorded

RECORDS = sorted(REPLAYS.glob("*/*.jsonl"))
TWENTY = 20


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_recorded_match_is_played_again(path):
    assert diverges(path) is None


def test_there_are_twenty_records_of_every_title():
    for slug in {subject.game.meta.slug for subject in GAMES}:
        records = [path for path in RECORDS if path.parent.name == slug]
        count = sum(len(path.read_bytes().splitlines()) if "brief" in path.stem else 1 for path in records)
        assert count >= TWENTY, slug
        assert all(path.stat().st_size < 150_000 for path in records)


@pytest.mark.parametrize("subject", SUBJECTS, ids=str)
def test_every_game_is_recorded_with_every_number_of_seats(subject):
    assert (REPLAYS / subject.game.meta.slug / f"{name_of(subject)}.jsonl").exists()


@pytest.mark.parametrize("path", sorted(REPLAYS.glob("*/playthrough.txt")), ids=lambda path: path.parent.name)
def test_the_playthrough_reads_as_it_did(path):
    subject = next(subject for subject in SUBJECTS if subject.game.meta.slug == path.parent.name)
    record = path.with_name(f"{name_of(subject)}.jsonl")
    assert path.read_text() == playthrough(record.read_bytes().splitlines())


def test_an_altered_record_is_found():
    lines = full(recorded(SUBJECTS[0], 0))
    place = next(place for place, line in enumerate(lines) if b'"toy.gem-drawn"' in line and b'"amber"' in line)
    altered = [*lines[:place], lines[place].replace(b'"amber"', b'"jade"', 1), *lines[place + 1 :]]
    assert full_diverges(lines) is None
    assert full_diverges(altered) is not None
