"""Errors of connections and statuses of answers, as failures that an operator can act upon."""

from __future__ import annotations

import ssl
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final

import httpcore2

from dragoman.checked_network import AddressRefused, NameUnknown
from dragoman.engines.http.failures import CallFailure, ServiceFailed, not_understood

_LONGEST_WISH: Final = 3600.0
_KEY_STATUSES: Final = frozenset({401, 403})
_PASSING_STATUSES: Final = frozenset({408, 425})


def unreachable(what: str) -> ServiceFailed:
    """The failure of a service that takes no connection."""
    return ServiceFailed(f"The service {what}. Check the address.", failure=CallFailure.UNREACHABLE)


def name_failure(error: Exception) -> ServiceFailed:
    """The failure that an error of a connection is."""
    chain: list[BaseException] = []
    following: BaseException | None = error
    while following is not None and following not in chain:
        chain.append(following)
        following = following.__cause__ or following.__context__
    refused = next((one for one in chain if isinstance(one, AddressRefused)), None)
    if refused is not None and refused.args == ("not encrypted",):
        message = "The service is on the internet and its address begins with http://. Use https://."
        return ServiceFailed(message, failure=CallFailure.REFUSED)
    if refused is not None:
        message = "The service's name leads to a link-local address, where no service can be."
        return ServiceFailed(message, failure=CallFailure.REFUSED)
    if any(isinstance(one, NameUnknown) for one in chain):
        return unreachable("has a name that is not known")
    if any(isinstance(one, ssl.SSLError) for one in chain):
        message = "The service's certificate cannot be trusted, or it does not speak TLS at this port."
        return ServiceFailed(message, failure=CallFailure.UNREACHABLE)
    if any(isinstance(one, httpcore2.ConnectError) for one in chain):
        return unreachable("cannot be reached")
    message = "The connection to the service broke off before the answer was complete."
    return ServiceFailed(message, failure=CallFailure.BROKEN_OFF)


def name_status(status: int, headers: Mapping[str, str], body: bytes) -> ServiceFailed:
    """The failure that an answer with another status than 200 is; names of headers in lower case."""
    if 300 <= status < 400:
        return not_understood(
            "The service sent us on to another address, which is not followed. Correct the address."
        )
    failure = CallFailure.REFUSED
    message = f"The service refused the request with status {status}."
    if status in _KEY_STATUSES:
        failure = CallFailure.KEY_REFUSED
        message = f"The service refused the key (status {status}). Check the secret."
    elif status == 429:
        failure = CallFailure.BUSY
        message = "The service is busy or its rate limit is reached (status 429)."
    elif status >= 500 or status in _PASSING_STATUSES:
        failure = CallFailure.SERVER_FAILED
        message = f"The service failed with status {status}."
    elif status < 300:
        failure = CallFailure.NOT_UNDERSTOOD
        message = f"The service answered with status {status}, which it should not."
    return ServiceFailed(
        message,
        failure=failure,
        status=status,
        retry_after=_read_wish(headers.get("retry-after")),
        reason=body[:4096].decode("utf-8", errors="replace"),
    )


def _read_wish(text: str | None) -> float | None:
    """`Retry-After` in seconds, given so or as a date."""
    if text is None:
        return None
    text = text.strip()
    if text.isascii() and text.isdecimal():
        return min(float(text[:9]), _LONGEST_WISH)
    try:
        until = parsedate_to_datetime(text)
    except (ValueError, OverflowError):
        return None
    until = until if until.tzinfo is not None else until.replace(tzinfo=UTC)
    return min(max(0.0, (until - datetime.now(UTC)).total_seconds()), _LONGEST_WISH)
