"""What handlers are given beside the request: the desk, and the caller where a token is needed."""

from typing import Any

from litestar import Request
from litestar.di import NamedDependency
from litestar.params import SkipValidation

from adapters.http.callers import Caller, caller_of, missing
from adapters.http.desk import Desk

TheDesk = NamedDependency[SkipValidation[Desk]]
TheCaller = NamedDependency[SkipValidation[Caller]]


def present_caller(request: Request[Any, Any, Any], desk: TheDesk) -> Caller:
    """The caller; the guard has made sure that there is one.

    It asks for the desk so that the framework finds one after the other: what is found at once costs a task each.
    """
    del desk
    found = caller_of(request)
    if found is None:
        raise missing()
    return found
