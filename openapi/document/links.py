"""Links from answers to what can be asked next: from a new match to its seats, its start, its options and moves."""

from typing import Any

UNMIXED = {"x-schemathesis": {"merge_body": False}}
"""A tool that follows links must send the body as it is: mixed with another one it is no variant of its union."""
MATCH, PLACE, SEAT = "$response.body#/id", "$response.body#/match", "$response.body#/seat"


def _link(operation: str, description: str, parameters: dict[str, Any], body: Any = None) -> dict[str, Any]:
    found = {"operationId": operation, "description": description, "parameters": parameters}
    return found if body is None else {**found, "requestBody": body, **UNMIXED}


def _of(match: str) -> dict[str, Any]:
    """What can be asked of any match."""
    where = {"path.match": match}
    return {
        "position": _link("getPosition", "The table.", where),
        "events": _link("listEvents", "What happened.", where),
    }


SIT = _link("takeSeat", "Sit down.", {"path.match": MATCH}, {})
SECOND = _link("takeSeat", "Sit down in the second seat too.", {"path.match": MATCH}, {"seat": 2})
BOT = _link("takeSeat", "Seat a bot.", {"path.match": MATCH}, {"bot": "random"})
START = _link("startMatch", "Deal and begin.", {"path.match": MATCH})
CHOICE = _link(
    "getOptions",
    "What the seat that is to act may do, if it is mine, with an example.",
    {"path.match": MATCH, "query.seat": "$response.body#/to_act/0", "query.example": "true"},
)
PLAY = _link(
    "submitMove",
    "Play the example.",
    {"path.match": PLACE, "header.If-Match": "$response.header.ETag"},
    {"action": "$response.body#/example", "seat": SEAT},
)
FURTHER = _link(
    "getOptions",
    "What may be done next.",
    {"path.match": PLACE, "query.seat": "$response.body#/to_act/0", "query.example": "true"},
)
AGAIN = _link("getMove", "The move, read again.", {"path.match": PLACE, "path.number": "$response.body#/move"})

BACK = _link("takeBack", "Take the move back.", {"path.match": PLACE})

LINKS: dict[tuple[str, str], dict[str, Any]] = {
    ("createMatch", "201"): {"match": _link("getMatch", "The match.", {"path.match": MATCH}), "seat": SIT},
    ("takeSeat", "201"): {"second": SECOND, "bot": BOT, "start": START},
    ("startMatch", "200"): {**_of(MATCH), "options": CHOICE},
    ("getOptions", "200"): {"move": PLAY},
    ("submitMove", "201"): {**_of(PLACE), "options": FURTHER, "move": AGAIN, "takeback": BACK},
}
"""By operation and status. Few lead away from the way to a move, so that a tool which follows them at random plays."""
