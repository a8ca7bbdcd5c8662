"""Setting the table, and the steps of the setup (RULES section 2, 11, 12.1)."""

from domain.kernel.chance import Chance, shuffled
from domain.kernel.draft import Draft
from domain.mystery_of_the_temples import events as e
from domain.mystery_of_the_temples.components import Components, Setup
from domain.mystery_of_the_temples.evolve import EMPTY, evolve
from domain.mystery_of_the_temples.settings import Settings
from domain.mystery_of_the_temples.state import State
from domain.mystery_of_the_temples.terms import KINDS, TEMPLES, Grid, Location, PlayerColor, Temple

FIVE_POINTS = 5
Table = Draft[State, e.MysteryEvent]


def deal(box: Components, settings: Settings, seats: int, chance: Chance) -> tuple[e.MysteryEvent, ...]:
    """The table up to the first decision; draws in the order of MOT-13.2."""
    plan = box.setups[seats]
    table: Table = Draft(evolve, EMPTY, chance)
    start = 1 + table.below(seats)
    order = tuple((start - 1 + turn) % seats + 1 for turn in range(seats))
    table.emit(e.TurnOrderDrawn(settings.effects, settings.max_rounds, order, box.colors[:seats]))
    temples = shuffled(table, TEMPLES)
    table.emit(_ring(box, plan, temples))
    _deal_runes(box, plan, temples, table)
    drawn = shuffled(table, tuple(box.objectives))[: plan.objectives]
    table.emit(e.ObjectivesRevealed((*(one for one in box.objectives if one in drawn), "OBJ-RUNE")))
    if plan.neutral_start is not None:
        color = box.colors[seats]
        table.emit(_neutral_markers(box, table.state, color), e.NeutralFigurePlaced(color, plan.neutral_start))
    if settings.advanced:
        table.emit(e.SetupAsked("grid_choice", order[::-1]))
    else:
        _assign(table, order, plan.grids)
        table.emit(e.SetupAsked("starting_crystals", order))
    return table.events


def _ring(box: Components, plan: Setup, temples: tuple[Temple, ...]) -> e.TemplesArranged:
    """Temples into their slots, the wilderness cards in play between them (MOT-2.2, 2.3, R18)."""
    places = dict(zip((slot for slot in box.slots if slot.startswith("temple")), temples, strict=True))
    ring: list[Location] = []
    for slot in box.slots:
        if slot in places:
            ring.append(places[slot])
        else:
            ring += [card for card in plan.wilderness if card == slot]
    refinements = tuple(card for card in plan.wilderness if box.cards[card].method == "refinement")
    supply = e.Crystals(**dict(zip(KINDS, box.supply, strict=True)))
    return e.TemplesArranged(plan.side, tuple(ring), temples, refinements, supply)


def _deal_runes(box: Components, plan: Setup, temples: tuple[Temple, ...], table: Table) -> None:
    deck, each = shuffled(table, tuple(box.runes)), plan.runes_per_temple
    order = tuple(e.StackOrder(temple, deck[place * each : (place + 1) * each]) for place, temple in enumerate(temples))
    table.emit(e.RuneStacksDealt(tuple(e.StackSize(temple, each) for temple in temples), order))
    for temple in temples:
        reveal(box, table, temple)


def reveal(box: Components, table: Table, temple: Temple) -> None:
    """Turns the next rune card of a stack up, if there is one."""
    down = table.state.stack(temple).down
    if down:
        table.emit(e.RuneRevealed(temple, down[0], box.runes[down[0]]))


def _neutral_markers(box: Components, state: State, color: PlayerColor) -> e.NeutralMarkersPlaced:
    """The one space of each temple that is worth five points from either end (MOT-11.1)."""
    spaces = tuple(
        e.TemplePosition(stack.temple, position)
        for stack in state.stacks
        for position, reaches in box.arcs[stack.temple, state.side].spaces
        if all(reach.points == FIVE_POINTS for reach in reaches)
    )
    return e.NeutralMarkersPlaced(color, spaces)


def _assign(table: Table, order: tuple[int, ...], grids: tuple[Grid, ...]) -> None:
    for seat, grid in zip(order, grids, strict=True):
        table.emit(e.GridAssigned(seat, grid))


def go_on(box: Components, table: Table) -> None:
    """After a setup decision: the next step of the setup, or the first turn (section 3)."""
    state = table.state
    if state.asked:
        return
    if state.phase == "grid_choice":
        table.emit(e.SetupAsked("starting_crystals", state.order))
        return
    if state.phase == "starting_crystals" and state.effects:
        owners = tuple(
            player.seat
            for player in state.players
            if player.grid is not None and box.effects[player.grid] == "starting_rune"
        )
        if owners:
            table.emit(e.SetupAsked("starting_rune", owners))
            return
    table.emit(e.TurnStarted(state.order[0], 1))
