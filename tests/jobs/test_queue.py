"""Jobs exist with their transaction, and are done at least once, also when workers or the database die."""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from dragoman.database.connections import NO_ACCOUNT, Database, transaction
from dragoman.errors import RuleBroken, Unavailable
from dragoman.jobs.queue import Message, enqueue
from dragoman.jobs.retry import Retry
from dragoman.jobs.runner import JobTask, Worker
from tests.conftest import Postgres
from tests.jobs.running import list_jobs, put, running
from tests.waiting import CEILING, until

KILL = "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'dragoman_app'"


async def test_a_job_is_there_if_and_only_if_its_transaction_committed(database: Database) -> None:
    kept = Message(task="t.kept", arguments={"ids": [1, 2]}, queue="q", priority=3)
    assert await put(database, kept) is not None
    with pytest.raises(ZeroDivisionError):
        async with transaction(database, account=NO_ACCOUNT) as tx:
            await enqueue(tx, Message(task="t.dropped"))
            raise ZeroDivisionError
    wanted = {"task_name": "t.kept", "args": {"ids": [1, 2]}, "queue_name": "q", "priority": 3}
    assert {name: (await list_jobs(database, name)) for name in wanted} == {
        name: [v] for name, v in wanted.items()
    }


async def test_a_unique_job_waits_once_and_the_transaction_goes_on(database: Database) -> None:
    async with transaction(database, account=NO_ACCOUNT) as tx:
        assert await enqueue(tx, Message(task="t.once", unique="u")) is not None
        assert await enqueue(tx, Message(task="t.once", unique="u")) is None
        assert await enqueue(tx, Message(task="t.other")) is not None
    assert await list_jobs(database, "task_name") == ["t.once", "t.other"]


async def test_a_worker_does_jobs_with_their_arguments_and_only_of_its_queues(database: Database) -> None:
    done: list[dict[str, Any]] = []

    async def note(**arguments: Any) -> None:
        done.append(arguments)

    await put(database, Message(task="t.note", arguments={"id": 1}, queue="other"))
    async with running(Worker(database=database, tasks={"t.note": JobTask(action=note)}, queues=["mine"])):
        await put(database, Message(task="t.note", arguments={"id": 2}, queue="mine"))
        await until(lambda: done)
    assert done == [{"id": 2}]
    assert await list_jobs(database) == ["todo", "succeeded"]


async def test_a_job_waits_for_its_time_without_listening(database: Database) -> None:
    done: list[datetime] = []

    async def note() -> None:
        done.append(datetime.now(UTC))

    async with transaction(database, account=NO_ACCOUNT) as tx:
        start = tx.now + timedelta(seconds=1.5)
        await enqueue(tx, Message(task="t.later", start=start))
    async with running(Worker(database=database, tasks={"t.later": JobTask(action=note)}, listen=False)):
        await until(lambda: done)
    assert done[0] >= start


async def test_failures_are_tried_again_within_bounds_and_outages_without(database: Database) -> None:
    tries: dict[str, int] = {}

    async def fail_twice(kind: str) -> None:
        tries[kind] = tries.get(kind, 0) + 1
        if kind == "refused":
            raise RuleBroken("never")
        if kind == "always":
            raise ValueError("again")
        if tries[kind] < 3:
            raise Unavailable("later") if kind == "outage" else ValueError("once more")

    for kind in ("refused", "always", "outage", "failure"):
        await put(database, Message(task="t.fail", arguments={"kind": kind}))
    async with running(Worker(database=database, tasks={"t.fail": JobTask(action=fail_twice, attempts=3)})):

        async def ended() -> bool:
            return set(await list_jobs(database)) <= {"failed", "succeeded"}

        await until(ended)
    assert await list_jobs(database) == ["failed", "failed", "succeeded", "succeeded"]
    assert tries == {"refused": 1, "always": 3, "outage": 3, "failure": 3}


