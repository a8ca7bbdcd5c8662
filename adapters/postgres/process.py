"""Processes by their numbers, on Linux and where there is no /proc."""

import os
import subprocess
from pathlib import Path


def alive(pid: int) -> bool:
    """Whether there is such a process."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def is_postgres(pid: int) -> bool:
    """Whether the process is a Postgres: after a crash the number may have gone to somebody else."""
    if not alive(pid):
        return False
    try:
        state = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        if Path("/proc/self/stat").exists():
            return False
        found = subprocess.run(["ps", "-o", "comm=", "-p", str(pid)], capture_output=True, text=True, check=False)  # noqa: S603, S607
        return "postgres" in found.stdout
    return "(postgres)" in state and ") Z " not in state
