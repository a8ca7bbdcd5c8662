"""The embedded server: started, shared, adopted, stopped; as root and as anybody else."""

import asyncio
import fcntl
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from adapters.postgres import server as running
from adapters.postgres.account import ServerError
from adapters.postgres.process import is_postgres
from adapters.postgres.server import Server, installed

ROOT = Path(__file__).parents[2]
STARTS = """
import sys, time
from pathlib import Path
from adapters.postgres.server import Server
server = Server(Path(sys.argv[1]))
server.start()
try:
    print(server.pid, flush=True)
    time.sleep(60)
except KeyboardInterrupt:
    time.sleep(0.3)
    print("answers" if server._answers() else "silent", flush=True)
    server.stop()
"""


def ask(server: Server, query: str) -> object:
    """The one value of a query."""
    with psycopg.connect(server.conninfo, autocommit=True) as connection:
        row = connection.execute(query.encode()).fetchone()
    return row[0] if row else None


def keep(server: Server) -> None:
    """Something to find again."""
    with psycopg.connect(server.conninfo) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 7 AS number")


@contextmanager
def service(folder: Path, **how: object) -> Iterator[subprocess.Popen[str]]:
    """Another process that has started the server of a folder; its first line was the server's process."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, "-c", STARTS, str(folder)],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        **how,  # type: ignore[call-overload]
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def line(process: subprocess.Popen[str]) -> str:
    """The next line it prints."""
    assert process.stdout is not None
    return process.stdout.readline().strip()


def test_it_keeps_its_data_and_is_durable(tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    with server:
        assert ask(server, "SELECT current_setting('fsync') || current_setting('synchronous_commit')") == "onon"
        assert ask(server, "SELECT current_setting('listen_addresses')") == ""
        keep(server)
    assert server.pid is None
    with server:
        assert ask(server, "SELECT number FROM kept") == 7


def test_the_socket_is_short_however_deep_the_data_lie(tmp_path: Path) -> None:
    deep = tmp_path / ("a" * 100) / ("b" * 100)
    with Server(deep) as server:
        assert len(os.fsencode(server.socket / ".s.PGSQL.5432")) <= 107
        assert server.socket.stat().st_mode & 0o077 == 0
        assert ask(server, "SELECT 1") == 1


def test_two_folders_have_two_servers(tmp_path: Path) -> None:
    with Server(tmp_path / "one") as one, Server(tmp_path / "two") as two:
        assert one.pid != two.pid
        assert one.socket != two.socket


def test_two_services_on_one_folder_share_and_the_last_one_stops_it(tmp_path: Path) -> None:
    first, second = Server(tmp_path / "data"), Server(tmp_path / "data")
    first.start()
    second.start()
    assert first.pid == second.pid
    first.stop()
    assert ask(second, "SELECT 1") == 1
    second.stop()
    assert second.pid is None


def test_a_server_left_by_a_killed_parent_is_adopted(tmp_path: Path) -> None:
    with service(tmp_path / "data") as parent:
        pid = int(line(parent))
        parent.kill()
        parent.wait()
    assert is_postgres(pid)
    server = Server(tmp_path / "data")
    with server:
        assert server.pid == pid
        assert ask(server, "SELECT 1") == 1
    assert not is_postgres(pid)


def test_ctrl_c_reaches_the_service_and_not_the_server(tmp_path: Path) -> None:
    with service(tmp_path / "data", start_new_session=True) as process:
        pid = int(line(process))
        os.killpg(process.pid, signal.SIGINT)
        assert line(process) == "answers"
        process.wait(10)
    assert not is_postgres(pid)


def test_a_note_left_by_a_crash_does_not_stop_the_start(tmp_path: Path) -> None:
    """The numbers of processes go round: the noted one may be anybody's now, here this test's own."""
    server = Server(tmp_path / "data")
    with server:
        note = server._cluster / "postmaster.pid"
        text = note.read_text()
    for number in (os.getpid(), 2**22 - 7):
        note.write_text("\n".join([str(number), *text.splitlines()[1:]]) + "\n")
        os.chown(note, note.parent.stat().st_uid, note.parent.stat().st_gid)
        with server:
            assert ask(server, "SELECT 1") == 1


def test_a_note_left_by_a_crash_may_name_the_server_of_another_folder(tmp_path: Path) -> None:
    """Numbers of processes are given again: that server is left alone."""
    server = Server(tmp_path / "data")
    with Server(tmp_path / "other") as other:
        with server:
            note = server._cluster / "postmaster.pid"
            text = note.read_text()
        note.write_text("\n".join([str(other.pid), *text.splitlines()[1:]]) + "\n")
        os.chown(note, note.parent.stat().st_uid, note.parent.stat().st_gid)
        with server:
            assert server.pid != other.pid
            assert ask(server, "SELECT 1") == ask(other, "SELECT 1") == 1


def test_a_server_that_is_starting_is_waited_for_and_adopted(tmp_path: Path) -> None:
    """Its starter was killed before it had noted its socket."""
    first, second = Server(tmp_path / "data"), Server(tmp_path / "data")
    with first:
        note = first._cluster / "postmaster.pid"
        whole = note.read_text()
        lines = whole.splitlines()
        note.write_text("\n".join([*lines[:4], "", "", *lines[6:]]) + "\n")
        later = threading.Timer(0.3, note.write_text, [whole])
        later.start()
        with second:
            assert second.pid == first.pid
            assert second._child is None
        later.join()


@pytest.mark.parametrize("pause", [0.0, 0.01, 0.02])
def test_a_starter_killed_in_the_middle_is_no_obstacle(tmp_path: Path, pause: float) -> None:
    server = Server(tmp_path / "data")
    with server:
        keep(server)
    with service(tmp_path / "data") as parent:
        until_claimed(tmp_path / "data")
        time.sleep(pause)
        parent.kill()
        parent.wait()
    with server:
        assert ask(server, "SELECT number FROM kept") == 7
    assert server.pid is None


def until_claimed(folder: Path) -> None:
    """Waits until somebody is about to start the server."""
    with (folder / ".server").open() as claim:
        while True:
            try:
                fcntl.flock(claim, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                return
            fcntl.flock(claim, fcntl.LOCK_UN)
            time.sleep(0.001)


def test_a_server_that_cannot_be_seen_from_here_is_not_joined_by_a_second(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In another container: its process and socket are not to be found, its lock is."""
    first, second = Server(tmp_path / "data"), Server(tmp_path / "data")
    with first:
        monkeypatch.setattr(running, "STOPPING", 0.1)
        with monkeypatch.context() as elsewhere:
            elsewhere.setattr(second, "_running", lambda: None)
            with pytest.raises(ServerError, match="cannot be reached from here"):
                second.start()
        assert ask(first, "SELECT 1") == 1
        monkeypatch.undo()


