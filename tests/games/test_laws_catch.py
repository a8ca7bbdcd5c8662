"""Each law catches the fault it is there for: the toy game, broken in one place, fails it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from domain.kernel.chance import one_of
from domain.kernel.errors import IllegalAction, Refusal
from domain.kernel.forms import Amount, Complete, Form, Pick
from domain.kernel.secrecy import Viewer
from domain.kernel.values import Event, Tells
from tests.kit import laws, records, secrecy
from tests.kit.games import GAMES
from tests.kit.story import story
from tests.kit.toy import ToyDuel
from tests.kit.toy import actions as a
from tests.kit.toy import events as e
from tests.kit.toy.decisions import BID, SURPLUS
from tests.kit.toy.state import EMPTY, State

TOY = next(subject for subject in GAMES if str(subject) == "toy-3")
changed = msgspec.structs.replace


def rich(state: State, seat: int = 3) -> bool:
    """A fact hidden from all but one seat."""
    return state.player(seat).purse.silver % 2 == 0


class OffersWhatItRefuses(ToyDuel):
    def forms(self, state, seat):
        def ask():
            bid = yield Amount("/bid", 1, 15, BID)
            return Complete(a.RaiseBid(bid))

        forms = super().forms(state, seat)
        return tuple(Form(form.kind, ask, SURPLUS) if form.kind == "toy.raise-bid" else form for form in forms)

    def decide(self, state, seat, action, chance):
        if isinstance(action, a.RaiseBid) and action.bid <= state.auction.high:
            raise IllegalAction(BID)
        return super().decide(state, seat, action, chance)


class ChangesWhatWasSaid(ToyDuel):
    def forms(self, state, seat):
        def ask():
            yield Pick("/coin", ("copper", "silver"), BID)
            return Complete(a.GiveCoin("copper"))

        return (Form("toy.give-coin", ask, SURPLUS),) if state.phase == "tribute" else super().forms(state, seat)

    def decide(self, state, seat, action, chance):
        if state.phase == "tribute" and not state.player(seat).purse.copper:
            action = a.GiveCoin("silver")
        return super().decide(state, seat, action, chance)


class HasNoCodes(ToyDuel):
    types = msgspec.structs.replace(ToyDuel.types, refusals=())


class AsksIdleSeats(ToyDuel):
    def forms(self, state, seat):
        if state.phase == "turn" and seat != state.active:
            return super().forms(state, state.active)
        return super().forms(state, seat)


class RemembersOutside(ToyDuel):
    count = 0

    def evolve(self, state, event):
        type(self).count += 1
        state = super().evolve(state, event)
        return changed(state, turns=state.turns, last="ruby" if self.count % 2 else "jade")


class LosesCoins(ToyDuel):
    def evolve(self, state, event):
        after = super().evolve(state, event)
        return changed(after, bank=EMPTY) if isinstance(event, e.LanternLit) else after


class DefaultPaysNothing(ToyDuel):
    def default(self, state, seat):
        return a.Pay(EMPTY) if state.phase == "payment" else super().default(state, seat)


class DefaultNeverMovesOn(ToyDuel):
    def default(self, state, seat):
        return a.Arrange((0,)) if state.phase == "turn" else super().default(state, seat)

    def forms(self, state, seat):
        return super().forms(changed(state, arranged=False), seat)


class RanksAtRandom(ToyDuel):
    def outcome(self, state):
        found = super().outcome(state)
        return changed(found, standings=tuple(changed(one, rank=2) for one in found.standings))


class RemembersWhoWasFirst(ToyDuel):
    def evolve(self, state, event):
        after = super().evolve(state, event)
        if isinstance(event, e.FavouritesChosen):
            return changed(after, magpie=(*after.magpie, event.colors[0]))
        return after


class Undeclared(Event, frozen=True, tag="toy.undeclared"):
    seat: int


class ForgetsAMark(ToyDuel):
    types = msgspec.structs.replace(ToyDuel.types, events=(*ToyDuel.types.events, Undeclared))


class ShowsTheBank(ToyDuel):
    def view(self, state, viewer):
        return changed(super().view(state, viewer), bank=state.bank)


class ShowsWhoIsRich(ToyDuel):
    def view(self, state, viewer):
        return changed(super().view(state, viewer), turns=int(rich(state)))


class WaitsForTheRich(ToyDuel):
    def decisions(self, state):
        found = super().decisions(state)
        return found[::-1] if rich(state) else found


class HintsAtTheRich(ToyDuel):
    def forms(self, state, seat):
        return [changed(form, usual=rich(state)) for form in super().forms(state, seat)]


class LetsTheRichArrange(ToyDuel):
    def forms(self, state, seat):
        def slow(form: Form[Any]) -> Form[Any]:
            def ask():
                asking = form.ask()
                slot = next(asking)
                try:
                    while True:
                        slot = asking.send((yield changed(slot, law=changed(BID, rule="TOY-4.2"))))
                except StopIteration as stop:
                    return stop.value

            return changed(form, ask=ask)

        forms = super().forms(state, seat)
        return [slow(form) if form.kind == "toy.arrange" and rich(state) else form for form in forms]


class RefusesWithASmile(ToyDuel):
    def decide(self, state, seat, action, chance):
        try:
            return super().decide(state, seat, action, chance)
        except IllegalAction as illegal:
            if rich(state):
                raise IllegalAction(Refusal("bid_too_low", "TOY-4.1", "The rich are near.")) from None
            raise illegal from None


class SaysWhoIsRich(ToyDuel):
    """The number of events of a lantern depends on a purse."""

    def decide(self, state, seat, action, chance):
        events = super().decide(state, seat, action, chance)
        return (*events, *events) if isinstance(action, a.LightLantern) and rich(state) else events


class RevealsLater(ToyDuel):
    def evolve(self, state, event):
        after = super().evolve(state, event)
        return changed(after, arranged=rich(state)) if isinstance(event, e.BidRaised) else after


class TwinsAreTheSame(ToyDuel):
    def twin(self, state, viewer, chance):
        return state


class TwinsForget(ToyDuel):
    def twin(self, state, viewer, chance):
        color = one_of(chance, ("jade", "ruby"))
        return changed(super().twin(state, viewer, chance), last=color)


FAULTS: list[tuple[Callable[[Any], None], type[ToyDuel]]] = [
    (laws.forms_have_no_dead_end, OffersWhatItRefuses),
    (laws.members_are_taken_as_they_are, ChangesWhatWasSaid),
    (laws.strangers_are_refused, HasNoCodes),
    (laws.seats_without_a_decision_are_refused, AsksIdleSeats),
    (records.replay_equals_live, RemembersOutside),
    (records.nothing_is_lost, LosesCoins),
    (records.defaults_are_members, DefaultPaysNothing),
    (records.every_match_ends, DefaultNeverMovesOn),
    (records.standings_add_up, RanksAtRandom),
    (records.asides_commute, RemembersWhoWasFirst),
    (laws.types_are_declared, ForgetsAMark),
    (laws.views_keep_their_own_marks, ShowsTheBank),
    (secrecy.tables_and_decisions_look_the_same, ShowsWhoIsRich),
    (secrecy.tables_and_decisions_look_the_same, WaitsForTheRich),
    (secrecy.tables_and_decisions_look_the_same, TwinsForget),
    (secrecy.options_look_the_same, HintsAtTheRich),
    (secrecy.options_look_the_same, LetsTheRichArrange),
    (secrecy.refusals_sound_the_same, RefusesWithASmile),
    (secrecy.previews_look_the_same, SaysWhoIsRich),
    (secrecy.events_tell_no_more_than_they_say, SaysWhoIsRich),
    (secrecy.equal_histories_give_equal_views, RevealsLater),
    (secrecy.twins_differ, TwinsAreTheSame),
]


def broken(law: Callable[[Any], None], game: ToyDuel) -> bool:
    """Whether a law fails on one of a few matches."""
    for seed in range(4):
        try:
            law(story(replace(TOY, game=game), seed))
        except (AssertionError, IllegalAction, msgspec.ValidationError):
            return True
    return False


@pytest.mark.parametrize(("law", "fault"), FAULTS, ids=lambda one: one.__name__)
def test_law_catches(law: Callable[[Any], None], fault: type[ToyDuel]):
    assert broken(law, fault(1))
    assert not broken(law, ToyDuel(1))


@pytest.mark.parametrize(
    ("law", "event", "tells"),
    [
        (secrecy.draws_are_told, e.GemDrawn, Tells.NOBODY),
        (secrecy.events_tell_no_more_than_they_say, e.PaymentAsked, Tells.NOBODY),
        (secrecy.events_tell_no_more_than_they_say, e.BluffCalled, Tells.OTHERS),
    ],
    ids=["draws", "unseen", "of others"],
)
def test_law_catches_dishonest_tells(monkeypatch, law, event, tells):
    monkeypatch.setattr(event, "tells", tells)
    assert broken(law, ToyDuel(1))


def test_viewers_of_a_story_are_all_seats_and_a_spectator():
    assert story(TOY, 1).viewers == (Viewer("seat", 1), Viewer("seat", 2), Viewer("seat", 3), Viewer("spectator"))
