"""Accounts share workers, and the streams of an account its share: who has little is not kept waiting."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack
from datetime import timedelta
from typing import Any

import pytest
from procrastinate import PsycopgConnector
from sqlalchemy import text

from dragoman.database.connections import NO_ACCOUNT, Database, transaction
from dragoman.jobs.connector import OutageTolerantJobs
from dragoman.jobs.fair_queue import Running, Slice, count_reserved, running
from dragoman.jobs.queue import CONTINUED, Message, Share, enqueue
from dragoman.jobs.queue_statistics import list_queues
from dragoman.jobs.runner import JobTask, Worker
from tests.jobs.running import list_jobs, put
from tests.jobs.running import running as running_worker
from tests.waiting import until

A, B, C = 1, 2, 3


def message(
    account: int, name: str = "", *, stream: str = "s", queue: str = "default", **more: Any
) -> Message:
    share = Share(account=account, stream=stream)
    return Message(task="t.work", arguments={"name": name or str(account)}, share=share, queue=queue, **more)


async def put_all(database: Database, messages: Sequence[Message]) -> None:
    async with transaction(database, account=NO_ACCOUNT) as tx:
        for one in messages:
            await enqueue(tx, one)


class Work:
    """Jobs that end when they are let go, in the order in which they were started."""

    def __init__(self) -> None:
        self.started: list[str] = []
        self.let_go = asyncio.Event()

    async def do(self, name: str) -> None:
        self.started.append(name)
        await self.let_go.wait()

    def worker(self, database: Database, **options: Any) -> Worker:
        return Worker(database=database, tasks={"t.work": JobTask(action=self.do)}, **options)


async def claim(
    database: Database, count: int, *, queues: Sequence[str] = ("default",), **options: Any
) -> list[str]:
    """The names of the jobs that a new worker takes, in its order; they run from then on."""
    connector = PsycopgConnector(conninfo=database.url, min_size=1, max_size=2)
    async with AsyncExitStack() as stack:
        await connector.open_async()
        stack.push_async_callback(connector.close_async)
        row = await connector.execute_query_one_async(
            query="insert into procrastinate_workers default values returning id"
        )
        jobs = OutageTolerantJobs(connector, concurrency=1000)
        taken = [await jobs.fetch_job(queues, row["id"]) for _ in range(count)]
        return [str(job.task_kwargs["name"]) for job in taken if job is not None]


async def test_accounts_take_turns_however_much_each_has_waiting(database: Database) -> None:
    await put_all(database, [message(A) for _ in range(300)])
    await put_all(database, [message(B), message(B), message(C)])
    assert Counter(await claim(database, 5)) == {"1": 2, "2": 2, "3": 1}
    assert await claim(database, 3) == ["1", "1", "1"]


@pytest.mark.parametrize("concurrency", [1, 4, 16])
async def test_an_account_starts_at_once_where_another_ones_long_jobs_have_all_places(
    database: Database, concurrency: int
) -> None:
    work = Work()
    async with running_worker(work.worker(database, concurrency=concurrency, grace_seconds=5)):
        await put_all(database, [message(A) for _ in range(3 * concurrency)])
        await until(lambda: len(work.started) == concurrency)
        await put(database, message(B))
        await until(lambda: "2" in work.started)
        assert work.started == ["1"] * concurrency + ["2"]
        work.let_go.set()


async def test_places_in_reserve_are_for_accounts_without_any(database: Database) -> None:
    work = Work()
    async with running_worker(work.worker(database, concurrency=4, grace_seconds=5)):
        await put_all(database, [message(A) for _ in range(9)])
        await until(lambda: len(work.started) == 4)
        await put_all(database, [message(B), message(B)])
        await until(lambda: len(work.started) == 4 + count_reserved(4))
        await put_all(database, [message(C)])  # all are taken now
        await asyncio.sleep(1.5)  # a poll has passed
        assert Counter(work.started) == {"1": 4, "2": 1}
        work.let_go.set()
        await until(lambda: len(work.started) == 12)


async def test_several_workers_share_by_the_same_rule(database: Database) -> None:
    first, second = Work(), Work()
    await put_all(database, [message(A) for _ in range(100)])
    async with (
        running_worker(first.worker(database, concurrency=3, grace_seconds=5)),
        running_worker(second.worker(database, concurrency=3, grace_seconds=5)),
    ):
        await until(lambda: len(first.started) == len(second.started) == 3)
        await put(database, message(B))
        await until(lambda: "2" in first.started + second.started)
        assert Counter(first.started + second.started) == {"1": 6, "2": 1}
        first.let_go.set()
        second.let_go.set()


async def test_an_accounts_streams_take_turns_over_its_queues(database: Database) -> None:
    await put_all(database, [message(A, f"p1-{n}", stream="project:1", queue="projects") for n in range(160)])
    await put(database, message(A, "document", stream="application:1", queue="documents"))
    await put(database, message(A, "p2", stream="project:2", queue="projects"))
    queues = ["documents", "projects", "housekeeping"]
    assert set(await claim(database, 3, queues=queues)) == {"p1-0", "document", "p2"}
    await put(database, message(A, "again", stream="application:1", queue="documents"))
    order = await claim(database, 2, queues=queues)
    assert set(order) == {"p1-1", "again"}  # each stream has one that runs


async def test_with_one_place_all_streams_get_their_turns(database: Database) -> None:
    streams = [f"project:{n}" for n in range(5)]
    await put_all(database, [message(A, stream, stream=stream) for stream in streams for _ in range(4)])
    work = Work()
    work.let_go.set()
    async with running_worker(work.worker(database, concurrency=1)):
        await until(lambda: len(work.started) == 20)
    assert [Counter(work.started[n : n + 5]) for n in range(0, 20, 5)] == [Counter(streams)] * 4


async def test_with_one_place_all_accounts_get_their_turns(database: Database) -> None:
    await put_all(database, [message(account) for account in range(1, 8) for _ in range(3)])
    work = Work()
    work.let_go.set()
    async with running_worker(work.worker(database, concurrency=1)):
        await until(lambda: len(work.started) == 21)
    accounts = {str(account) for account in range(1, 8)}
    assert [set(work.started[n : n + 7]) for n in range(0, 21, 7)] == [accounts] * 3


async def test_within_a_stream_begun_work_goes_first_then_the_oldest(database: Database) -> None:
    await put_all(database, [message(A, "1"), message(A, "2"), message(A, "begun", priority=CONTINUED)])
    assert await claim(database, 3) == ["begun", "1", "2"]


async def test_jobs_that_are_tried_again_do_not_get_ahead_of_other_accounts(database: Database) -> None:
    async with transaction(database, account=NO_ACCOUNT) as tx:
        past = tx.now - timedelta(hours=1)
        for _ in range(500):
            await enqueue(tx, message(A, start=past))
        await enqueue(tx, message(A, "later", start=tx.now + timedelta(hours=1)))
        await enqueue(tx, message(B))
    assert "2" in await claim(database, 2)
    (figures,) = await _figures(database)
    assert (figures.waiting, figures.scheduled, figures.running) == (499, 1, 2)
    assert figures.oldest == past


async def _figures(database: Database) -> Sequence[Any]:
    async with transaction(database, account=NO_ACCOUNT) as tx:
        return await list_queues(tx)


async def test_jobs_of_earlier_releases_and_of_the_service_itself_are_done(database: Database) -> None:
    done: list[dict[str, Any]] = []

    async def note(**arguments: Any) -> None:
        done.append(arguments)

    await put(database, Message(task="t.note", arguments={"account": A, "name": "old"}))
    await put(database, Message(task="t.note", arguments={"name": "own"}))
    await put(database, Message(task="t.note", arguments={"name": "new"}, share=Share(account=A, stream="s")))
    async with running_worker(Worker(database=database, tasks={"t.note": JobTask(action=note)})):
        await until(lambda: len(done) == 3)
    wanted = [{"name": "new"}, {"account": A, "name": "old"}, {"name": "own"}]
    assert sorted(done, key=lambda one: str(one["name"])) == wanted


async def test_every_end_of_a_job_starts_the_next_without_listening(database: Database) -> None:
    """Faster than polls: a place that becomes free is used, also while those in reserve are empty."""
    work = Work()
    work.let_go.set()
    await put_all(database, [message(A) for _ in range(60)])
    began = time.monotonic()
    async with running_worker(work.worker(database, concurrency=1, listen=False)):
        await until(lambda: len(work.started) == 60)
    assert time.monotonic() - began < 60  # a poll each would take 60 s
    assert await list_jobs(database) == ["succeeded"] * 60


@pytest.mark.parametrize(
    ("mine", "others", "wanted"),
    [
        ((A, "s"), [], False),
        ((A, "s"), [(B, "s")], True),  # who has none
        ((A, "s"), [(A, "s")], False),  # one's own turn comes
        ((A, "s"), [(A, "t")], True),  # another stream of one's own
        ((None, "-"), [(B, "s")], False),  # outside of any worker
    ],
)
async def test_a_slice_is_over_when_an_account_with_less_waits(
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
    mine: tuple[int | None, str],
    others: list[tuple[int, str]],
    wanted: bool,
) -> None:
    monkeypatch.setattr("dragoman.jobs.fair_queue._SLICE_SECONDS", -1)
    account, stream = mine
    turn = Slice(database)
    if account is None:
        assert await turn.is_over() is False
        return
    await put(database, message(account, stream=stream))
    assert await claim(database, 1) == [str(account)]
    await put_all(database, [message(other, stream=its) for other, its in others])
    job = Running(queues=["default"], queue="default", share=Share(account=account, stream=stream))
    with running(job):
        assert await turn.is_over() is wanted


async def test_a_slice_lasts_as_long_as_its_work_is_worth_going_back_to(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dragoman.jobs.fair_queue._SLICE_SECONDS", 0)
    await put(database, message(A))
    await claim(database, 1)
    await put(database, message(B))
    with running(Running(queues=["default"], queue="default", share=Share(account=A, stream="s"))):
        began = time.monotonic()
        turn = Slice(database)
        await asyncio.sleep(0.2)  # reads what it had
        turn.start_work()
        assert await turn.is_over() is False
        await until(turn.is_over)
        assert time.monotonic() - began > 2 * 0.2


async def test_a_claim_costs_the_same_among_many_jobs_and_accounts(database: Database) -> None:
    """By pages that the server reads: a clock would measure the machine."""

    async def read_pages(queues: str) -> int:
        async with transaction(database, account=NO_ACCOUNT) as tx:
            explained = await tx.connection.scalar(
                text(
                    "explain (analyze, buffers, format json)"
                    f" select * from queue_next_account(array['{queues}']::varchar[], -1) found,"
                    f" lateral queue_claim(array['{queues}']::varchar[], found.account, '', null)"
                )
            )
        plan = explained[0]["Plan"]
        return int(plan["Shared Hit Blocks"] + plan["Shared Read Blocks"])

    await put_all(database, [message(A, queue="few") for _ in range(5)])
    few = [await read_pages("few") for _ in range(3)][-1]
    async with transaction(database, account=NO_ACCOUNT) as tx:
        await tx.connection.execute(
            text(
                "insert into procrastinate_jobs (queue_name, task_name, args) select 'many', 't',"
                " jsonb_build_object('share', jsonb_build_array(n % 2000, 's' || n % 7))"
                " from generate_series(1, 20000) n"
            )
        )
    many = [await read_pages("many") for _ in range(3)][-1]
    assert many < few + 60
