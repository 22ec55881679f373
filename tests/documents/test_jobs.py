"""Runs of document jobs: what survives, what ends them, and which run may record."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace

import pytest

from dragoman.blobs import read_all
from dragoman.documents import files, work
from dragoman.documents.messages import QUEUE, TRANSLATE
from dragoman.documents.model import ErrorCode, JobFailure, JobStatus
from dragoman.errors import RuleBroken, TooManyRequests
from dragoman.jobs import fair_queue
from dragoman.jobs.fair_queue import Running, running
from dragoman.jobs.queue import CONTINUED, Share
from dragoman.translation.model import Translation
from tests.documents.conftest import PAGE, Desk, change, claim, count_notifications, new_caller


async def test_a_submission_is_a_file_a_row_and_a_message(desk: Desk) -> None:
    job_id = await desk.submit()
    job = await desk.job(job_id)
    assert (job.status, job.run, job.progress) == (JobStatus.CREATED, 0, 0)
    assert await desk.names() == {"source"}
    (message,) = await desk.waiting(TRANSLATE)
    assert message["args"] == {
        "job": str(job_id),
        "account": desk.caller.account_id,
        "share": [desk.caller.account_id, f"application:{desk.caller.application_id}"],
    }
    assert await files.read_source(desk.resources.blobs, job) == PAGE


async def test_a_refused_submission_leaves_nothing(desk: Desk) -> None:
    for fields in (
        {"file_name": "page.xyz"},
        {"target": "xx"},
        {"options": {"colour": 1}},
        {"file_name": "a/b"},
    ):
        with pytest.raises(RuleBroken):
            await desk.submit(**fields)
    await desk.submit(key="one")
    with pytest.raises(RuleBroken, match="Idempotency-Key"):
        await desk.submit(PAGE[:10] + PAGE, key="one")
    assert await desk.names() == {"source"}
    assert len(await desk.waiting(TRANSLATE)) == 1


async def test_the_outcome_and_its_notification_are_recorded_together(desk: Desk) -> None:
    job_id = await desk.submit(success_url="http://127.0.0.1:9/", error_url="http://127.0.0.1:9/no")
    await desk.run(job_id)
    job = await desk.job(job_id)
    assert job.status is JobStatus.SUCCESS
    assert job.finished is not None
    assert job.expires is not None
    assert (job.expires - job.finished).total_seconds() == 3600
    result = await read_all(await files.open_result(desk.resources.blobs, job))
    assert result != PAGE
    assert b"<b>" in result
    assert await count_notifications(desk, job_id) == 1


async def test_a_run_after_the_end_changes_nothing(desk: Desk) -> None:
    job_id = await desk.submit(success_url="http://127.0.0.1:9/")
    await desk.run(job_id)
    before = await desk.job(job_id)
    await desk.run(job_id)
    assert await desk.job(job_id) == before
    assert await count_notifications(desk, job_id) == 1


async def test_only_the_latest_run_records_an_outcome(desk: Desk) -> None:
    """A worker that was paused for long finds, when it goes on, that the job is another's."""
    job_id = await desk.submit(success_url="http://127.0.0.1:9/")
    paused = await claim(desk, job_id)
    await desk.run(job_id)
    done = await desk.job(job_id)
    await work._record(desk.resources, paused, JobFailure(code=ErrorCode.TIMEOUT, reason="late"))
    assert await desk.job(job_id) == done
    assert await count_notifications(desk, job_id) == 1


async def test_two_runs_at_once_have_one_outcome(desk: Desk) -> None:
    job_id = await desk.submit(success_url="http://127.0.0.1:9/")
    await asyncio.gather(desk.run(job_id), desk.run(job_id))
    assert (await desk.job(job_id)).status is JobStatus.SUCCESS
    assert await count_notifications(desk, job_id) == 1


