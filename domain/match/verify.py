"""Was anything altered, and did chance keep its promise? Everything a match claims, worked out again."""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from domain.kernel.chance import KeyedChance, commitment, draw_key
from domain.kernel.codec import digest, table_hash
from domain.kernel.game import AnyGame
from domain.kernel.secrecy import ALL
from domain.match.commit import Meta, applied
from domain.match.fold import Row
from domain.match.state import Match
from domain.match.stream import Stream


class Divergence(Struct, frozen=True):
    """The first thing that does not come out as stored."""

    version: int
    move: int
    what: Literal["chain", "table", "draws", "commitment"]


class Verification(Struct, frozen=True):
    """What was checked; `divergence` is null where all of it holds."""

    events: int
    moves: int
    draws: int
    divergence: Divergence | None


def verify(game: AnyGame, stream: Stream, rows: Iterable[Row], key: bytes) -> Verification:
    """Folds a match again and compares chain, table hashes, draws and commitment."""
    match: Match | None = None
    chain, draws, states, events = "", 0, [], []
    for row in rows:
        states.append(row.state)
        events.append(stream.event(row.topic, row.state))
        if row.meta is None:
            continue
        meta = stream.meta(row.meta)
        before = match
        match = applied(game, match, events, meta)
        chain = digest(chain.encode(), *states)
        draws += len(meta.draws)
        what = _divergence(game, before, match, meta, chain, key)
        if what is not None:
            return Verification(match.version, match.move, draws, Divergence(match.version, meta.move, what))
        states, events = [], []
    version, move = (match.version, match.move) if match is not None else (0, 0)
    return Verification(version, move, draws, None)


def _divergence(
    game: AnyGame, before: Match | None, match: Match, meta: Meta, chain: str, key: bytes
) -> Literal["chain", "table", "draws", "commitment"] | None:
    if chain != meta.chain:
        return "chain"
    if before is None and match.commitment != commitment(match.id, key):
        return "commitment"
    if match.table is not None and table_hash(game.view(match.table, ALL)) != meta.table:
        return "table"
    if meta.draws:
        chance = KeyedChance(draw_key(key, match.entropy), before.cursor if before is not None else 0)
        again = tuple(chance.below(draw.below) for draw in meta.draws)
        if again != tuple(draw.value for draw in meta.draws) or chance.cursor != meta.cursor:
            return "draws"
    return None
