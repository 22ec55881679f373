"""One HTTP request to a receiver, bounded in time and size, without redirects and proxies.

It always ends, and every end has a name.
"""

from __future__ import annotations

import asyncio
import ssl
import time
import unicodedata
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Final

import h11
import httpcore2

import dragoman
from dragoman.checked_network import AddressRefused, NameUnknown, Resolve
from dragoman.errors import Misconfigured
from dragoman.notifications.address_guard import GuardedNetwork
from dragoman.notifications.addresses import AllowList
from dragoman.notifications.callback_url import CallbackTarget
from dragoman.notifications.model import NOTHING_SENT, DeliveryFailure
from dragoman.telemetry import log

TOTAL_SECONDS: Final = 15.0
_BODY_SECONDS: Final = 2.0  # only the status matters; the body is not waited for
_MOST_BYTES: Final = 64 * 1024  # of an answer's body that are read
_KEPT_BYTES: Final = 2 * 1024  # and kept
# Shorter than servers keep idle connections: a request must not meet one that is just being closed.
_IDLE_SECONDS: Final = 2.0
_RETRY_AFTER: Final = frozenset({429, 503})
_LONGEST_WISH: Final = timedelta(days=365)

# Looked for in this order in an error and its causes.
_FAILURES: Final[Sequence[tuple[type[BaseException], DeliveryFailure]]] = (
    (AddressRefused, DeliveryFailure.REFUSED),
    (NameUnknown, DeliveryFailure.UNKNOWN_NAME),
    (ssl.SSLError, DeliveryFailure.TLS),
    (TimeoutError, DeliveryFailure.TIMED_OUT),
    (httpcore2.TimeoutException, DeliveryFailure.TIMED_OUT),
    (httpcore2.ConnectError, DeliveryFailure.NOT_CONNECTED),
    (h11.RemoteProtocolError, DeliveryFailure.NOT_HTTP),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryOutcome:
    """How a try went."""

    seconds: float
    answer: int | None = None  # HTTP status
    failure: DeliveryFailure | None = None  # when there is none
    response: str = field(default="", repr=False)  # the start of the answer's body
    retry_after: timedelta | datetime | None = None  # the receiver's wish
    sent: Mapping[str, str] = field(default_factory=dict, repr=False)  # headers, if they can have been sent

    @property
    def delivered(self) -> bool:
        """Whether the receiver has it."""
        return self.answer is not None and 200 <= self.answer < 300


@dataclass(slots=True, kw_only=True)
class _Heard:
    """An answer, as far as it came."""

    answer: int | None = None
    response: str = ""
    retry_after: timedelta | datetime | None = None


class Sender:
    """The connections of one process to receivers."""

    def __init__(self, pool: httpcore2.AsyncConnectionPool) -> None:
        self._pool = pool

    async def send(
        self, target: CallbackTarget, *, headers: Mapping[str, str], body: bytes
    ) -> DeliveryOutcome:
        """Send a POST request. It always ends within `TOTAL_SECONDS` and raises nothing."""
        began = time.monotonic()
        heard = _Heard()
        failure = None
        sent = _write_headers(target, headers, body)
        try:
            async with asyncio.timeout(TOTAL_SECONDS):
                await self._exchange(target, sent, body, heard)
        except Exception as error:  # the receiver's doing, in one of many forms
            failure = _name_failure(error)
        return DeliveryOutcome(
            seconds=time.monotonic() - began,
            answer=heard.answer,
            failure=failure if heard.answer is None else None,  # also when reading the body failed
            response=heard.response,
            retry_after=heard.retry_after,
            sent={} if failure in NOTHING_SENT else sent,
        )

    async def _exchange(
        self, target: CallbackTarget, headers: Mapping[str, str], body: bytes, heard: _Heard
    ) -> None:
        url = httpcore2.URL(
            scheme=target.scheme.encode(),
            host=target.host.encode(),
            port=target.port,
            target=target.path.encode(),
        )
        timeouts = {"connect": 5.0, "read": TOTAL_SECONDS, "write": TOTAL_SECONDS, "pool": TOTAL_SECONDS}
        async with self._pool.stream(
            "POST",
            url,
            headers=[(name.encode(), value.encode()) for name, value in headers.items()],
            content=body,
            extensions={"timeout": timeouts},
        ) as response:
            heard.answer = response.status
            heard.retry_after = _read_wish(response)
            heard.response = await _read_start(response)


def _write_headers(target: CallbackTarget, headers: Mapping[str, str], body: bytes) -> dict[str, str]:
    return {
        "Host": target.authority,
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
        "Accept-Encoding": "identity",
        "User-Agent": f"Dragoman/{dragoman.__version__}",
        **headers,
    }


@asynccontextmanager
async def open_sender(
    allow: AllowList, *, ca_file: Path | None = None, resolve: Resolve | None = None
) -> AsyncIterator[Sender]:
    """Open the connections. `ca_file` holds certificate authorities to trust beside the system's.

    Raises `Misconfigured` when it cannot be read.
    """
    context = httpcore2.default_ssl_context()
    if ca_file is not None:
        try:
            context.load_verify_locations(ca_file)
        except (OSError, ssl.SSLError) as error:
            raise Misconfigured(f"callback_ca_file {ca_file} cannot be used: {error}.") from None
    pool = httpcore2.AsyncConnectionPool(
        ssl_context=context,
        max_connections=None,
        max_keepalive_connections=32,
        keepalive_expiry=_IDLE_SECONDS,
        network_backend=GuardedNetwork(allow, resolve),
    )
    async with pool:
        yield Sender(pool)


async def _read_start(response: httpcore2.Response) -> str:
    """The beginning of the body, safe to show. A short one is read whole, so that its connection stays."""
    start, size = b"", 0
    with suppress(TimeoutError, httpcore2.NetworkError, httpcore2.ProtocolError, httpcore2.TimeoutException):
        async with asyncio.timeout(_BODY_SECONDS):
            async for chunk in response.aiter_stream():
                start += chunk[: _KEPT_BYTES - len(start)]
                size += len(chunk)
                if size > _MOST_BYTES:
                    break
    text = start.decode("utf-8", errors="replace")
    return "".join(c for c in text if c in "\n\t" or not unicodedata.category(c).startswith("C"))


def _read_wish(response: httpcore2.Response) -> timedelta | datetime | None:
    """`Retry-After`, in seconds or as a date."""
    values = [value for name, value in response.headers if name.lower() == b"retry-after"]
    if response.status not in _RETRY_AFTER or not values:
        return None
    text = values[0].decode("ascii", errors="replace").strip()
    if text.isascii() and text.isdecimal():
        return min(timedelta(seconds=int(text[:9])), _LONGEST_WISH)
    try:
        parsed = parsedate_to_datetime(text)
    except (ValueError, OverflowError):
        return None
    return parsed if parsed.tzinfo is not None else parsed.replace(tzinfo=UTC)


def _name_failure(error: Exception) -> DeliveryFailure:
    chain: list[BaseException] = []
    following: BaseException | None = error
    while following is not None and following not in chain:
        chain.append(following)
        following = following.__cause__ or following.__context__
    for kind, failure in _FAILURES:
        if any(isinstance(one, kind) for one in chain):
            return failure
    if not isinstance(error, OSError | httpcore2.NetworkError | httpcore2.ProtocolError):
        log().warning("notification.unexpected_end", exc_info=error)
    return DeliveryFailure.BROKEN_OFF
