"""Taking back: alone where nobody learned anything, else by consent of the others."""

from domain.kernel.game import AnyGame
from domain.match.commit import Commit, Order, commit
from domain.match.errors import MatchRefusal
from domain.match.events import MoveTakenBack, TakebackAnswered, TakebackRequested
from domain.match.moves import must_run
from domain.match.state import Done, Match


def last_own(match: Match, player: str) -> Done:
    """The player's last move that stands; raises MatchRefusal where there is none to take back."""
    must_run(match)
    if match.competitive:
        raise MatchRefusal("takeback_competitive", "Competitive matches know no take-backs.")
    own = [done for done in match.past if done.actor == player and not match.at(done.seat).absent]
    if not own:
        raise MatchRefusal("takeback_nothing", "You have made no move that stands.")
    return own[-1]


def barrier(match: Match, player: str) -> MatchRefusal | None:
    """Why the player may not take his last move back without asking, or None if he may."""
    try:
        own = last_own(match, player)
    except MatchRefusal as refusal:
        return refusal
    since = match.past[match.past.index(own) :]
    if any(done.actor != player for done in since):
        return MatchRefusal("takeback_others_decided", "Another player has moved since.")
    if match.cursor != own.cursor:
        return MatchRefusal("takeback_chance", "Chance has decided something since.")
    if not all(done.tells_nobody for done in since):
        return MatchRefusal("takeback_knowledge", "Something was learned that nobody could have worked out.")
    return None


def take_back(game: AnyGame, match: Match, player: str, order: Order) -> Commit:
    """Takes the player's last move back, or asks the other players to allow it; bots and absent seats agree at once."""
    own = last_own(match, player)
    if barrier(match, player) is None:
        return commit(game, match, [MoveTakenBack(own.seat, own.move, consent=False)], order)
    if match.request is not None:
        raise MatchRefusal("takeback_open", "A request is open; answer it or make a move.")
    request = TakebackRequested(own.seat, own.move)
    if not _asked(match, player):
        return commit(game, match, [request, MoveTakenBack(own.seat, own.move, consent=True)], order)
    return commit(game, match, [request], order)


def answer(game: AnyGame, match: Match, seat: int, order: Order, *, agree: bool) -> Commit:
    """A player's answer to the open request, by any of his seats; the last consent takes the move back."""
    must_run(match)
    request = match.request
    asker = match.at(request.seat).occupant if request is not None else None
    asked = _asked(match, asker.id) if asker is not None else ()
    voice = next((other for other in asked if match.at(other).occupant == match.at(seat).occupant), None)
    if request is None or voice is None or voice in request.agreed:
        raise MatchRefusal("takeback_not_asked", f"Seat {seat} is not asked about a take-back.")
    answered = TakebackAnswered(voice, agree)
    if agree and set(asked) <= {*request.agreed, voice}:
        taken = MoveTakenBack(request.seat, request.move, consent=True)
        return commit(game, match, [answered, taken], order)
    return commit(game, match, [answered], order)


def _asked(match: Match, asker: str) -> tuple[int, ...]:
    """One seat for each other player at the table who is still there."""
    asked: dict[str, int] = {}
    for seat in match.seats:
        occupant = seat.occupant
        if occupant is not None and occupant.kind == "player" and occupant.id != asker and not seat.absent:
            asked.setdefault(occupant.id, seat.seat)
    return tuple(asked.values())
