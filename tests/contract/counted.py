"""Tells what the contract tests did: cases by run, and how far the links played."""

import json
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any

CHAIN = (("POST", "", "opened"), ("POST", "/seats", "seats taken"), ("POST", "/start", "started"))
CHAIN += (("GET", "/options", "options"), ("POST", "/moves", "moves"), ("POST", "/takebacks", "take-backs"))
PLACE = re.compile(r"^https?://[^/]+/matches(?:/[^/?]+(/[a-z]+)?)?$")


def played(entries: list[dict[str, Any]]) -> Counter[str]:
    """How often each step of the way to a move succeeded."""
    found: Counter[str] = Counter()
    for entry in entries:
        request, status = entry["request"], entry["response"]["status"]
        place = PLACE.match(request["url"].partition("?")[0])
        for method, path, name in CHAIN:
            if place and request["method"] == method and (place[1] or "") == path and status in (200, 201):
                found[name] += 1
    return found


def main(folder: Path) -> None:
    """Prints the counts; fails if a run found something or the links never led to a move."""
    total, wrong = 0, 0
    for file in sorted(folder.glob("*.json")):
        report = json.loads(file.read_text("utf-8"))
        cases = report["test_cases"]
        total += cases["generated"]
        wrong += len(report["failures"]) + len(report["errors"])
        print(f"{file.stem:8} {cases}")
    way = played(json.loads((folder / "links.har").read_text("utf-8"))["log"]["entries"])
    print(f"links    {', '.join(f'{name} {way[name]}' for _, _, name in CHAIN)}")
    print(f"{total} cases, {wrong} failures")
    if wrong or not way["moves"]:
        sys.exit(1)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
