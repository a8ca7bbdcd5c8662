"""Settings from the environment: EVERTURN_* variables, of which unknown ones are refused."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

PREFIX = "EVERTURN_"


class SettingsError(Exception):
    """A variable that is not known, or whose value will not do."""


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """Where to listen and where to keep the data."""

    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=1, le=65_535)] = 8000
    data: str = ""
    """The folder of the embedded Postgres; empty: the usual place for data of this user."""
    database_url: str = ""
    """Any other Postgres, as libpq takes it (URL or keywords); empty: the embedded one."""
    pool_size: Annotated[int, Meta(ge=1, le=100)] = 8
    shared: bool = False
    """Whether other processes serve the same database."""
    demo: bool = True
    """Whether an empty store gets a demonstration match."""

    def __repr__(self) -> str:
        """The database URL may hold a password."""
        return f"Settings(host={self.host!r}, port={self.port}, data={self.data!r})"

    @property
    def folder(self) -> Path:
        """The folder of the data."""
        if self.data:
            return Path(self.data)
        usual = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
        return Path(usual) / "everturn"


def settings(environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings of an environment; raises SettingsError."""
    found = {name.removeprefix(PREFIX).lower(): value for name, value in environment.items() if name.startswith(PREFIX)}
    try:
        return msgspec.convert(found, Settings, strict=False)
    except msgspec.ValidationError as error:
        known = ", ".join(PREFIX + name.upper() for name in Settings.__struct_fields__)
        raise SettingsError(f"{PREFIX}* in the environment: {error}. Known are {known}.") from None
