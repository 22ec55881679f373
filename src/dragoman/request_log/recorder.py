"""Bring the calls of one process into the request log, without a call waiting for it.

Entries are kept in memory and written a second later, many in one statement. While the database is away they
wait, the newest of them: the memory for it is bounded. Where the process is killed, its last second is lost.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any, Final

from dragoman.cancellation import end_task
from dragoman.database.connections import ALL_ACCOUNTS, Database, transaction
from dragoman.errors import Unavailable
from dragoman.request_log import store
from dragoman.request_log.clock import DatabaseClock
from dragoman.request_log.model import RANDOM_BITS, AnsweredRequest, time_id
from dragoman.settings import Settings
from dragoman.telemetry import Metrics, log

MOST_WAITING: Final = 20_000  # entries, of about half a kilobyte
MOST_REFUSED: Final = 10  # refusals of one client that are kept of each second
_BATCH: Final = 1000  # entries of a statement
_GATHER_SECONDS: Final = 1.0
_STATEMENT_SECONDS: Final = 10.0
_CLOSE_SECONDS: Final = 2.0
_REFUSALS: Final = frozenset(
    {401, 403, 429}
)  # answered before any work, so that a client can cause very many


class RequestRecorder:
    """Records the answered calls of one process. Made by `open_request_recorder`."""

    def __init__(self, database: Database, *, enabled: bool, metrics: Metrics) -> None:
        self.enabled = enabled
        self._database = database
        self._clock = DatabaseClock()
        self._waiting: deque[AnsweredRequest] = deque()
        self._batch: Sequence[dict[str, Any]] = ()  # on its way, and the same until the database has it
        self._refused: Counter[str | int | None] = Counter()  # of this second, by client
        self._work = asyncio.Event()
        self._outage = False
        self._dropped = metrics.request_log_dropped
        metrics.request_log_waiting.set_function(lambda: len(self._waiting) + len(self._batch))

    def record(self, request: AnsweredRequest) -> None:
        """Keep a call for the log. It never waits; what has no room is dropped and counted."""
        if not self.enabled or self._is_repeated_refusal(request):
            return
        if len(self._waiting) >= MOST_WAITING:
            self._waiting.popleft()
            self._dropped.labels("full").inc()
        self._waiting.append(request)
        self._work.set()

    def _is_repeated_refusal(self, request: AnsweredRequest) -> bool:
        if request.status not in _REFUSALS:
            return False
        client = request.application_id or request.client_id
        self._refused[client] += 1
        if self._refused[client] <= MOST_REFUSED:
            return False
        self._dropped.labels("refused").inc()
        return True

    async def run(self) -> None:
        """Write what is recorded, each second, until cancelled."""
        while True:
            await self._work.wait()
            await asyncio.sleep(_GATHER_SECONDS)
            self._work.clear()
            self._refused.clear()
            try:
                await self.flush()
            except Exception as error:  # later calls are tried again after any error
                self._report_outage(error)
                self._work.set()

    async def flush(self) -> None:
        """Write what waits.

        Raises `Unavailable` or `TimeoutError` while the database is away, and what else keeps it from being
        asked at all; then nothing is lost.
        """
        while self._batch or self._waiting:
            try:
                async with asyncio.timeout(_STATEMENT_SECONDS):
                    await self._write_batch()
            except (Unavailable, TimeoutError):
                raise
            except Exception as error:  # what the database does not take keeps no later entries from it
                if not self._batch:
                    raise
                log().error("request_log.refused", entries=len(self._batch), exc_info=error)
                self._dropped.labels("failed").inc(len(self._batch))
            self._batch = ()
            self._outage = False

    async def _write_batch(self) -> None:
        asked = time.monotonic()
        async with transaction(self._database, account=ALL_ACCOUNTS) as tx:
            self._clock.learn(tx.now, asked=asked, answered=time.monotonic())
            if not self._batch:
                taken = [self._waiting.popleft() for _ in range(min(_BATCH, len(self._waiting)))]
                self._batch = [_entry(one, at=self._clock.at(one.started)) for one in taken]
            await store.insert_requests(tx, self._batch)

    def _report_outage(self, error: Exception) -> None:
        if not self._outage:
            log().warning("request_log.waiting", entries=len(self._waiting), exc_info=error)
        self._outage = True

    async def close(self) -> None:
        """Write what waits, if that is possible within 2 seconds."""
        try:
            async with asyncio.timeout(_CLOSE_SECONDS):
                await self.flush()
        except Exception as error:  # the process ends all the same
            lost = len(self._waiting) + len(self._batch)
            self._dropped.labels("closed").inc(lost)
            log().warning("request_log.lost", entries=lost, exc_info=error)


def _entry(request: AnsweredRequest, *, at: datetime) -> dict[str, Any]:
    """What the database stores. `at` is of its own clock, so that all processes share one."""
    return {
        "id": time_id(at, random_bits=secrets.randbits(RANDOM_BITS)),
        "at": at,
        "account_id": request.account_id,
        "application_id": request.application_id,
        "client_id": request.client_id,
        "method": request.method,
        "route": request.route,
        "path": request.path,
        "status": request.status,
        "milliseconds": round(request.seconds * 1000, 3),
        "request_id": request.request_id,
        "request_bytes": request.request_bytes,
        "answer_bytes": request.answer_bytes,
        "error": request.error,
    }


@asynccontextmanager
async def open_request_recorder(
    settings: Settings, database: Database, *, metrics: Metrics
) -> AsyncIterator[RequestRecorder]:
    """Record calls until the end of the block, and write the last of them there."""
    recorder = RequestRecorder(database, enabled=settings.request_log_days > 0, metrics=metrics)
    writing = asyncio.create_task(recorder.run(), name="request log")
    try:
        yield recorder
    finally:
        await end_task(writing)
        await recorder.close()
