"""The rules of the house, as functions from a file's text to what is wrong with it."""

import ast
import re
from collections.abc import Iterator

from pip._internal.models.index import PyPI

MODULE_LINES = 330
FUNCTION_LINES = 45

# Put together here, so that this file names none of them.
HOSTS = (PyPI.netloc, PyPI.file_storage_domain.partition(".")[2], "npmjs" + ".org", "debian" + ".org")
NEIGHBOUR = ".." + "/shared"
MACHINE_PATH = re.compile(r"(?<![\w.)}\]$~-])/(?:home|root|tmp|work|Users)(?:/\w|(?![\w/.*-]))")
MERGE_MARK = re.compile(rf"^(?:{'<' * 7}|{'>' * 7}|{'[|]' * 7}) ", re.MULTILINE)
LOCKED = re.compile(r"[a-z0-9][a-z0-9.-]*==[\w.!+]+( ; [^\\]+?)?( --hash=sha256:[0-9a-f]{64})+")


def strays(text: str) -> Iterator[str]:
    """What belongs to one machine, one network or one moment, and not to the project."""
    yield from (f"registry host {host}" for host in HOSTS if host in text)
    yield from (f"machine path {found.group()}" for found in MACHINE_PATH.finditer(text))
    yield from (f"merge marker {found.group()}" for found in MERGE_MARK.finditer(text))
    if NEIGHBOUR in text:
        yield f"folder outside the project {NEIGHBOUR}"


def unlocked(text: str) -> Iterator[str]:
    """Lines of a lock file that are no pin with hashes; an address or an option is none."""
    joined = re.sub(r"\s*\\\n\s*", " ", text)
    yield from (line for line in joined.splitlines() if not LOCKED.fullmatch(line))


def pinned(text: str) -> dict[str, str]:
    return dict(re.findall(r"^([a-z0-9.-]+)==([^\s;\\]+)", text, re.MULTILINE))


def unexplained(text: str) -> Iterator[str]:
    """Codes that ruff is told to ignore without a comment that says why."""
    for table in re.findall(r"^\[tool\.ruff\.lint[^\n]*\]$(.*?)(?=^\[|\Z)", text, re.MULTILINE | re.DOTALL):
        for line in table.splitlines():
            if re.search(r'"[A-Z]{1,5}\d*"', line) and not re.search(r'^select|", +# .{8}', line):
                yield line.strip()


def oversized(path: str, text: str) -> Iterator[tuple[str, int]]:
    """The module if it is too long, and each function that is."""
    lines = text.count("\n")
    if lines > MODULE_LINES:
        yield path, lines
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > FUNCTION_LINES:
                yield f"{path}::{node.name}", length
