"""A commit: the events of one command, with their meta, and the one way they are applied."""

from collections.abc import Iterable, Sequence
from typing import Any, Literal

import msgspec

from domain.kernel.chance import Draw
from domain.kernel.codec import builtins, digest, encode, table_hash
from domain.kernel.game import AnyGame, Decision
from domain.kernel.secrecy import ALL
from domain.kernel.values import Event, Tells, Value
from domain.match.events import MATCH_EVENTS, MatchCreated
from domain.match.evolve import created, evolve
from domain.match.state import Done, Match, Opening

By = Literal["player", "bot", "default"]

OWN_EVENTS = frozenset(MATCH_EVENTS)

replace = msgspec.structs.replace


class Order(Value, frozen=True):
    """Who commands, in what capacity, and under which ids."""

    actor: str
    command: str
    by: By = "player"
    key: str | None = None
    body: str | None = None


class Meta(Value, frozen=True):
    """What stands beside the last event of a commit; server-only until the end.

    `action` is there exactly when the commit is a move, as a tree of builtins. `table` and `chain` are hashes after
    the commit.
    """

    move: int
    seat: int | None
    action: Any
    by: By
    actor: str
    command: str
    key: str | None
    body: str | None
    openings: tuple[Opening, ...]
    cursor: int
    draws: tuple[Draw, ...]
    chain: str
    table: str | None


class Commit(Value, frozen=True):
    """Events with their stored bytes, their meta, and the match after them."""

    events: tuple[Event, ...]
    states: tuple[bytes, ...]
    meta: Meta
    after: Match


class Acted(Value, frozen=True):
    """What a move adds to the meta."""

    seat: int
    action: Any


def applied(game: AnyGame, match: Match | None, events: Iterable[Event], meta: Meta) -> Match:
    """The match after a commit; live and replayed matches come from here alone."""
    before, move = match, meta.move
    tells_nobody = True
    count = 0
    for event in events:
        count += 1
        if type(event) in OWN_EVENTS:
            match = _opened(game, event) if isinstance(event, MatchCreated) else _evolved(match, event)
        else:
            assert match is not None
            match = replace(match, table=game.evolve(match.table, event))
            tells_nobody = tells_nobody and event.tells is Tells.NOBODY
    assert match is not None
    past, request = match.past, match.request
    if meta.action is not None:
        assert before is not None
        assert meta.seat is not None
        past = (*past, _done(before, meta, tells_nobody=tells_nobody))
        request = None
    return replace(
        match,
        version=(before.version if before is not None else 0) + count,
        move=move,
        openings=meta.openings,
        cursor=meta.cursor,
        chain=meta.chain,
        past=past,
        request=request,
    )


def _evolved(match: Match | None, event: Any) -> Match:
    assert match is not None
    return evolve(match, event)


def _opened(game: AnyGame, event: MatchCreated) -> Match:
    match = created(event)
    return replace(match, settings=msgspec.convert(match.settings, game.types.settings))


def _done(before: Match, meta: Meta, *, tells_nobody: bool) -> Done:
    return Done(
        move=meta.move,
        seat=meta.seat or 0,
        actor=meta.actor,
        before=before.version,
        table=before.table,
        cursor=before.cursor,
        tells_nobody=tells_nobody,
    )


def commit(
    game: AnyGame,
    match: Match | None,
    events: Sequence[Event],
    order: Order,
    acted: Acted | None = None,
    drawn: tuple[int, Sequence[Draw]] | None = None,
) -> Commit:
    """Closes a command: openings, hashes, the state after it."""
    before = match.version if match is not None else 0
    cursor, draws = drawn if drawn is not None else (match.cursor if match is not None else 0, ())
    states = tuple(encode(event) for event in events)
    move = (match.move if match is not None else 0) + (1 if acted is not None else 0)
    meta = Meta(
        move=move,
        seat=acted.seat if acted is not None else None,
        action=builtins(acted.action) if acted is not None else None,
        by=order.by,
        actor=order.actor,
        command=order.command,
        key=order.key,
        body=order.body,
        openings=(),
        cursor=cursor,
        draws=tuple(draws),
        chain=digest((match.chain if match is not None else "").encode(), *states),
        table=None,
    )
    after = applied(game, match, events, meta)
    if after.table is not None:
        decisions = game.decisions(after.table) if after.status == "running" else ()
        openings = _openings(match, decisions, events, before + len(events), acted)
        meta = replace(meta, openings=openings, table=table_hash(game.view(after.table, ALL)))
        after = replace(after, openings=openings)
    return Commit(tuple(events), states, meta, after)


def _openings(
    match: Match | None, decisions: Sequence[Decision], events: Sequence[Event], version: int, acted: Acted | None
) -> tuple[Opening, ...]:
    """Each seat's decision opens anew, but for those that a mere aside of another leaves as they were."""
    aside = all(event.aside for event in events)
    own = acted.seat if acted is not None else None
    openings: dict[int, Opening] = {}
    for decision in decisions:
        kept = match.opening(decision.seat) if match is not None and aside and decision.seat != own else None
        waited = decision.waited or (decision.seat in openings and openings[decision.seat].waited)
        openings[decision.seat] = Opening(decision.seat, kept.version if kept else version, waited)
    return tuple(openings[seat] for seat in sorted(openings))
