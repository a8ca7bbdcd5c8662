"""Queries: what a match is, was, allows, and whether it holds what it claims."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec

from domain.kernel.chance import Chance
from domain.kernel.errors import IllegalAction, Refusal
from domain.kernel.forms import Form, fill, first, random_choice
from domain.kernel.secrecy import Viewer
from domain.match import takebacks
from domain.match.commit import applied
from domain.match.events import MoveTakenBack
from domain.match.moves import opening
from domain.match.state import Match
from domain.match.verify import Verification, verify
from service import show
from service.access import must_know, own_seat, viewer_for
from service.commands import dated
from service.errors import Forbidden, NotFound
from service.hot import Hot, Shelf
from service.ports import MatchFilter, Summaries, SummaryRow, Tail
from service.records import Closed, Dated, Filled, Happened, MatchCard, Moved, Offered, Offers, Positioned, Undo

_card = msgspec.json.Decoder(MatchCard)


class Queries:
    """Reads matches; nothing here changes anything."""

    def __init__(self, shelf: Shelf, summaries: Summaries, tail: Tail) -> None:
        self._shelf = shelf
        self._summaries = summaries
        self._tail = tail

    async def hot(self, match: UUID, player: str | None, at_least: int = 0) -> Hot:
        """The match in memory, if the caller may know of it."""
        hot = await self._shelf.settled(match, at_least)
        must_know(hot.now, player)
        return hot

    async def match(self, match: UUID, player: str | None, at_least: int = 0) -> Dated:
        """The facts of a match."""
        return dated(await self.hot(match, player, at_least))

    async def matches(
        self, where: MatchFilter, limit: int, before: tuple[datetime, UUID] | None
    ) -> Sequence[SummaryRow]:
        """A page of the list, newest first."""
        return await self._summaries.page(where, limit, before)

    async def position(
        self,
        match: UUID,
        player: str | None,
        *,
        wanted: Viewer | None = None,
        move: int | None = None,
        version: int | None = None,
        at_least: int = 0,
    ) -> Positioned:
        """The table now, right after a move, or at a version."""
        hot = await self.hot(match, player, at_least)
        viewer = viewer_for(hot.now, player, wanted)
        if move is not None:
            return show.positioned(hot, after_move(hot, move), viewer)
        if version is not None:
            return show.positioned(hot, at_version(hot, version), viewer)
        return show.positioned(hot, hot.now, viewer)

    async def offers(self, match: UUID, player: str, seat: int | None, example: Chance | None = None) -> Offers:
        """What a seat may do now; with an `example` chance also one random action."""
        hot = await self.hot(match, player)
        now = hot.now
        own = own_seat(now, player, seat)
        forms: Sequence[Form[Any]] = ()
        if now.status == "running" and now.opening(own) is not None:
            forms = hot.game.forms(now.table, own)
        usable = [form for form in forms if form.closed is None]
        shown = None
        if example is not None and usable:
            shown = random_choice(usable, example).action
        barrier = takebacks.barrier(now, player)
        return Offers(
            match=now.id,
            game=hot.game.ref.game,
            seat=own,
            version=now.version,
            options=tuple(Offered(form.kind, first(form)) for form in usable),
            closed=tuple(Closed(form.kind, form.closed) for form in forms if form.closed is not None),
            example=shown,
            undo=Undo(barrier is None, barrier.code if barrier is not None else None),
        )

    async def filled(self, match: UUID, player: str, seat: int | None, kind: str, answers: Mapping[str, Any]) -> Filled:
        """The next slot of a partly filled form, or the complete action."""
        hot = await self.hot(match, player)
        own = own_seat(hot.now, player, seat)
        opening(hot.now, own)
        form = next((form for form in hot.game.forms(hot.now.table, own) if form.kind == kind), None)
        if form is None:
            raise IllegalAction(Refusal("not_now", "", f"{kind} is no action of the present decision.", "/kind"))
        return Filled(hot.now.id, hot.game.ref.game, hot.now.version, kind, fill(form, answers))

    async def moves(
        self, match: UUID, player: str | None, wanted: Viewer | None, after: int, limit: int
    ) -> tuple[Moved, ...]:
        """Up to `limit` moves numbered above `after`."""
        hot = await self.hot(match, player)
        viewer = viewer_for(hot.now, player, wanted)
        numbers = range(after + 1, min(after + limit, hot.now.move) + 1)
        return tuple(show.moved(hot, hot.moves[number], viewer) for number in numbers)

    async def move(self, match: UUID, player: str | None, wanted: Viewer | None, number: int) -> Moved:
        """One move."""
        hot = await self.hot(match, player)
        viewer = viewer_for(hot.now, player, wanted)
        if number not in hot.moves:
            raise NotFound
        return show.moved(hot, hot.moves[number], viewer)

    async def events(
        self, match: UUID, player: str | None, wanted: Viewer | None, after: int, limit: int
    ) -> tuple[Happened, ...]:
        """Up to `limit` events with version > after."""
        hot = await self.hot(match, player)
        return show.events(hot, after, limit, viewer_for(hot.now, player, wanted))

    async def follow(self, match: UUID) -> AsyncIterator[int]:
        """The versions a match reaches, as they are committed; the first is the present one."""
        news = self._tail.subscribe(match)
        yield (await self._shelf.get(match)).now.version
        async for _, version in news:
            yield version

    async def verification(self, match: UUID, player: str | None) -> Verification:
        """Everything a finished match claims, checked again (in a thread: it takes long)."""
        hot = await self.hot(match, player)
        if hot.now.status != "finished":
            raise Forbidden("match_not_finished", "Draws and hashes can be checked when the match is over.")
        return await asyncio.to_thread(verify, hot.game, hot.stream, tuple(hot.rows), hot.secret)


def after_move(hot: Hot, move: int) -> Match:
    """The match right after a move (0: after the deal); raises NotFound for one not made yet."""
    if move == 0:
        dealt = [mark for mark in hot.marks[: _first_move(hot)] if mark.meta.move == 0]
        return dealt[-1].after
    if move not in hot.moves:
        raise NotFound
    return hot.moves[move].after


def _first_move(hot: Hot) -> int:
    first = hot.moves.get(1)
    return len(hot.marks) if first is None else hot.marks.index(first)


def at_version(hot: Hot, version: int) -> Match:
    """The match at a version; nobody is to act between the events of one commit."""
    if not 1 <= version <= hot.now.version:
        raise NotFound
    mark = show.mark_at(hot, version)
    if mark.last == version:
        return mark.after
    before = show.mark_at(hot, mark.first - 1).after if mark.first > 1 else None
    rows = hot.rows[mark.first - 1 : version]
    events = [hot.stream.event(row.topic, row.state) for row in rows]
    if any(isinstance(event, MoveTakenBack) for event in events):
        return mark.after  # its last event alone changes the table; the kept states do not carry the moves that stand
    meta = msgspec.structs.replace(mark.meta, openings=(), action=None)
    return applied(hot.game, before, events, meta)


def row_card(row: SummaryRow) -> Dated:
    """A listed match."""
    return Dated(_card.decode(row.summary.body), row.created_at, row.updated_at)
