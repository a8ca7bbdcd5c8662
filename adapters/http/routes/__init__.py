"""The operations, one module a noun."""

from adapters.http.routes import docs, events, games, health, lists, matches, moves, options, players, table

HANDLERS = (
    *games.HANDLERS,
    *players.HANDLERS,
    *lists.HANDLERS,
    *matches.HANDLERS,
    *table.HANDLERS,
    *options.HANDLERS,
    *moves.HANDLERS,
    *events.HANDLERS,
    *health.HANDLERS,
    *docs.HANDLERS,
)

__all__ = ["HANDLERS"]
