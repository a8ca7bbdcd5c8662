"""What happens (RULES section 16). `source` null is the supply."""

from domain.kernel.values import Event
from domain.mystery_of_the_temples.events.crystals import (
    CrystalExchanged,
    CrystalsCollected,
    CrystalsSwitched,
    CrystalTakenFromPlayer,
    CurseBroken,
    RefinementCleared,
    RefinementCovered,
    ResonanceApplied,
    RewardGained,
    RuneTaken,
)
from domain.mystery_of_the_temples.events.opening import (
    GridAssigned,
    GridChosen,
    NeutralFigurePlaced,
    NeutralMarkersPlaced,
    ObjectivesRevealed,
    RuneRevealed,
    RuneStacksDealt,
    SetupAsked,
    StartingCrystalsPlaced,
    StartingRuneTaken,
    TemplesArranged,
    TurnOrderDrawn,
)
from domain.mystery_of_the_temples.events.parts import (
    Cause,
    Count,
    Crystal,
    Crystals,
    Gained,
    Points,
    SeatPoints,
    StackOrder,
    StackSize,
    TemplePosition,
)
from domain.mystery_of_the_temples.events.turns import (
    DexterityCast,
    EndTriggered,
    FigureMoved,
    FigurePlaced,
    FigureRelocated,
    NeutralFigureMoved,
    ObjectiveScored,
    PointsScored,
    RoundEnded,
    RoundLimitReached,
    TurnEnded,
    TurnStarted,
)

SetupEvent = (
    TurnOrderDrawn
    | TemplesArranged
    | RuneStacksDealt
    | RuneRevealed
    | ObjectivesRevealed
    | NeutralMarkersPlaced
    | NeutralFigurePlaced
    | GridAssigned
    | SetupAsked
    | GridChosen
    | StartingCrystalsPlaced
    | StartingRuneTaken
)
TurnEvent = (
    TurnStarted
    | FigurePlaced
    | DexterityCast
    | FigureMoved
    | FigureRelocated
    | NeutralFigureMoved
    | PointsScored
    | EndTriggered
    | TurnEnded
    | RoundEnded
    | RoundLimitReached
    | ObjectiveScored
)
CrystalEvent = (
    CrystalsSwitched
    | CrystalExchanged
    | CrystalsCollected
    | RefinementCovered
    | RefinementCleared
    | ResonanceApplied
    | CrystalTakenFromPlayer
    | CurseBroken
    | RuneTaken
    | RewardGained
)
MysteryEvent = SetupEvent | TurnEvent | CrystalEvent
EVENTS: tuple[type[Event], ...] = MysteryEvent.__args__

__all__ = [
    "EVENTS",
    "Cause",
    "Count",
    "Crystal",
    "CrystalEvent",
    "CrystalExchanged",
    "CrystalTakenFromPlayer",
    "Crystals",
    "CrystalsCollected",
    "CrystalsSwitched",
    "CurseBroken",
    "DexterityCast",
    "EndTriggered",
    "FigureMoved",
    "FigurePlaced",
    "FigureRelocated",
    "Gained",
    "GridAssigned",
    "GridChosen",
    "MysteryEvent",
    "NeutralFigureMoved",
    "NeutralFigurePlaced",
    "NeutralMarkersPlaced",
    "ObjectiveScored",
    "ObjectivesRevealed",
    "Points",
    "PointsScored",
    "RefinementCleared",
    "RefinementCovered",
    "ResonanceApplied",
    "RewardGained",
    "RoundEnded",
    "RoundLimitReached",
    "RuneRevealed",
    "RuneStacksDealt",
    "RuneTaken",
    "SeatPoints",
    "SetupAsked",
    "SetupEvent",
    "StackOrder",
    "StackSize",
    "StartingCrystalsPlaced",
    "StartingRuneTaken",
    "TemplePosition",
    "TemplesArranged",
    "TurnEnded",
    "TurnEvent",
    "TurnOrderDrawn",
    "TurnStarted",
]
