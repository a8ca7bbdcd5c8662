"""Why a use case refuses, apart from what the match (MatchRefusal) and the rules (IllegalAction) say."""


class NotFound(Exception):
    """There is no such thing, or the caller may not know of it."""


class Forbidden(Exception):
    """The caller knows of it but may not do this; `code` says why."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class KeyReused(Exception):
    """The idempotency key succeeded before with another body."""


class PreconditionRequired(Exception):
    """The command needs to say which version it was made for."""


class PreconditionFailed(Exception):
    """The decision the command was made for is no longer open."""

    def __init__(self, current: int) -> None:
        super().__init__(f"the match is at version {current}")
        self.current = current


class Busy(Exception):
    """Too many others changed the match at the same moment; try again."""
