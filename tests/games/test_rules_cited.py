"""Every rule has a test that names it, and every worked example is a test."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).parent
DOMAIN = HERE.parent.parent / "domain"
GAMES = sorted(path.parent.name for path in DOMAIN.glob("*/RULES.md"))
RULES = {game: DOMAIN / game / "RULES.md" for game in GAMES} | {"toy_duel": HERE.parent / "kit" / "toy" / "RULES.md"}
NUMBERED = re.compile(r"^(?:[-*] )?(?:\*\*)?([A-Z]{2,3}-\d+\.\d+)\b", re.MULTILINE)
EXAMPLE = re.compile(r"^#+ (EX-\d+)\b", re.MULTILINE)
SHARE = 20
"""At most one rule in so many may go without a test."""


def rules(game: str) -> list[str]:
    """The numbers at which rules begin."""
    return list(dict.fromkeys(NUMBERED.findall(RULES[game].read_text())))


def spoken(game: str) -> str:
    """Names, docstrings and parameters of a game's tests, with underscores as in rule numbers."""
    found = []
    for path in sorted((HERE / game).glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name.startswith("test_"):
                found += [node.name, ast.get_docstring(node) or ""]
    return "\n".join(found)


def names(number: str, text: str) -> bool:
    """Whether a number stands in the name of a test (test_mot_8_4_...) or docstring (MOT-8.4)."""
    name = re.escape(re.sub(r"\W", "_", number.lower()))
    return re.search(rf"_{name}(?!\d)|{re.escape(number)}(?!\d)", text) is not None


def unbehaved(game: str) -> dict[str, str]:
    """Rules without behaviour, each with the reason."""
    path = HERE / game / "unbehaved.txt"
    lines = path.read_text().splitlines() if path.exists() else []
    return dict(line.split(" ", 1) for line in lines if line.strip())


def examples(game: str) -> Iterator[str]:
    """The numbers of the worked examples."""
    path = next((path for path in (HERE / game / "EXAMPLES.md", DOMAIN / game / "EXAMPLES.md") if path.exists()), None)
    return iter(EXAMPLE.findall(path.read_text()) if path is not None else ())


@pytest.mark.parametrize("game", sorted(RULES))
def test_every_rule_is_cited_by_a_test(game: str):
    text, excused = spoken(game), unbehaved(game)
    missing = [number for number in rules(game) if number not in excused and not names(number, text)]
    assert missing == []


@pytest.mark.parametrize("game", sorted(RULES))
def test_few_rules_are_without_behaviour_and_each_for_a_reason(game: str):
    known, excused = rules(game), unbehaved(game)
    assert set(excused) <= set(known)
    assert all(len(reason.split()) > 2 for reason in excused.values())
    assert len(excused) * SHARE <= len(known)


@pytest.mark.parametrize("game", GAMES)
def test_every_worked_example_is_a_test(game: str):
    text = spoken(game)
    found = list(examples(game))
    assert found, f"{game} has no examples"
    assert [
        number for number in found if not re.search(rf"_{number.lower().replace('-', '_')}(?!\d)|{number}(?!\d)", text)
    ] == []


def test_numbers_are_found_in_names_and_docstrings():
    assert names("MOT-8.4", "test_mot_8_4_chain_goes_on")
    assert names("MOT-8.4", "Chains (MOT-8.4).")
    assert not names("MOT-8.4", "test_mot_8_41_chain MOT-8.41 test_mot_18_4")
    assert NUMBERED.findall("MOT-1.1 The box\n- TOY-2.3 At the\n**ZAV-7.4 Combined\nsee MOT-9.9 there") == [
        "MOT-1.1",
        "TOY-2.3",
        "ZAV-7.4",
    ]
