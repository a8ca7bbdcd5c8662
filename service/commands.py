"""Commands: everything that appends to a match goes through here, and through one path."""

import asyncio
import secrets
from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from msgspec import Struct

from domain.kernel.codec import digest, encode
from domain.kernel.game import AnyGame
from domain.kernel.secrecy import seat_viewer
from domain.kernel.values import Action
from domain.match import lobby, moves, resigning, takebacks
from domain.match.commit import Acted, By, Commit, Order
from domain.match.errors import MatchRefusal
from domain.match.events import Occupant
from domain.match.lobby import Terms
from domain.match.state import Match
from domain.match.stream import topic
from service import show
from service.access import must_know, own_seat
from service.errors import Busy, Forbidden, KeyReused, PreconditionFailed, PreconditionRequired
from service.hot import Hot, Mark, Shelf
from service.ports import Append, Conflict, Duplicate, EventStore, Key, NewEvent, StoredEvent, Summary
from service.records import Dated, Foreseen, Replayed

TRIES = 3
Decide = Callable[[Hot, Match], Commit]


class Precondition(Struct, frozen=True):
    """The version a command was made for; None stands for `*`, any version."""

    version: int | None


class Command(Struct, frozen=True):
    """An action a player asks for; `seat` may be left out where he holds one seat only."""

    action: Action
    seat: int | None = None
    precondition: Precondition | None = None
    key: str | None = None


