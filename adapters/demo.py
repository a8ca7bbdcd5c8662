"""A short match among bots, so that a new installation has something to replay."""

import logging
from datetime import UTC, datetime
from uuid import UUID, uuid4

import msgspec

from adapters.worker import Worker
from domain.catalog import current
from domain.match.lobby import Terms
from service.commands import Commands
from service.ports import MatchFilter, Player, Players, Summaries, Token

log = logging.getLogger(__name__)

SEATS = ("greedy", "random", "greedy")
ROUNDS = 20


async def demonstrate(commands: Commands, players: Players, summaries: Summaries, worker: Worker) -> None:
    """Plays one match of Mystery of the Temples if the store holds no match at all."""
    if await summaries.page(MatchFilter(viewer=None), 1, None):
        return
    host = Player(f"demo-{uuid4().hex}", "Everturn", datetime.now(UTC))
    nobody = Token(uuid4(), host.id, "nobody holds this", (), host.created_at)
    await players.create(host, nobody, uuid4().bytes + uuid4().bytes)
    game = current("mystery-of-the-temples")
    settings = msgspec.convert({"advanced": True, "max_rounds": ROUNDS}, game.types.settings)
    dated, _ = await commands.create(game, Terms(seats=len(SEATS), settings=settings), host.id)
    match = UUID(dated.card.id)
    worker.hurry(match)
    for bot in SEATS:
        await commands.take_seat(match, host.id, None, bot, None)
    await commands.start(match, host.id)
    log.info("a demonstration is being played: match %s", match)
