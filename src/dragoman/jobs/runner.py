"""Running jobs: a worker loop that survives the database, and rescues the jobs of workers that died.

Knows no job by name; the table of them comes from `dragoman.worker`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import psycopg
from procrastinate import App, JobContext, PsycopgConnector
from procrastinate.exceptions import ConnectorException
from psycopg_pool import AsyncConnectionPool

from dragoman.cancellation import check_cancelled
from dragoman.database.connections import Database, has_hung_up, is_outage
from dragoman.database.liveness import (
    CONNECT_DEFAULTS,
    LONG_SECONDS,
    ServerWatch,
    WatchedConnection,
    statement_limit,
)
from dragoman.jobs.connector import OutageTolerantJobs
from dragoman.jobs.failed_jobs import RECORD_FAILURE, describe_failure
from dragoman.jobs.fair_queue import Running, count_reserved, running, share_of
from dragoman.jobs.queue import DEFAULT_QUEUE, SHARE
from dragoman.jobs.retry import Retry, is_outage_of_service
from dragoman.jobs.workers import STALLED_SECONDS
from dragoman.telemetry import log

_HEARTBEAT_SECONDS: Final = 5.0
_RESCUE_SECONDS: Final = 5.0
_POLL_SECONDS: Final = 1.0  # finds delayed and retried jobs, and all of them where nothing listens
_RESTART_SECONDS: Final = 0.5
_REPORT_SECONDS: Final = 5.0  # for the last reports, when a worker ends

Action: TypeAlias = Callable[..., Awaitable[None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class JobTask:
    """What is done with the messages of one name. Actions are idempotent: a job may run more than once."""

    action: Action  # called with the message's arguments
    queue: str = DEFAULT_QUEUE  # for jobs of the timetable; messages name their own
    attempts: int = 8  # when its own doing fails; outages are retried without end


@dataclass(frozen=True, slots=True, kw_only=True)
class Recurrence:
    """A job that the timetable makes, once in all processes together."""

    task: str
    cron: str  # minute hour day month weekday


@dataclass(frozen=True, slots=True, kw_only=True)
class Worker:
    """Everything that one worker needs to run."""

    database: Database  # of which it uses the address and the watch, not the pools
    tasks: Mapping[str, JobTask]
    timetable: Sequence[Recurrence] = ()
    queues: Sequence[str] = (DEFAULT_QUEUE,)
    concurrency: int = 4  # jobs at once, and a quarter more for accounts that have nothing running
    connections: int = 3  # that fetch jobs and report; one more listens
    grace_seconds: float = 30
    listen: bool = True


async def run_worker(worker: Worker) -> None:
    """Run jobs until cancelled; then let running ones end, and give back those that do not in time."""
    while True:
        try:
            app, jobs = _create_app(worker)
            async with _open_pool(worker) as pool, app.open_async(pool), asyncio.TaskGroup() as group:
                rescuing = group.create_task(_rescue_forever(app, worker.database.watch))
                await _run_until_cancelled(app, jobs, worker)
                rescuing.cancel()
        except Exception as error:  # the worker survives an error of one of its parts
            reasons = _reasons(error)
            if all(is_outage(reason) for reason in reasons):
                log().warning("worker.database_away", retry_seconds=_RESTART_SECONDS)
            else:
                log().error("worker.restarted", exc_info=error)
        await asyncio.sleep(_RESTART_SECONDS)


async def rescue_stalled_jobs(app: App) -> int:
    """Give back the jobs of workers that died; how many. Safe in many processes at once.

    A job that repeatedly crashes its worker waits a little longer each time, so that other jobs run first.
    Actions themselves give up a job that never stops doing so.
    """
    rows = await app.connector.execute_query_all_async(query=_RESCUE, seconds=STALLED_SECONDS)
    if rows:
        log().warning("jobs.rescued", jobs=[row["id"] for row in rows])
    return len(rows)


# A row that changed meanwhile is judged again once it is locked, so that two rescuers do not give back a job
# that already runs elsewhere. (An outer join in place of `not exists` would then see no worker at all.)
_RESCUE: Final = """
    with stalled as materialized (
      select id, attempts from procrastinate_jobs job
      where status = 'doing' and not exists (
        select from procrastinate_workers worker
        where worker.id = job.worker_id
          and worker.last_heartbeat >= now() - %(seconds)s * interval '1 second'
      )
      for update skip locked
    )
    select id, procrastinate_retry_job_v2(
      id, now() + least(attempts, 5) * interval '1 second', null, null, null
    )
    from stalled
