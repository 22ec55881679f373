"""HTTP by bare sockets, for what no client library sends, and the time and memory that it costs."""

from __future__ import annotations

import os
import socket
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from tests.waiting import CEILING

HEAD_END = b"\r\n\r\n"


@dataclass(frozen=True, kw_only=True)
class RawAnswer:
    """One answer; header names are in lower case."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return orjson.loads(self.body)


class RawClient:
    """A connection that sends any bytes and reads answers one by one."""

    def __init__(
        self, port: int, *, source: str = "127.0.0.1", timeout: float = CEILING, window: int = 0
    ) -> None:
        self.socket = socket.socket()
        if window:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
        self.socket.settimeout(timeout)
        self.socket.bind((source, 0))
        self.socket.connect(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._read = b""

    def __enter__(self) -> RawClient:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def send_repeatedly(self, piece: bytes, size: int) -> bool:
        """Send a piece again and again until so many bytes are out: whether the service took them all."""
        try:
            for _ in range(size // len(piece)):
                self.socket.sendall(piece)
        except (ConnectionResetError, BrokenPipeError):
            return False
        return True

    def answer(self) -> RawAnswer | None:
        """The next answer, None where the connection ends instead."""
        while HEAD_END not in self._read:
            if not self._more():
                return None
        head, _, self._read = self._read.partition(HEAD_END)
        first, *lines = head.decode("latin-1").split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
        status = int(first.split(" ")[1])
        size = int(headers.get("content-length", "0"))
        while len(self._read) < size:
            if not self._more():
                return None
        body, self._read = self._read[:size], self._read[size:]
        return RawAnswer(status=status, headers=headers, body=body)

    def is_closed(self) -> bool:
        """Whether the service closed the connection; waits for that as long as the time-out."""
        try:
            while self._more():
                pass
        except TimeoutError:
            return False
        return True

    def _more(self) -> bool:
        try:
            data = self.socket.recv(65536)
        except ConnectionResetError:
            return False
        self._read += data
        return bool(data)


def exchange(port: int, request: bytes) -> RawAnswer | None:
    """Send bytes on a connection of their own: the first answer."""
    with RawClient(port) as client:
        client.send(request)
        return client.answer()


def processor_seconds(pid: int) -> float:
    """Processor time that a process has taken, without its children."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident_mb(pid: int, *, peak: bool = False) -> float:
    """Memory of a process now, or its peak since `forget_peak`."""
    key = "VmHWM:" if peak else "VmRSS:"
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith(key))


def forget_peak(pid: int) -> None:
    """Count the peak of a process's memory anew."""
    Path(f"/proc/{pid}/clear_refs").write_text("5")
