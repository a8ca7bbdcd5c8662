"""Moves: what is recorded, preconditions, openings, previews, the end."""

import msgspec
import pytest

from domain.kernel.chance import KeyedChance, draw_key
from domain.kernel.draft import Draft
from domain.kernel.errors import IllegalAction, RulesLoop
from domain.match import moves
from domain.match.commit import Acted
from domain.match.errors import MatchRefusal
from domain.match.events import MatchEnded
from tests.kit.play import Dice, Table, moves_of, started
from tests.kit.toy import TOY, ToyDuel
from tests.kit.toy import actions as a
from tests.kit.toy import events as e
from tests.kit.toy.evolve import evolve
from tests.match.toy import OPEN, auctioning, chosen, refilled, stormy, tags


def refused(table: Table, seat: int, action) -> MatchRefusal | IllegalAction:
    before = (table.now, len(table.rows))
    with pytest.raises((MatchRefusal, IllegalAction)) as refusal:
        table.move(seat, action)
    assert (table.now, len(table.rows)) == before
    return refusal.value


def test_a_move_is_recorded_with_its_events_its_action_and_its_draws():
    table = chosen()
    before = table.now
    made = table.move(1, a.LeaveGem())
    assert (made.meta.move, made.meta.seat, made.meta.by, made.meta.actor) == (3, 1, "player", "p1")
    assert made.meta.action == {"type": "toy.leave-gem"}
    assert table.now.version == before.version + len(made.events)
    assert (table.now.move, table.now.past[-1].move, table.now.past[-1].before) == (3, 3, before.version)
    again = KeyedChance(draw_key(table.key, before.entropy), before.cursor)
    assert tuple(again.below(draw.below) for draw in made.meta.draws) == tuple(draw.value for draw in made.meta.draws)
    assert made.meta.cursor == again.cursor > before.cursor


def test_the_normal_form_of_an_action_is_what_is_stored():
    table = started(TOY, OPEN, 2, "normal")
    made = table.move(2, a.ChooseFavourites(("ruby", "jade")))
    assert made.meta.action == {"type": "toy.choose-favourites", "colors": ("jade", "ruby")}
    assert made.events == (e.FavouritesChosen(2, ("jade", "ruby")),)


def test_a_seat_that_is_not_asked_has_no_decision():
    table = chosen()
    assert refused(table, 2, a.LeaveGem()).code == "no_decision"
    assert refused(table, 3, a.LeaveGem()).code == "seat_unknown"


def test_two_rules_refuse_at_one_slot():
    state = msgspec.structs.replace(chosen().now.table, last="ruby", display=("ruby", "jade", "pearl"))
    for color, code in (("ruby", "same_color_again"), ("amber", "not_on_display")):
        with pytest.raises(IllegalAction) as illegal:
            TOY.decide(state, 1, a.OpenAuction(color, 1), Dice(1))
        assert (illegal.value.refusal.code, illegal.value.refusal.field) == (code, "/color")


def test_before_the_start_and_after_the_end_nothing_is_asked():
    table = Table(TOY, OPEN, 2, "status")
    table.seat("p1", 1)
    assert refused(table, 1, a.LeaveGem()).code == "match_not_running"
    table = started(TOY, OPEN, 2, "status")
    for _ in moves_of(table, Dice(1)):
        pass
    assert refused(table, 1, a.LeaveGem()).code == "match_over"


def test_an_aside_leaves_the_decisions_of_others_open():
    table = started(TOY, OPEN, 3, "aside")
    start = table.now.version
    table.move(2, a.ChooseFavourites(("jade",)))
    assert table.now.version == start + 1
    assert [(one.seat, one.version, one.waited) for one in table.now.openings] == [(1, start, True), (3, start, True)]
    for version in (start, start + 1):
        assert moves.holds(table.now, 1, version)
    assert not moves.holds(table.now, 1, start - 1)
    assert not moves.holds(table.now, 1, start + 2)


def test_the_last_secret_choice_opens_what_follows_anew():
    table = started(TOY, OPEN, 2, "reveal")
    table.move(1, a.ChooseFavourites(("jade",)))
    made = table.move(2, a.ChooseFavourites(("ruby",)))
    assert tags(made.events)[:3] == ["toy.favourites-chosen", "toy.favourites-revealed", "toy.turn-started"]
    assert [(one.seat, one.version) for one in table.now.openings] == [(1, table.now.version)]


def test_an_answer_for_one_prompt_does_not_hold_for_the_next():
    table = auctioning(2, bid=1)
    asked = table.now.version
    assert moves.holds(table.now, 2, asked)
    table.move(2, a.RaiseBid(2))
    table.move(1, a.RaiseBid(3))
    assert moves.opening(table.now, 2).waited
    assert not moves.holds(table.now, 2, asked)
    assert moves.holds(table.now, 2, table.now.version)


def test_a_seat_without_a_decision_is_stale_or_up_to_date():
    table = chosen()
    assert moves.holds(table.now, 2, table.now.version)
    assert not moves.holds(table.now, 2, table.now.version - 1)


