"""The command line, as people type it."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from uuid import UUID

import httpx
import pytest
from click.testing import CliRunner, Result

from adapters import cli
from adapters.bootstrap import opened
from adapters.config import Settings
from adapters.simulation import Plan, play, settings_of
from domain.catalog import CATALOG, current
from service.ports import MatchFilter
from tests.contract.service import PATIENCE, free_port
from tests.kit.postgres import cluster, conninfo

__all__ = ["cluster", "conninfo"]

MYSTERY = "mystery-of-the-temples"


def run(*words: str, conninfo: str = "") -> Result:
    environment = {"EVERTURN_DATABASE_URL": conninfo, "COLUMNS": "200"}
    return CliRunner().invoke(cli.main, words, env=environment)


@pytest.mark.parametrize("command", ["serve", "migrate", "simulate", "replay", "verify", "openapi"])
def test_every_command_has_a_help_that_says_what_it_is_for(command: str) -> None:
    found = run(command, "--help")
    assert found.exit_code == 0
    assert command in run("--help").output
    assert len(found.output) > 200


def test_the_same_seed_plays_the_same_match_again_and_another_one_another() -> None:
    plan = Plan(MYSTERY, 3, {"max_rounds": 20}, 5)
    one, same, other = play(plan, 0), play(plan, 0), play(plan, 1)
    assert (one.kinds, one.scores, one.actions) == (same.kinds, same.scores, same.actions)
    assert one.kinds != other.kinds
    assert sum(one.kinds.values()) == one.actions + one.events


def test_simulate_shows_seats_kinds_and_throughput() -> None:
    found = run("simulate", MYSTERY, "--seats", "2", "--matches", "3", "--jobs", "1", "--set", "max_rounds=20")
    assert found.exit_code == 0, found.output
    assert "mystery.figure-moved" in found.output
    assert "actions/s" in found.output
    assert "3 matches" in found.output


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--set", "rounds=20"), "max_rounds"),
        (("--set", "max_rounds=5"), "max_rounds"),
        (("--seats", "5"), "wrong_number_of_seats"),
    ],
)
def test_simulate_refuses_what_the_game_does_not_know(words: tuple[str, ...], told: str) -> None:
    found = run("simulate", MYSTERY, *words)
    assert found.exit_code == 2
    assert told in found.output


def test_settings_are_json_or_text() -> None:
    game = current(MYSTERY)
    assert settings_of(game, ("advanced=true", "grid_effects=on", "max_rounds=30")) == {
        "advanced": True,
        "grid_effects": "on",
        "max_rounds": 30,
    }


def test_an_unknown_variable_is_named() -> None:
    found = CliRunner().invoke(cli.main, ["migrate"], env={"EVERTURN_PROT": "1"})
    assert found.exit_code == 2
    assert "prot" in found.output.lower()


async def demonstrated(conninfo: str) -> UUID:
    """Opens the service on an empty store until its demonstration is over."""
    async with opened(conninfo, Settings(database_url=conninfo), asyncio.Event(), CATALOG) as service:
        async with asyncio.timeout(PATIENCE):
            while True:
                rows = await service.summaries.page(MatchFilter(viewer=None), 10, None)
                if rows and rows[0].summary.status == "finished":
                    assert len(rows) == 1
                    return rows[0].match
                await asyncio.sleep(0.1)


def test_an_empty_store_gets_one_demonstration_that_can_be_replayed_and_verified(conninfo: str) -> None:
    match = asyncio.run(demonstrated(conninfo))
    assert asyncio.run(demonstrated(conninfo)) == match
    verified = run("verify", conninfo=conninfo)
    assert verified.exit_code == 0, verified.output
    assert "1 matches checked, 0 wrong" in verified.output
    replayed = run("replay", str(match), "--no-step", "--from", "0", "--to", "4", conninfo=conninfo)
    assert replayed.exit_code == 0, replayed.output
    for shown in (f"match {match}", "move 4 of", "T-RED", "seat 3", "the end"):
        assert shown in replayed.output
    assert "move 5 of" not in replayed.output


def test_a_match_nobody_knows_is_said_to_be_none(conninfo: str) -> None:
    found = run("replay", "01a22f6d-5d5f-7768-9214-1be6d81859d0", "--no-step", conninfo=conninfo)
    assert found.exit_code == 1
    assert "no such match" in found.output


def serving(folder: Path, port: int) -> subprocess.Popen[bytes]:
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("EVERTURN_")},
        "EVERTURN_DATA": str(folder),
        "EVERTURN_PORT": str(port),
        "EVERTURN_DEMO": "false",
    }
    command = [sys.executable, "-m", "adapters.cli", "serve"]
    found = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            if httpx.get(f"http://127.0.0.1:{port}/health/ready").status_code == 200:
                return found
        except httpx.HTTPError:
            assert found.poll() is None
        time.sleep(0.1)
    raise AssertionError("the service does not get ready")


def silent(port: int) -> bool:
    """Whether nobody answers at a port any more, after a while."""
    until = time.monotonic() + 15
    while time.monotonic() < until:
        try:
            httpx.get(f"http://127.0.0.1:{port}/health/live")
        except httpx.HTTPError:
            return True
        time.sleep(0.1)
    return False


@pytest.mark.slow
def test_serve_stops_at_ctrl_c_adopts_what_a_kill_left_and_keeps_all_data(tmp_path: Path) -> None:
    port = free_port()
    service = serving(tmp_path / "data", port)
    token = httpx.post(f"http://127.0.0.1:{port}/players", json={"name": "Ann"}).json()["token"]
    service.send_signal(signal.SIGINT)
    assert service.wait(20) == 0
    me = {"Authorization": f"Bearer {token}"}
    service = serving(tmp_path / "data", port)
    assert httpx.get(f"http://127.0.0.1:{port}/me", headers=me).json()["name"] == "Ann"
    service.kill()
    service.wait(20)
    assert silent(port)
    port = free_port()
    service = serving(tmp_path / "data", port)
    assert httpx.get(f"http://127.0.0.1:{port}/me", headers=me).json()["name"] == "Ann"
    service.send_signal(signal.SIGINT)
    assert service.wait(20) == 0
