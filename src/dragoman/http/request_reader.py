"""Request reader: the part of a client connection that parses requests, one at a time.

What follows a complete request is parsed when that is answered. `connection` owns the answers, the closing
and the deadlines; `body_limits` bounds the bodies that the application reads.
"""

from __future__ import annotations

from contextlib import suppress
from enum import Enum, auto
from typing import Any, Final

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from dragoman.http.answer_transport import AnswerTransport
from dragoman.http.connection_limits import RequestLimits
from dragoman.http.request_head import BadRequest, HeadReader, check_framing, describe_parser_error

_FRAMING_PER_BYTE: Final = 16  # a chunk of one byte takes six; more are chunk extensions or trailers
_UNCLEAR: Final = (
    "The request is not valid HTTP/1.1: its headers have no clear end. End each line with CR LF."
)


class Phase(Enum):
    """What a connection waits for."""

    IDLE = auto()  # the first byte of a request
    HEAD = auto()  # the end of its header section
    BODY = auto()  # the end of its body, while the application works on it
    ANSWER = auto()  # the end of the answer: the request is complete
    DISCARD = auto()  # the end of a body that was answered before it was complete


class RequestReader(HttpToolsProtocol):
    """uvicorn's HTTP/1.1 protocol, which reads header section and body within bounds."""

    transport: AnswerTransport

    def __init__(self, *, limits: RequestLimits, **uvicorn: Any) -> None:
        super().__init__(**uvicorn)
        self._limits = limits
        self._phase = Phase.IDLE
        self._received = bytearray()  # not parsed yet
        self._is_paused = False
        self._head = HeadReader(max_bytes=limits.head_bytes, max_headers=limits.headers)
        self._first_byte = 0
        self._problem: BadRequest | None = None
        self._body_left: int | None = 0  # bytes of the body to come; None: chunked
        self._body_wire = 0  # bytes of the body with its framing
        self._body_bytes = 0
        self._chunks_ended = False

    # For `Connection` to override

    def _enter(self, phase: Phase) -> None:
        self._phase = phase

    def _start_application(self) -> None:
        super().on_headers_complete()

    def _discard(self, size: int) -> None:
        """Drop bytes of a body that was answered before it was complete."""

    def _wait_for_request(self) -> None:
        self._enter(Phase.IDLE)

    # Called by the parser for the header section and for chunks

    def on_message_begin(self) -> None:
        """Begin a scope, unless this follows a chunked body."""
        if not self._chunks_ended:
            super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header. Drop trailers: they follow the body and are not checked."""
        if self._phase is Phase.HEAD:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Decide how the body is framed, and start the application."""
        if self._phase is not Phase.HEAD:
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
            self._body_wire = self._body_bytes = 0
            self._start_application()
            self._enter(Phase.BODY)

    def on_body(self, body: bytes) -> None:
        """Take a chunk's bytes."""
        if not self._chunks_ended:
            self._take_body(body)

    def on_message_complete(self) -> None:
        """Note the end of a chunked body; that of any other is counted here."""
        self._chunks_ended = True

    # One request

    def _parse(self) -> None:
        """Parse what has arrived, up to the end of one request. Raises `BadRequest`."""
        while self._received and not self.transport.is_closing():
            if self._phase is Phase.IDLE and not self._begin_head():
                return
            if self._phase is Phase.HEAD:
                self._read_head()
            elif self._phase is Phase.ANSWER:
                self._is_paused = True
                self.transport.pause_reading()
                return
            elif self._body_left is None:
                self._read_chunks()
            else:
                self._read_body()

    def _begin_head(self) -> bool:
        """Whether a request begins. Skip empty lines before it, which extend no deadline (RFC 9112 §2.2)."""
        blank = len(self._received) - len(self._received.lstrip(b"\r\n"))
        del self._received[:blank]
        if not self._received:
            return False
        self.parser = httptools.HttpRequestParser(self)
        self._head.restart()
        self._first_byte = self._received[0]
        self._chunks_ended = False
        self._problem = None
        self._enter(Phase.HEAD)
        return True

    def _read_head(self) -> None:
        piece, is_complete = self._head.take(self._received)
        with suppress(httptools.HttpParserUpgrade):  # declined: it is answered as any other request
            self._feed(piece)
        if self._problem is not None:
            raise self._problem
        if is_complete is (self._phase is Phase.HEAD):
            raise BadRequest(400, _UNCLEAR)
        if is_complete and self._body_left == 0:
            self._complete()

    def _read_body(self) -> None:
        assert self._body_left is not None
        if len(self._received) <= self._body_left:  # as nearly always: one copy less
            piece = bytes(self._received)
            self._received.clear()
        else:
            piece = bytes(self._received[: self._body_left])
            del self._received[: len(piece)]
        self._body_left -= len(piece)
        if self._phase is Phase.DISCARD:
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
        """End the request. Its answer may be complete already."""
        if self._phase is Phase.DISCARD:
            self._wait_for_request()
            return
        super().on_message_complete()
        self._enter(Phase.ANSWER)
