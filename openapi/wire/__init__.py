"""The API's own resources, one noun a module. Domain values stand inside them untouched (see `domain`)."""

from pydantic import BaseModel

from openapi.wire.event import EventPage, StreamEnd, StreamReset
from openapi.wire.game import Components, Game, GameList
from openapi.wire.health import Health
from openapi.wire.match import Match, MatchPage, NewMatch, SeatRequest
from openapi.wire.move import Move, MovePage, Preview, SubmittedMove
from openapi.wire.options import FilledForm, FormAnswers, Options
from openapi.wire.player import IssuedToken, Me, NewPlayer, NewToken, Player, PlayerChange, Registered, TokenList
from openapi.wire.position import Position
from openapi.wire.problem import Problem
from openapi.wire.takeback import Resignation, TakebackAnswer
from openapi.wire.verification import Verification

REQUESTS: tuple[type[BaseModel], ...] = (
    FormAnswers,
    NewMatch,
    NewPlayer,
    NewToken,
    PlayerChange,
    Resignation,
    SeatRequest,
    SubmittedMove,
    TakebackAnswer,
)
ANSWERS: tuple[type[BaseModel], ...] = (
    Components,
    EventPage,
    FilledForm,
    Game,
    GameList,
    Health,
    IssuedToken,
    Match,
    MatchPage,
    Me,
    Move,
    MovePage,
    Options,
    Player,
    Position,
    Preview,
    Problem,
    Registered,
    StreamEnd,
    StreamReset,
    TokenList,
    Verification,
)

__all__ = ["ANSWERS", "REQUESTS"]