"""


def _create_app(worker: Worker) -> tuple[App, OutageTolerantJobs]:
    connector = PsycopgConnector()  # it gets its pool when it is opened
    app = App(connector=connector)
    app.job_manager = jobs = OutageTolerantJobs(
        connector, concurrency=worker.concurrency, listen=worker.listen
    )
    for name, task in worker.tasks.items():
        registered = app.task(
            name=name, queue=task.queue, retry=Retry(attempts=task.attempts), pass_context=True
        )(_handler(name, task, queues=worker.queues))
        for recurrence in worker.timetable:
            if recurrence.task == name:
                app.periodic(cron=recurrence.cron)(registered)
    return app, jobs


@asynccontextmanager
async def _open_pool(worker: Worker) -> AsyncIterator[AsyncConnectionPool[Any]]:
    """Connect, and close the connections at the end, also when the worker is cancelled while it connects.

    A pool that procrastinate opens would be left open then, and its tasks end only when it is closed.
    Nothing is asked of the server before each use of a connection.
    """
    connect: dict[str, Any] = {**CONNECT_DEFAULTS, "watch": worker.database.watch}
    if not worker.listen:  # a transaction-pooling proxy, which does not know prepared statements either
        connect["prepare_threshold"] = None
    pool = AsyncConnectionPool[Any](
        conninfo=worker.database.url,
        min_size=1,
        max_size=worker.connections,
        timeout=10,
        reconnect_timeout=2,  # afterwards a connection is made on demand: pauses do not grow
        connection_class=WatchedConnection,
        kwargs=connect,
        configure=_commit_each_statement,
        check=_refuse_dead,
        open=False,
    )
    try:
        await pool.open(wait=True)
        yield pool
    finally:
        await pool.close()


async def _commit_each_statement(connection: psycopg.AsyncConnection[Any]) -> None:
    """The queue's work is single statements: no round trips to begin and to commit each of them."""
    await connection.set_autocommit(True)


async def _refuse_dead(connection: psycopg.AsyncConnection[Any]) -> None:
    if has_hung_up(connection):
        await connection.close()  # the pool would take it for a good one
        raise psycopg.OperationalError("The database server has ended the connection.")


def _handler(name: str, task: JobTask, *, queues: Sequence[str]) -> Action:
    async def handle(context: JobContext, **arguments: Any) -> None:
        job = Running(queues=queues, queue=context.job.queue, share=share_of(context.job))
        arguments.pop("timestamp", None)  # the timetable's time; actions take the database's now
        arguments.pop(SHARE, None)
        try:
            with running(job), statement_limit(LONG_SECONDS):
                await task.action(**arguments)
        except Exception as error:
            log().warning("job.attempt_failed", task=name, error=type(error).__name__)
            await _record_failure(context, error)
            raise

    return handle


async def _record_failure(context: JobContext, error: Exception) -> None:
    """Record why an attempt failed. What is not recorded, as the database is away, is in the log only."""
    if is_outage_of_service(error):  # it is tried again, without end
        return
    with suppress(ConnectorException):
        await context.app.connector.execute_query_async(
            query=RECORD_FAILURE, job_id=context.job.id, **describe_failure(error)
        )


async def _run_until_cancelled(app: App, jobs: OutageTolerantJobs, worker: Worker) -> None:
    check_cancelled()  # while the queue was opened
    running = asyncio.ensure_future(
        app.run_worker_async(
            queues=worker.queues,
            concurrency=worker.concurrency + count_reserved(worker.concurrency),
            install_signal_handlers=False,
            shutdown_graceful_timeout=worker.grace_seconds,
            fetch_job_polling_interval=_POLL_SECONDS,
            listen_notify=True,  # `OutageTolerantJobs` knows whether to
            update_heartbeat_interval=_HEARTBEAT_SECONDS,
            stalled_worker_timeout=STALLED_SECONDS,
        )
    )
    try:
        await asyncio.shield(running)
    except asyncio.CancelledError:
        jobs.stopping = True
        running.cancel()
        await asyncio.wait({running}, timeout=worker.grace_seconds + _REPORT_SECONDS)
        if not running.done():  # the database is away: jobs whose end is not reported run again elsewhere
            running.cancel()
            await asyncio.wait({running}, timeout=1)
        elif not running.cancelled() and (error := running.exception()) is not None:
            log().warning("worker.ended_badly", exc_info=error)
        raise


async def _rescue_forever(app: App, watch: ServerWatch) -> None:
    """Rescue; after a silence of the database only when all workers had time to report."""
    while True:
        try:
            if watch.answering_seconds() > 2 * _HEARTBEAT_SECONDS:
                await rescue_stalled_jobs(app)
        except ConnectorException as error:
            if not is_outage(error):
                raise
        check_cancelled()
        await asyncio.sleep(_RESCUE_SECONDS)


def _reasons(error: BaseException) -> list[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        return [reason for inner in error.exceptions for reason in _reasons(inner)]
    return [error]
