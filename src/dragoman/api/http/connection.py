"""One client connection: uvicorn's HTTP/1.1 protocol with a bound for all that a client can send or not read.

This module owns what happens on one connection and its deadlines. `connection_table` owns how many there
are, `intake` the size and the rate of the bodies that the application reads.
"""

from __future__ import annotations

import asyncio
import uuid
from contextlib import suppress
from enum import Enum, auto
from typing import Any, Final, cast

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from dragoman.api.http.answer_transport import AnswerTransport
from dragoman.api.http.connection_limits import RequestLimits
from dragoman.api.http.connection_table import ConnectionTable, Room
from dragoman.api.http.request_head import (
    BadRequest,
    HeadReader,
    check_framing,
    describe_parser_error,
    render_refusal,
)
from dragoman.telemetry import Metrics, log

_FRAMING_PER_BYTE: Final = 16  # a chunk of one byte takes six; more are chunk extensions or trailers
_SLOW_AFTER: Final = 1.0  # seconds
_UNCLEAR: Final = (
    "The request is not valid HTTP/1.1: its headers have no clear end. End each line with CR LF."
)


class _Phase(Enum):
    """What a connection waits for."""

    IDLE = auto()  # the first byte of a request
    HEAD = auto()  # the end of its header section
    BODY = auto()  # the end of its body, while the application works on it
    ANSWER = auto()  # the end of the answer: the request is complete
    DISCARD = auto()  # the end of a body that was answered before it was complete


