"""Why a match refuses a command, apart from the rules of its game."""

from typing import Literal, get_args

Code = Literal[
    "match_not_open",
    "match_not_running",
    "match_over",
    "seat_unknown",
    "seat_taken",
    "seated_already",
    "seat_empty",
    "seat_not_yours",
    "seats_open",
    "host_only",
    "no_decision",
    "stale",
    "resigned_already",
    "takeback_nothing",
    "takeback_competitive",
    "takeback_knowledge",
    "takeback_chance",
    "takeback_others_decided",
    "takeback_not_asked",
    "takeback_open",
]
CODES: tuple[str, ...] = get_args(Code)


class MatchRefusal(Exception):
    """The match does not take this command now; nothing has happened."""

    def __init__(self, code: Code, reason: str) -> None:
        super().__init__(reason)
        self.code: Code = code
        self.reason = reason
