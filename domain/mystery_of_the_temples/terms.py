"""The words of the rulebook as closed sets (RULES section 0)."""

from typing import Literal, get_args

Color = Literal["red", "yellow", "blue", "green", "purple"]
Kind = Literal["colorless", "red", "yellow", "blue", "green", "purple"]
Sign = Literal["cube", "star", "horn", "triangle", "cross"]
Node = Literal["n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8", "n9", "n10", "n11", "n12"]
Temple = Literal["T-RED", "T-YELLOW", "T-BLUE", "T-GREEN", "T-PURPLE"]
Wilderness = Literal["W1", "W2", "W3", "W4", "W5", "W6", "W7", "W8", "W9", "W10"]
Location = Literal[
    "T-RED", "T-YELLOW", "T-BLUE", "T-GREEN", "T-PURPLE", "W1", "W2", "W3", "W4", "W5", "W6", "W7", "W8", "W9", "W10"
]
RuneCard = Literal[
    "RUNE-CUBE-1",
    "RUNE-CUBE-2",
    "RUNE-CUBE-3",
    "RUNE-CUBE-4",
    "RUNE-STAR-1",
    "RUNE-STAR-2",
    "RUNE-STAR-3",
    "RUNE-STAR-4",
    "RUNE-HORN-1",
    "RUNE-HORN-2",
    "RUNE-HORN-3",
    "RUNE-HORN-4",
    "RUNE-TRIANGLE-1",
    "RUNE-TRIANGLE-2",
    "RUNE-TRIANGLE-3",
    "RUNE-TRIANGLE-4",
    "RUNE-CROSS-1",
    "RUNE-CROSS-2",
    "RUNE-CROSS-3",
    "RUNE-CROSS-4",
]
Objective = Literal["OBJ-RED", "OBJ-YELLOW", "OBJ-BLUE", "OBJ-GREEN", "OBJ-PURPLE", "OBJ-RUNE"]
Grid = Literal["1A", "1B", "2A", "2B", "3A", "3B", "4A", "4B"]
Side = Literal["A", "B"]
TempleSide = Literal["2-3", "4"]
End = Literal["left", "right"]
Ring = Literal["temple", "wilderness"]
Method = Literal["direct", "conversion", "refinement", "none"]
PlayerColor = Literal["black", "white", "orange", "teal"]
Phase = Literal["grid_choice", "starting_crystals", "starting_rune", "move", "action", "over"]
Step = Literal["grid_choice", "starting_crystals", "starting_rune"]
Reason = Literal["curse", "reward", "objective"]

COLORS: tuple[Color, ...] = get_args(Color)
KINDS: tuple[Kind, ...] = get_args(Kind)
SIGNS: tuple[Sign, ...] = get_args(Sign)
NODES: tuple[Node, ...] = get_args(Node)
TEMPLES: tuple[Temple, ...] = get_args(Temple)
KIND_INDEX: dict[Kind, int] = {kind: place for place, kind in enumerate(KINDS)}
NODE_INDEX: dict[Node, int] = {node: place for place, node in enumerate(NODES)}
