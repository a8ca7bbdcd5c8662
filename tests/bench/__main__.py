"""Prints the benchmarks: everything is measured side by side in one run, so that ratios hold on a noisy machine."""

import argparse
import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

from rich.console import Console
from rich.table import Table

from adapters.postgres.migrate import migrate
from adapters.postgres.server import Server
from tests.bench import appends, loads, moves, rules

Row = tuple[str, str, float, str]
MODULES: dict[str, Callable[[str, float], Awaitable[list[Row]]]] = {
    "rules": rules.run,
    "appends": appends.run,
    "loads": loads.run,
    "moves": moves.run,
}


def main() -> None:
    """Runs the chosen benchmarks on a database of their own."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("which", nargs="*", choices=[*MODULES, []], help="those to run (default: all)")
    parser.add_argument("--seconds", type=float, default=9.0, help="for each contestant (default: 9)")
    asked = parser.parse_args()
    console = Console()
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder) / "data") as server:
        asyncio.run(migrate(server.conninfo))
        for name in asked.which or MODULES:
            with console.status(f"measuring {name} ..."):
                found = asyncio.run(MODULES[name](server.conninfo, asked.seconds))
            console.print(table_of(name, found))


def table_of(name: str, rows: list[Row]) -> Table:
    """The rows of a benchmark, a section for each measure."""
    table = Table("measure", "contestant", "value", "unit", title=name, title_justify="left")
    before = None
    for measure, contestant, value, unit in rows:
        if before is not None and measure != before:
            table.add_section()
        table.add_row("" if measure == before else measure, contestant, f"{value:,}", unit)
        before = measure
    return table


if __name__ == "__main__":
    main()
