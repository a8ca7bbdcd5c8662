"""Every law for every game, on matches played at random; the seeds are in the test's name."""

from collections import Counter

import pytest

from domain.kernel.values import tag
from tests.kit.games import GAMES, Subject
from tests.kit.laws import LAWS, Law
from tests.kit.play import play
from tests.kit.records import RECORDS
from tests.kit.secrecy import SECRECY
from tests.kit.story import story

SEEDS = (1, 2)
SAMPLE = 12


@pytest.mark.parametrize("law", [*LAWS, *RECORDS, *SECRECY], ids=lambda law: law.__name__)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("subject", GAMES, ids=str)
def test_law(subject: Subject, seed: int, law: Law):
    law(story(subject, seed))


@pytest.mark.parametrize("slug", sorted({subject.game.meta.slug for subject in GAMES}))
def test_random_play_knows_every_kind_of_action_and_event(slug: str):
    seen: Counter[str] = Counter()
    subjects = [subject for subject in GAMES if subject.game.meta.slug == slug]
    for subject in subjects:
        for seed in range(SAMPLE):
            seen += play(subject.game, subject.settings, subject.seats, seed, subject.bound).kinds
    for kind, count in sorted(seen.items()):
        print(f"{count:>8} {kind}")
    types = subjects[0].game.types
    assert {tag(kind) for kind in (*types.actions, *types.events)} == set(seen)
