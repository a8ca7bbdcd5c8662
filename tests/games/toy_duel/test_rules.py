"""The toy game rule by rule: given a table, when a seat acts, then these events."""

from typing import Any

import msgspec
import pytest

from domain.kernel.chance import KeyedChance, ScriptedChance
from domain.kernel.errors import IllegalAction
from domain.kernel.forms import Amount, Pick, admitted, fill, first
from domain.kernel.secrecy import SPECTATOR, seat_viewer
from domain.kernel.values import Action
from tests.kit.play import evolved
from tests.kit.toy import TOY, TOY_2
from tests.kit.toy import actions as a
from tests.kit.toy import events as e
from tests.kit.toy.game import Settings
from tests.kit.toy.state import EMPTY, Auction, Player, Purse, Refill, State, Tribute

changed = msgspec.structs.replace
BANK = Purse(6, 6)


def table(*purses: Purse, **fields: Any) -> State:
    """Seat 1's turn in the first half, with these purses."""
    players = tuple(Player(seat, purse, favourites=("amber",)) for seat, purse in enumerate(purses, start=1))
    state = State(
        open_hands=False, auctions=4, players=players, bank=BANK, phase="turn", half=1, turns=1, revealed=True
    )
    return changed(state, display=("ruby", "jade", "ruby"), stormed=False, **fields)


def bidding(*purses: Purse, high: int, leader: int, queue: tuple[int, ...]) -> State:
    """An auction for the jade."""
    return changed(table(*purses), phase="auction", auction=Auction("jade", high, leader, queue))


def decide(state: State, seat: int, action: Action, *draws: int, game: Any = TOY) -> tuple[Any, ...]:
    """The events; all draws are used."""
    script = ScriptedChance(*draws)
    events = tuple(game.decide(state, seat, action, script))
    assert script.left == 0
    return events


def refused(state: State, seat: int, action: Action) -> tuple[str, str, str]:
    with pytest.raises(IllegalAction) as illegal:
        admitted(TOY.forms(state, seat), action)
    refusal = illegal.value.refusal
    return refusal.code, refusal.rule, refusal.field


def test_toy_1_1_two_to_four_players():
    for seats in (1, 5):
        with pytest.raises(IllegalAction) as illegal:
            TOY.check(Settings(), seats)
        assert illegal.value.refusal.rule == "TOY-1.1"
    for seats in (2, 3, 4):
        TOY.check(Settings(), seats)


def test_toy_1_2_a_silver_coin_is_worth_three_coppers():
    assert Purse(2, 3).worth == 11
    box = TOY.deal(Settings(), 3, KeyedChance(b"k"))[0]
    assert isinstance(box, e.TableSet)
    assert box.bank == Purse(18, 18)


def test_toy_1_2_how_many_coins_is_known_and_which_is_not_unless_hands_are_open():
    state = table(Purse(1, 2), Purse(3, 0))
    shown = [TOY.view(state, viewer).seats[0] for viewer in (seat_viewer(1), seat_viewer(2), SPECTATOR)]
    assert [(seat.coins, seat.purse) for seat in shown] == [(3, Purse(1, 2)), (3, None), (3, None)]
    shown = TOY.view(changed(state, open_hands=True), SPECTATOR).seats
    assert [seat.purse for seat in shown] == [Purse(1, 2), Purse(3, 0)]


def test_toy_1_3_the_display_is_in_order_and_may_show_a_colour_twice():
    slot = first(TOY.forms(table(EMPTY, EMPTY), 1)[0])
    assert isinstance(slot, Pick)
    assert slot.among == ("ruby", "jade")


def test_toy_1_4_a_lantern_is_lit_once():
    state = bidding(EMPTY, EMPTY, EMPTY, high=3, leader=1, queue=(2, 3))
    after = evolved(TOY, state, decide(state, 3, a.LightLantern()))
    assert not after.player(3).unlit
    assert TOY.forms(after, 3) == ()
    assert {decision.seat for decision in TOY.decisions(after)} == {1, 2}