class Connection(HttpToolsProtocol):
    """An HTTP/1.1 connection that reads one request at a time.

    What follows a complete request is parsed when that is answered. Deadlines count from the last complete
    message, whatever bytes come meanwhile.
    """

    transport: AnswerTransport

    def __init__(
        self,
        *,
        table: ConnectionTable[Connection],
        limits: RequestLimits,
        metrics: Metrics,
        **uvicorn: Any,
    ) -> None:
        super().__init__(**uvicorn)
        self.peer = ""
        self._table = table
        self._limits = limits
        self._metrics = metrics
        self._room = Room.NONE
        self._phase = _Phase.IDLE
        self._since = self.loop.time()
        self._idle_seconds = limits.head_seconds  # until the first request
        self._received = bytearray()  # not parsed yet
        self._is_paused = False
        self._closes_after_body = False
        self._head = HeadReader(max_bytes=limits.head_bytes, max_headers=limits.headers)
        self._first_byte = 0
        self._problem: BadRequest | None = None
        self._body_left: int | None = 0  # bytes of the body to come; None: chunked
        self._body_wire = 0  # bytes of the body with its framing
        self._body_bytes = 0
        self._chunks_ended = False
        self._discarded = 0

    # The event loop's calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Enter the connection into the table, or close it where there is no room."""
        super().connection_made(AnswerTransport(cast("asyncio.Transport", transport), on_close=self._close))
        self.peer = self.client[0] if self.client else ""
        self._room = self._table.add(self)
        if self._room is Room.NONE:
            self._metrics.connections_closed.labels("no_room").inc()
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave the table; a running application is told."""
        self._table.remove(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take bytes of the client."""
        if self._phase is _Phase.DISCARD and not self._body_left:
            self._discard(len(data))
            return
        self._received += data
        try:
            self._parse()
        except BadRequest as error:
            self._refuse(error.status, error.detail)

    # What the parser tells about the header section and chunks

    def on_message_begin(self) -> None:
        """Begin a scope, unless this follows a chunked body."""
        if not self._chunks_ended:
            super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header. Drop trailers, which come after the header section and are not checked."""
        if self._phase is _Phase.HEAD:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Decide how the body is framed, and start the application."""
        if self._phase is not _Phase.HEAD:
            return
        try:
            self._body_left = check_framing(
                self.headers,
                version=self.parser.get_http_version(),
                is_upgrade=self.parser.should_upgrade(),
            )
        except BadRequest as problem:
            self._problem = problem
        else:
            self._begin_request()

    def on_body(self, body: bytes) -> None:
        """Take a chunk's bytes."""
        if not self._chunks_ended:
            self._take_body(body)

    def on_message_complete(self) -> None:
        """Note the end of a chunked body; that of any other is counted here."""
        self._chunks_ended = True

    # One request

    def _parse(self) -> None:
        while self._received and not self.transport.is_closing():
            if self._phase is _Phase.IDLE and not self._begin_head():
                return
            if self._phase is _Phase.HEAD:
                self._read_head()
            elif self._phase is _Phase.ANSWER:
                self._is_paused = True
                self.transport.pause_reading()
                return
            elif self._body_left is None:
                self._read_chunks()
            else:
                self._read_body()

    def _begin_head(self) -> bool:
        """Whether a request begins. Empty lines before one are skipped (RFC 9112 §2.2) and buy no time."""
        blank = len(self._received) - len(self._received.lstrip(b"\r\n"))
        del self._received[:blank]
        if not self._received:
            return False
        self.parser = httptools.HttpRequestParser(self)
        self._head.restart()
        self._first_byte = self._received[0]
        self._chunks_ended = False
        self._problem = None
        self._enter(_Phase.HEAD)
        return True

    def _read_head(self) -> None:
        piece, is_complete = self._head.take(self._received)
        with suppress(httptools.HttpParserUpgrade):  # declined: it is answered as any other request
            self._feed(piece)
        if self._problem is not None:
            raise self._problem
        if is_complete is (self._phase is _Phase.HEAD):
            raise BadRequest(400, _UNCLEAR)
        if is_complete and self._body_left == 0:
            self._complete()

    def _begin_request(self) -> None:
        self._body_wire = self._body_bytes = self._discarded = 0
        if self._room is Room.RESERVE and self._table.has_room(self):
            self._room = Room.FREE
        self.scope["state"]["is_overloaded"] = self._room is not Room.FREE
        super().on_headers_complete()
        # Nothing after a chunked body is taken for a request: proxies disagree on where one ends.
        is_endless = self._body_left is None or self._body_left > self._limits.unread_bytes
        if is_endless or self._room is not Room.FREE:
            self.cycle.keep_alive = False
        self._enter(_Phase.BODY)

    def _read_body(self) -> None:
        assert self._body_left is not None
        if len(self._received) <= self._body_left:  # as nearly always: one copy less
            piece = bytes(self._received)
            self._received.clear()
        else:
            piece = bytes(self._received[: self._body_left])
            del self._received[: len(piece)]
        self._body_left -= len(piece)
        if self._phase is _Phase.DISCARD:
            self._discard(len(piece))
        else:
            self._take_body(piece)
        if self._body_left == 0:
            self._complete()

    def _take_body(self, body: bytes) -> None:
        self._body_bytes += len(body)
        super().on_body(body)

    def _read_chunks(self) -> None:
        piece = bytes(self._received)
        self._received.clear()
        self._body_wire += len(piece)
        try:
            self._feed(piece)
        except (BadRequest, httptools.HttpParserUpgrade):
            if not self._chunks_ended:  # else it is after the body, where nothing is read
                raise
        framing = self._body_wire - self._body_bytes
        if framing > self._limits.head_bytes + _FRAMING_PER_BYTE * self._body_bytes:
            raise BadRequest(400, "Chunk extensions or trailers are too long. Leave them out.")
        if self._chunks_ended:
            self._complete()

    def _feed(self, piece: bytes) -> None:
        try:
            self.parser.feed_data(piece)
        except httptools.HttpParserUpgrade:
            raise
        except httptools.HttpParserError as error:
            detail = describe_parser_error(error, first_byte=self._first_byte)
            raise self._problem or BadRequest(400, detail) from None

    def _complete(self) -> None:
        """The request is complete; its answer may be, too."""
        if self._phase is _Phase.DISCARD:
            self._wait_for_request()
            return
        super().on_message_complete()
        self._enter(_Phase.ANSWER)

    # One answer

    def on_response_complete(self) -> None:
        """Called by uvicorn: go on to the next request, or read and drop the rest of this one."""
        self.server_state.total_requests += 1
        if self.transport.is_closing():
            return
        self.flow.resume_reading()
        if self._phase is _Phase.BODY:
            self._enter(_Phase.DISCARD)
        elif self._phase is _Phase.ANSWER:
            self._wait_for_request()

    def _wait_for_request(self) -> None:
        if self._closes_after_body:
            self.transport.close_now()
            return
        self._idle_seconds = self._limits.idle_seconds
        self._enter(_Phase.IDLE)
        if self._is_paused:
            self._is_paused = False
            self.transport.resume_reading()
        if self._received:
            self.loop.call_soon(self.data_received, b"")

    def _close(self) -> None:
        """Close after an answer, once the rest of the request is read and dropped.

        Closing a socket with unread bytes resets the connection, and a client that still sends would lose
        the answer (RFC 9112 §9.6).
        """
        answered = self.cycle is not None and self.cycle.response_complete
        if not answered or self._phase is not _Phase.BODY:
            self.transport.close_now()
            return
        self._closes_after_body = True
        with suppress(OSError, RuntimeError):
            self.transport.write_eof()

    def _refuse(self, status: int, detail: str) -> None:
        """Answer what is no request, or no longer one, and close."""
        self._received.clear()
        cycle = self.cycle
        is_started = self._phase is not _Phase.HEAD and cycle is not None
        if is_started and (cycle.response_started or self.transport.is_closing()):
            self.transport.close_now()
            return
        if is_started:
            cycle.disconnected = cycle.response_complete = True
            cycle.message_event.set()
        request_id = uuid.uuid4().hex
        self._metrics.requests.labels("other", "other", status).inc()
        log().info("request.refused", request_id=request_id, status=status, reason=detail)
        self.transport.write(render_refusal(status, detail, request_id=request_id))
        self._body_left = self._discarded = 0
        self._closes_after_body = True
        self._enter(_Phase.DISCARD)
        self.flow.resume_reading()  # what came before may have filled the application's buffer
        with suppress(OSError, RuntimeError):
            self.transport.write_eof()

    def _discard(self, size: int) -> None:
        self._discarded += size
        if self._discarded > self._limits.unread_bytes:
            self._close_for("unread_body")

    # Deadlines

    def check_deadlines(self, now: float) -> None:
        """Close the connection when it has waited for too long; `now` is a time of the event loop."""
        limits = self._limits
        waited = now - self._since
        if self.transport.seconds_unread(now, rate=limits.bytes_per_second) > limits.answer_seconds:
            self._close_for("slow_reader")
        elif self.transport.is_closing():
            pass
        elif self._phase is _Phase.IDLE and waited > self._idle_seconds:
            self.transport.close_now()
        elif self._phase is _Phase.HEAD and waited > limits.head_seconds:
            self._metrics.connections_closed.labels("slow_headers").inc()
            detail = f"The request's headers did not arrive in {limits.head_seconds:g} s. Send it again."
            self._refuse(408, detail)
        elif self._phase is _Phase.DISCARD and waited > limits.unread_seconds:
            self._close_for("unread_body")

    def is_slow(self) -> bool:
        """Whether the client sends its body, or takes the answer, slower than the least rate."""
        now, rate = self.loop.time(), self._limits.bytes_per_second
        if self.transport.seconds_unread(now, rate=rate) > _SLOW_AFTER:
            return True
        waited = now - self._since
        if self._phase is not _Phase.BODY or self.flow.read_paused or waited < _SLOW_AFTER:
            return False
        return self._body_bytes < waited * rate

    def shed(self) -> None:
        """Close at once, in favour of another connection."""
        self._close_for("shed")

    def _close_for(self, reason: str) -> None:
        self._metrics.connections_closed.labels(reason).inc()
        self.transport.abort()

    def _enter(self, phase: _Phase) -> None:
        self._phase = phase
        self._since = self.loop.time()
        if phase in {_Phase.BODY, _Phase.ANSWER}:
            self._table.works(self)
        else:
            self._table.waits(self)
