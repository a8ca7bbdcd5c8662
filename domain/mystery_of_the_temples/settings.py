"""The options of a game (RULES section 2)."""

from typing import Annotated, Literal

from msgspec import Meta

from domain.kernel.values import Value


class Settings(Value, frozen=True):
    """How a game is set up; the number of seats is no option (MOT-12.1, MOT-R1, MOT-10.7)."""

    advanced: bool = False
    grid_effects: Literal["auto", "on"] = "auto"
    max_rounds: Annotated[int, Meta(ge=20, le=200)] = 100

    @property
    def effects(self) -> bool:
        """Whether the Crystal Grids have their effects."""
        return self.advanced or self.grid_effects == "on"
