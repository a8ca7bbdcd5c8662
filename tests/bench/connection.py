"""One HTTP/1.1 connection, kept alive and as cheap as can be: the client must not be what is measured."""

import asyncio
from typing import Any

import msgspec


class Connection:
    """Sends one request after the other and reads answers by their Content-Length."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def open(cls, port: int) -> "Connection":
        """A connection to the service on this machine."""
        return cls(*await asyncio.open_connection("127.0.0.1", port))

    def close(self) -> None:
        """Ends it."""
        self._writer.close()

    async def send(self, request: bytes) -> tuple[int, bytes]:
        """The status and the body of the answer."""
        self._writer.write(request)
        head = await self._reader.readuntil(b"\r\n\r\n")
        status = int(head[9:12])
        low = head.lower()
        place = low.index(b"content-length:") + 15
        length = int(low[place : low.index(b"\r\n", place)])
        return status, await self._reader.readexactly(length) if length else b""

    async def ask(self, method: str, path: str, token: str, body: Any = None, **headers: str) -> Any:
        """A request made and an answer decoded; the unmeasured part of a benchmark."""
        status, answer = await self.send(request(method, path, token, body, **headers))
        assert status < 300, f"{method} {path}: {status} {answer.decode()}"
        return msgspec.json.decode(answer) if answer else None


def request(method: str, path: str, token: str, body: Any = None, **headers: str) -> bytes:
    """The bytes of a request."""
    data = b"" if body is None else msgspec.json.encode(body)
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", *(f"{name}: {value}" for name, value in headers.items())]
    if token:
        lines.append(f"Authorization: Bearer {token}")
    if body is not None:
        lines += ["Content-Type: application/json", f"Content-Length: {len(data)}"]
    return "\r\n".join([*lines, "", ""]).encode() + data
