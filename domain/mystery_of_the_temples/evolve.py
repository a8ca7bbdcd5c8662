"""How an event changes the table. Total: it asks no rule and refuses nothing."""

from typing import assert_never

import msgspec

from domain.mystery_of_the_temples import events as e
from domain.mystery_of_the_temples.actions import FromPlayer
from domain.mystery_of_the_temples.crystals import cleared, emptied, laid, paid, placed, put, supplied
from domain.mystery_of_the_temples.state import FRESH, Marker, Player, Refinement, Rune, Stack, State
from domain.mystery_of_the_temples.terms import KINDS, NODE_INDEX, Location

replace = msgspec.structs.replace
SPACES = 5
EMPTY = State(effects=False, max_rounds=0, supply=(0,) * len(KINDS))


def evolve(state: State | None, event: e.MysteryEvent) -> State:
    """The table after an event; the first one lays it out."""
    if state is None:
        state = EMPTY
    if isinstance(event, e.TurnEvent):
        return _turned(state, event)
    if isinstance(event, e.CrystalEvent):
        return _crystals_moved(state, event)
    return _set_up(state, event)


def _set_up(state: State, event: e.SetupEvent) -> State:
    match event:
        case e.TurnOrderDrawn():
            players = tuple(Player(seat, color) for seat, color in enumerate(event.colors, start=1))
            return replace(
                state, effects=event.effects, max_rounds=event.max_rounds, order=event.order, players=players
            )
        case e.TemplesArranged():
            stacks = tuple(Stack(temple, None, ()) for temple in event.temples)
            cards = tuple(Refinement(location, (None,) * SPACES) for location in event.refinements)
            supply = tuple(getattr(event.supply, kind) for kind in KINDS)
            return replace(state, side=event.side, ring=event.ring, stacks=stacks, refinements=cards, supply=supply)
        case e.RuneStacksDealt():
            return replace(state, stacks=tuple(Stack(order.temple, None, order.cards) for order in event.order))
        case e.RuneRevealed():
            stack = state.stack(event.temple)
            return _with_stack(state, Stack(stack.temple, Rune(event.rune_card, event.sign), stack.down[1:]))
        case e.ObjectivesRevealed():
            return replace(state, objectives=event.objectives)
        case e.NeutralMarkersPlaced():
            markers = tuple(Marker(place.temple, place.position, None) for place in event.markers)
            return replace(state, markers=(*state.markers, *markers))
        case e.NeutralFigurePlaced():
            return replace(state, neutral=event.location, neutral_color=event.color)
        case e.GridAssigned() | e.GridChosen():
            asked = state.asked[1:] if isinstance(event, e.GridChosen) else state.asked
            return replace(state.having(replace(state.player(event.seat), grid=event.grid)), asked=asked)
        case e.SetupAsked():
            return replace(state, phase=event.step, asked=event.seats)
        case e.StartingCrystalsPlaced():
            return _started(state, event)
        case e.StartingRuneTaken():
            return replace(_rune_taken(state, event), asked=state.asked[1:])
        case _:
            assert_never(event)


def _started(state: State, event: e.StartingCrystalsPlaced) -> State:
    player, row = state.player(event.seat), state.player(event.seat).crystals
    for node in event.nodes:
        row = put(row, NODE_INDEX[node], "colorless")
    supply = supplied(state.supply, "colorless", -len(event.nodes))
    return replace(state.having(replace(player, crystals=row)), supply=supply, asked=state.asked[1:])


def _with_stack(state: State, stack: Stack) -> State:
    return replace(state, stacks=tuple(stack if other.temple == stack.temple else other for other in state.stacks))


def _rune_taken(state: State, event: e.RuneTaken | e.StartingRuneTaken) -> State:
    player = state.player(event.seat)
    state = state.having(replace(player, runes=(*player.runes, Rune(event.rune_card, event.sign))))
    return _with_stack(state, Stack(event.temple, None, state.stack(event.temple).down))


def _crystals_moved(state: State, event: e.CrystalEvent) -> State:
    match event:
        case e.CrystalsCollected():
            state = _all_placed(paid(state, event.seat, event.paid), event.seat, event.gained)
            return replace(state, turn=replace(state.turn, collected=True, committed=False))
        case e.CrystalsSwitched():
            state = paid(state, event.seat, [event.paid])
            player = state.player(event.seat)
            one, other = (NODE_INDEX[node] for node in event.nodes)
            row = put(put(player.crystals, one, player.crystals[other]), other, player.crystals[one])
            return state.having(replace(player, crystals=row))
        case e.CrystalExchanged():
            turn = state.turn
            if event.discounted and not turn.collected:
                turn = replace(turn, committed=True)
            return replace(_all_placed(paid(state, event.seat, event.paid), event.seat, (event.gained,)), turn=turn)
        case e.RefinementCovered():
            return laid(state, event.seat, event.node, event.location, event.space)
        case e.RefinementCleared():
            return cleared(state, event.location)
        case e.ResonanceApplied():
            return _all_placed(state, event.seat, (event.gained,))
        case e.CrystalTakenFromPlayer():
            return replace(emptied(state, event.loser, event.node), hand=(*state.hand, event.color))
        case e.CurseBroken():
            return _broken(state, event)
        case e.RuneTaken():
            return _rune_taken(state, event)
        case e.RewardGained():
            return _all_placed(state, event.seat, event.gained)
        case _:
            assert_never(event)


def _all_placed(state: State, seat: int, crystals: tuple[e.Gained, ...]) -> State:
    for crystal in crystals:
        if isinstance(crystal.source, FromPlayer):
            state = replace(state, hand=state.hand[1:])
        state = placed(state, seat, crystal.color, crystal.node, crystal.source)
    return state


def _broken(state: State, event: e.CurseBroken) -> State:
    crystals = event.returned if event.extra_paid is None else (*event.returned, event.extra_paid)
    state = paid(state, event.seat, crystals)
    player = state.player(event.seat)
    marker = Marker(event.temple, event.position, event.seat)
    return replace(
        state.having(replace(player, curses=player.curses + 1)),
        markers=(*state.markers, marker),
        turn=replace(state.turn, broken=True),
    )


def _turned(state: State, event: e.TurnEvent) -> State:
    match event:
        case e.TurnStarted():
            return replace(state, phase="move", active=event.seat, round=event.round, turn=FRESH)
        case e.FigurePlaced():
            return _stands(state, event.seat, event.location)
        case e.FigureMoved():
            return _stands(state, event.seat, event.destination)
        case e.FigureRelocated():
            return _stands(paid(state, event.seat, event.paid), event.seat, event.destination)
        case e.DexterityCast():
            return paid(state, event.seat, event.paid)
        case e.NeutralFigureMoved():
            return replace(state, neutral=event.destination)
        case e.PointsScored():
            player = state.player(event.seat)
            part = f"{event.reason}_points"
            return state.having(replace(player, score=event.total, **{part: getattr(player, part) + event.points}))
        case e.EndTriggered():
            return replace(state, triggered=True)
        case e.RoundEnded():
            return replace(state, phase="over", active=None) if event.last else state
        case e.TurnEnded() | e.RoundLimitReached() | e.ObjectiveScored():
            return state
        case _:
            assert_never(event)


def _stands(state: State, seat: int, location: Location) -> State:
    return replace(state.having(replace(state.player(seat), figure=location)), phase="action")