class Commands:
    """Creates matches and changes them."""

    def __init__(self, store: EventStore, shelf: Shelf, new_id: Callable[[], UUID]) -> None:
        self._store = store
        self._shelf = shelf
        self._new_id = new_id

    async def create(self, game: AnyGame, terms: Terms, player: str, key: str | None = None) -> tuple[Dated, bool]:
        """Opens a match with the player as host; the flag says whether the same key had opened it before."""
        match = self._new_id()
        secret = secrets.token_bytes(32)
        body = digest(encode(game.ref), encode(terms))
        order = self._order(player)
        made = lobby.create(game, str(match), terms, secret, order)
        hot = self._shelf.open(game, secret)
        stored = _key(f"create:{player}", key, body) if key is not None else None
        verdict = await self._store.append(_append(match, made, 0, order, stored, secret))
        match verdict:
            case Duplicate():
                if verdict.body != bytes.fromhex(body):
                    raise KeyReused
                return dated(await self._shelf.get(verdict.match)), True
            case Conflict():
                raise Busy
            case _:
                hot.advance(_rows(made, 0, verdict.recorded_at, verdict.position), made.after, made.meta)
                return dated(self._shelf.keep(match, hot)), False

    async def take_seat(
        self, match: UUID, player: str, seat: int | None, bot: str | None, entropy: str | None
    ) -> Dated:
        """Sits down, or (the host) seats a bot."""
        occupant = Occupant("player", player) if bot is None else Occupant("bot", bot)
        order = self._order(player)
        return await self._lobby(
            match, player, order, lambda hot, now: lobby.take_seat(hot.game, now, seat, occupant, entropy, order)
        )

    async def leave_seat(self, match: UUID, player: str, seat: int) -> Dated:
        """Frees a seat of an open match."""
        order = self._order(player)
        return await self._lobby(match, player, order, lambda hot, now: lobby.leave_seat(hot.game, now, seat, order))

    async def start(self, match: UUID, player: str) -> Dated:
        """Deals and begins."""
        order = self._order(player)
        return await self._lobby(match, player, order, lambda hot, now: lobby.start(hot.game, now, hot.secret, order))

    async def abandon(self, match: UUID, player: str) -> Dated:
        """The host gives up an open match."""
        order = self._order(player)
        return await self._lobby(match, player, order, lambda hot, now: lobby.abandon(hot.game, now, order))

    async def resign(self, match: UUID, player: str, seat: int | None) -> Dated:
        """A seat gives up."""
        order = self._order(player)

        def decide(hot: Hot, now: Match) -> Commit:
            return resigning.resign(hot.game, now, own_seat(now, player, seat), hot.secret, order)

        return await self._lobby(match, player, order, decide)

    async def take_back(self, match: UUID, player: str) -> Dated:
        """Takes the player's last move back, or asks the others to allow it."""
        order = self._order(player)

        def decide(hot: Hot, now: Match) -> Commit:
            own_seat_of_any(now, player)
            return takebacks.take_back(hot.game, now, player, order)

        return await self._lobby(match, player, order, decide)

    async def answer_takeback(self, match: UUID, player: str, seat: int | None, *, agree: bool) -> Dated:
        """Agrees to an open request, or refuses it."""
        order = self._order(player)

        def decide(hot: Hot, now: Match) -> Commit:
            return takebacks.answer(hot.game, now, own_seat(now, player, seat), order, agree=agree)

        return await self._lobby(match, player, order, decide)

    async def move(self, match: UUID, player: str, command: Command) -> Replayed:
        """Plays an action; the same key again gives the first answer again."""
        async with self._shelf.locked(match):
            hot = await self._shelf.get(match)
            must_know(hot.now, player)
            seat = own_seat(hot.now, player, command.seat)
            body = digest(encode(command.action), str(seat).encode())
            key = _key(f"{match}:{player}", command.key, body) if command.key is not None else None
            if key is not None and (known := hot.keys.get(key.key.hex())) is not None:
                return _again(hot, known, seat, body)
            order = self._order(player, key=key)

            def decide(hot: Hot, now: Match) -> Commit:
                _must_hold(now, seat, command.precondition)
                return moves.move(hot.game, now, Acted(seat, command.action), hot.secret, order)

            result = await self._append(match, hot, order, decide, key)
            if isinstance(result, Duplicate):
                hot = await self._shelf.get(match, result.version)
                return _again(hot, show.mark_at(hot, result.version), seat, body)
            return Replayed(show.moved(hot, result, seat_viewer(seat)), again=False)

    async def play(
        self, match: UUID, seat: int, action: Action, opened: int, by: By, actor: str, command: UUID
    ) -> bool:
        """A move by a bot, or by default; False where the decision it was made for is no longer open."""
        async with self._shelf.locked(match):
            hot = await self._shelf.get(match)
            order = Order(actor=actor, command=str(command), by=by)

            def decide(hot: Hot, now: Match) -> Commit:
                if (by == "bot" and now.request is not None) or moves.opening(now, seat).version != opened:
                    raise PreconditionFailed(now.version)
                return moves.move(hot.game, now, Acted(seat, action), hot.secret, order)

            try:
                await self._append(match, hot, order, decide, None)
            except (PreconditionFailed, MatchRefusal):
                return False
            return True

    async def preview(self, match: UUID, player: str, command: Command) -> Foreseen:
        """What a move would do; nothing is drawn or recorded, and no precondition is needed."""
        hot = await self._shelf.get(match)
        must_know(hot.now, player)
        seat = own_seat(hot.now, player, command.seat)
        found = moves.preview(hot.game, hot.now, seat, command.action)
        shown = show.foreseen(hot, hot.now, seat, found.events, seat_viewer(seat))
        return Foreseen(hot.game.ref.game, shown, found.complete, found.cost)

    def _order(self, actor: str, key: Key | None = None) -> Order:
        command = str(self._new_id())
        if key is None:
            return Order(actor, command)
        return Order(actor, command, key=key.key.hex(), body=key.body.hex())

    async def _lobby(self, match: UUID, player: str, order: Order, decide: Decide) -> Dated:
        async with self._shelf.locked(match):
            hot = await self._shelf.get(match)
            must_know(hot.now, player)
            await self._append(match, hot, order, decide, None)
            return dated(hot)

    async def _append(self, match: UUID, hot: Hot, order: Order, decide: Decide, key: Key | None) -> Mark | Duplicate:
        """Decides and stores; on a conflict reads the tail and decides again, at most three times."""
        for _ in range(TRIES):
            now = hot.now
            made = decide(hot, now)
            try:
                verdict = await self._store.append(_append(match, made, now.version, order, key, None, hot))
            except (Exception, asyncio.CancelledError):
                hot.stale = True
                raise
            match verdict:
                case Duplicate():
                    return verdict
                case Conflict():
                    await self._shelf.catch_up(match, hot)
                case _:
                    if verdict.again or hot.now.version != now.version:
                        # The same command was stored by another process, or a reader was quicker: what is stored holds.
                        await self._shelf.catch_up(match, hot)
                        return show.mark_at(hot, verdict.version)
                    rows = _rows(made, now.version, verdict.recorded_at, verdict.position)
                    return hot.advance(rows, made.after, made.meta)
        raise Busy


