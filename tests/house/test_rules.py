"""The rules of the house find what they forbid and leave the rest alone."""

import pytest

from tests.house.rules import FUNCTION_LINES, HOSTS, MODULE_LINES, oversized, strays, unexplained, unlocked

HASH = f"--hash=sha256:{'0' * 64}"
SLASH = "/"


@pytest.mark.parametrize(
    "text",
    [
        *(f"see https://{host}/simple" for host in HOSTS),
        f"cd {SLASH}root",
        f'open("{SLASH}home/ann/notes")',
        f"cp x {SLASH}tmp/y",
        f"{SLASH}work/main",
        "see .." + "/shared/notes",
        f"a\n{'<' * 7} HEAD\nb",
        f"{'>' * 7} branch",
    ],
)
def test_strays_are_found(text):
    assert len(list(strays(text))) == 1


@pytest.mark.parametrize(
    "text",
    [
        "GET /matches/{id}/moves",
        f"https://example.org{SLASH}home/page",
        f"data{SLASH}work/x",
        f'f"{{base}}{SLASH}tmp/x"',
        f"{SLASH}workers/3",
        f"$(pwd){SLASH}tmp/x",
        f"{SLASH}var{SLASH}tmp",
        f"Title\n{'=' * 7}\n",
    ],
)
def test_ordinary_text_is_no_stray(text):
    assert list(strays(text)) == []


def test_a_pin_with_its_hashes_is_locked():
    assert (
        list(unlocked(f"a-b==1.0 \\\n    {HASH} \\\n    {HASH}\nc==2 ; sys_platform == 'win32' \\\n    {HASH}\n")) == []
    )


@pytest.mark.parametrize(
    "text",
    ["a==1.0\n", f"a>=1.0 {HASH}\n", f"--index-url https://example.org\na==1 {HASH}\n", f"a @ https://b.c/d {HASH}\n"],
)
def test_anything_else_is_not(text):
    assert len(list(unlocked(text))) == 1


def test_an_ignored_code_needs_a_reason():
    table = '[tool.ruff.lint]\nselect = ["ALL"]\nignore = [\n    "EM", # for a reason\n    "TRY003",\n]\n'
    folder = '[tool.ruff.lint.per-file-ignores]\n"tests/**" = [\n    "S", #\n]\n"x.py" = ["D"]\n'
    assert list(unexplained(table + folder)) == ['"TRY003",', '"S", #', '"x.py" = ["D"]']


def test_long_modules_and_functions_are_found():
    long = "def f():\n" + "    pass\n" * FUNCTION_LINES
    short = "async def g():\n" + "    pass\n" * (FUNCTION_LINES - 1)
    assert list(oversized("m.py", long + short)) == [("m.py::f", FUNCTION_LINES + 1)]
    assert list(oversized("m.py", "1\n" * MODULE_LINES)) == []
    assert list(oversized("m.py", "1\n" * (MODULE_LINES + 1))) == [("m.py", MODULE_LINES + 1)]