def test_toy_2_1_four_coins_each_from_all_coins_in_the_bank():
    state = changed(table(Purse(2, 0), Purse(0, 1), turns=4), display=("jade", "jade", "jade"), bank=Purse(1, 8))
    # the magpie takes a gem, a ruby comes (3); then all 3 coppers and 9 silvers are in the bank: draws below the number
    # of coppers left are coppers
    events = decide(state, 1, a.LeaveGem(), 3, *(0, 1, 9, 8), *(0, 0, 5, 0))
    begun, one, two = (event for event in events if isinstance(event, e.HalfBegun | e.PurseDealt))
    assert begun == e.HalfBegun(2)
    assert (one, two) == (e.PurseDealt(1, 4, Purse(2, 2)), e.PurseDealt(2, 4, Purse(1, 3)))
    after = evolved(TOY, state, events)
    assert after.bank == Purse(0, 4)


def test_toy_2_2_choices_are_secret_until_all_have_chosen():
    state = changed(table(EMPTY, EMPTY, phase="favourites", choosing=(1, 2)), bank=EMPTY, revealed=False)
    state = changed(state, players=tuple(changed(player, favourites=()) for player in state.players))
    first_one = decide(state, 2, a.ChooseFavourites(("ruby", "amber")))
    assert first_one == (e.FavouritesChosen(2, ("amber", "ruby")),)
    after = evolved(TOY, state, first_one)
    assert [TOY.view(after, seat_viewer(seat)).seats[1].chosen for seat in (1, 2)] == [None, ("amber", "ruby")]
    assert TOY.view(after, seat_viewer(2)).seats[1].favourites is None
    last = decide(after, 1, a.ChooseFavourites(("jade",)))
    reveal = e.FavouritesRevealed((e.SeatColors(1, ("jade",)), e.SeatColors(2, ("amber", "ruby"))))
    assert last == (e.FavouritesChosen(1, ("jade",)), reveal, e.TurnStarted(1))
    assert TOY.view(evolved(TOY, after, last), SPECTATOR).seats[1].favourites == ("amber", "ruby")


@pytest.mark.parametrize("colors", [(), ("jade", "ruby", "pearl"), ("jade", "jade")])
def test_toy_2_2_one_or_two_different_colours(colors):
    state = table(EMPTY, EMPTY, phase="favourites", choosing=(1, 2))
    assert refused(state, 1, a.ChooseFavourites(colors))[:2] == ("favourites", "TOY-2.2")


def test_toy_2_3_three_gems_without_a_storm_and_who_begins():
    events = TOY.deal(Settings(), 2, ScriptedChance(7, 0, 1, *([0] * 8)))  # eight kinds of gem, no ninth
    assert [event.color for event in events if isinstance(event, e.GemDrawn)] == ["ruby", "amber", "jade"]
    second = changed(table(EMPTY, EMPTY, phase="favourites", choosing=(2,), half=2), bank=EMPTY)
    assert decide(second, 2, a.ChooseFavourites(("jade",)))[-1] == e.TurnStarted(2)


def test_toy_3_1_a_turn_begins_with_a_coin_if_the_bank_has_one():
    state = changed(table(EMPTY, EMPTY), display=("jade", "jade", "jade"), bank=Purse(1, 2))
    assert decide(state, 1, a.LeaveGem(), 0, 2)[-2:] == (e.TurnStarted(2), e.CoinDrawn(2, "silver"))
    assert decide(state, 1, a.LeaveGem(), 0, 0)[-1] == e.CoinDrawn(2, "copper")
    assert decide(changed(state, bank=EMPTY), 1, a.LeaveGem(), 0)[-1] == e.TurnStarted(2)


