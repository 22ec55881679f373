"""One client connection, with a bound for everything that a client can send or fail to read.

This module owns the answers on a connection, its closing and its deadlines. `request_reader` parses requests,
`connection_table` bounds the number of connections, `body_limits` the bodies that the application reads.
"""

from __future__ import annotations

import asyncio
import uuid
from contextlib import suppress
from typing import Any, Final, cast

from dragoman.http.answer_transport import AnswerTransport
from dragoman.http.connection_limits import RequestLimits
from dragoman.http.connection_table import ConnectionTable, Room
from dragoman.http.event_stream import ABORT
from dragoman.http.request_head import BadRequest, render_refusal
from dragoman.http.request_reader import Phase, RequestReader
from dragoman.telemetry import Metrics, log

_SLOW_AFTER: Final = 1.0  # seconds


class Connection(RequestReader):
    """An HTTP/1.1 connection. Its deadlines count from the last complete message."""

    def __init__(
        self,
        *,
        table: ConnectionTable[Connection],
        limits: RequestLimits,
        metrics: Metrics,
        **uvicorn: Any,
    ) -> None:
        super().__init__(limits=limits, **uvicorn)
        self.peer = ""
        self._table = table
        self._metrics = metrics
        self._room = Room.NONE
        self._since = self.loop.time()
        self._idle_seconds = limits.head_seconds  # until the first request
        self._closes_after_body = False
        self._discarded = 0

    # Called by the event loop

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Enter the connection into the table, or close it when the table is full."""
        super().connection_made(AnswerTransport(cast("asyncio.Transport", transport), on_close=self._close))
        self.peer = self.client[0] if self.client else ""
        self._room = self._table.add(self)
        if self._room is Room.NONE:
            self._metrics.connections_closed.labels("no_room").inc()
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave the table, and notify a running application."""
        self._table.remove(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse what the client sends."""
        if self._phase is Phase.DISCARD and not self._body_left:
            self._discard(len(data))
            return
        self._received += data
        try:
            self._parse()
        except BadRequest as error:
            self._refuse(error.status, error.detail)

    # One request

    def _start_application(self) -> None:
        self._discarded = 0
        if self._room is Room.RESERVE and self._table.has_room(self):
            self._room = Room.FREE
        self.scope["state"]["is_overloaded"] = self._room is not Room.FREE
        self.scope["state"][ABORT] = self._abort_unread
        super()._start_application()
        # Nothing after a chunked body is taken for a request: proxies disagree on where one ends.
        is_endless = self._body_left is None or self._body_left > self._limits.unread_bytes
        if is_endless or self._room is not Room.FREE:
            self.cycle.keep_alive = False

    # One answer

    def on_response_complete(self) -> None:
        """Called by uvicorn: go on to the next request, or read and drop the rest of this one."""
        self.server_state.total_requests += 1
        if self.transport.is_closing():
            return
        self.flow.resume_reading()
        if self._phase is Phase.BODY:
            self._enter(Phase.DISCARD)
        elif self._phase is Phase.ANSWER:
            self._wait_for_request()

    def _wait_for_request(self) -> None:
        if self._closes_after_body:
            self.transport.close_now()
            return
        self._idle_seconds = self._limits.idle_seconds
        self._enter(Phase.IDLE)
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
        if not answered or self._phase is not Phase.BODY:
            self.transport.close_now()
            return
        self._closes_after_body = True
        with suppress(OSError, RuntimeError):
            self.transport.write_eof()

    def _refuse(self, status: int, detail: str) -> None:
        """Answer a request that cannot be parsed, and close."""
        self._received.clear()
        cycle = self.cycle
        is_started = self._phase is not Phase.HEAD and cycle is not None
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
        self._enter(Phase.DISCARD)
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
        elif self._phase is Phase.IDLE and waited > self._idle_seconds:
            self.transport.close_now()
        elif self._phase is Phase.HEAD and waited > limits.head_seconds:
            self._metrics.connections_closed.labels("slow_headers").inc()
            detail = f"The request's headers did not arrive in {limits.head_seconds:g} s. Send it again."
            self._refuse(408, detail)
        elif self._phase is Phase.DISCARD and waited > limits.unread_seconds:
            self._close_for("unread_body")

    def is_slow(self) -> bool:
        """Whether the client sends its body, or takes the answer, slower than the least rate."""
        now, rate = self.loop.time(), self._limits.bytes_per_second
        if self.transport.seconds_unread(now, rate=rate) > _SLOW_AFTER:
            return True
        waited = now - self._since
        if self._phase is not Phase.BODY or self.flow.read_paused or waited < _SLOW_AFTER:
            return False
        return self._body_bytes < waited * rate

    def shed(self) -> None:
        """Close at once, in favour of another connection."""
        self._close_for("shed")

    def _abort_unread(self) -> None:
        """Close at once, if the client has not taken everything."""
        if self.transport.has_unsent():
            self._close_for("stream_ended")

    def _close_for(self, reason: str) -> None:
        self._metrics.connections_closed.labels(reason).inc()
        self.transport.abort()

    def _enter(self, phase: Phase) -> None:
        super()._enter(phase)
        self._since = self.loop.time()
        if phase in {Phase.BODY, Phase.ANSWER}:
            self._table.works(self)
        else:
            self._table.waits(self)
