"""The header section of a request: its bounds, and how the body after it is framed (RFC 9112)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from uvicorn.protocols.http.httptools_impl import STATUS_LINE

from dragoman.http.errors import answer

_END: Final = b"\r\n\r\n"
_VERSIONS: Final = frozenset({"1.0", "1.1"})
_MOST_DIGITS: Final = 18  # of a Content-Length, without its leading zeros
_TLS_HANDSHAKE: Final = 0x16  # first byte of a TLS ClientHello


class BadRequest(Exception):
    """A request that cannot be read: the status and the detail of its answer. The connection ends with it."""

    def __init__(self, status: int, detail: str) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail


class HeadReader:
    """Cuts header sections out of what arrives, and refuses one that is over its limits."""

    def __init__(self, *, max_bytes: int, max_headers: int) -> None:
        self._max_bytes = max_bytes
        self._max_headers = max_headers
        self._size = 0
        self._lines = 0
        self._last = b""  # the end of what was taken: the empty line may arrive in pieces

    def restart(self) -> None:
        """Expect the next request."""
        self._size = 0
        self._lines = 0
        self._last = b""

    def take(self, received: bytearray) -> tuple[bytes, bool]:
        """Take what belongs to the header section out of `received`: those bytes, and whether they end it.

        Raises `BadRequest` (414, 431) when the section is over its bounds (RFC 6585 §5, RFC 9110 §15.5.15).
        """
        window = self._last + received[: self._max_bytes - self._size]
        found = window.find(_END)
        end = len(window) if found < 0 else found + len(_END)
        piece = bytes(window[len(self._last) : end])
        self._size += len(piece)
        self._lines += piece.count(b"\n")
        self._last = bytes(window[:end][-len(_END) + 1 :])
        if self._lines - 2 + (found < 0) > self._max_headers:
            raise BadRequest(431, f"The request has more than {self._max_headers} headers. Send fewer.")
        if found < 0 and self._size >= self._max_bytes:
            raise self._too_large()
        del received[: len(piece)]
        return piece, found >= 0

    def _too_large(self) -> BadRequest:
        limit = f"at most {self._max_bytes} bytes are accepted for request line and headers together"
        if self._lines == 0:
            return BadRequest(414, f"The request's address is too long: {limit}. Shorten it.")
        return BadRequest(431, f"The request's headers are too large: {limit}. Send fewer or shorter ones.")


def check_framing(headers: Sequence[tuple[bytes, bytes]], *, version: str, is_upgrade: bool) -> int | None:
    """The length of the body in bytes, None for a chunked one; `headers` have lower-case names.

    Raises `BadRequest` for a version other than 1.0 and 1.1, and for what two parsers could understand
    differently (RFC 9112 §3.2, §6.1, §11.2).
    """
    if version not in _VERSIONS:
        raise BadRequest(505, f"HTTP/{version} is not spoken here. Send the request with HTTP/1.1.")
    values: dict[bytes, list[bytes]] = {}
    for name, value in headers:
        values.setdefault(name, []).append(value)
    if len(values.get(b"host", ())) > 1:
        raise BadRequest(400, "The request has more than one Host header. Send one.")
    lengths = values.get(b"content-length", [])
    codings = values.get(b"transfer-encoding", [])
    if not codings:
        return _parse_length(lengths)
    if lengths:
        raise BadRequest(400, "The request has both Content-Length and Transfer-Encoding. Send one of them.")
    if version == "1.0" or [one.strip().lower() for one in codings] != [b"chunked"]:
        raise BadRequest(
            400,
            "The Transfer-Encoding is not understood: only chunked, once, with HTTP/1.1, is. "
            "Send Content-Length instead.",
        )
    if is_upgrade:  # the parser takes the body for the new protocol's bytes
        raise BadRequest(400, "An upgrade cannot have a chunked body. Leave out the Upgrade header.")
    return None


def _parse_length(lengths: list[bytes]) -> int:
    if not lengths:
        return 0
    if len(lengths) > 1 or not lengths[0].strip().isdigit():
        raise BadRequest(400, "The Content-Length is not one whole number. Send the body's size in bytes.")
    digits = lengths[0].strip().lstrip(b"0")
    if len(digits) > _MOST_DIGITS:
        raise BadRequest(400, "The Content-Length is too large. Send the body's size in bytes.")
    return int(digits or b"0")


def describe_parser_error(error: Exception, *, first_byte: int) -> str:
    """Explain why the parser refused bytes. Its own messages never quote what was sent."""
    if first_byte == _TLS_HANDSHAKE:
        return "This port speaks HTTP without TLS, and TLS was sent. Use http:// or the address of the proxy."
    reason = f" ({error})" if type(error).__name__ != "HttpParserCallbackError" and str(error) else ""
    return f"The request is not valid HTTP/1.1{reason}. Check the client, or the proxy in front."


def render_refusal(status: int, detail: str, *, request_id: str) -> bytes:
    """An answer to a request that the application never sees, with the body of every other error (E1)."""
    headers = {"Connection": "close", "X-Request-Id": request_id}
    response = answer(status, {"detail": detail}, headers=headers)
    lines = b"".join(b"%s: %s\r\n" % pair for pair in response.raw_headers)
    return STATUS_LINE[status] + lines + b"\r\n" + bytes(response.body)
