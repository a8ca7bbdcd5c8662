"""Moving on the ring (RULES section 4, 11)."""

from collections.abc import Mapping

from domain.mystery_of_the_temples.components import Card
from domain.mystery_of_the_temples.state import State
from domain.mystery_of_the_temples.terms import Location, Ring


def walk(
    cards: Mapping[Location, Card], state: State, origin: Location, ring: Ring, steps: int
) -> tuple[Location, ...]:
    """The cards that use a step, the destination last (MOT-4.6)."""
    others = {player.figure for player in state.players} | {state.neutral}
    others.discard(origin)
    places, wanted = state.ring, ring == "temple"
    place = places.index(origin)
    counted: list[Location] = []
    while len(counted) < steps:
        place = (place + 1) % len(places)
        card = places[place]
        if cards[card].temple == wanted and card not in others:
            counted.append(card)
    return tuple(counted)


def neutral_step(state: State) -> Location:
    """Where the neutral figure goes: one card counter-clockwise, over players' figures (MOT-11.3)."""
    assert state.neutral is not None
    figures = {player.figure for player in state.players}
    places = state.ring
    place = places.index(state.neutral)
    while True:
        place = (place - 1) % len(places)
        if places[place] not in figures:
            return places[place]


def unoccupied(state: State) -> tuple[Location, ...]:
    """The cards without a figure, in the order of the ring."""
    figures = {player.figure for player in state.players} | {state.neutral}
    return tuple(card for card in state.ring if card not in figures)
