"""The only file that names all games and their rules versions."""

from collections.abc import Mapping

from domain.kernel.game import AnyGame, RulesRef
from domain.mystery_of_the_temples import MYSTERY_1

CATALOG: Mapping[str, tuple[AnyGame, ...]] = {
    game.meta.slug: versions for versions in ((MYSTERY_1,),) for game in versions[:1]
}
"""Every game by its slug, its rules versions oldest first; all of them stay playable."""


def current(slug: str) -> AnyGame:
    """The newest rules version of a game; raises KeyError for a game nobody knows."""
    return CATALOG[slug][-1]


def pinned(ref: RulesRef) -> AnyGame:
    """The rules version that a match pins; raises KeyError."""
    return next(game for game in CATALOG[ref.game] if game.ref == ref)