def test_toy_3_2_gems_are_put_to_the_front_once_a_turn():
    state = changed(table(EMPTY, EMPTY), display=("ruby", "jade", "pearl"))
    events = decide(state, 1, a.Arrange((2, 0)))
    assert events == (e.DisplayArranged(1, ("pearl", "ruby", "jade")),)
    assert refused(evolved(TOY, state, events), 1, a.Arrange((1,))) == ("arranged_already", "TOY-3.2", "")


@pytest.mark.parametrize(("places", "field"), [((), "/places/0"), ((1, 1), "/places/1")])
def test_toy_3_2_at_least_one_place_and_different_ones(places, field):
    assert refused(table(EMPTY, EMPTY), 1, a.Arrange(places)) == ("no_such_place", "TOY-3.2", field)


def test_toy_3_2_the_list_of_places_ends_by_null_or_when_none_is_left():
    form = TOY.forms(table(EMPTY, EMPTY), 1)[2]
    slots = [fill(form, filled) for filled in ({}, {"/places/0": 1}, {"/places/0": 1, "/places/1": 0})]
    assert [slot.among for slot in slots] == [(0, 1, 2), (0, 2, None), (2, None)]
    assert fill(form, {"/places/0": 1, "/places/1": None}).action == a.Arrange((1,))
    assert fill(form, {"/places/0": 1, "/places/1": 0, "/places/2": 2}).action == a.Arrange((1, 0, 2))


def test_toy_3_3_an_auction_is_opened_for_a_gem_on_display():
    state = table(Purse(1, 0), EMPTY)
    assert decide(state, 1, a.OpenAuction("jade", 1)) == (e.AuctionOpened(1, "jade", 1),)
    assert refused(state, 1, a.OpenAuction("pearl", 1)) == ("not_on_display", "TOY-3.3", "/color")


def test_toy_3_3_the_magpie_takes_the_first_gem():
    state = table(EMPTY, EMPTY)
    assert decide(state, 1, a.LeaveGem(), 2, 0)[:2] == (e.GemTaken(None, "magpie", "ruby", 0), e.GemDrawn("pearl"))


def test_toy_3_4_the_colour_of_the_turn_before_is_left_or_stays():
    state = table(EMPTY, EMPTY, last="ruby")
    assert refused(state, 1, a.OpenAuction("ruby", 1)) == ("same_color_again", "TOY-3.4", "/color")
    only = changed(state, display=("ruby",))
    assert refused(only, 1, a.OpenAuction("ruby", 1)) == ("nothing_to_auction", "TOY-3.4", "")
    assert decide(only, 1, a.LeaveGem(), 1, 1, 1, 0)[0] == e.GemTaken(None, "magpie", "ruby", 0)
    sold = bidding(Purse(1, 0), EMPTY, high=1, leader=1, queue=())
    sold = evolved(TOY, changed(sold, phase="payment"), [e.Paid(1, Purse(1, 0), 0), e.GemTaken(1, None, "jade", 1)])
    assert sold.last == "jade"
    assert evolved(TOY, sold, [e.TurnStarted(2), e.GemTaken(None, "magpie", "ruby", 0)]).last is None


def test_toy_3_5_the_ninth_part_of_the_wheel_is_a_storm_once_a_turn():
    state = changed(table(EMPTY, EMPTY), display=("jade",), bank=Purse(1, 0))
    # nobody has a coin to give: after the storm (8 of 9) three gems from eight parts, then seat 2's coin
    events = decide(state, 1, a.LeaveGem(), 8, 7, 6, 5, 0)
    assert [type(event) for event in events[:3]] == [e.GemTaken, e.StormBroke, e.GemDrawn]
    assert [event.color for event in events if isinstance(event, e.GemDrawn)] == ["ruby", "pearl", "jade"]


