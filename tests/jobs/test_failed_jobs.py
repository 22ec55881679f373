"""Jobs that failed for good, why, and how they are tried again; workers by their heartbeats."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from dragoman.database.connections import NO_ACCOUNT, Database, transaction
from dragoman.errors import Conflict, NotFound, RuleBroken
from dragoman.jobs.failed_jobs import describe_failure, list_failed_jobs, retry_job
from dragoman.jobs.queue import Message, Share
from dragoman.jobs.runner import JobTask, Worker
from dragoman.jobs.workers import list_workers
from tests.jobs.running import list_jobs, put, running
from tests.waiting import until


async def test_a_failed_job_says_why_and_is_done_when_it_is_tried_again(database: Database) -> None:
    broken = [True]

    async def act(*, project: int) -> None:
        assert project == 5
        if broken:
            raise RuleBroken("The memory is gone.\nText of a customer")

    message = Message(task="t.act", arguments={"project": 5}, share=Share(account=3, stream="project:5"))
    number = await put(database, message)
    worker = Worker(database=database, tasks={"t.act": JobTask(action=act)})
    async with running(worker):
        await until(lambda: _has(database, "failed"))
        async with transaction(database, account=NO_ACCOUNT) as tx:
            (job,) = await list_failed_jobs(tx, limit=5)
            assert (job.id, job.queue, job.task, job.account_id, job.arguments, job.attempts) == (
                number,
                "default",
                "t.act",
                3,
                {"project": 5},
                1,
            )
            assert (job.error, job.reason) == ("RuleBroken", "The memory is gone.")
            assert job.failed is not None
            assert await list_failed_jobs(tx, queue="documents", limit=5) == []
        broken.clear()
        async with transaction(database, account=NO_ACCOUNT) as tx:
            assert await retry_job(tx, job.id) == job
        await until(lambda: _has(database, "succeeded"))
    async with transaction(database, account=NO_ACCOUNT) as tx:
        with pytest.raises(Conflict, match="has not failed"):
            await retry_job(tx, job.id)
        with pytest.raises(NotFound):
            await retry_job(tx, 2**40)
        await tx.connection.execute(text("delete from procrastinate_jobs"))
        assert await tx.connection.scalar(text("select count(*) from job_failures")) == 0


async def _has(database: Database, status: str) -> bool:
    return status in await list_jobs(database)


async def test_a_job_of_which_another_waits_is_not_tried_again(database: Database) -> None:
    await put(database, Message(task="t.once", unique="once"))
    async with transaction(database, account=NO_ACCOUNT) as tx:
        await tx.connection.execute(text("update procrastinate_jobs set status = 'failed'"))
        (job,) = await list_failed_jobs(tx, limit=1)
    assert (job.error, job.reason, job.account_id) == (None, "", None)
    await put(database, Message(task="t.once", unique="once"))
    async with transaction(database, account=NO_ACCOUNT) as tx:
        with pytest.raises(Conflict, match="waits already"):
            await retry_job(tx, job.id)
        assert [one.id for one in await list_failed_jobs(tx, limit=9)] == [job.id]


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (ValueError("Text of a customer"), ("ValueError", "")),
        (
            FileNotFoundError(2, "No such file or directory", "/a/customer.docx"),
            ("FileNotFoundError", "No such file or directory"),
        ),
        (NotFound("x" * 400), ("NotFound", "x" * 300)),
    ],
)
def test_a_reason_quotes_nothing_that_a_customer_wrote(error: Exception, expected: tuple[str, str]) -> None:
    described = describe_failure(error)
    assert (described["error"], described["reason"]) == expected


async def test_workers_are_alive_while_their_hearts_beat(database: Database) -> None:
    await put(database, Message(task="t.long", queue="documents"))
    async with transaction(database, account=NO_ACCOUNT) as tx:
        for statement in (
            "insert into procrastinate_workers (last_heartbeat) values (now() - interval '25 s'), (now())",
            "update procrastinate_jobs set status = 'doing', worker_id = 2",
        ):
            await tx.connection.execute(text(statement))
        dead, living = await list_workers(tx)
    assert (dead.is_alive, dead.queues, dead.running) == (False, (), 0)
    assert (living.is_alive, living.queues, living.running) == (True, ("documents",), 1)