def test_an_ability_is_used_while_another_is_waited_for():
    table = auctioning(3, bid=3)
    assert [(one.seat, one.waited) for one in table.now.openings] == [(1, False), (2, True), (3, False)]
    assert table.now.waited == (2,)
    made = table.move(3, a.LightLantern())
    assert made.events == (e.LanternLit(3, 4),)
    assert [one.seat for one in table.now.openings] == [1, 2]


def test_an_ability_that_cannot_be_used_yet_says_why():
    table = auctioning(3, bid=2)
    refusal = refused(table, 3, a.LightLantern())
    assert (refusal.refusal.code, refusal.refusal.rule) == ("lantern_too_early", "TOY-4.4")


def test_suspended_work_is_carried_by_events_and_goes_on():
    table = stormy()
    asked = table.commits[-1].events[-1]
    assert isinstance(asked, e.TributeAsked)
    assert [type(frame).__name__ for frame in asked.work] == ["Tribute", "Tribute", "Refill"]
    assert table.now.table.work == asked.work
    given = table.move(2, TOY.default(table.now.table, 2))
    assert tags(given.events) == ["toy.coin-given", "toy.tribute-asked"]
    rest = table.move(3, TOY.default(table.now.table, 3))
    assert tags(rest.events)[:3] == ["toy.coin-given", "toy.storm-passed", "toy.gem-drawn"]
    assert table.now.table.work == ()


def test_a_preview_shows_what_is_known_and_records_nothing():
    table = auctioning(3, bid=1)
    before, rows = table.now, len(table.rows)
    found = moves.preview(TOY, table.now, 2, a.RaiseBid(5))
    assert (found.events, found.complete, found.cost) == ((e.BidRaised(2, 5),), True, None)
    assert (table.now, len(table.rows)) == (before, rows)


def test_a_preview_stops_before_a_draw():
    table = chosen()
    found = moves.preview(TOY, table.now, 1, a.LeaveGem())
    assert tags(found.events) == ["toy.gem-taken"]
    assert not found.complete


def test_a_preview_stops_before_what_tells_everybody():
    table = auctioning(2, bid=3)
    found = moves.preview(TOY, table.now, 2, a.PassBid())
    assert tags(found.events) == ["toy.bid-passed"]
    assert not found.complete


def test_a_preview_shows_an_event_that_tells_others_only():
    table = stormy()
    found = moves.preview(TOY, table.now, 2, TOY.default(table.now.table, 2))
    assert tags(found.events) == ["toy.coin-given", "toy.tribute-asked"]
    assert found.complete


def test_a_preview_tells_the_cost():
    table = auctioning(2, bid=2)
    match = refilled(table.now, 1, copper=0, silver=1)
    match = moves.move(TOY, match, Acted(2, a.PassBid()), table.key, table.order("p2")).after
    found = moves.preview(TOY, match, 1, TOY.default(match.table, 1))
    assert found.cost is not None
    assert [(item.what, item.count) for item in found.cost.pays] == [("silver", 1)]
    assert [(item.what, item.count) for item in found.cost.loses] == [("change", 1)]


class Brief(ToyDuel):
    """Ends with the first gem that is left, and draws nothing for it."""

    def decide(self, state, seat, action, chance):
        if isinstance(action, a.LeaveGem):
            return (e.GemTaken(None, "magpie", state.display[0], 0), e.GameOver())
        return super().decide(state, seat, action, chance)


class Looping(ToyDuel):
    def decide(self, state, seat, action, chance):
        table = Draft(evolve, state, chance)
        while True:
            table.emit(e.StormBroke())


class Silent(ToyDuel):
    def decide(self, state, seat, action, chance):
        return ()


def test_the_end_is_no_part_of_a_preview_which_then_is_not_complete():
    table = chosen()
    found = moves.preview(Brief(1), table.now, 1, a.LeaveGem())
    assert tags(found.events) == ["toy.gem-taken", "toy.game-over"]
    assert not found.complete


def test_the_last_move_ends_the_match_and_reveals_the_key():
    table = chosen()
    made = moves.move(Brief(1), table.now, Acted(1, a.LeaveGem()), table.key, table.order("p1"))
    ended = made.events[-1]
    assert isinstance(ended, MatchEnded)
    assert (ended.reason, ended.key) == ("finished", table.key.hex())
    # nobody has a gem but the magpie, who has one
    assert [(one.seat, one.rival, one.rank, one.score) for one in ended.outcome.standings] == [
        (None, "magpie", 1, 1),
        (1, None, 2, 0),
        (2, None, 2, 0),
    ]
    assert ended.outcome.winners == ()
    assert (made.after.status, made.after.openings, made.after.key) == ("finished", (), table.key.hex())


def test_a_rules_loop_records_nothing():
    table = chosen()
    with pytest.raises(RulesLoop):
        moves.move(Looping(1), table.now, Acted(1, a.LeaveGem()), table.key, table.order("p1"))


def test_a_move_without_events_is_a_fault_of_the_rules():
    table = chosen()
    with pytest.raises(AssertionError, match="had no event"):
        moves.move(Silent(1), table.now, Acted(1, a.LeaveGem()), table.key, table.order("p1"))
