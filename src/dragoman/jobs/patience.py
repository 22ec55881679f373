"""The queue's bookkeeping, made to outlast a database that is away for a moment.

procrastinate's own worker stops at the first error of its listener or heartbeat, which would abort long jobs;
and a job whose end it could not report would look busy for as long as the worker lives.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

from procrastinate.connector import BaseConnector
from procrastinate.exceptions import ConnectorException
from procrastinate.manager import JobManager

from dragoman.database.connections import is_outage
from dragoman.telemetry import log

_PAUSE_SECONDS: Final = 0.5
_LAST_TRIES: Final = 10  # of reporting, once the worker is told to stop; then another rescues the job


class PatientJobs(JobManager):
    """Tries again where the database was away, instead of ending the worker."""

    def __init__(self, connector: BaseConnector) -> None:
        super().__init__(connector)
        self.stopping = False

    async def listen_for_jobs(self, **arguments: Any) -> None:
        """Listen, again and again; polling finds jobs meanwhile."""
        while True:
            try:
                await super().listen_for_jobs(**arguments)
            except ConnectorException as error:
                if not is_outage(error):
                    raise
            await asyncio.sleep(_PAUSE_SECONDS)

    async def update_heartbeat(self, worker_id: int) -> None:
        """Miss a beat rather than fail; several must be missed before the worker counts as dead."""
        try:
            await super().update_heartbeat(worker_id)
        except ConnectorException as error:
            if not is_outage(error):
                raise

    async def finish_job(self, *arguments: Any, **options: Any) -> None:
        """Report the end of a job, whatever it takes."""
        await self._insist(lambda: super(PatientJobs, self).finish_job(*arguments, **options))

    async def retry_job(self, *arguments: Any, **options: Any) -> None:
        """Give a job back, whatever it takes."""
        await self._insist(lambda: super(PatientJobs, self).retry_job(*arguments, **options))

    async def _insist(self, report: Callable[[], Awaitable[None]]) -> None:
        tries = last_tries = 0
        while True:
            try:
                await report()
            except ConnectorException as error:
                if not is_outage(error):
                    if tries:  # an earlier try had got through, only its answer had not
                        return
                    raise
                tries += 1
                last_tries += self.stopping
                if last_tries > _LAST_TRIES:
                    raise
                if tries == 1:
                    log().warning("job.report_delayed")
                await asyncio.sleep(_PAUSE_SECONDS)
            else:
                return
