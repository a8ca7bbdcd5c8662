"""Mystery of the Temples as a game of the kernel."""

from collections.abc import Sequence
from typing import Any, assert_never

import msgspec

from domain.kernel.chance import Chance, shuffled
from domain.kernel.draft import Draft
from domain.kernel.errors import IllegalAction
from domain.kernel.forms import Form, admitted
from domain.kernel.game import Decision, Outcome, RulesRef, Types
from domain.kernel.secrecy import Viewer
from domain.mystery_of_the_temples import actions as a
from domain.mystery_of_the_temples import setup
from domain.mystery_of_the_temples.components import load
from domain.mystery_of_the_temples.decisions import breaking, collect, collected, ending, movement, opening, spells
from domain.mystery_of_the_temples.decisions.details import DETAILS
from domain.mystery_of_the_temples.defaults import default
from domain.mystery_of_the_temples.events import EVENTS, MysteryEvent
from domain.mystery_of_the_temples.evolve import evolve
from domain.mystery_of_the_temples.meta import META
from domain.mystery_of_the_temples.refusals import REFUSALS, SEATS
from domain.mystery_of_the_temples.scoring import outcome
from domain.mystery_of_the_temples.settings import Settings
from domain.mystery_of_the_temples.state import State
from domain.mystery_of_the_temples.views import TableView, view


class MysteryOfTheTemples:
    """The rules of one version."""

    meta = META
    types = Types(
        settings=Settings,
        actions=a.ACTIONS,
        events=EVENTS,
        view=TableView,
        refusals=REFUSALS,
        details=DETAILS,
        choices=(a.FromRefinement, a.FromPlayer),
    )

    def __init__(self, version: int) -> None:
        self.ref = RulesRef(META.slug, version)
        self._box = load(version)
        self.components: Any = self._box.raw

    def check(self, settings: Settings, seats: int) -> None:
        """Any settings go with 2 to 4 seats."""
        del settings
        if not META.least_seats <= seats <= META.most_seats:
            raise IllegalAction(msgspec.structs.replace(SEATS, field="/seats"))

    def deal(self, settings: Settings, seats: int, chance: Chance) -> Sequence[MysteryEvent]:
        """Sets the table (section 2)."""
        return setup.deal(self._box, settings, seats, chance)

    def evolve(self, state: State | None, event: MysteryEvent) -> State:
        """The table after an event."""
        return evolve(state, event)

    def decisions(self, state: State) -> tuple[Decision, ...]:
        """Exactly one seat decides at any time (MOT-3.1)."""
        match state.phase:
            case "grid_choice" | "starting_crystals" | "starting_rune":
                return (Decision(state.asked[0], state.phase),)
            case "move" | "action":
                assert state.active is not None
                return (Decision(state.active, state.phase),)
            case "over":
                return ()
            case _:
                assert_never(state.phase)

    def forms(self, state: State, seat: int) -> Sequence[Form[a.MysteryAction]]:
        """The actions of the seat's decision (table of MOT-3.1)."""
        if all(decision.seat != seat for decision in self.decisions(state)):
            return ()
        box, player = self._box, state.player(seat)
        match state.phase:
            case "grid_choice":
                return [opening.choose_grid(state)]
            case "starting_crystals":
                return [opening.place_starting_crystals(box, state, seat)]
            case "starting_rune":
                return [opening.take_starting_rune(state)]
            case "move":
                return [
                    movement.place_figure(state, seat),
                    movement.move_figure(box, state, seat),
                    movement.relocate_figure(box, state, seat),
                ]
            case "action":
                return [
                    collect.collect(box, state, player),
                    breaking.break_curse(box, state, player),
                    spells.cast_switch(box, player),
                    spells.cast_exchange(box, state, player),
                    ending.end_turn(box, state, player),
                ]
            case "over":
                return ()
            case _:
                assert_never(state.phase)

    def decide(self, state: State, seat: int, action: a.MysteryAction, chance: Chance) -> Sequence[MysteryEvent]:
        """What happens; raises IllegalAction for what no form yields."""
        action = admitted(self.forms(state, seat), action).action
        table: setup.Table = Draft(evolve, state, chance)
        box = self._box
        match action:
            case a.ChooseGrid():
                opening.grid_chosen(box, table, seat, action)
            case a.PlaceStartingCrystals():
                opening.starting_crystals_placed(box, table, seat, action)
            case a.TakeStartingRune():
                opening.starting_rune_taken(box, table, seat, action)
            case a.PlaceFigure():
                movement.figure_placed(table, seat, action)
            case a.MoveFigure():
                movement.figure_moved(box, table, seat, action)
            case a.RelocateFigure():
                movement.figure_relocated(table, seat, action)
            case a.CastSwitch():
                spells.switched(table, seat, action)
            case a.CastExchange():
                spells.exchanged(box, table, seat, action)
            case a.Collect():
                collected.collected(box, table, seat, action)
            case a.BreakCurse():
                breaking.broken(box, table, seat, action)
            case a.EndTurn():
                ending.ended(box, table, seat)
            case _:
                assert_never(action)
        return table.events

    def default(self, state: State, seat: int) -> a.MysteryAction:
        """What an absent seat does (section 20)."""
        return default(self._box, state, seat)

    def outcome(self, state: State) -> Outcome:
        """The standings as if the game ended now."""
        return outcome(self._box, state)

    def view(self, state: State, viewer: Viewer) -> TableView:
        """What a viewer may see."""
        return view(self._box, state, viewer)

    def twin(self, state: State, viewer: Viewer, chance: Chance) -> State:
        """The face-down rune cards dealt again (MOT-13.1); who sees everything has no other twin."""
        if viewer.kind == "all":
            return state
        deck = list(shuffled(chance, tuple(card for stack in state.stacks for card in stack.down)))
        stacks = []
        for stack in state.stacks:
            count = len(stack.down)
            stacks.append(msgspec.structs.replace(stack, down=tuple(deck[:count])))
            del deck[:count]
        return msgspec.structs.replace(state, stacks=tuple(stacks))
