"""The worker: it follows all matches and moves for every seat that no person moves for."""

import asyncio
import logging
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid5

from msgspec import Struct

from adapters.worker.luck import Luck
from domain.kernel.values import Action
from domain.match.commit import By
from domain.match.state import Match, Opening
from service.bots import BOTS
from service.commands import Commands
from service.errors import Busy
from service.hot import Hot, Shelf
from service.ports import StoreUnavailable, Summaries, Tail

log = logging.getLogger(__name__)

BOT_DELAY = 0.2
"""Seconds after a decision opened until a bot answers."""
GRACE = timedelta(seconds=60)
"""What a running deadline gets at least after the service was down."""
RETRY = 2.0


class Turn(Struct, frozen=True):
    """A decision that the worker takes: for whom, how, and when."""

    opening: Opening
    by: By
    actor: str
    at: datetime


class Worker:
    """Plays bots, absent seats and passed deadlines through the same command path as everybody.

    The opening of a decision is the key of the move made for it, so two workers never double a move.
    """

    def __init__(self, shelf: Shelf, commands: Commands, tail: Tail, summaries: Summaries) -> None:
        self._shelf = shelf
        self._commands = commands
        self._tail = tail
        self._summaries = summaries
        self._luck = Luck()
        self._awake = datetime.now(UTC)
        self._busy: dict[UUID, asyncio.Task[None]] = {}
        self._changed: dict[UUID, asyncio.Event] = {}
        self._hurried: set[UUID] = set()
        self._heard: dict[UUID, int] = {}

    def hurry(self, match: UUID) -> None:
        """Lets the bots of a match answer at once (demonstrations)."""
        self._hurried.add(match)

    async def run(self) -> None:
        """Follows all matches until it is cancelled."""
        news = self._tail.subscribe(None)
        try:
            for match in await self._summaries.waiting():
                self._look_at(match)
            async for match, version in news:
                self._look_at(match, version)
        finally:
            tasks = list(self._busy.values())
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _look_at(self, match: UUID, version: int = 0) -> None:
        self._heard[match] = max(version, self._heard.get(match, 0))
        if match in self._busy:
            self._changed[match].set()
            return
        self._changed[match] = asyncio.Event()
        task = asyncio.create_task(self._attend(match))
        self._busy[match] = task
        task.add_done_callback(lambda _: self._leave(match))

    def _leave(self, match: UUID) -> None:
        self._busy.pop(match, None)
        changed = self._changed.pop(match, None)
        if changed is not None and changed.is_set():
            self._look_at(match)
        else:
            self._heard.pop(match, None)

    async def _attend(self, match: UUID) -> None:
        """Takes one turn after another for as long as the match waits for the worker."""
        changed = self._changed[match]
        while True:
            changed.clear()
            try:
                hot = await self._shelf.settled(match, self._heard.get(match, 0))
                turn = self._turn(match, hot)
                if turn is None:
                    return
                wait = (turn.at - datetime.now(UTC)).total_seconds()
                if wait > 0:
                    await _sleep_or(changed, wait)
                    if changed.is_set():
                        continue
                await self._take(match, hot, turn)
            except (StoreUnavailable, Busy):
                log.warning("match %s: the store does not answer, trying again", match)
                await asyncio.sleep(RETRY)
            except Exception:
                log.exception("match %s: the worker gives up on it until it changes", match)
                return

    def _turn(self, match: UUID, hot: Hot) -> Turn | None:
        """The next decision that is the worker's, the earliest first."""
        if hot.now.status != "running":
            return None
        turns = [turn for opening in hot.now.openings if opening.waited and (turn := self._due(match, hot, opening))]
        return min(turns, key=lambda turn: turn.at, default=None)

    def _due(self, match: UUID, hot: Hot, opening: Opening) -> Turn | None:
        now: Match = hot.now
        seat = now.at(opening.seat)
        opened = hot.rows[opening.version - 1].recorded_at
        if seat.absent:
            return Turn(opening, "default", "default", opened)
        if seat.occupant is not None and seat.occupant.kind == "bot":
            if now.request is not None:
                return None
            delay = 0.0 if match in self._hurried else BOT_DELAY
            return Turn(opening, "bot", seat.occupant.id, opened + timedelta(seconds=delay))
        if now.decision_time is not None:
            deadline = max(opened + timedelta(seconds=now.decision_time), self._awake + GRACE)
            return Turn(opening, "default", "default", deadline)
        return None

    async def _take(self, match: UUID, hot: Hot, turn: Turn) -> None:
        seat = turn.opening.seat
        action, by, actor = await self._chosen(hot, seat, turn)
        command = uuid5(match, f"{seat}:{turn.opening.version}")
        await self._commands.play(match, seat, action, turn.opening.version, by, actor, command)

    async def _chosen(self, hot: Hot, seat: int, turn: Turn) -> tuple[Action, By, str]:
        state = hot.now.table
        if turn.by == "bot":
            try:
                choose = BOTS[turn.actor]
                return await asyncio.to_thread(choose, hot.game, state, seat, self._luck), "bot", turn.actor
            except Exception:
                log.exception("bot %s failed at seat %s; its default is played", turn.actor, seat)
        return hot.game.default(state, seat), "default", "default"


async def _sleep_or(event: asyncio.Event, seconds: float) -> None:
    """Until the event is set, or the time is over."""
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        return