def test_pauses_between_tries_grow_to_a_minute() -> None:
    retry = Retry(attempts=8)

    class Tried:
        def __init__(self, attempts: int) -> None:
            self.attempts = attempts

    for attempts in (0, 5, 1000):
        decision = retry.get_retry_decision(exception=OSError(), job=Tried(attempts))  # type: ignore[arg-type]
        assert decision is not None
    assert retry.get_retry_decision(exception=ValueError(), job=Tried(7)) is None  # type: ignore[arg-type]


async def test_the_worker_outlives_its_connections(database: Database, postgres: Postgres) -> None:
    done: list[int] = []

    async def note(number: int) -> None:
        done.append(number)

    async with running(Worker(database=database, tasks={"t.note": JobTask(action=note)})):
        await put(database, Message(task="t.note", arguments={"number": 1}))
        await until(lambda: done == [1])
        await postgres.run(
            "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'dragoman_app'"
        )
        await put(database, Message(task="t.note", arguments={"number": 2}))
        await until(lambda: done == [1, 2])


@pytest.mark.parametrize("listen", [True, False])
async def test_a_running_job_outlives_the_connections_and_its_end_is_reported(
    database: Database, postgres: Postgres, listen: bool
) -> None:
    runs = 0

    async def long(database: Database = database) -> None:
        nonlocal runs
        runs += 1
        await postgres.run(KILL)
        await asyncio.sleep(1.5)
        await postgres.run(KILL)

    await put(database, Message(task="t.long"))
    worker = Worker(
        database=database, tasks={"t.long": JobTask(action=long)}, listen=listen, grace_seconds=0.1
    )
    async with running(worker):

        async def ended() -> bool:
            try:
                return await list_jobs(database) == ["succeeded"]
            except Unavailable:  # our own connection was killed as well
                return False

        await until(ended)
    assert runs == 1


@pytest.mark.parametrize("listen", [True, False])
async def test_no_job_is_lost_or_begun_again_while_connections_break(
    database: Database, postgres: Postgres, listen: bool
) -> None:
    """Answers that give the worker a job get lost, too; what runs goes on."""
    runs: Counter[str] = Counter()
    broken = asyncio.Event()

    async def long() -> None:
        runs["long"] += 1
        await broken.wait()

    async def short() -> None:
        runs["short"] += 1

    await put(database, Message(task="t.long"))
    tasks = {"t.long": JobTask(action=long), "t.short": JobTask(action=short)}
    async with running(Worker(database=database, tasks=tasks, listen=listen, grace_seconds=0.1)):
        for _ in range(40):
            with suppress(Unavailable):
                await put(database, Message(task="t.short"))
            await postgres.run(KILL)
            await asyncio.sleep(0.05)
        broken.set()

        async def ended() -> bool:
            with suppress(Unavailable):
                return set(await list_jobs(database)) == {"succeeded"}
            return False

        await until(ended)
    assert runs["long"] == 1
    assert runs["short"] >= len(await list_jobs(database)) - 1 > 0


async def test_a_stopping_worker_gives_back_what_does_not_end_in_time(database: Database) -> None:
    started = asyncio.Event()

    async def hang() -> None:
        started.set()
        await asyncio.sleep(60)

    worker = Worker(database=database, tasks={"t.hang": JobTask(action=hang)}, grace_seconds=0.2)
    await put(database, Message(task="t.hang"))
    async with running(worker):
        await asyncio.wait_for(started.wait(), CEILING)
    assert await list_jobs(database) == ["todo"]


async def test_a_worker_that_is_stopped_while_it_connects_leaves_nothing_running(database: Database) -> None:
    """Connections that go on trying would hold the process until it is ended by force."""
    others = asyncio.all_tasks()
    with socket.create_server(("127.0.0.1", 0)) as silent:
        silent.setblocking(False)
        url = f"postgresql://dragoman@127.0.0.1:{silent.getsockname()[1]}/dragoman"
        async with running(Worker(database=replace(database, url=url), tasks={})):
            connection, _ = await asyncio.wait_for(asyncio.get_running_loop().sock_accept(silent), CEILING)
        with connection:
            await until(
                lambda: asyncio.all_tasks() <= others
            )  # the watch of `database` has some for a moment