def test_toy_3_6_in_a_storm_the_others_give_a_coin_in_order():
    state = changed(table(EMPTY, Purse(1, 0), EMPTY, Purse(0, 2)), display=("jade",), active=3)
    events = decide(state, 3, a.LeaveGem(), 8)
    work = (Tribute(4), Tribute(2), Refill())  # seat 1 has no coin
    assert events[-1] == e.TributeAsked(4, work)
    state = evolved(TOY, state, events)
    assert refused(state, 4, a.GiveCoin("copper")) == ("coin_missing", "TOY-3.6", "/coin")
    given = decide(state, 4, a.GiveCoin("silver"))
    assert given == (e.CoinGiven(4, "silver"), e.TributeAsked(2, work[1:]))
    state = evolved(TOY, state, given)
    assert state.bank == Purse(6, 7)
    last = decide(state, 2, a.GiveCoin("copper"), 0, 0, 0, 0)
    assert [type(event) for event in last[:2]] == [e.CoinGiven, e.StormPassed]
    assert [type(event) for event in last[2:]] == [e.GemDrawn] * 3 + [e.TurnStarted, e.CoinDrawn]


def test_toy_3_7_two_halves_of_so_many_turns():
    state = changed(table(EMPTY, EMPTY, turns=4, half=2), display=("jade", "jade", "jade"))
    events = decide(state, 1, a.LeaveGem(), 0)
    assert events[-2:] == (e.HalfEnded(2, (e.SeatPoints(1, 0), e.SeatPoints(2, 0))), e.GameOver())
    assert TOY.decisions(evolved(TOY, state, events)) == ()
    with pytest.raises(IllegalAction) as illegal:
        TOY.check(Settings(auctions=401), 4)
    assert illegal.value.refusal.rule == "TOY-3.7"


def test_toy_4_1_more_than_the_highest_bid_or_out_for_good():
    state = bidding(Purse(9, 0), EMPTY, EMPTY, high=4, leader=1, queue=(2, 3))
    assert refused(state, 2, a.RaiseBid(4)) == ("bid_too_low", "TOY-4.1", "/bid")
    state = evolved(TOY, state, decide(state, 2, a.RaiseBid(5)))
    assert state.auction == Auction("jade", 5, 2, (3, 1))
    state = evolved(TOY, state, decide(state, 3, a.PassBid()))
    assert state.auction == Auction("jade", 5, 2, (1,))


def test_toy_4_2_nobody_bids_more_than_15_but_anybody_more_than_he_has():
    state = bidding(EMPTY, Purse(1, 0), high=4, leader=1, queue=(2,))
    assert refused(state, 2, a.RaiseBid(16)) == ("bid_too_high", "TOY-4.2", "/bid")
    assert decide(state, 2, a.RaiseBid(15)) == (e.BidRaised(2, 15),)
    assert refused(bidding(EMPTY, EMPTY, high=15, leader=1, queue=(2,)), 2, a.RaiseBid(15)) == (
        "bid_too_high",
        "TOY-4.2",
        "",
    )


def test_toy_4_2_the_bound_is_the_same_whatever_the_purse_holds():
    slots = [first(TOY.forms(bidding(EMPTY, one, high=4, leader=1, queue=(2,)), 2)[0]) for one in (BANK, Purse(1, 2))]
    assert all(isinstance(slot, Amount) and (slot.least, slot.most) == (5, 15) for slot in slots)
    assert [slot.usual() for slot in slots] == [(5, 6), (5, 6, 7)]  # 24 is beyond the bound, 7 is what the purse holds


def test_toy_4_3_a_lantern_raises_the_highest_bid_while_others_bid():
    state = bidding(EMPTY, EMPTY, EMPTY, high=3, leader=1, queue=(2, 3))
    assert [(one.seat, one.waited) for one in TOY.decisions(state)] == [(2, True), (1, False), (3, False)]
    events = decide(state, 3, a.LightLantern())
    assert events == (e.LanternLit(3, 4),)
    assert evolved(TOY, state, events).auction == Auction("jade", 4, 1, (2, 3))


def test_toy_4_4_a_lantern_is_lit_from_3_on():
    state = bidding(EMPTY, EMPTY, EMPTY, high=2, leader=1, queue=(2, 3))
    assert refused(state, 3, a.LightLantern()) == ("lantern_too_early", "TOY-4.4", "")


