"""Was anything altered, and did chance keep its promise? Everything a match claims, worked out again."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

import msgspec
from msgspec import Struct

from domain.kernel.chance import KeyedChance, commitment, draw_key
from domain.kernel.codec import digest, table_hash
from domain.kernel.game import AnyGame
from domain.kernel.secrecy import ALL
from domain.kernel.values import Event
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
    draws = version = 0
    for part in _commits(rows):
        version += len(part)
        meta, events = _read(stream, match, part)
        if meta is None:
            return Verification(version, _move(match), draws, Divergence(version, _move(match), "chain"))
        before, match = match, applied(game, match, events, meta)
        draws += len(meta.draws)
        what = _divergence(game, before, match, meta, key)
        if what is not None:
            return Verification(version, match.move, draws, Divergence(version, meta.move, what))
    return Verification(version, _move(match), draws, None)


def _move(match: Match | None) -> int:
    return match.move if match is not None else 0


def _commits(rows: Iterable[Row]) -> Iterator[list[Row]]:
    part: list[Row] = []
    for row in rows:
        part.append(row)
        if row.meta is not None:
            yield part
            part = []
    if part:
        yield part


def _read(stream: Stream, match: Match | None, part: Sequence[Row]) -> tuple[Meta | None, Sequence[Event]]:
    """Meta and events of a commit; without the meta where the bytes are not those that were chained."""
    data = part[-1].meta
    if data is None:
        return None, ()
    try:
        meta = stream.meta(data)
        if meta.chain != digest((match.chain if match is not None else "").encode(), *(row.state for row in part)):
            return None, ()
        return meta, [stream.event(row.topic, row.state) for row in part]
    except (msgspec.DecodeError, KeyError):
        return None, ()


def _divergence(
    game: AnyGame, before: Match | None, match: Match, meta: Meta, key: bytes
) -> Literal["table", "draws", "commitment"] | None:
    if match.commitment != commitment(match.id, key) or match.key not in (None, key.hex()):
        return "commitment"
    if match.table is not None and table_hash(game.view(match.table, ALL)) != meta.table:
        return "table"
    chance = KeyedChance(draw_key(key, match.entropy), before.cursor if before is not None else 0)
    again = tuple(chance.below(draw.below) for draw in meta.draws)
    if again != tuple(draw.value for draw in meta.draws) or chance.cursor != meta.cursor:
        return "draws"
    return None