async def test_finished_batches_are_found_by_the_next_run(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = "".join(f"<p>The red house number {number}.</p>" for number in range(350)).encode()
    job_id = await desk.submit(page)
    save = work._Steps.save
    saved: list[str] = []

    async def save_and_die(
        self: work._Steps, finished: Mapping[str, Translation], *, progress: float
    ) -> None:
        await save(self, finished, progress=progress)
        saved.extend(finished)
        if len(saved) >= 200:
            raise OSError("the worker dies")

    monkeypatch.setattr(work._Steps, "save", save_and_die)
    with pytest.raises(OSError, match="dies"):
        await desk.run(job_id)
    monkeypatch.undo()
    assert {name.partition("-")[0] for name in await desk.names()} == {"source", "checkpoint"}
    job = await claim(desk, job_id)
    assert set(await files.read_checkpoints(desk.resources.blobs, job)) >= set(saved)
    await desk.run(job_id)
    assert (await desk.job(job_id)).status is JobStatus.SUCCESS


async def test_a_long_job_makes_room_for_others_and_goes_on(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fair_queue, "_SLICE_SECONDS", -1)
    monkeypatch.setattr(fair_queue, "_WORTH", -1)
    page = "".join(f"<p>The red house number {number}.</p>" for number in range(350)).encode()
    job_id = await desk.submit(page)
    await change(desk, "update procrastinate_jobs set status = 'succeeded'")
    await change(desk, _RUNNING)
    await desk.submit(caller=await new_caller(desk.resources, "Others Ltd"))
    caller = desk.caller
    share = Share(account=caller.account_id, stream=f"application:{caller.application_id}")
    with running(Running(queues=[QUEUE], queue=QUEUE, share=share)):
        await desk.run(job_id)
    assert (await desk.job(job_id)).status is JobStatus.IN_PROGRESS
    assert [message["priority"] for message in await desk.waiting(TRANSLATE)] == [CONTINUED, 0]
    row = await desk.row(job_id)
    assert row is not None
    assert (row.run, row.pauses) == (1, 1)
    await change(desk, "update procrastinate_jobs set status = 'succeeded'")
    await desk.run(job_id)
    assert (await desk.job(job_id)).status is JobStatus.SUCCESS


_RUNNING = """
    with worker as (insert into procrastinate_workers default values returning id)
    update procrastinate_jobs set status = 'doing', worker_id = worker.id from worker
"""


async def test_a_job_that_made_room_often_is_not_given_up(desk: Desk) -> None:
    job_id = await desk.submit()
    await change(desk, "update documents set run = 200, pauses = 200")
    await desk.run(job_id)
    assert (await desk.job(job_id)).status is JobStatus.SUCCESS
    other = await desk.submit()
    await change(desk, "update documents set run = 200, pauses = 100 where finished is null")
    await desk.run(other)
    assert (await desk.job(other)).status is JobStatus.FAILED


async def test_too_many_waiting_documents_are_refused_for_now(desk: Desk) -> None:
    few = replace(
        desk.resources, settings=desk.resources.settings.model_copy(update={"max_waiting_documents": 2})
    )
    crowded = Desk(resources=few, caller=desk.caller)
    for _ in range(2):
        await crowded.submit()
    with pytest.raises(TooManyRequests):
        await crowded.submit()
    assert len(await crowded.waiting(TRANSLATE)) == 2


@pytest.mark.parametrize("harm", ["missing", "changed"])
async def test_a_file_that_is_lost_or_changed_ends_the_job(desk: Desk, harm: str) -> None:
    job_id = await desk.submit(error_url="http://127.0.0.1:9/")
    name = f"documents/{job_id}/source"
    await desk.resources.blobs.delete(name)
    if harm == "changed":

        async def other() -> object:
            yield b"something else"

        await desk.resources.blobs.put(name, other())  # type: ignore[arg-type]
    await desk.run(job_id)
    job = await desk.job(job_id)
    assert job.failure is not None
    assert job.failure.code is ErrorCode.INTERNAL_ERROR
    assert await count_notifications(desk, job_id) == 1


async def test_a_job_that_takes_its_workers_down_is_given_up(desk: Desk) -> None:
    job_id = await desk.submit()
    await change(desk, "update documents set run = 25")
    await desk.run(job_id)
    job = await desk.job(job_id)
    assert job.failure is not None
    assert job.failure.code is ErrorCode.INTERNAL_ERROR
