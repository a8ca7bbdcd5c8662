"""Ten thousand random matches of a game; the quick tests play a few of them."""

from collections import Counter
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from domain.kernel.values import tag
from tests.kit.games import GAMES, Subject
from tests.kit.play import Endless, play

MANY = 1_500
LONG = 1_000


def played(subject: Subject, seeds: range) -> Counter[str]:
    """Plays matches to their end; what is conserved is looked at after every event."""
    kinds: Counter[str] = Counter()
    for seed in seeds:
        one = play(subject.game, subject.settings, subject.seats, f"many {seed}", subject.bound)
        kinds += one.kinds
        state: Any = one.states[0]
        kept = subject.conserved(state)
        for event in one.events[one.dealt :]:
            state = subject.game.evolve(state, event)
            assert subject.conserved(state) == kept, (seed, event)
    return kinds


@pytest.mark.slow
@pytest.mark.parametrize("slug", sorted({subject.game.meta.slug for subject in GAMES}))
def test_ten_thousand_random_matches_end_and_keep_all_pieces(slug: str):
    subjects = [subject for subject in GAMES if subject.game.meta.slug == slug]
    kinds: Counter[str] = Counter()
    for subject in subjects:
        kinds += played(subject, range(LONG if subject.name.endswith("long") else MANY))
    for kind, count in sorted(kinds.items()):
        print(f"{count:>9} {kind}")
    types = subjects[0].game.types
    assert set(kinds) == {tag(kind) for kind in (*types.actions, *types.events)}


def test_a_match_beyond_its_bound_is_found():
    subject = next(subject for subject in GAMES if str(subject) == "toy-2")
    with pytest.raises(Endless):
        played(replace(subject, bound=5), range(1))


def test_a_lost_piece_is_found():
    subject = next(subject for subject in GAMES if str(subject) == "toy-2")

    def conserved(state: Any) -> int:
        return len(msgspec.json.encode(state.display))

    with pytest.raises(AssertionError):
        played(replace(subject, conserved=conserved), range(1))
