"""The resources and what they repeat of the rest, or leave to it."""

from typing import get_args

import msgspec
import pytest
from pydantic import ValidationError

from domain.match.errors import CODES
from openapi.wire import ANSWERS, REQUESTS
from openapi.wire.domain import Reader, located
from openapi.wire.match import BotName, Status, Visibility
from openapi.wire.move import SubmittedMove
from openapi.wire.problem import API_CODES
from service.bots import BOTS
from tests.http.client import GAMES


def test_bots_are_those_that_play() -> None:
    assert set(get_args(BotName)) == set(BOTS)


def test_words_of_the_match_are_those_of_the_domain() -> None:
    from domain.match import events, state

    assert get_args(Status) == get_args(state.Status)
    assert get_args(Visibility) == get_args(events.Visibility)


def test_no_resource_asks_and_answers() -> None:
    assert not set(REQUESTS) & set(ANSWERS)
    assert len({model.__name__ for model in (*REQUESTS, *ANSWERS)}) == len(REQUESTS) + len(ANSWERS)


def test_a_code_means_one_thing() -> None:
    """Codes of the service and of the match are told apart, but for the seat that is another's."""
    assert set(API_CODES) & set(CODES) == {"seat_not_yours"}


def test_an_action_is_read_by_the_games_that_are_given() -> None:
    tree = {"action": {"type": "toy.leave-gem"}}
    assert SubmittedMove.model_validate(tree, context=Reader(GAMES)).action.__class__.__name__ == "LeaveGem"
    with pytest.raises(ValidationError):
        SubmittedMove.model_validate(tree, context=Reader({"none": GAMES["mystery-of-the-temples"]}))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Expected `int`, got `str` - at `$.a.b[2]`", ("Expected `int`, got `str`", "/a/b/2")),
        ("Object missing required field `x` - at `$.a`", ("Object missing required field `x`", "/a/x")),
        ("Object missing required field `x`", ("Object missing required field `x`", "/x")),
        ("Object contains unknown field `y/z` - at `$[0]`", ("Object contains unknown field `y/z`", "/0/y~1z")),
        ("Expected `object`, got `int`", ("Expected `object`, got `int`", "")),
    ],
)
def test_faults_of_msgspec_become_pointers(text: str, found: tuple[str, str]) -> None:
    assert located(msgspec.ValidationError(text)) == found
