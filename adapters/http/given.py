"""What handlers are given beside the request: the desk, and the caller where a token is needed."""

from typing import Annotated, Any

from litestar import Request
from litestar.params import Dependency

from adapters.http.callers import Caller, caller_of, missing
from adapters.http.desk import Desk

TheDesk = Annotated[Desk, Dependency(skip_validation=True)]
TheCaller = Annotated[Caller, Dependency(skip_validation=True)]


def present_caller(request: Request[Any, Any, Any]) -> Caller:
    """The caller; the guard has made sure that there is one."""
    found = caller_of(request)
    if found is None:
        raise missing()
    return found
