"""Entries of the request log, what they are filtered by, and their ids, whose order is that of time.

An entry holds what a developer needs to find a call again. It holds no body, no query, no header but the
request id, and no address.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import UUID

LONGEST_PATH: Final = 200  # characters
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)
_VERSION: Final = 7 << 76
_VARIANT: Final = 2 << 62
RANDOM_BITS: Final = 62


@dataclass(frozen=True, slots=True, kw_only=True)
class AnsweredRequest:
    """A call that was answered, as the serving process saw it."""

    account_id: int | None
    application_id: int | None  # None: the call was refused, and `client_id` says whose it was
    client_id: str | None
    method: str
    route: str | None  # the path as the interface documents it, such as `/v2/documents/{jobId}`
    path: str | None  # with its ids; None where `route` is: what was sent may then be any text
    status: int  # 0: no answer could be sent; 499: the client left first
    started: float  # of `time.monotonic`
    seconds: float
    request_id: str
    request_bytes: int  # of the body, as far as it was read
    answer_bytes: int  # of the body
    error: str | None = None  # a fixed identifier, such as `LIMIT_EXCEEDED`; never a message


@dataclass(frozen=True, slots=True, kw_only=True)
class LoggedRequest:
    """An entry of the request log."""

    id: UUID  # see `time_id`
    at: datetime  # when the call began, by the database's clock
    account_id: int
    application_id: int
    method: str
    route: str | None
    path: str | None
    status: int
    milliseconds: float
    request_id: str
    request_bytes: int
    answer_bytes: int
    error: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusRange:
    """Statuses of HTTP, both ends included: one, or a class such as 400 to 499."""

    first: int
    last: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestFilter:
    """Which entries are wanted: those that meet all conditions."""

    account_id: int | None = None
    application_id: int | None = None
    status: StatusRange | None = None
    path_prefix: str | None = None
    request_id: str | None = None
    begins: datetime | None = None  # calls from then on
    ends: datetime | None = None  # calls before then


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusCounts:
    """How many calls of an application were answered, by status class."""

    by_class: dict[int, int]  # 2 for 2xx, and so on; classes without a call are absent
    is_complete: bool  # False: only the newest were counted, and there may be more

    @property
    def total(self) -> int:
        """All counted calls."""
        return sum(self.by_class.values())

    def share(self, status_class: int) -> float:
        """The part of the counted calls with this class of status, 0 to 1; 0 without calls."""
        return self.by_class.get(status_class, 0) / self.total if self.total else 0.0


def time_id(at: datetime, *, random_bits: int) -> UUID:
    """An id whose order is that of time: a UUID of version 7 with microseconds (RFC 9562, 5.7 and 6.2).

    `random_bits` are `RANDOM_BITS` random bits, which keep ids of one microsecond apart.
    """
    return UUID(int=_timestamp_bits(at) | random_bits)


def first_id(at: datetime) -> UUID:
    """The smallest id of calls that began at this time or later."""
    return UUID(int=_timestamp_bits(at))


def _timestamp_bits(at: datetime) -> int:
    """48 bits of milliseconds, the version, 12 bits of 1/4096 of a millisecond, and the variant."""
    milliseconds, microseconds = divmod(max(0, (at - _EPOCH) // _MICROSECOND), 1000)
    return milliseconds << 80 | _VERSION | (microseconds * 4096 // 1000) << 64 | _VARIANT
