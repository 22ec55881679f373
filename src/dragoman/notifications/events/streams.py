"""The open streams of one process: one poll wakes them, and ends those whose caller may not read any more.

A stream that waits holds no connection and no transaction. The poll runs while there are streams: a statement
for the positions of their accounts, and now and then one for whether their tokens are still admitted.
"""

from __future__ import annotations

import asyncio
import enum
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Final

from dragoman.access.admission import find_refused
from dragoman.access.identity import Identity
from dragoman.access.model import AccessScope, TokenClaims
from dragoman.cancellation import end_task
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.errors import TooManyRequests, Unavailable
from dragoman.notifications.events import store
from dragoman.telemetry import log

_POLL_SECONDS: Final = 0.25
_CHECKED_POLLS: Final = 4  # tokens are checked once a second
_READS: Final = 2  # of the process's connections, for all streams: requests keep the others
_SHARE: Final = 4  # streams have at most one connection of clients in so many
_RETRY_SECONDS: Final = 10.0


class StreamEnd(enum.StrEnum):
    """Why the service ends a stream, for people."""

    EXPIRED = "The access token has expired. Continue with a new one."
    REFUSED = "The application may not read events any more."
    STOPPING = "The service is stopping. Continue at once."
    FORGOTTEN = "Events that were to come next are not kept any more."


@dataclass(slots=True, kw_only=True, eq=False)
class OpenStream:
    """One stream, until its client or the service ends it."""

    account_id: int
    claims: TokenClaims
    end: StreamEnd | None = None
    last: int = 0  # position of the account's last event that the poll has seen
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    ending: asyncio.Event = field(default_factory=asyncio.Event)

    def finish(self, end: StreamEnd) -> None:
        """Have the stream end."""
        self.end = self.end or end
        self.changed.set()
        self.ending.set()

    async def wait(self, seconds: float) -> None:
        """Wait until there may be events, or the stream is to end, but no longer than that."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.changed.wait()


@dataclass(slots=True, kw_only=True, eq=False)
class EventStreams:
    """All open streams of a process. Belongs to one event loop."""

    reads: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(_READS))
    _open: dict[OpenStream, None] = field(default_factory=dict)
    _poll: asyncio.Task[None] | None = None
    _is_closed: bool = False

    @contextmanager
    def enter(self, identity: Identity, *, account_id: int, claims: TokenClaims) -> Iterator[OpenStream]:
        """Count a stream while the block runs. Raises `TooManyRequests`, or `Unavailable` while stopping."""
        self._check_room(identity, account_id)
        stream = OpenStream(account_id=account_id, claims=claims)
        self._open[stream] = None
        if self._poll is None or self._poll.done():
            self._poll = asyncio.create_task(self._poll_while_open(identity), name="event streams")
        try:
            yield stream
        finally:
            del self._open[stream]

    def _check_room(self, identity: Identity, account_id: int) -> None:
        settings = identity.settings
        if self._is_closed:
            raise Unavailable("The service is stopping. Try again in a second.", retry_after=1)
        most = settings.event_streams_per_account
        if sum(stream.account_id == account_id for stream in self._open) >= most:
            raise TooManyRequests(
                f"The account has {most} event streams open, and no more are allowed. Close one, or let "
                "several readers share one.",
                retry_after=_RETRY_SECONDS,
            )
        if len(self._open) >= settings.max_connections // _SHARE:
            raise Unavailable(
                "The service has as many event streams open as it can. Try again later.",
                retry_after=_RETRY_SECONDS,
            )

    async def close(self) -> None:
        """Have every stream end, and refuse new ones."""
        self._is_closed = True
        for stream in self._open:
            stream.finish(StreamEnd.STOPPING)
        if self._poll is not None:
            await end_task(self._poll)

    async def _poll_while_open(self, identity: Identity) -> None:
        polls = 0
        while self._open:
            try:
                await self._find_new_events(identity)
                if polls % _CHECKED_POLLS == 0:
                    await self._end_refused(identity)
            except Unavailable:
                log().warning("event_streams.not_polled")
            except Exception:
                log().exception("event_streams.not_polled")
            polls += 1
            await asyncio.sleep(_POLL_SECONDS)

    async def _find_new_events(self, identity: Identity) -> None:
        accounts = {stream.account_id for stream in self._open}
        async with transaction(identity.database, account=ALL_ACCOUNTS) as tx:
            last = await store.list_last_positions(tx, sorted(accounts))
        for stream in self._open:
            position = last.get(stream.account_id, 0)
            if position > stream.last:
                stream.last = position
                stream.changed.set()

    async def _end_refused(self, identity: Identity) -> None:
        streams = list(self._open)
        claims = [stream.claims for stream in streams]
        for place in await find_refused(identity, claims, scope=AccessScope.PROJECTS):
            streams[place].finish(StreamEnd.REFUSED)
