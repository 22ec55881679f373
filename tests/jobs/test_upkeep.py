"""What keeps the queue in order: jobs of dead workers, old jobs, and the timetable."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from procrastinate import App, PsycopgConnector
from sqlalchemy import text

from dragoman.database.connections import NO_ACCOUNT, Database, transaction
from dragoman.documents.messages import CONVERSIONS
from dragoman.jobs.queue import Message, enqueue, remove_old_jobs
from dragoman.jobs.runner import JobTask, Recurrence, Worker, rescue_stalled_jobs
from dragoman.settings import Settings
from dragoman.worker import HOUSEKEEPING, QUEUES, REMOVE_OLD_JOBS, create_workers
from tests.jobs.running import list_jobs, put, running
from tests.opened import opened_resources
from tests.waiting import until


async def test_jobs_of_dead_workers_are_given_back_once(database: Database) -> None:
    for _ in range(3):
        await put(database, Message(task="t.stalled"))
    async with transaction(database, account=NO_ACCOUNT) as tx:
        for statement in (
            "insert into procrastinate_workers (last_heartbeat) values (now() - interval '25 s'), (now())",
            "update procrastinate_jobs set status = 'doing', worker_id = 1 where id = 1",  # of the dead one
            "update procrastinate_jobs set status = 'doing', worker_id = 2 where id = 2",  # of the living one
            "update procrastinate_jobs set status = 'doing' where id = 3",  # of one already forgotten
        ):
            await tx.connection.execute(text(statement))
    app = App(connector=PsycopgConnector(conninfo=database.url, min_size=1, max_size=4))
    async with app.open_async():
        rescued = await asyncio.gather(*(rescue_stalled_jobs(app) for _ in range(4)))
    assert sum(rescued) == 2
    assert await list_jobs(database) == ["todo", "doing", "todo"]


async def test_old_jobs_are_removed_with_their_events(database: Database) -> None:
    async with transaction(database, account=NO_ACCOUNT) as tx:
        for number, status in enumerate(("succeeded", "failed", "succeeded", "todo")):
            await enqueue(tx, Message(task=f"t.{number}"))
            await tx.connection.execute(
                text(
                    "update procrastinate_jobs set status = cast(:status as procrastinate_job_status) "
                    "where task_name = :name"
                ),
                {"status": status, "name": f"t.{number}"},
            )
        await tx.connection.execute(
            text("update procrastinate_events set at = at - interval '2 days' where job_id <> 3")
        )
        assert await remove_old_jobs(tx) == 1
    assert await list_jobs(database, "task_name") == ["t.1", "t.2", "t.3"]


async def test_the_timetable_names_tasks_that_exist(
    database: Database, make_settings: Callable[..., Settings]
) -> None:
    async with opened_resources(database, make_settings(libreoffice="off")) as resources:
        workers = create_workers(resources)
        for worker in workers:
            assert {recurrence.task for recurrence in worker.timetable} <= set(worker.tasks)
        queues = [queue for worker in workers for queue in worker.queues or ()]
        assert sorted(queues) == sorted(set(QUEUES) - {CONVERSIONS})  # which needs LibreOffice
        (housekeeper,) = [worker for worker in workers if HOUSEKEEPING in (worker.queues or ())]
        await put(database, Message(task=REMOVE_OLD_JOBS, queue=HOUSEKEEPING))
        async with running(housekeeper):

            async def done() -> bool:
                return "succeeded" in await list_jobs(database)

            await until(done)


async def test_two_workers_make_one_job_of_a_time_of_the_timetable(database: Database) -> None:
    async def nothing() -> None:
        pass

    last = datetime.now(UTC) - timedelta(minutes=2)  # it is caught up with; the next is in an hour
    worker = Worker(
        database=database,
        tasks={"t.often": JobTask(action=nothing)},
        timetable=[Recurrence(task="t.often", cron=f"{last.minute} * * * *")],
    )
    async with running(worker), running(worker):

        async def done() -> bool:
            return "succeeded" in await list_jobs(database)

        await until(done)
    assert await list_jobs(database, "task_name") == ["t.often"]
