"""HTTP/1.1 over sockets: kept connections, chunked bodies, Expect, HEAD, and endings that are faults."""

from __future__ import annotations

import contextlib
import socket
import struct
import sys
import threading
import time
from collections.abc import Callable
from http import HTTPStatus
from typing import BinaryIO, Final

from dragoman_client.mock.messages import Ending, MockAnswer, RecordedRequest
from dragoman_client.mock.times import http_date

LONGEST_LINE: Final = 65_536
MOST_HEADERS: Final = 200
LARGEST_BODY: Final = 64 * 1024 * 1024
IDLE_SECONDS: Final = 75.0
_BODILESS: Final = frozenset({204, 304})


class BadRequest(Exception):
    """Bytes that are no request: the status to answer with, after which the connection closes."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


class Listener:
    """Accepts connections on a port and answers each in a thread of its own."""

    def __init__(self, host: str, port: int, handle: Callable[[RecordedRequest], MockAnswer]) -> None:
        self._handle = handle
        self._socket = socket.create_server((host, port), backlog=256)
        self.host, self.port = self._socket.getsockname()[:2]
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._is_closed = False
        self._thread = threading.Thread(target=self._accept, name="dragoman-mock", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening and end all connections."""
        self._is_closed = True
        self._wake()
        self._thread.join(timeout=5)
        self._socket.close()
        with self._lock:
            connections = list(self._open)
        for connection in connections:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def _wake(self) -> None:
        """Connect to the port itself: closing a socket wakes nobody that accepts on it, on some systems."""
        host = "127.0.0.1" if self.host in {"0.0.0.0", "::"} else self.host  # noqa: S104 - compared
        with contextlib.suppress(OSError):
            socket.create_connection((host, self.port), timeout=1).close()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            if self._is_closed:
                connection.close()
                return
            with self._lock:
                self._open.add(connection)
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        try:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection.settimeout(IDLE_SECONDS)
            with connection.makefile("rb") as reader:
                while not self._is_closed and self._exchange(connection, reader):
                    pass
        except (OSError, ValueError):
            pass  # the client went away, or this server ends
        finally:
            with self._lock:
                self._open.discard(connection)
            connection.close()

    def _exchange(self, connection: socket.socket, reader: BinaryIO) -> bool:
        """Answer one request. Whether the connection goes on."""
        try:
            read = read_request(reader, connection.sendall)
        except BadRequest as error:
            text = f'{{"detail":"{error}"}}'.encode()
            head = {"Content-Type": "application/json"}
            send_answer(connection, MockAnswer(status=error.status, headers=head, body=text), keeps=False)
            return False
        if read is None:
            return False
        request, keeps = read
        return send_answer(connection, self._handle(request), method=request.method, keeps=keeps)


def read_request(reader: BinaryIO, send: Callable[[bytes], object]) -> tuple[RecordedRequest, bool] | None:
    """Read one request, and whether the client keeps the connection; None where the connection ended."""
    line = _read_line(reader)
    while line == b"":  # an empty line before a request is ignored (RFC 9112 2.2)
        line = _read_line(reader)
    if line is None:
        return None
    words = line.decode("latin-1").split(" ")
    if len(words) != 3 or not words[2].startswith("HTTP/1."):
        raise BadRequest(400, "The request line is malformed.")
    headers = _read_headers(reader)
    if headers.get("expect", "").lower() == "100-continue":
        send(b"HTTP/1.1 100 Continue\r\n\r\n")
    body = _read_body(reader, headers)
    wish = headers.get("connection", "").lower()
    keeps = "close" not in wish and (words[2] == "HTTP/1.1" or "keep-alive" in wish)
    return RecordedRequest(method=words[0], target=words[1], headers=headers, body=body), keeps


def _read_line(reader: BinaryIO) -> bytes | None:
    line = reader.readline(LONGEST_LINE + 1)
    if not line:
        return None
    if len(line) > LONGEST_LINE:
        raise BadRequest(431, "A line of the request's head is too long.")
    return line.rstrip(b"\r\n")


