"""What is said of a choice beside its value."""

from domain.kernel.values import Detail
from domain.mystery_of_the_temples.events import Points
from domain.mystery_of_the_temples.state import Player, State
from domain.mystery_of_the_temples.terms import NODE_INDEX, Color, Kind, Location, Node, RuneCard, Sign, Temple


class Landing(Detail, frozen=True, tag="mystery.landing", gc=False):
    """Where so many steps lead, over which cards, and what they cost."""

    destination: Location
    counted: tuple[Location, ...]
    cost: int


class Breaking(Detail, frozen=True, tag="mystery.breaking", gc=False):
    """The chain that a curse demands from an end, and what it is worth."""

    length: int
    chain: tuple[Color, ...]
    points: Points


class Lying(Detail, frozen=True, tag="mystery.lying", gc=False):
    """The crystal on a node."""

    color: Kind


class Covering(Detail, frozen=True, tag="mystery.covering", gc=False):
    """The colour that a space of a refinement card gives."""

    color: Color


class OpenRune(Detail, frozen=True, tag="mystery.open-rune", gc=False):
    """The face-up rune card of a temple."""

    rune_card: RuneCard
    sign: Sign


DETAILS: tuple[type[Detail], ...] = (Landing, Breaking, Lying, Covering, OpenRune)


def lying(player: Player, node: Node | None) -> Lying | None:
    """What lies on a node of the grid."""
    kind = player.crystals[NODE_INDEX[node]] if node is not None else None
    return None if kind is None else Lying(kind)


def open_rune(state: State, temple: Temple) -> OpenRune | None:
    """What lies open on a temple."""
    rune = state.stack(temple).open
    return None if rune is None else OpenRune(rune.card, rune.sign)
