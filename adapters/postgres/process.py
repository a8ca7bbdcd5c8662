"""Processes by their numbers, on Linux and where there is no /proc; and the note in which a server names its own."""

import os
import subprocess
from pathlib import Path

from msgspec import Struct

NAME = "postmaster.pid"
SOCKET_SETTING = "unix_socket_directories="
"""Stands in the command line of every server of ours, followed by its socket folder."""


def command(pid: int) -> str:
    """The command line of a process, empty where there is none or it is over."""
    if Path("/proc/self/stat").exists():
        try:
            return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            return ""
    found = subprocess.run(["ps", "-ww", "-o", "command=", "-p", str(pid)], capture_output=True, text=True, check=False)  # noqa: S603, S607
    return found.stdout


def is_postgres(pid: int) -> bool:
    """Whether the process is a Postgres, be it somebody else's."""
    return "postgres" in command(pid)


class Note(Struct, frozen=True):
    """What a server wrote down of itself; it has no socket folder yet while it starts.

    After a crash the note stays, and the number may have gone to another process, even to another Postgres: one of
    ours names its socket folder in its command line.
    """

    pid: int
    socket: Path | None

    @property
    def running(self) -> bool:
        """Whether the server that wrote it runs."""
        told = command(self.pid)
        return "postgres" in told and SOCKET_SETTING + str(self.socket or "") in told

    @property
    def foreign(self) -> bool:
        """Whether its number certainly belongs to something else by now; a Postgres started by hand is left to judge."""
        told = command(self.pid)
        return bool(told) and not self.running and ("postgres" not in told or SOCKET_SETTING in told)


def noted(cluster: Path) -> Note | None:
    """The note in a cluster."""
    try:
        lines = (cluster / NAME).read_text().splitlines()
        pid = int(lines[0])
    except (OSError, ValueError, IndexError):
        return None
    socket = lines[4] if len(lines) > 4 else ""  # noqa: PLR2004 (its fifth line)
    return Note(pid, Path(socket) if socket else None) if pid > 0 else None


def forget(cluster: Path) -> None:
    """Removes a note whose number belongs to something else, at which Postgres would refuse to start."""
    note = noted(cluster)
    if note is not None and note.foreign:
        (cluster / NAME).unlink(missing_ok=True)


def signalled(pid: int, number: int) -> None:
    """Sends a signal, if the process is still there."""
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        return