def _read_headers(reader: BinaryIO) -> dict[str, str]:
    headers: dict[str, str] = {}
    for _ in range(MOST_HEADERS):
        line = _read_line(reader)
        if line is None:
            raise BadRequest(400, "The request ends in its head.")
        if not line:
            return headers
        name, colon, value = line.decode("latin-1").partition(":")
        if not colon or not name or name != name.strip():
            raise BadRequest(400, "A header of the request is malformed.")
        headers[name.lower()] = value.strip()
    raise BadRequest(431, "The request has too many headers.")


def _read_body(reader: BinaryIO, headers: dict[str, str]) -> bytes:
    if "transfer-encoding" in headers:
        if headers["transfer-encoding"].lower() != "chunked":
            raise BadRequest(501, "The only transfer encoding is chunked.")
        return _read_chunks(reader)
    length = headers.get("content-length", "0")
    if not length.isascii() or not length.isdigit():
        raise BadRequest(400, "The Content-Length is no number.")
    return _read_exactly(reader, int(length))


def _read_chunks(reader: BinaryIO) -> bytes:
    pieces: list[bytes] = []
    total = 0
    while True:
        try:
            size = int((_read_line(reader) or b"").partition(b";")[0], 16)
        except ValueError:
            raise BadRequest(400, "A chunk of the body is malformed.") from None
        if size <= 0:
            break
        total += size
        if total > LARGEST_BODY:
            raise BadRequest(413, "The body is too large.")
        pieces.append(_read_exactly(reader, size))
        _read_line(reader)
    while _read_line(reader):
        pass  # trailers
    return b"".join(pieces)


def _read_exactly(reader: BinaryIO, size: int) -> bytes:
    if size > LARGEST_BODY:
        raise BadRequest(413, "The body is too large.")
    data = reader.read(size) if size else b""
    if len(data) < size:
        raise ConnectionError("the client left in the middle of a body")
    return data


def send_answer(connection: socket.socket, answer: MockAnswer, *, method: str = "GET", keeps: bool) -> bool:
    """Send an answer as its ending wants. Whether the connection goes on."""
    if answer.ending is Ending.RESET:
        _reset(connection)
        return False
    if answer.stream is not None and method != "HEAD":
        _send_stream(connection, answer)
        return False
    whole = answer.ending is Ending.WHOLE
    has_body = method != "HEAD" and answer.status not in _BODILESS
    body = answer.body if has_body else b""
    head = _head(answer, keeps=keeps and whole)
    connection.sendall(head + (body if whole else body[: len(body) // 2]))
    if answer.ending is Ending.RESET_MIDWAY:
        _reset(connection)
    return keeps and whole


def _head(answer: MockAnswer, *, keeps: bool) -> bytes:
    phrase = HTTPStatus(answer.status).phrase
    headers = {"Date": http_date(time.time()), "Server": "dragoman-mock", **answer.headers}
    if answer.stream is not None:
        headers["Transfer-Encoding"] = "chunked"
    elif answer.status not in _BODILESS:
        headers["Content-Length"] = str(len(answer.body))
    if not keeps:
        headers["Connection"] = "close"
    lines = [f"HTTP/1.1 {answer.status} {phrase}", *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode("latin-1", "replace")


def _send_stream(connection: socket.socket, answer: MockAnswer) -> None:
    """Send a body piece by piece. With a fault it breaks behind the second: behind the first event."""
    connection.sendall(_head(answer, keeps=False))
    for number, piece in enumerate(answer.stream or ()):
        connection.sendall(b"%x\r\n%b\r\n" % (len(piece), piece))
        if number and answer.ending is Ending.RESET_MIDWAY:
            return _reset(connection)
        if number and answer.ending is Ending.CUT_SHORT:
            return None
    return connection.sendall(b"0\r\n\r\n")


def _reset(connection: socket.socket) -> None:
    """Close so that the other side gets a reset instead of an end."""
    connection.setsockopt(
        socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("hh" if sys.platform == "win32" else "ii", 1, 0)
    )
    connection.close()