def test_a_server_killed_hard_is_started_again_with_its_data(tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    with server:
        keep(server)
        assert server.pid is not None
        os.kill(server.pid, signal.SIGKILL)
        while server.pid is not None:
            time.sleep(0.01)
        server.start()
        assert ask(server, "SELECT number FROM kept") == 7


def test_a_server_whose_socket_was_swept_away_is_started_anew(tmp_path: Path) -> None:
    first, second = Server(tmp_path / "data"), Server(tmp_path / "data")
    with first:
        pid = first.pid
        (first.socket / ".s.PGSQL.5432").unlink()
        (first.socket / ".s.PGSQL.5432.lock").unlink()
        first.socket.rmdir()
        with second:
            assert second.pid != pid
            assert ask(second, "SELECT 1") == 1
    assert second.pid is None


def test_a_start_broken_off_leaves_no_half_made_cluster(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    (folder / "cluster.new").mkdir(parents=True)
    (folder / "cluster.new" / "PG_VERSION").write_text("18\n")
    with Server(folder) as server:
        assert ask(server, "SELECT 1") == 1


def test_what_keeps_it_from_starting_is_told(tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    with server:
        settings = server._cluster / "postgresql.conf"
    settings.write_text("no_such_setting = 1\n")
    with pytest.raises(ServerError, match="no_such_setting"):
        server.start()


def test_the_programs_are_copied_where_the_server_may_not_enter(tmp_path: Path) -> None:
    """Under root the server runs as somebody else, and the environment may lie in root's home."""
    if os.geteuid() != 0:
        pytest.skip("only root runs the server as somebody else")
    hidden, package = tmp_path / "hidden", installed().parent
    hidden.mkdir(mode=0o700)
    shutil.copytree(installed(), hidden / package.name / installed().name, ignore=shutil.ignore_patterns("*.a"))
    libraries = package.with_name(f"{package.name}.libs")
    if libraries.exists():
        shutil.copytree(libraries, hidden / libraries.name)
    with Server(tmp_path / "data", install=hidden / package.name / installed().name) as server:
        running = Path(f"/proc/{server.pid}/exe").resolve()
        assert not running.is_relative_to(tmp_path)
        assert ask(server, "SELECT 1") == 1


def as_somebody(user: pwd.struct_passwd, folder: Path) -> int:
    """0 if the server can be started, used and stopped by that user (who may be unable to start a Python of his own)."""
    try:
        os.setgroups([])
        os.setgid(user.pw_gid)
        os.setuid(user.pw_uid)
        with Server(folder) as server:
            keep(server)
            assert Path(f"/proc/{server.pid}").stat().st_uid == user.pw_uid
        assert server.pid is None
    except BaseException:  # noqa: BLE001 (the other process only sees a number)
        traceback.print_exc()
        return 1
    return 0


def test_it_runs_as_an_ordinary_user_too() -> None:
    if os.geteuid() != 0:
        pytest.skip("all other tests show it")
    nobody = pwd.getpwnam("nobody")
    folder = Path(tempfile.mkdtemp())
    os.chown(folder, nobody.pw_uid, nobody.pw_gid)
    child = os.fork()
    if child == 0:
        os._exit(as_somebody(nobody, folder / "data"))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    with Server(folder / "data") as server:
        assert server.pid is not None
        assert Path(f"/proc/{server.pid}").stat().st_uid == nobody.pw_uid
        assert ask(server, "SELECT number FROM kept") == 7


def test_it_never_runs_as_root(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        assert server.pid is not None
        assert Path(f"/proc/{server.pid}").stat().st_uid != 0


def test_the_cluster_of_another_user_is_refused_with_a_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Server(tmp_path / "data") as server:
        pass
    owner = (tmp_path / "data" / "cluster").stat().st_uid
    monkeypatch.setattr(os, "geteuid", lambda: owner + 1)
    with pytest.raises(ServerError, match="belongs to another user"):
        server.start()


async def test_the_service_starts_a_server_again_that_died(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        keep(server)
        pid = server.pid
        assert pid is not None
        guard = asyncio.create_task(server.keep_alive(every=0.05))
        os.kill(pid, signal.SIGKILL)
        async with asyncio.timeout(10):
            while server.pid in (None, pid) or not server._answers():
                await asyncio.sleep(0.02)
        guard.cancel()
        assert ask(server, "SELECT number FROM kept") == 7
