"""The released component data (1.json), read once into typed tables; the file is never edited after a release."""

import json
from collections.abc import Mapping
from importlib import resources
from typing import Any

from msgspec import Struct

from domain.mystery_of_the_temples.terms import (
    COLORS,
    KINDS,
    NODE_INDEX,
    Color,
    End,
    Grid,
    Kind,
    Location,
    Method,
    Objective,
    PlayerColor,
    RuneCard,
    Sign,
    Temple,
    TempleSide,
    Wilderness,
)


class Reach(Struct, frozen=True):
    """One way to break a curse space: from an end, with a chain of a length, for points."""

    end: End
    length: int
    points: int


class Arc(Struct, frozen=True):
    """The crystals at the top of a temple side, and its curse spaces (position -> ways to break it)."""

    colors: tuple[Color, ...]
    spaces: tuple[tuple[int, tuple[Reach, ...]], ...]

    def demanded(self, end: End, length: int) -> tuple[Color, ...]:
        """The colours of a chain, from the outermost crystal inwards (MOT-8.4)."""
        row = self.colors if end == "left" else self.colors[::-1]
        return row[:length]

    def reach(self, position: int) -> tuple[Reach, ...]:
        """The ways to break the space at a position; none where there is no curse space."""
        return dict(self.spaces).get(position, ())


class Card(Struct, frozen=True):
    """A card of the ring: what Collect does on it, and its rune sign."""

    id: Location
    temple: bool
    sign: Sign
    method: Method
    gives: tuple[Kind, ...] = ()
    spaces: tuple[Color, ...] = ()
    clears_at: int = 0
    pay: int = 0
    take: int = 0
    lays: int = 0

    @property
    def colors(self) -> tuple[Color, ...]:
        """The colours the card gives, each once (MOT-9.4)."""
        return tuple(color for color in COLORS if color in self.gives)


class Setup(Struct, frozen=True):
    """What depends on the number of players (section 2)."""

    side: TempleSide
    wilderness: tuple[Wilderness, ...]
    objectives: int
    runes_per_temple: int
    grids: tuple[Grid, ...]
    neutral_start: Location | None


class Components(Struct, frozen=True, eq=False):
    """All tables of a rules version; there is one of each, so that it is its own key."""

    raw: Any
    supply: tuple[int, ...]
    cards: Mapping[Location, Card]
    arcs: Mapping[tuple[Temple, TempleSide], Arc]
    slots: tuple[str, ...]
    runes: Mapping[RuneCard, Sign]
    objectives: Mapping[Objective, tuple[Temple, int, int]]
    rune_points: tuple[int, ...]
    neighbours: tuple[tuple[int, ...], ...]
    effects: Mapping[Grid, str]
    parameters: Mapping[Grid, Mapping[str, Any]]
    setups: Mapping[int, Setup]
    colors: tuple[PlayerColor, ...]
    free_steps: int
    dexterity: tuple[int, ...]
    switch_cost: int
    exchange_cost: int
    cross_cost: int
    starting_crystals: int
    curses_to_end: int
    default_grids: tuple[Grid, ...]


def load(version: int) -> Components:
    """Reads a released file."""
    text = resources.files(__package__).joinpath(f"{version}.json").read_text("utf-8")
    raw = json.loads(text)
    spells = {spell["id"]: spell for spell in raw["spells"]}
    runes = {rune["sign"]: rune for rune in raw["rune_types"]}
    extra = raw["dexterity_spell"]["cost_by_extra_steps"]
    rune_objective = next(one for one in raw["objectives"] if one["type"] == "rune")
    signs = rune_objective["points_by_different_signs"]
    return Components(
        raw=raw,
        supply=tuple(raw["crystals"]["supply"][kind] for kind in KINDS),
        cards={card["id"]: _card(card) for card in [*raw["temples"], *raw["wilderness"]]},
        arcs={(t["id"], side): _arc(data) for t in raw["temples"] for side, data in t["sides"].items()},
        slots=tuple(raw["ring"]["slots_clockwise"]),
        runes={card["id"]: card["sign"] for card in raw["rune_cards"]["cards"]},
        objectives={
            one["id"]: (one["temple"], one["first"], one["second"])
            for one in raw["objectives"]
            if one["type"] == "temple"
        },
        rune_points=tuple(signs[str(count)] for count in range(len(signs))),
        neighbours=_neighbours(raw),
        effects={grid["id"]: grid["effect"] for grid in raw["crystal_grids"]},
        parameters={grid["id"]: grid["parameters"] for grid in raw["crystal_grids"]},
        setups={int(seats): _setup(data) for seats, data in raw["setup_by_player_count"].items()},
        colors=tuple(raw["player_colors"]["colors"]),
        free_steps=max(raw["dexterity_spell"]["base_steps"]),
        dexterity=(0, *(extra[str(steps)] for steps in range(1, len(extra) + 1))),
        switch_cost=spells["switch"]["cost"],
        exchange_cost=spells["exchange"]["cost"],
        cross_cost=runes["cross"]["exchange_cost"],
        starting_crystals=raw["starting_crystals"]["colorless"],
        curses_to_end=raw["end_trigger"]["curses_broken"],
        default_grids=tuple(raw["default_actions"]["grid_choice_order"]),
    )


def _card(data: dict[str, Any]) -> Card:
    collect = data["collect"]
    gives = tuple(item["color"] for item in collect.get("gives", ()) for _ in range(item["count"]))
    return Card(
        id=data["id"],
        temple=data["kind"] == "temple",
        sign=data["rune_sign"],
        method=collect["method"],
        gives=gives,
        spaces=tuple(space["color"] for space in collect.get("spaces", ())),
        clears_at=collect.get("clear_when_free_spaces_at_most", 0),
        pay=collect.get("pay", 0),
        take=collect.get("take", 0),
        lays=collect.get("place_max", 0),
    )


def _arc(data: dict[str, Any]) -> Arc:
    spaces = tuple(
        (space["position"], tuple(Reach(way["end"], way["length"], way["points"]) for way in space["reach"]))
        for space in data["curse_spaces"]
    )
    return Arc(tuple(data["arc"]), spaces)


def _setup(data: dict[str, Any]) -> Setup:
    return Setup(
        side=data["temple_side"],
        wilderness=tuple(data["wilderness"]),
        objectives=data["temple_objectives"],
        runes_per_temple=data["rune_cards_per_temple"],
        grids=tuple(data["grids_basic"]),
        neutral_start=data.get("neutral_figure_start"),
    )


def _neighbours(raw: dict[str, Any]) -> tuple[tuple[int, ...], ...]:
    """Joined nodes by index; all grid sides share one layout (MOT-12.2)."""
    layouts = raw["crystal_grid_layouts"]
    names = {grid["layout"] for grid in raw["crystal_grids"]}
    edges = layouts[names.pop()]["edges"]
    joined: list[set[int]] = [set() for _ in NODE_INDEX]
    for one, other in edges:
        joined[NODE_INDEX[one]].add(NODE_INDEX[other])
        joined[NODE_INDEX[other]].add(NODE_INDEX[one])
    return tuple(tuple(sorted(nodes)) for nodes in joined)
