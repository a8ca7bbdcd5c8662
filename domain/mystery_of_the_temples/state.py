"""The table as the rules know it: frozen, with everything that was drawn, face-down cards included."""

import msgspec

from domain.kernel.values import Value
from domain.mystery_of_the_temples.terms import (
    NODES,
    Grid,
    Kind,
    Location,
    Node,
    Objective,
    Phase,
    PlayerColor,
    RuneCard,
    Sign,
    Temple,
    TempleSide,
)

replace = msgspec.structs.replace


class Rune(Value, frozen=True, gc=False):
    """A rune card that lies open."""

    card: RuneCard
    sign: Sign


class Stack(Value, frozen=True, gc=False):
    """The rune stack of a temple: the open card on top and the face-down ones below, top first."""

    temple: Temple
    open: Rune | None
    down: tuple[RuneCard, ...]


class Marker(Value, frozen=True, gc=False):
    """A Broken Curse Marker on a curse space; seat null: a neutral one."""

    temple: Temple
    position: int
    seat: int | None


class Refinement(Value, frozen=True, gc=False):
    """A Mana Refinement card; what lies on its spaces 1 to 5."""

    location: Location
    spaces: tuple[Kind | None, ...]

    @property
    def free(self) -> int:
        """The number of free spaces."""
        return self.spaces.count(None)


class Player(Value, frozen=True, gc=False):
    """A player's things; `crystals` by node n1 to n12, `points` by reason."""

    seat: int
    color: PlayerColor
    grid: Grid | None = None
    crystals: tuple[Kind | None, ...] = (None,) * len(NODES)
    figure: Location | None = None
    runes: tuple[Rune, ...] = ()
    curses: int = 0
    score: int = 0
    curse_points: int = 0
    reward_points: int = 0
    objective_points: int = 0

    @property
    def occupied(self) -> tuple[Node, ...]:
        """Nodes that hold a crystal."""
        return tuple(node for node, kind in zip(NODES, self.crystals, strict=True) if kind is not None)

    @property
    def free(self) -> tuple[Node, ...]:
        """Nodes that hold none."""
        return tuple(node for node, kind in zip(NODES, self.crystals, strict=True) if kind is None)

    @property
    def held(self) -> int:
        """The number of crystals on the grid."""
        return len(NODES) - self.crystals.count(None)


class Turn(Value, frozen=True, gc=False):
    """What was done in the ACTION step so far; `committed`: a discounted exchange demands a Collect (MOT-9.7)."""

    collected: bool = False
    broken: bool = False
    committed: bool = False


FRESH = Turn()


class State(Value, frozen=True, gc=False):
    """The whole table; `asked` are the seats that still decide in the present step of the setup.

    `hand` holds crystals taken from players until the event that places them (MOT-16.5).
    """

    effects: bool
    max_rounds: int
    supply: tuple[int, ...]
    players: tuple[Player, ...] = ()
    order: tuple[int, ...] = ()
    side: TempleSide = "4"
    ring: tuple[Location, ...] = ()
    stacks: tuple[Stack, ...] = ()
    objectives: tuple[Objective, ...] = ()
    markers: tuple[Marker, ...] = ()
    refinements: tuple[Refinement, ...] = ()
    hand: tuple[Kind, ...] = ()
    neutral: Location | None = None
    neutral_color: PlayerColor | None = None
    phase: Phase = "grid_choice"
    asked: tuple[int, ...] = ()
    active: int | None = None
    round: int = 0
    turn: Turn = FRESH
    triggered: bool = False

    def player(self, seat: int) -> Player:
        """A seat's things."""
        return self.players[seat - 1]

    def having(self, player: Player) -> "State":
        """This table with one player's things replaced."""
        place = player.seat - 1
        return replace(self, players=(*self.players[:place], player, *self.players[place + 1 :]))

    def stack(self, temple: Temple) -> Stack:
        """The rune stack of a temple."""
        return next(stack for stack in self.stacks if stack.temple == temple)

    def marked(self, temple: Temple, position: int) -> bool:
        """Whether a curse space has a marker (MOT-8.5)."""
        return any(marker.temple == temple and marker.position == position for marker in self.markers)

    def refinement(self, location: Location) -> Refinement:
        """What lies on a refinement card."""
        return next(card for card in self.refinements if card.location == location)

    def occupied(self, location: Location) -> bool:
        """Whether a figure stands on a card (MOT-4.3)."""
        return location == self.neutral or any(player.figure == location for player in self.players)
