"""Parameters that several operations share."""

from typing import Annotated

from litestar.params import HeaderParameter, PathParameter, QueryParameter

from adapters.http.identifiers import EYES

ID = "^[!-~]{1,64}$"
MOST_VERSIONS = 100_000_000
MOST_MOVES = 1_000_000

GameSlug = Annotated[str, PathParameter(description="A game's slug.")]
MatchId = Annotated[str, PathParameter(description="A match's id.")]
SeatPath = Annotated[str, PathParameter(description="The number of a seat.")]
MovePath = Annotated[str, PathParameter(description="The number of a move.")]
TokenId = Annotated[str, PathParameter(description="A token's id.")]
As = Annotated[
    str | None,
    QueryParameter(
        name="as",
        pattern=EYES,
        description="Whose eyes: a seat you hold, `spectator`, or, when the match is over, any seat or `all`. "
        "Without it your lowest seat, else the spectator.",
    ),
]
SeatQuery = Annotated[
    int | None, QueryParameter(name="seat", ge=1, le=12, description="May be left out where one seat is held.")
]
MoveQuery = Annotated[
    int | None, QueryParameter(name="move", ge=0, le=MOST_MOVES, description="Right after this move.")
]
VersionQuery = Annotated[
    int | None, QueryParameter(name="version", ge=1, le=MOST_VERSIONS, description="At this version.")
]
AfterMove = Annotated[
    int | None, QueryParameter(name="after", ge=0, le=MOST_MOVES, description="Moves with a higher number.")
]
AfterVersion = Annotated[
    int | None, QueryParameter(name="after", ge=0, le=MOST_VERSIONS, description="Events with a higher version.")
]
Until = Annotated[
    int | None,
    QueryParameter(name="until", ge=1, le=MOST_VERSIONS, description="The last version: a stream ends with it."),
]
Limit = Annotated[int | None, QueryParameter(name="limit", ge=1, le=100, description="Items on a page.")]
EventLimit = Annotated[int | None, QueryParameter(name="limit", ge=1, le=500, description="Events on a page.")]
CursorQuery = Annotated[
    str | None,
    QueryParameter(name="cursor", max_length=100, description="`next` of the page before, of the same list."),
]
PlayerQuery = Annotated[str | None, QueryParameter(name="player", pattern=ID, description="A player's id.")]
IfMatch = Annotated[
    str | None,
    HeaderParameter(
        name="If-Match",
        description="The version the action was chosen for, as the entity tag of an answer gives it "
        '(`"<version>.<hash>"`; the hash is not looked at), or `*`. Needed, but for a preview.',
    ),
]
IdempotencyKey = Annotated[
    str | None,
    HeaderParameter(
        name="Idempotency-Key",
        description="1 to 255 visible ASCII characters. The same key again gives the first answer again.",
    ),
]
LastEventId = Annotated[
    str | None,
    HeaderParameter(name="Last-Event-ID", description="The last id received: the stream goes on after it."),
]
