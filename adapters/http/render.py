"""Records of the use cases to resources of the API."""

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any, assert_never

from adapters.http import wording
from domain.kernel import forms
from domain.kernel.errors import Refusal
from domain.kernel.forms import Complete
from domain.match.events import Occupant
from domain.match.verify import Verification
from openapi.wire import event as event_wire
from openapi.wire import match as match_wire
from openapi.wire import move as move_wire
from openapi.wire import options as options_wire
from openapi.wire.player import Player
from openapi.wire.position import Position
from openapi.wire.verification import Divergence
from openapi.wire.verification import Verification as VerificationWire
from service.records import Dated, Filled, Foreseen, Happened, MatchCard, Moved, Offers, Positioned

GONE = "Former player"
"""The name of somebody who was erased."""


def people(cards: Iterable[MatchCard]) -> list[str]:
    """The players that matches speak of."""
    found: dict[str, None] = {}
    for card in cards:
        found[card.host] = None
        found.update((one.id, None) for seat in card.seats if (one := seat.occupant) and one.kind == "player")
    return list(found)


def match(dated: Dated, names: Mapping[str, str]) -> match_wire.Match:
    """The facts of a match."""
    card = dated.card
    time = timedelta(seconds=card.decision_time or 0)
    return match_wire.Match(
        id=card.id,
        game=card.game,
        rules_version=card.rules_version,
        status=card.status,
        visibility=card.visibility,
        competitive=card.competitive,
        decision_time=card.decision_time,
        settings=card.settings,
        host=Player(id=card.host, name=names.get(card.host, GONE)),
        seats=tuple(
            match_wire.Seat(seat=seat.seat, occupant=_occupant(seat.occupant, names), absent=seat.absent)
            for seat in card.seats
        ),
        version=card.version,
        move=card.move,
        to_act=card.waited,
        deadlines=tuple(
            match_wire.SeatDeadline(seat=one.seat, at=(one.opened_at or dated.updated_at) + time)  # type: ignore[arg-type]
            for one in card.deadlines
        ),
        outcome=card.outcome,
        commitment=card.commitment,
        revealed_key=card.key,
        created_at=dated.created_at,  # type: ignore[arg-type]
        updated_at=dated.updated_at,  # type: ignore[arg-type]
    )


def _occupant(one: Occupant | None, names: Mapping[str, str]) -> match_wire.SeatOccupant | None:
    if one is None:
        return None
    name = names.get(one.id, GONE) if one.kind == "player" else wording.label(f"bot.{one.id}")
    return match_wire.SeatOccupant(kind=one.kind, id=one.id, name=name)


def position(found: Positioned) -> Position:
    """The table."""
    return Position(
        match=found.match,
        game=found.game,
        version=found.version,
        move=found.move,
        viewer=found.viewer,
        to_act=found.waited,
        view=found.view,
        outcome=found.outcome,
    )


def event(one: Happened) -> event_wire.Event:
    """What happened."""
    return event_wire.Event(
        version=one.version,
        move=one.move,
        type=one.type,
        seat=one.seat,
        by=one.by,
        data=one.data,
        text=wording.sentence(one.type, one.seat, one.data),
        move_complete=one.move_complete,
        recorded_at=one.recorded_at,  # type: ignore[arg-type]
    )


def move(one: Moved) -> move_wire.Move:
    """A move."""
    return move_wire.Move(
        match=one.match,
        move=one.move,
        seat=one.seat,
        action=one.action,
        by=one.by,
        events=tuple(event(happened) for happened in one.events),
        version=one.version,
        to_act=one.waited,
        recorded_at=one.recorded_at,  # type: ignore[arg-type]
        taken_back_at=one.taken_back_at,  # type: ignore[arg-type]
    )


def preview(found: Foreseen) -> move_wire.Preview:
    """What a move would do."""
    return move_wire.Preview(events=tuple(event(one) for one in found.events), complete=found.complete, cost=found.cost)


def slot(kind: str, asked: forms.Slot) -> options_wire.Slot:
    """A question of a form."""
    label = wording.slot_label(kind, asked.at)
    usual = asked.usual() if asked.usual is not None else None
    match asked:
        case forms.Pick():
            pick = options_wire.Pick(
                among=tuple(_choice(kind, asked, value) for value in asked.among),
                least=asked.least,
                most=asked.most,
                usual=usual,
            )
            return options_wire.Slot(slot=asked.at, label=label, pick=pick, amount=None)
        case forms.Amount():
            amount = options_wire.Amount(least=asked.least, most=asked.most, usual=usual)
            return options_wire.Slot(slot=asked.at, label=label, pick=None, amount=amount)
        case _:
            assert_never(asked)


def _choice(kind: str, asked: forms.Pick, value: Any) -> options_wire.Choice:
    detail = asked.detail(value) if asked.detail is not None else None
    return options_wire.Choice(value=value, label=wording.value_label(kind, asked.at, value), detail=detail)


def _option(kind: str, following: forms.Slot | Complete[Any]) -> options_wire.Option:
    label = wording.label(kind)
    if isinstance(following, Complete):
        return options_wire.Option(kind=kind, label=label, action=following.action, slots=())
    return options_wire.Option(kind=kind, label=label, action=None, slots=(slot(kind, following),))


def _refusal(found: Refusal) -> options_wire.Refusal:
    return options_wire.Refusal(code=found.code, rule=found.rule, text=found.reason)


def options(offers: Offers) -> options_wire.Options:
    """What a seat may do."""
    return options_wire.Options(
        match=offers.match,
        seat=offers.seat,
        version=offers.version,
        options=tuple(_option(one.kind, one.next) for one in offers.options),
        closed=tuple(
            options_wire.ClosedOption(kind=one.kind, label=wording.label(one.kind), refusal=_refusal(one.refusal))
            for one in offers.closed
        ),
        example=offers.example,
        undo=options_wire.Undo(allowed=offers.undo.allowed, reason=offers.undo.reason),
    )


def filled(found: Filled, answers: dict[str, Any]) -> options_wire.FilledForm:
    """A form as far as it was filled in."""
    following = found.next
    complete = following if isinstance(following, Complete) else None
    return options_wire.FilledForm(
        version=found.version,
        kind=found.kind,
        filled=answers,
        next=slot(found.kind, following) if not isinstance(following, Complete) else None,
        action=complete.action if complete is not None else None,
        cost=complete.cost() if complete is not None and complete.cost is not None else None,
    )


def verification(match_id: str, found: Verification) -> VerificationWire:
    """What was checked."""
    where = found.divergence
    return VerificationWire(
        match=match_id,
        ok=where is None,
        events=found.events,
        moves=found.moves,
        draws=found.draws,
        divergence=Divergence(version=where.version, move=where.move, what=where.what) if where else None,
    )
