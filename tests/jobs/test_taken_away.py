"""A worker that was thought dead does not end the run of a job that another has begun."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from procrastinate import App, PsycopgConnector
from procrastinate.jobs import Job, Status
from sqlalchemy import text

from dragoman.database.connections import NO_ACCOUNT, Database, transaction
from dragoman.jobs.connector import OutageTolerantJobs
from dragoman.jobs.queue import Message, enqueue
from dragoman.jobs.runner import rescue_stalled_jobs
from tests.waiting import CEILING


@asynccontextmanager
async def _fetching(url: str) -> AsyncIterator[tuple[App, OutageTolerantJobs]]:
    connector = PsycopgConnector(conninfo=url, min_size=1, max_size=2)
    app = App(connector=connector)
    app.job_manager = jobs = OutageTolerantJobs(connector, concurrency=4)
    async with app.open_async():
        yield app, jobs


async def _fetch(jobs: OutageTolerantJobs) -> Job:
    row = await jobs.connector.execute_query_one_async(
        query="insert into procrastinate_workers default values returning id"
    )
    async with asyncio.timeout(CEILING):
        while (job := await jobs.fetch_job(["default"], row["id"])) is None:
            await asyncio.sleep(0.05)  # what was given back joins the others when a worker looks for it
    return job


async def _take_away(app: App, database: Database) -> None:
    """As a rescue does when a worker was silent for too long."""
    async with transaction(database, account=NO_ACCOUNT) as tx:
        await tx.connection.execute(
            text("update procrastinate_workers set last_heartbeat = now() - interval '1 hour'")
        )
    assert await rescue_stalled_jobs(app) == 1
    async with transaction(database, account=NO_ACCOUNT) as tx:
        await tx.connection.execute(text("update procrastinate_jobs set scheduled_at = null"))


async def _states(database: Database) -> list[str]:
    async with transaction(database, account=NO_ACCOUNT) as tx:
        return list((await tx.connection.execute(text("select status from procrastinate_jobs"))).scalars())


@pytest.mark.parametrize("ends", ["finishes", "gives back"])
async def test_who_was_thought_dead_ends_nothing(database: Database, ends: str) -> None:
    async with transaction(database, account=NO_ACCOUNT) as tx:
        await enqueue(tx, Message(task="t.taken"))
    async with _fetching(database.url) as (app, jobs):
        slow = await _fetch(jobs)
        await _take_away(app, database)
        if ends == "finishes":
            await jobs.finish_job(slow, Status.SUCCEEDED, delete_job=True)
        else:
            await jobs.retry_job(slow)
        assert await _states(database) == ["todo"]
        other = await _fetch(jobs)
        await jobs.finish_job(slow, Status.SUCCEEDED, delete_job=True)
        await jobs.retry_job(slow)
        assert await _states(database) == ["doing"]
        assert other.id == slow.id
        await jobs.finish_job(other, Status.SUCCEEDED, delete_job=True)
        assert await _states(database) == []


async def test_a_run_is_given_back_with_its_time(database: Database) -> None:
    async with transaction(database, account=NO_ACCOUNT) as tx:
        await enqueue(tx, Message(task="t.again"))
    async with _fetching(database.url) as (_, jobs):
        await jobs.retry_job(await _fetch(jobs))
        assert await _states(database) == ["todo"]
        again = await _fetch(jobs)
        assert again.attempts == 1
        await jobs.finish_job(again, Status.FAILED, delete_job=False)
        assert await _states(database) == ["failed"]
