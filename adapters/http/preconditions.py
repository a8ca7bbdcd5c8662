"""Request headers that a command depends on."""

import re

from adapters.http.refusals import Refused
from openapi.wire.problem import Fault
from service.commands import Precondition

_TAG = re.compile(r'"(0|[1-9][0-9]{0,15})(?:\.[0-9a-f]{1,64})?"')
_KEY = re.compile(r"[!-~]{1,255}")
_ID = re.compile(r"0|[1-9][0-9]{0,15}")


def bad_header(name: str, detail: str) -> Refused:
    """A header that is not as the document says."""
    return Refused(400, "invalid_header", detail, errors=(Fault(where="header", pointer=f"/{name}", detail=detail),))


def precondition(if_match: str | None) -> Precondition | None:
    """The version before the dot of one strong tag, or `*`; None where the header is missing."""
    if if_match is None:
        return None
    if if_match == "*":
        return Precondition(None)
    found = _TAG.fullmatch(if_match)
    if found is None:
        raise bad_header("If-Match", 'If-Match is one strong tag such as "7" or "7.0123abcd", or *.')
    return Precondition(int(found[1]))


def idempotency_key(key: str | None) -> str | None:
    """1 to 255 visible ASCII characters."""
    if key is not None and not _KEY.fullmatch(key):
        raise bad_header("Idempotency-Key", "An idempotency key is 1 to 255 visible ASCII characters.")
    return key


def last_event_id(text: str | None) -> int | None:
    """The version of a Last-Event-ID; -1 for one that was never ours."""
    if text is None:
        return None
    return int(text) if _ID.fullmatch(text) else -1