def test_toy_4_5_the_highest_bidder_pays_and_change_is_lost():
    state = bidding(Purse(1, 1), EMPTY, high=2, leader=1, queue=(2,))
    state = evolved(TOY, state, decide(state, 2, a.PassBid()))
    assert state.phase == "payment"
    assert refused(state, 1, a.Pay(Purse(1, 0))) == ("payment_too_small", "TOY-4.5", "/payment/silver")
    assert refused(state, 1, a.Pay(Purse(2, 0))) == ("payment_too_small", "TOY-4.5", "/payment/copper")
    events = decide(state, 1, a.Pay(Purse(0, 1)), 0, 0)
    assert events[:2] == (e.Paid(1, Purse(0, 1), 1), e.GemTaken(1, None, "jade", 1))
    after = evolved(TOY, state, events[:2])
    assert (after.player(1).purse, after.player(1).gems, after.bank) == (Purse(1, 0), ("jade",), Purse(6, 7))


def test_toy_4_5_ready_payments_lose_least_and_then_use_fewest_coins():
    state = changed(bidding(Purse(6, 2), EMPTY, high=5, leader=1, queue=()), phase="payment")
    slot = first(TOY.forms(state, 1)[0])
    assert isinstance(slot, Pick)
    assert slot.among == (Purse(2, 1), Purse(5, 0), Purse(0, 2), None)
    assert [slot.detail(value).lost for value in slot.among[:3]] == [0, 0, 1]


def test_toy_4_6_who_cannot_pay_shows_his_purse_and_the_magpie_takes_the_gem():
    state = bidding(Purse(1, 1), EMPTY, high=5, leader=1, queue=(2,))
    for game, penalty in ((TOY, 2), (TOY_2, 3)):
        events = decide(state, 2, a.PassBid(), 0, 0, game=game)
        assert events[1:3] == (e.BluffCalled(1, Purse(1, 1), penalty), e.GemTaken(None, "magpie", "jade", 1))
        after = evolved(game, state, events[:3])
        assert (after.player(1).purse, after.player(1).penalty, after.magpie) == (Purse(1, 1), penalty, ("jade",))


def scored(*players: Player, magpie: tuple[str, ...] = ()) -> list[tuple[Any, ...]]:
    state = changed(table(), players=players, magpie=magpie)
    return [(one.seat, one.rival, one.rank, one.score) for one in TOY.outcome(state).standings]


def test_toy_5_1_gems_count_one_and_those_of_favourite_colours_one_more_each_half():
    state = changed(table(EMPTY, EMPTY, turns=4), display=("jade", "jade", "jade"), bank=Purse(8, 0))
    players = (
        changed(state.player(1), gems=("amber", "amber", "jade")),
        changed(state.player(2), favourites=("jade", "ruby"), gems=("jade",)),
    )
    events = decide(changed(state, players=players), 1, a.LeaveGem(), 0, *([0] * 8))
    assert e.HalfEnded(1, (e.SeatPoints(1, 2), e.SeatPoints(2, 1))) in events
    after = evolved(TOY, changed(state, players=players), events)
    assert [player.bonus for player in after.players] == [2, 1]


def test_toy_5_2_a_lit_lantern_counts_one():
    assert scored(Player(1, unlit=False, gems=("jade",)), Player(2, gems=("jade",)))[:2] == [
        (1, None, 1, 2),
        (2, None, 2, 1),
    ]


def test_toy_5_3_most_points_win_the_magpie_too_and_equal_points_share_a_rank():
    one, two = Player(1, gems=("jade",), penalty=2), Player(2, gems=("jade", "ruby"), bonus=1)
    assert scored(one, two, magpie=("ruby", "ruby", "ruby")) == [
        (2, None, 1, 3),
        (None, "magpie", 1, 3),
        (1, None, 3, -1),
    ]
