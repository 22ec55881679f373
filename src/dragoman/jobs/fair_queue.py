"""Fair shares: which job a worker takes next, and when a long one is paused (decision 0047).

The account with the fewest running jobs comes first; equals alternate (round robin). The same rule holds
for the streams of an account. Functions in PostgreSQL (revision 0019) find it, over all processes.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Final

from procrastinate.connector import BaseAsyncConnector
from procrastinate.jobs import Job

from dragoman.database.connections import Database, fetch_rows
from dragoman.fair_semaphore import WorkOwner, working_for
from dragoman.jobs.queue import SHARE, Share

_SLICE_SECONDS: Final = 1.0
_READY_SECONDS: Final = 0.25  # between two looks for scheduled jobs that are due
_WORTH: Final = 3  # a slice is so many times as long as what a run does before it goes on with its work
_MOST_STREAMS: Final = 10_000  # accounts whose last stream is remembered
_COLLISIONS: Final = 5  # with other workers that took the same job, until the next notice or poll


def count_reserved(concurrency: int) -> int:
    """How many jobs a worker runs beyond its concurrency, for accounts that have nothing running."""
    return max(1, concurrency // 4)


@dataclass(slots=True, eq=False)
class WorkerClaims:
    """Claims the next job by fair share, for one worker."""

    connector: BaseAsyncConnector
    _ready_again: float = 0.0  # when to look for scheduled jobs that are due
    _account: int = -1  # whose job was claimed last
    _streams: dict[int, str] = field(
        default_factory=dict
    )  # by account: "queue/stream" whose job was claimed last

    async def claim(self, queues: Iterable[str], *, worker_id: int, reserved: bool) -> Job | None:
        """Take the next job; with `reserved` only one of an account that has nothing running.

        Raises `ConnectorException`.
        """
        names = list(queues)
        if time.monotonic() >= self._ready_again:
            await self._query("select queue_make_ready()")
            self._ready_again = time.monotonic() + _READY_SECONDS
        for _ in range(_COLLISIONS):
            (next_one,) = await self._query(_ACCOUNT, queues=names, after=self._account)
            account = next_one["account"]
            if account is None or (reserved and next_one["running"]):
                return None
            claimed = await self._query(
                _CLAIM,
                queues=names,
                account=account,
                after=self._streams.get(account, ""),
                worker=worker_id,
            )
            self._account = account
            if claimed:
                job = Job.from_row(claimed[0])
                self._note(account, f"{job.queue}/{share_of(job).stream}")
                return job
        return None

    async def _query(self, query: str, **values: Any) -> list[dict[str, Any]]:
        return await self.connector.execute_query_all_async(query=query, **values)

    def _note(self, account: int, stream: str) -> None:
        self._streams.pop(account, None)
        self._streams[account] = stream
        if len(self._streams) > _MOST_STREAMS:
            del self._streams[next(iter(self._streams))]


_ACCOUNT: Final = "select account, running from queue_next_account(%(queues)s::varchar[], %(after)s)"
_CLAIM: Final = "select * from queue_claim(%(queues)s::varchar[], %(account)s, %(after)s, %(worker)s)"


def share_of(job: Job) -> Share:
    """What a claimed job counts for, as the queue's functions see it."""
    named = job.task_kwargs.get(SHARE)
    account, stream = named if isinstance(named, list) else (job.task_kwargs.get("account"), "-")
    return Share(account=account if isinstance(account, int) else 0, stream=str(stream))


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """A job in a worker's hands."""

    queues: Sequence[str]  # all that its worker serves
    queue: str
    share: Share


_RUNNING: Final[ContextVar[Running | None]] = ContextVar("running", default=None)


@contextmanager
def running(job: Running) -> Iterator[None]:
    """Name the job whose work the block does: what `Slice` compares with others."""
    token = _RUNNING.set(job)
    try:
        with working_for(WorkOwner(job.share.account, job.share.stream)):
            yield
    finally:
        _RUNNING.reset(token)


@dataclass(slots=True)
class Slice:
    """The time slice that a run of a job has while other jobs wait. It begins when it is created."""

    database: Database
    _began: float = field(default_factory=time.monotonic)
    _seconds: float | None = None

    def start_work(self) -> None:
        """Note that the run has reached its checkpoint; the slice is proportional to the time that took."""
        if self._seconds is None:
            now = time.monotonic()
            self._seconds = max(_SLICE_SECONDS, (1 + _WORTH) * (now - self._began))

    async def is_over(self) -> bool:
        """Whether to go on later, because work waits that has a smaller share. Raises `Unavailable`."""
        job = _RUNNING.get()
        seconds = _SLICE_SECONDS if self._seconds is None else self._seconds
        if job is None or time.monotonic() - self._began <= seconds:
            return False
        values = {
            "queues": list(job.queues),
            "account": job.share.account,
            "stream": f"{job.queue}/{job.share.stream}",
        }
        rows = await fetch_rows(self.database, _ROOM_WANTED, values)
        return bool(rows[0][0])


_ROOM_WANTED: Final = "select queue_is_room_wanted(%(queues)s::varchar[], %(account)s, %(stream)s)"
