"""The service as it is run: a process of its own, on a real Postgres."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
from msgspec import Struct

PATIENCE = 60


class Running(Struct):
    """Its address and its process."""

    address: str
    process: subprocess.Popen[bytes]

    def kill(self) -> None:
        """Kills the process and its workers hard, at once."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(PATIENCE)


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextmanager
def running(conninfo: str, application: str = "adapters.bootstrap:application") -> Iterator[Running]:
    """Starts the service and waits until it is ready; in the end it must stop cleanly."""
    port = free_port()
    command = [sys.executable, "-m", "granian", "--interface", "asgi", "--loop", "uvloop", "--factory"]
    command += ["--host", "127.0.0.1", "--port", str(port), application]
    environment = {**os.environ, "EVERTURN_DATABASE_URL": conninfo, "EVERTURN_DEMO": "false"}
    with subprocess.Popen(
        command, env=environment, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        found = Running(f"http://127.0.0.1:{port}", process)
        try:
            _await_ready(found)
            yield found
        finally:
            if process.poll() is None:
                process.terminate()
                assert process.wait(15) == 0


def _await_ready(found: Running) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            if httpx.get(f"{found.address}/health/ready").status_code == 200:
                return
        except httpx.HTTPError:
            assert found.process.poll() is None, "the service does not start"
        assert time.monotonic() < until, "the service does not get ready"
        time.sleep(0.1)
