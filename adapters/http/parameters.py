"""Parameters that several operations share."""

from typing import Annotated

from litestar.params import Parameter

from adapters.http.identifiers import EYES

MOST_VERSIONS = 100_000_000
MOST_MOVES = 1_000_000

As = Annotated[
    str | None,
    Parameter(
        query="as",
        pattern=EYES,
        description="Whose eyes: a seat you hold, `spectator`, or, when the match is over, any seat or `all`. "
        "Without it your lowest seat, else the spectator.",
    ),
]
SeatQuery = Annotated[
    int | None, Parameter(query="seat", ge=1, le=12, description="May be left out where one seat is held.")
]
MoveQuery = Annotated[int | None, Parameter(query="move", ge=0, le=MOST_MOVES, description="Right after this move.")]
VersionQuery = Annotated[int | None, Parameter(query="version", ge=1, le=MOST_VERSIONS, description="At this version.")]
AfterMove = Annotated[
    int | None, Parameter(query="after", ge=0, le=MOST_MOVES, description="Moves with a higher number.")
]
AfterVersion = Annotated[
    int | None, Parameter(query="after", ge=0, le=MOST_VERSIONS, description="Events with a higher version.")
]
Until = Annotated[
    int | None,
    Parameter(query="until", ge=1, le=MOST_VERSIONS, description="The last version: a stream ends with it."),
]
Limit = Annotated[int | None, Parameter(query="limit", ge=1, le=100, description="Items on a page.")]
EventLimit = Annotated[int | None, Parameter(query="limit", ge=1, le=500, description="Events on a page.")]
CursorQuery = Annotated[
    str | None, Parameter(query="cursor", max_length=100, description="`next` of the page before, of the same list.")
]
PlayerQuery = Annotated[
    str | None, Parameter(query="player", min_length=1, max_length=64, description="A player's id.")
]
IfMatch = Annotated[
    str | None,
    Parameter(
        header="If-Match",
        description="The version the action was chosen for, as the entity tag of an answer gives it "
        '(`"<version>.<hash>"`; the hash is not looked at), or `*`. Needed, but for a preview.',
    ),
]
IdempotencyKey = Annotated[
    str | None,
    Parameter(
        header="Idempotency-Key",
        description="1 to 255 visible ASCII characters. The same key again gives the first answer again.",
    ),
]
LastEventId = Annotated[
    str | None,
    Parameter(header="Last-Event-ID", description="The last id received: the stream goes on after it."),
]
