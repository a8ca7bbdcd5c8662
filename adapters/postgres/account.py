"""Which user of the operating system runs the embedded server, and where he finds its programs.

Postgres refuses to run as root. Started by root it runs as another, existing user, who may be unable to enter the
folders above the data or above the programs: the data are reached through the working directory, the programs are
copied once to a place that everybody can enter.
"""

import os
import pwd
import shutil
import stat
import tempfile
from pathlib import Path

from msgspec import Struct

CANDIDATES = ("everturn", "postgres", "nobody")
PROGRAM_COPIES = (Path("/var/cache/everturn"), Path(tempfile.gettempdir()) / "everturn-programs")


class ServerError(Exception):
    """The embedded server cannot run; the text says what to do."""


class Account(Struct, frozen=True):
    """The user the server runs as; `other` where that is not the user of this process."""

    uid: int
    gid: int
    name: str
    other: bool

    def own(self, path: Path) -> None:
        """Makes the path his, where this process may."""
        if self.other:
            os.chown(path, self.uid, self.gid)


def account_for(cluster: Path) -> Account:
    """The owner of an existing cluster; for a new one this user, or the first candidate if this user is root."""
    mine = os.geteuid()
    owner = cluster.stat().st_uid if cluster.exists() else None
    if mine != 0:
        if owner not in (None, mine):
            raise ServerError(f"{cluster} belongs to another user ({owner}): run as that user or name another folder.")
        return _account(mine, other=False)
    if owner not in (None, 0):
        return _account(owner, other=True)
    for name in CANDIDATES:
        try:
            return _account(pwd.getpwnam(name).pw_uid, other=True)
        except KeyError:
            continue
    raise ServerError("Postgres does not run as root and there is no user named " + ", ".join(CANDIDATES) + ".")


def _account(uid: int, *, other: bool) -> Account:
    try:
        entry = pwd.getpwuid(uid)
    except KeyError:
        raise ServerError(f"User {uid} has no name on this system; Postgres needs one.") from None
    return Account(uid, entry.pw_gid, entry.pw_name, other)


def programs(install: Path, account: Account) -> Path:
    """The folder of `install`, or a copy of it where the account could not enter the original."""
    if not account.other or _open_to_all(install / "bin" / "postgres"):
        return install
    for place in PROGRAM_COPIES:
        try:
            place.mkdir(mode=0o755, parents=True, exist_ok=True)
        except OSError:
            continue
        if place.lstat().st_uid == 0 and stat.S_ISDIR(place.lstat().st_mode):
            return _copied(install, place)
    raise ServerError(f"User {account.name} can enter neither {install} nor a copy: install into an open folder.")


def _open_to_all(program: Path) -> bool:
    if not program.stat().st_mode & stat.S_IXOTH:
        return False
    return all(parent.stat().st_mode & stat.S_IXOTH for parent in program.resolve().parents)


def _copied(install: Path, place: Path) -> Path:
    found = (install / "bin" / "postgres").stat()
    copy = place / f"{found.st_size:x}-{int(found.st_mtime):x}"
    if not copy.exists():
        fresh = place / f"{copy.name}.{os.getpid()}"
        shutil.copytree(install, fresh, ignore=shutil.ignore_patterns("*.a", "include"))
        libraries = install.parent.parent / f"{install.parent.name}.libs"
        if libraries.exists():
            shutil.copytree(libraries, fresh / "lib", dirs_exist_ok=True)
        for path in (fresh, *fresh.rglob("*")):
            entered = path.is_dir() or path.parent.name == "bin"
            path.chmod(path.stat().st_mode | stat.S_IROTH | (stat.S_IXOTH if entered else 0))
        try:
            fresh.rename(copy)
        except OSError:
            shutil.rmtree(fresh)
    return copy
