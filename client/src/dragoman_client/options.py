"""What can be chosen for a client: retries, times, limits."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:  # the HTTP library takes long to import
    from httpx2 import AsyncBaseTransport, BaseTransport

RETRIED_STATUSES: Final = frozenset({429, 500, 503, 504})


@dataclass(frozen=True, slots=True, kw_only=True)
class Retry:
    """When a call is tried again: after 429, 500, 503, 504 and broken connections, with growing pauses.

    `Retry-After` of an answer is waited for, up to `longest`; where it asks for more, the call ends with the
    error, whose `retry_after` says so.
    """

    attempts: int = 8  # of a call, the first included
    first_contact: int = 3  # of a call, as long as no server has answered: the address may be wrong
    first: float = 0.5  # seconds before the second attempt
    factor: float = 1.8  # each pause is so many times the one before
    jitter: float = 0.25  # each pause is changed by up to this share, so that clients do not come together
    longest: float = 120.0  # seconds of one pause

    def pause(self, attempt: int, retry_after: float | None) -> float | None:
        """Seconds before the attempt after attempt `attempt` (from 1); None: no further attempt."""
        if attempt >= self.attempts or (retry_after is not None and retry_after > self.longest):
            return None
        pause = min(self.longest, self.first * self.factor ** (attempt - 1))
        spread = random.uniform(1 - self.jitter, 1 + self.jitter)  # noqa: S311 - no secret
        if retry_after is None:
            return pause * spread
        # Not earlier than asked for; a little later, differently for each client.
        return retry_after + min(retry_after, 1.0) * self.jitter * random.random()  # noqa: S311


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Times and limits of a client."""

    retry: Retry = field(default_factory=Retry)
    timeout: float = 60.0  # seconds without a sign of life from the server
    deadline: float = 600.0  # seconds for one call with all its attempts
    concurrency: int = 8  # calls under way at once
    verify: bool | str = (
        True  # of TLS: False trusts everything; a string is a file of certificate authorities
    )
    proxy: str | None = None  # address of an HTTP proxy; None: as the environment says
    scope: str | None = None  # asked for at the token endpoint; None: all that the application has
    user_agent: str | None = None  # the name and version of your program
    # What carries requests instead of the network, such as an `ASGITransport`: for `AsyncClient` an
    # asynchronous one. `verify`, `proxy` and the environment then mean nothing.
    transport: BaseTransport | AsyncBaseTransport | None = field(default=None, repr=False)
