"""The operations, one module a noun."""

from adapters.http.routes.docs import HANDLERS as DOCS
from adapters.http.routes.events import HANDLERS as EVENTS
from adapters.http.routes.games import HANDLERS as GAMES
from adapters.http.routes.health import HANDLERS as HEALTH
from adapters.http.routes.lists import HANDLERS as LISTS
from adapters.http.routes.matches import HANDLERS as MATCHES
from adapters.http.routes.moves import HANDLERS as MOVES
from adapters.http.routes.options import HANDLERS as OPTIONS
from adapters.http.routes.players import HANDLERS as PLAYERS
from adapters.http.routes.table import HANDLERS as TABLE

HANDLERS = (*GAMES, *PLAYERS, *LISTS, *MATCHES, *TABLE, *OPTIONS, *MOVES, *EVENTS, *HEALTH, *DOCS)

__all__ = ["HANDLERS"]
