"""The command line: `everturn`."""

import asyncio
import sys
from typing import TYPE_CHECKING, Any
from uuid import UUID

import rich_click as click
from rich.console import Console

from domain.catalog import CATALOG

if TYPE_CHECKING:
    from adapters.simulation import Result
    from service.queries import Queries

console = Console(soft_wrap=False)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="everturn")
def main() -> None:
    """Everturn hosts, enforces and replays fantasy board games.

    Where the data are, and where the service listens, is said by the environment: EVERTURN_DATA (a folder for the
    embedded Postgres) or EVERTURN_DATABASE_URL (any other Postgres), EVERTURN_HOST, EVERTURN_PORT.
    """


@main.command()
def serve() -> None:
    """Starts the service, with its own Postgres unless EVERTURN_DATABASE_URL names another.

    An empty store gets a short demonstration match (EVERTURN_DEMO=false: none). Ctrl-C stops everything; a second
    start finds all data again.
    """
    from adapters.serving import serve as run

    sys.exit(run(_settings(), console))


@main.command()
def migrate() -> None:
    """Brings the tables of the database up to date; each migration is applied once, however many ask for it."""
    from adapters.postgres.migrate import migrate as run
    from adapters.serving import database

    with database(_settings()) as conninfo:
        applied = asyncio.run(run(conninfo))
    console.print("\n".join(applied) or "The tables are up to date.")


@main.command()
@click.argument("game", type=click.Choice(tuple(CATALOG)))
@click.option("--seats", type=click.IntRange(1, 6), default=3, show_default=True, help="Players at the table.")
@click.option("--matches", type=click.IntRange(1, 1_000_000), default=100, show_default=True, help="How many.")
@click.option("--jobs", type=click.IntRange(1, 256), default=2, show_default=True, help="Processes.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed plays the same matches again.")
@click.option("--set", "pairs", multiple=True, metavar="NAME=VALUE", help="A setting of the game, e.g. advanced=true.")
def simulate(game: str, seats: int, matches: int, jobs: int, seed: int, pairs: tuple[str, ...]) -> None:
    """Plays GAME many times at random by its bare rules, and shows how it went.

    Nothing is stored. The table shows how often each seat won, its points, how long matches were, and how often each
    kind of action and event occurred.

    Example: everturn simulate mystery-of-the-temples --seats 4 --matches 1000 --set advanced=true
    """
    import msgspec
    from rich.progress import track

    from adapters.simulation import Plan, checked, play_all, settings_of
    from domain.catalog import current
    from domain.kernel.errors import IllegalAction

    try:
        plan = Plan(game, seats, settings_of(current(game), pairs), seed)
        checked(current(game), plan)
    except (ValueError, msgspec.ValidationError, IllegalAction) as error:
        raise click.UsageError(str(error)) from None
    began = _clock()
    played = track(play_all(plan, matches, jobs), "Playing", total=matches, console=console)
    _show_results(list(played), seats, _clock() - began)


def _clock() -> float:
    import time

    return time.perf_counter()


def _show_results(results: "list[Result]", seats: int, seconds: float) -> None:
    from collections import Counter
    from statistics import mean

    from rich.table import Table

    table = Table("seat", "won", "mean points", "least", "most", title="Results", title_justify="left")
    for seat in range(1, seats + 1):
        scores = [result.scores[seat - 1] or 0 for result in results]
        won = sum(seat in result.winners for result in results)
        share = f"{won / len(results):.1%}"
        table.add_row(str(seat), share, f"{mean(scores):.1f}", str(min(scores)), str(max(scores)))
    console.print(table)
    kinds = sum((Counter(result.kinds) for result in results), Counter[str]())
    counts = Table("action or event", "times", title="What occurred", title_justify="left")
    for kind, count in kinds.most_common():
        counts.add_row(kind, f"{count:,}")
    console.print(counts)
    actions = sum(result.actions for result in results)
    console.print(
        f"{len(results):,} matches, {actions:,} actions, {mean(result.actions for result in results):.0f} a match; "
        f"{actions / seconds:,.0f} actions/s in {seconds:.1f} s"
    )


