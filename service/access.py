"""Who may know of a match, and through whose eyes he may look at it."""

from domain.kernel.secrecy import ALL, SPECTATOR, Eyes, Viewer, seat_viewer
from domain.match.events import Occupant
from domain.match.state import Match
from service.errors import Forbidden, NotFound
from service.records import MatchCard


def may_know(match: Match | MatchCard, player: str | None) -> bool:
    """Public: everybody; unlisted: everybody with a token who has the id; private: the host and who sits in it."""
    if match.visibility == "public":
        return True
    if player is None:
        return False
    return match.visibility == "unlisted" or match.host == player or bool(seats_of(match, player))


def must_know(match: Match | MatchCard, player: str | None) -> None:
    """Raises NotFound for strangers to a private match."""
    if not may_know(match, player):
        raise NotFound


def seats_of(match: Match | MatchCard, player: str) -> tuple[int, ...]:
    """The seats a player holds."""
    occupant = Occupant("player", player)
    return tuple(seat.seat for seat in match.seats if seat.occupant == occupant)


def own_seat(match: Match, player: str, seat: int | None) -> int:
    """The seat a command is for: the named one if it is held, or the only one held; raises Forbidden."""
    held = seats_of(match, player)
    if not held:
        raise Forbidden("not_seated", "You have no seat in this match.")
    if seat is None:
        if len(held) > 1:
            raise Forbidden("seat_ambiguous", f"You hold the seats {', '.join(map(str, held))}: name one.")
        return held[0]
    if seat not in held:
        raise Forbidden("seat_not_yours", f"Seat {seat} is not yours.")
    return seat


def viewer_for(match: Match, player: str | None, wanted: Viewer | None) -> Viewer:
    """The viewer a reader gets: his own (lowest) seat by default, else the spectator's narrow view.

    Raises Forbidden for a seat not held, or for everything, while the match is not over.
    """
    held = seats_of(match, player) if player is not None else ()
    if wanted is None:
        return seat_viewer(held[0]) if held else SPECTATOR
    if wanted == SPECTATOR or match.status == "finished":
        if wanted.kind == "seat":
            match.at(wanted.seat or 0)
        return wanted
    if wanted == ALL:
        raise Forbidden("viewer_not_yours", "Everything is shown when the match is over.")
    if wanted.seat not in held:
        raise Forbidden("viewer_not_yours", f"Seat {wanted.seat} is not yours.")
    return wanted


def eyes(match: Match, viewer: Viewer, actor: int | None) -> Eyes:
    """What redaction depends on: settings that are switched on lift the marks which name them."""
    fields = match.settings.__struct_fields__ if match.settings is not None else ()
    lifted = frozenset(name for name in fields if getattr(match.settings, name) is True)
    return Eyes(viewer, actor, lifted)