def own_seat_of_any(match: Match, player: str) -> None:
    """Raises Forbidden for somebody without a seat."""
    if not match.held(player):
        raise Forbidden("not_seated", "You have no seat in this match.")


def dated(hot: Hot) -> Dated:
    """The card of a match in memory, with its times."""
    return Dated(show.card(hot), hot.rows[0].recorded_at, hot.rows[-1].recorded_at)


def _must_hold(match: Match, seat: int, precondition: Precondition | None) -> None:
    if precondition is None:
        raise PreconditionRequired
    if precondition.version is not None and not moves.holds(match, seat, precondition.version):
        raise PreconditionFailed(match.version)


def _again(hot: Hot, mark: Mark, seat: int, body: str) -> Replayed:
    if mark.meta.body != body:
        raise KeyReused
    return Replayed(show.moved(hot, mark, seat_viewer(seat)), again=True)


def _key(scope: str, key: str, body: str) -> Key:
    return Key(scope, bytes.fromhex(digest(scope.encode(), key.encode())), bytes.fromhex(body))


def _append(
    match: UUID,
    made: Commit,
    expected: int,
    order: Order,
    key: Key | None,
    secret: bytes | None,
    hot: Hot | None = None,
) -> Append:
    last = len(made.events) - 1
    events = tuple(
        NewEvent(topic(event), state, encode(made.meta) if place == last else None)
        for place, (event, state) in enumerate(zip(made.events, made.states, strict=True))
    )
    return Append(
        match=match,
        expected=expected,
        command=UUID(order.command),
        events=events,
        summary=_summary(made.after, hot),
        move=made.meta.move,
        key=key,
        secret=secret,
    )


def _summary(after: Match, hot: Hot | None) -> Summary:
    opened: dict[int, Any] = {}
    if hot is not None:
        kept = [opening for opening in after.openings if opening.waited and opening.version <= len(hot.rows)]
        opened = {opening.seat: hot.rows[opening.version - 1].recorded_at for opening in kept}
    waited = {after.seats[seat - 1].occupant for seat in after.waited}
    return Summary(
        game=after.rules.game,
        status=after.status,
        visibility=after.visibility,
        players=tuple(dict.fromkeys((after.host, *after.players))),
        waited=tuple(sorted(one.id for one in waited if one is not None and one.kind == "player")),
        move=after.move,
        body=msgspec.json.encode(show.card_of(after, opened)),
    )


def _rows(made: Commit, before: int, recorded_at: datetime, position: int) -> list[StoredEvent]:
    """The rows as a reader would find them; positions of earlier events of the commit are not needed."""
    last = len(made.events) - 1
    return [
        StoredEvent(
            version=before + 1 + place,
            topic=topic(event),
            state=state,
            meta=encode(made.meta) if place == last else None,
            recorded_at=recorded_at,
            position=position,
        )
        for place, (event, state) in enumerate(zip(made.events, made.states, strict=True))
    ]
