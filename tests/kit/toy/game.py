"""The toy game as a game of the kernel."""

from collections.abc import Sequence
from typing import Annotated, Any, assert_never

from msgspec import Meta as Bounds

from domain.kernel.chance import Chance
from domain.kernel.draft import Draft
from domain.kernel.errors import IllegalAction
from domain.kernel.forms import Form, admitted
from domain.kernel.game import Credits, Decision, Meta, Outcome, Part, RulesRef, Standing, Types
from domain.kernel.secrecy import Viewer
from domain.kernel.values import Value
from tests.kit.toy import actions as a
from tests.kit.toy import course
from tests.kit.toy import decisions as ask
from tests.kit.toy.events import EVENTS, TableSet, ToyEvent
from tests.kit.toy.evolve import evolve
from tests.kit.toy.legacy import UPCASTS
from tests.kit.toy.state import COLORS, SILVER, Player, Purse, State, replace
from tests.kit.toy.twin import twin
from tests.kit.toy.views import TableView, view

META = Meta(
    slug="toy-duel",
    title="Toy Duel",
    prefix="toy.",
    schema_prefix="Toy",
    rule_prefix="TOY",
    least_seats=2,
    most_seats=4,
    credits=Credits(designers=(), artists=(), publishers=("Everturn",), year=2026),
)
EACH = 6
LONG = 400


class Settings(Value, frozen=True):
    """`auctions` is the number of turns in each half."""

    open_hands: bool = False
    auctions: Annotated[int, Bounds(ge=1, le=500)] = 4


class Rulings(Value, frozen=True):
    """What differs between rules versions."""

    bluff: int


RULINGS = {1: Rulings(bluff=2), 2: Rulings(bluff=3)}


class ToyDuel:
    """The rules of one version."""

    meta = META
    types = Types(
        settings=Settings,
        actions=a.ACTIONS,
        events=EVENTS,
        view=TableView,
        refusals=ask.REFUSALS,
        details=(ask.Change,),
        choices=(Purse,),
        upcasts=UPCASTS,
    )

    def __init__(self, version: int) -> None:
        self.ref = RulesRef(META.slug, version)
        self._rulings = RULINGS[version]
        self.components: Any = {"colors": list(COLORS), "silver": SILVER, "highest_bid": ask.CAP}

    def check(self, settings: Settings, seats: int) -> None:
        """Two to four seats, four of them not for too long."""
        if not META.least_seats <= seats <= META.most_seats:
            raise IllegalAction(replace(ask.SEATS, field="/seats"))
        if seats == META.most_seats and settings.auctions > LONG:
            raise IllegalAction(replace(ask.TOO_LONG, field="/settings/auctions"))

    def deal(self, settings: Settings, seats: int, chance: Chance) -> Sequence[ToyEvent]:
        """Three gems, then the first half is set up (TOY-2)."""
        box = TableSet(seats, settings.open_hands, settings.auctions, Purse(EACH * seats, EACH * seats))
        table = Draft(evolve, evolve(None, box), chance)
        course.refill(table)
        course.set_up(table, 1)
        return (box, *table.events)

    def evolve(self, state: State | None, event: ToyEvent) -> State:
        """The table after an event."""
        return evolve(state, event)

    def decisions(self, state: State) -> tuple[Decision, ...]:
        """One seat, or all that choose; who has an unlit lantern may act while another bids."""
        match state.phase:
            case "favourites":
                return tuple(Decision(seat, "favourites") for seat in state.choosing)
            case "turn":
                return (Decision(state.active, "turn"),)
            case "auction":
                assert state.auction is not None
                bidder = state.auction.queue[0]
                lanterns = (player.seat for player in state.players if player.unlit and player.seat != bidder)
                return (Decision(bidder, "auction"), *(Decision(seat, "lantern", waited=False) for seat in lanterns))
            case "payment":
                assert state.auction is not None
                return (Decision(state.auction.leader, "payment"),)
            case "tribute":
                return (Decision(state.work[0].seat, "tribute"),)  # type: ignore[union-attr]
            case "over":
                return ()
            case _:
                assert_never(state.phase)

    def forms(self, state: State, seat: int) -> Sequence[Form[a.ToyAction]]:
        """The kinds of action of the seat's decision."""
        kind = next((decision.kind for decision in self.decisions(state) if decision.seat == seat), None)
        player, auction = state.player(seat), state.auction
        match kind:
            case None:
                return ()
            case "favourites":
                return (ask.choose_favourites(),)
            case "turn":
                return (ask.open_auction(state, player), ask.leave_gem(), ask.arrange(state))
            case "tribute":
                return (ask.give_coin(player.purse),)
        assert auction is not None
        match kind:
            case "auction":
                return (ask.raise_bid(auction, player), ask.pass_bid())
            case "lantern":
                return (ask.light_lantern(auction),)
            case _:
                return (ask.pay(auction.high, player.purse, auction.color),)

    def decide(self, state: State, seat: int, action: a.ToyAction, chance: Chance) -> Sequence[ToyEvent]:
        """What happens; raises IllegalAction for what no form yields."""
        action = admitted(self.forms(state, seat), action).action
        table = Draft(evolve, state, chance)
        course.carried_out(table, seat, action, self._rulings.bluff)
        return table.events

    def default(self, state: State, seat: int) -> a.ToyAction:
        """The first favourite, no auction, no bid; what must be paid is paid by the policy."""
        player = state.player(seat)
        match state.phase:
            case "favourites":
                return a.ChooseFavourites(COLORS[:1])
            case "turn":
                return a.LeaveGem()
            case "auction":
                return a.PassBid()
            case "payment":
                assert state.auction is not None
                return a.Pay(ask.ready_payments(state.auction.high, player.purse)[0])
            case "tribute" | "over":
                return a.GiveCoin(ask.coins_in(player.purse)[0])  # type: ignore[arg-type]
            case _:
                assert_never(state.phase)

    def outcome(self, state: State) -> Outcome:
        """Seats and the magpie by points (TOY-5.3)."""
        lines = [(player.seat, None, _parts(player)) for player in state.players]
        rows = [*lines, (None, "magpie", (Part("gems", len(state.magpie)),))]
        scores = [sum(part.points for part in parts) for _, _, parts in rows]
        standings = tuple(
            Standing(seat, rival, 1 + sum(other > score for other in scores), score, parts)
            for (seat, rival, parts), score in sorted(zip(rows, scores, strict=True), key=lambda pair: -pair[1])
        )
        return Outcome(tuple(one.seat for one in standings if one.rank == 1 and one.seat is not None), standings)

    def view(self, state: State, viewer: Viewer) -> TableView:
        """What a viewer may see."""
        return view(state, viewer)

    def twin(self, state: State, viewer: Viewer, chance: Chance) -> State:
        """Purses and unrevealed favourites dealt again."""
        return twin(state, viewer, chance)


def _parts(player: Player) -> tuple[Part, ...]:
    return (
        Part("gems", len(player.gems)),
        Part("favourites", player.bonus),
        Part("lantern", 0 if player.unlit else 1),
        Part("bluffs", -player.penalty),
    )


TOY_1 = ToyDuel(1)
