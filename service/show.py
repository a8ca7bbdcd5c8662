"""The one way out: stored events and actions as a viewer may see them."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from domain.kernel.secrecy import Viewer, redact
from domain.kernel.values import Event, tag
from domain.match.commit import By
from domain.match.events import MATCH_EVENTS
from domain.match.state import Match
from service.access import eyes
from service.hot import Hot, Mark
from service.ports import StoredEvent
from service.records import Deadline, Happened, MatchCard, Moved, Positioned, SeatCard


@cache
def by_tag(kinds: tuple[type[Struct], ...]) -> dict[str, type[Struct]]:
    """Types by their stable names."""
    return {tag(kind): kind for kind in kinds}


def happened(hot: Hot, mark: Mark, rows: Iterable[StoredEvent], viewer: Viewer) -> tuple[Happened, ...]:
    """Rows of one commit as a viewer sees them."""
    kinds = by_tag((*MATCH_EVENTS, *hot.game.types.events))
    seen = eyes(hot.now, viewer, mark.meta.seat)
    found: list[Happened] = []
    for row in rows:
        tree: dict[str, Any] = msgspec.to_builtins(hot.stream.event(row.topic, row.state))
        found.append(
            _shown(
                redact(kinds[tree["type"]], tree, seen),
                mark.meta.move,
                mark.meta.by,
                row,
                last=row.version == mark.last,
            )
        )
    return tuple(found)


def _shown(tree: dict[str, Any], move: int, by: By, row: StoredEvent, *, last: bool) -> Happened:
    data = {name: value for name, value in tree.items() if name not in ("type", "seat")}
    return Happened(
        version=row.version,
        move=move,
        type=tree["type"],
        seat=tree.get("seat"),
        by=by,
        data=data,
        move_complete=last,
        recorded_at=row.recorded_at,
    )


def events(hot: Hot, after: int, limit: int, viewer: Viewer) -> tuple[Happened, ...]:
    """Up to `limit` events with version > after."""
    rows = hot.rows[after : after + limit]
    if not rows:
        return ()
    found: list[Happened] = []
    place = _mark_of(hot, rows[0].version)
    while rows:
        mark = hot.marks[place]
        count = mark.last - rows[0].version + 1
        found += happened(hot, mark, rows[:count], viewer)
        rows, place = rows[count:], place + 1
    return tuple(found)


def _mark_of(hot: Hot, version: int) -> int:
    """The place of the commit that holds a version."""
    low, high = 0, len(hot.marks) - 1
    while low < high:
        middle = (low + high) // 2
        if hot.marks[middle].last < version:
            low = middle + 1
        else:
            high = middle
    return low


def mark_at(hot: Hot, version: int) -> Mark:
    """The commit that holds a version."""
    return hot.marks[_mark_of(hot, version)]


def moved(hot: Hot, mark: Mark, viewer: Viewer) -> Moved:
    """A move as a viewer sees it."""
    meta = mark.meta
    assert meta.action is not None
    assert meta.seat is not None
    return Moved(
        match=hot.now.id,
        game=hot.game.ref.game,
        move=meta.move,
        seat=meta.seat,
        action=action(hot, meta.action, meta.seat, viewer),
        by=meta.by,
        events=happened(hot, mark, hot.rows[mark.first - 1 : mark.last], viewer),
        version=mark.last,
        waited=mark.after.waited,
        recorded_at=mark.recorded_at,
        taken_back_at=hot.taken_back.get(meta.move),
    )


def action(hot: Hot, tree: dict[str, Any], seat: int, viewer: Viewer) -> dict[str, Any]:
    """An action as a viewer sees it."""
    return redact(by_tag(hot.game.types.actions)[tree["type"]], tree, eyes(hot.now, viewer, seat))


def foreseen(hot: Hot, match: Match, seat: int, found: Sequence[Event], viewer: Viewer) -> tuple[Happened, ...]:
    """Events that have not happened, numbered as they would be."""
    seen = eyes(match, viewer, seat)
    at = hot.marks[-1].recorded_at
    shown: list[Happened] = []
    for place, event in enumerate(found, start=1):
        row = StoredEvent(match.version + place, tag(event), b"", None, at, 0)
        tree = redact(type(event), msgspec.to_builtins(event), seen)
        shown.append(_shown(tree, match.move + 1, "player", row, last=place == len(found)))
    return tuple(shown)


def positioned(hot: Hot, match: Match, viewer: Viewer) -> Positioned:
    """The table of a match state as a viewer sees it."""
    view = hot.game.view(match.table, viewer) if match.table is not None else None
    return Positioned(
        match=match.id,
        game=hot.game.ref.game,
        version=match.version,
        move=match.move,
        viewer=viewer,
        waited=match.waited,
        view=view,
        outcome=match.outcome,
        final=hot.now.status == "finished",
    )


def card(hot: Hot) -> MatchCard:
    """The facts of a match that is in memory."""
    match = hot.now
    opened = {
        opening.seat: hot.rows[opening.version - 1].recorded_at
        for opening in match.openings
        if opening.waited and opening.version <= len(hot.rows)
    }
    return card_of(match, opened)


def card_of(match: Match, opened: dict[int, Any]) -> MatchCard:
    """The facts of a match; `opened` says when decisions opened, as far as it is known already."""
    timed = match.waited if match.decision_time is not None else ()
    return MatchCard(
        id=match.id,
        game=match.rules.game,
        rules_version=match.rules.version,
        status=match.status,
        visibility=match.visibility,
        competitive=match.competitive,
        decision_time=match.decision_time,
        settings=msgspec.to_builtins(match.settings),
        host=match.host,
        seats=tuple(SeatCard(seat.seat, seat.occupant, seat.absent) for seat in match.seats),
        version=match.version,
        move=match.move,
        waited=match.waited,
        deadlines=tuple(Deadline(seat, opened.get(seat)) for seat in timed),
        outcome=match.outcome,
        commitment=match.commitment,
        key=match.key,
    )