@main.command()
@click.argument("match", type=click.UUID)
@click.option("--step/--no-step", default=None, help="Wait for Enter after each move (default: at a terminal).")
@click.option("--from", "start", type=click.IntRange(0), default=0, show_default=True, help="The first move shown.")
@click.option("--to", "end", type=click.IntRange(0), default=None, help="The last move shown.")
def replay(match: UUID, step: bool | None, start: int, end: int | None) -> None:  # noqa: FBT001 - an option of a command
    """Walks through MATCH move by move: what was done, each event it brought, and the board after it.

    A finished match is shown whole, a running one as a spectator sees it.
    """
    stepping = sys.stdin.isatty() if step is None else step
    _asked(lambda queries: _replay(queries, match, (start, end), stepping=stepping))


async def _replay(queries: "Queries", match: UUID, moves: tuple[int, int | None], *, stepping: bool) -> None:
    from adapters.http.wording import sentence
    from adapters.terminal import board
    from domain.kernel.secrecy import ALL, SPECTATOR

    hot = await queries.hot(match, None)
    viewer = ALL if hot.now.status == "finished" else SPECTATOR
    last = hot.now.move if moves[1] is None else min(moves[1], hot.now.move)
    for number in range(moves[0], last + 1):
        if number:
            moved = await queries.move(match, None, viewer, number)
            console.rule(f"move {number} of {hot.now.move}: seat {moved.seat}, {moved.action['type']}")
            for event in moved.events:
                console.print(f"  [dim]{event.version}[/dim] {sentence(event.type, event.seat, event.data)}")
            if moved.taken_back_at is not None:
                console.print("  [italic]taken back later[/italic]")
        else:
            console.rule(f"match {match}: {hot.game.meta.title}, the table is set")
        position = await queries.position(match, None, wanted=viewer, move=number)
        if position.view is not None:
            console.print(board(position.game, position.view))
        if stepping and number < last:
            await asyncio.to_thread(input, "Enter: the next move ")
    if hot.now.outcome is not None:
        console.rule("the end")
        for standing in hot.now.outcome.standings:
            parts = ", ".join(f"{part.name} {part.points}" for part in standing.breakdown)
            console.print(f"  {standing.rank}. seat {standing.seat}: {standing.score} ({parts})")


@main.command()
@click.argument("match", type=click.UUID, required=False)
def verify(match: UUID | None) -> None:
    """Checks MATCH, or every finished match: hashes of events and tables, and each draw against the revealed key.

    The exit status is 1 if anything does not come out as stored.
    """
    _asked(lambda queries: _verify(queries, match))


async def _verify(queries: "Queries", match: UUID | None) -> None:
    from service.ports import MatchFilter

    wanted = [match] if match is not None else []
    before = None
    while match is None:
        rows = await queries.matches(MatchFilter(viewer=None, status="finished"), 100, before)
        if not rows:
            break
        wanted += [row.match for row in rows]
        before = (rows[-1].created_at, rows[-1].match)
    wrong = 0
    for one in wanted:
        found = await queries.verification(one, None)
        wrong += found.divergence is not None
        text = "[green]ok[/green]" if found.divergence is None else f"[red]{found.divergence}[/red]"
        console.print(f"{one}  {found.moves:>5} moves {found.events:>6} events {found.draws:>5} draws  {text}")
    console.print(f"{len(wanted)} matches checked, {wrong} wrong")
    if wrong:
        sys.exit(1)


@main.command()
@click.option("--output", type=click.Path(dir_okay=False), help="A file; without it the document is printed.")
def openapi(output: str | None) -> None:
    """Writes the OpenAPI document of the service."""
    from pathlib import Path

    from adapters.http.app import document_of
    from openapi.document import written

    text = written(document_of(CATALOG))
    if output is None:
        click.echo(text, nl=False)
    else:
        Path(output).write_text(text, "utf-8")


def _settings() -> Any:
    from adapters.config import SettingsError, settings

    try:
        return settings()
    except SettingsError as error:
        raise click.UsageError(str(error)) from None


def _asked(question: Any) -> None:
    """Puts a question to the stored matches."""
    import msgspec

    from adapters.serving import connected, database
    from domain.match.errors import MatchRefusal
    from service.errors import Forbidden, NotFound

    chosen = msgspec.structs.replace(_settings(), demo=False)

    async def ask(conninfo: str) -> None:
        async with connected(chosen, conninfo) as service:
            await question(service.queries)

    with database(chosen) as conninfo:
        try:
            asyncio.run(ask(conninfo))
        except NotFound:
            raise click.ClickException("There is no such match.") from None
        except (Forbidden, MatchRefusal) as error:
            raise click.ClickException(error.reason) from None


if __name__ == "__main__":
    main()
