"""Refusals: what a rule forbids, with a stable code and the number of the rule."""

from msgspec import Struct


class Refusal(Struct, frozen=True):
    """Why something is not possible; `field` is the JSON pointer of the action's field, "" for the action itself."""

    code: str
    rule: str
    reason: str
    field: str = ""


class IllegalAction(Exception):
    """An action, an answer or a setting that the rules refuse; nothing has happened."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.code} ({refusal.rule}): {refusal.reason}")
        self.refusal = refusal


class RulesLoop(Exception):
    """One move would have caused more events than a move may have: a fault of the rules, nothing is recorded."""
