"""What is committed keeps the rules of the house."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from tests.house.rules import oversized, pinned, strays, unexplained, unlocked

ROOT = Path(__file__).parents[2]
PACKAGES = ("adapters", "domain", "openapi", "service")
FOLDERS = {*PACKAGES, "infra", "tests"}
LOCKS = ("base", "contract", "dev")
# What may be longer than a module or function should be, and why.
LONG: dict[str, str] = {}


@pytest.fixture(scope="module")
def paths():
    """All committed files that are still there."""
    listed = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False
    )
    if listed.returncode:
        pytest.skip("no repository: nothing is committed")
    return [path for path in listed.stdout.decode().split("\0") if (ROOT / path).is_file()]


def read(path: str) -> str:
    return (ROOT / path).read_bytes().decode(errors="replace")


@pytest.fixture(scope="module")
def project():
    return tomllib.loads(read("pyproject.toml"))


def test_no_file_names_a_registry_a_machine_or_another_folder(paths):
    assert [(path, stray) for path in paths for stray in strays(read(path))] == []


def test_top_level_folders_are_the_given_ones(paths):
    folders = {path.partition("/")[0] for path in paths if "/" in path}
    assert {folder for folder in folders - FOLDERS if not folder.startswith(".")} == set()


def test_modules_and_functions_are_short_but_for_those_with_a_reason(paths):
    sources = [path for path in paths if path.endswith(".py") and path.startswith(PACKAGES)]
    long = dict(found for path in sources for found in oversized(path, read(path)))
    assert {place: lines for place, lines in long.items() if place not in LONG} == {}
    assert {place for place in LONG if place not in long} == set(), "no longer long"


@pytest.mark.parametrize("name", LOCKS)
def test_locks_hold_pins_with_hashes_and_no_address(name):
    assert list(unlocked(read(f"infra/lock/{name}.txt"))) == []


def test_locks_hold_what_the_project_asks_for(project):
    asked = {"base": [*project["project"]["dependencies"], *project["dependency-groups"]["build"]]}
    asked |= {name: project["dependency-groups"][name] for name in ("contract", "dev")}
    for name, wanted in asked.items():
        names = {re.match(r"[\w.-]+", one).group() for one in wanted}
        assert names - pinned(read(f"infra/lock/{name}.txt")).keys() == set(), name


def test_the_lock_of_the_tests_holds_the_very_versions_of_the_service():
    base, dev = (pinned(read(f"infra/lock/{name}.txt")) for name in ("base", "dev"))
    assert {name: version for name, version in base.items() if dev.get(name, version) != version} == {}


def test_every_ignored_lint_has_a_reason():
    assert list(unexplained(read("pyproject.toml"))) == []


def test_every_game_is_named_in_the_import_rules(project):
    packages = {path.parent.name for path in (ROOT / "domain").glob("*/__init__.py")}
    contracts = {contract["name"]: contract for contract in project["tool"]["importlinter"]["contracts"]}
    named = contracts["Only the catalogue and the boards of the terminal name games"]["protected_modules"]
    assert sorted(named) == sorted(f"domain.{game}" for game in packages - {"kernel", "match"})


def test_scripts_can_be_run(paths):
    scripts = [path for path in paths if read(path).startswith("#!")]
    assert [path for path in scripts if not (ROOT / path).stat().st_mode & 0o111] == []
    assert ".ci/run" in scripts


def test_the_changelog_is_open():
    assert re.search(r"^## Unreleased$", read("CHANGELOG.md"), re.MULTILINE)
