"""The queue's bookkeeping, which tries again while the database is unreachable for a short time.

procrastinate's own worker stops at the first error of its listener, heartbeat or timetable, or while it looks
for jobs, which would abort long ones. A job whose end it could not report, or which it was given by an answer
that got lost, would look busy for as long as the worker lives. And a worker that was thought dead, because
it got no processor time, would end the job that another has begun again, and no worker would rescue that one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, Final

from procrastinate.connector import BaseAsyncConnector
from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import Job, Status
from procrastinate.manager import JobManager, NotificationCallback

from dragoman.cancellation import check_cancelled
from dragoman.database.connections import is_outage
from dragoman.jobs.fair_queue import WorkerClaims
from dragoman.telemetry import log

_PAUSE_SECONDS: Final = 0.5
_GIVE_BACK: Final = """
    select procrastinate_retry_job_v2(id, now(), null, null, null) from procrastinate_jobs
    where status = 'doing' and worker_id = %(worker)s and not id = any(%(held)s::bigint[])
"""
# A run of a job has a number, `attempts`, which every end of a run and every rescue raise.
_FINISH: Final = """
    select procrastinate_finish_job_v1(id, %(status)s::procrastinate_job_status, %(delete)s)
    from (
      select id from procrastinate_jobs
      where id = %(id)s and status = 'doing' and attempts = %(attempts)s
      for update
    ) as mine
"""
_RETRY: Final = """
    select procrastinate_retry_job_v2(
      id, %(retry_at)s, %(priority)s::integer, %(queue)s::varchar, %(lock)s::varchar
    )
    from (
      select id from procrastinate_jobs
      where id = %(id)s and status = 'doing' and attempts = %(attempts)s
      for update
    ) as mine
"""
_LAST_TRIES: Final = 10  # of reporting, once the worker stops; then another rescues the job


class OutageTolerantJobs(JobManager):
    """Tries again where the database was away, instead of ending the worker."""

    def __init__(self, connector: BaseAsyncConnector, *, concurrency: int, listen: bool = True) -> None:
        """`concurrency`: jobs at once; beyond it only accounts that have nothing running get a place."""
        super().__init__(connector)
        self.stopping = False
        self._claims = WorkerClaims(connector)
        self._concurrency = concurrency
        self._listen = listen
        self._look: NotificationCallback | None = None  # has the worker look for a job
        self._held: set[int] = set()  # jobs that this worker knows it has
        self._ended = 0  # how many it had: each end may make the next one possible
        self._unsure = False  # whether an answer that gave it one may have got lost

    async def listen_for_jobs(
        self, *, on_notification: NotificationCallback, queues: Iterable[str] | None = None
    ) -> None:
        """Listen, again and again; polling finds jobs meanwhile, or where the worker is not to listen."""
        self._look = on_notification
        while True:
            try:
                if self._listen:
                    await super().listen_for_jobs(on_notification=on_notification, queues=queues)
            except ConnectorException as error:
                if not is_outage(error):
                    raise
            check_cancelled()
            await asyncio.sleep(_PAUSE_SECONDS)

    async def fetch_job(self, queues: Iterable[str] | None, worker_id: int) -> Job | None:
        """Fetch the next job by fair share; None also while the database is away, until the next poll."""
        while True:
            ended = self._ended
            job = await self._fetch(queues or (), worker_id)
            if job is not None or ended == self._ended:  # else a job ended while it looked
                return job

    async def _fetch(self, queues: Iterable[str], worker_id: int) -> Job | None:
        try:
            if self._unsure:
                held = sorted(self._held)
                await self.connector.execute_query_all_async(query=_GIVE_BACK, worker=worker_id, held=held)
                self._unsure = False
            reserved = len(self._held) >= self._concurrency
            job = await self._claims.claim(queues, worker_id=worker_id, reserved=reserved)
        except ConnectorException as error:
            if not is_outage(error):
                raise
            self._unsure = True
            return None
        if job is not None and job.id is not None:
            self._held.add(job.id)
        return job

    async def defer_periodic_job(self, *arguments: Any, **options: Any) -> int | None:
        """Enqueue a job of the timetable, with retries; the database keeps it to one for each time."""
        while True:
            try:
                return await super().defer_periodic_job(*arguments, **options)
            except ConnectorException as error:
                if not is_outage(error):
                    raise
            check_cancelled()
            await asyncio.sleep(_PAUSE_SECONDS)

    async def update_heartbeat(self, worker_id: int) -> None:
        """Miss a beat rather than fail; several must be missed before the worker counts as dead."""
        try:
            await super().update_heartbeat(worker_id)
        except ConnectorException as error:
            if not is_outage(error):
                raise

    async def finish_job(self, job: Job, status: Status, delete_job: bool) -> None:
        """Report the end of this run of a job, with retries; do nothing if the job was taken away."""
        await self._report(job, _FINISH, status=status.value, delete=delete_job)

    async def retry_job(
        self,
        job: Job,
        retry_at: datetime | None = None,
        priority: int | None = None,
        queue: str | None = None,
        lock: str | None = None,
    ) -> None:
        """Return a job to the queue, with retries; do nothing if it was taken away."""
        values = {"priority": priority, "queue": queue, "lock": lock}
        await self._report(job, _RETRY, retry_at=retry_at or datetime.now(UTC), **values)

    async def _report(self, job: Job, query: str, **values: Any) -> None:
        assert job.id is not None
        tries = last_tries = 0
        try:
            while True:
                try:
                    mine = await self.connector.execute_query_all_async(
                        query=query, id=job.id, attempts=job.attempts, **values
                    )
                except ConnectorException as error:
                    if not is_outage(error):
                        raise
                    tries += 1
                    last_tries += self.stopping
                    if last_tries > _LAST_TRIES:
                        raise
                    if tries == 1:
                        log().warning("job.report_delayed")
                    await asyncio.sleep(_PAUSE_SECONDS)
                else:
                    if not mine and not tries:  # an earlier try may have got through, its answer lost
                        log().warning("job.taken_away", job=job.id, task=job.task_name)
                    return
        finally:
            self._held.discard(job.id)
            self._ended += 1
            if self._look is not None:
                await self._look(channel="", notification={"type": "job_inserted", "job_id": job.id})
