"""The end of document jobs: deletion, expiry, swept files, and that nothing of a document is readable."""

from __future__ import annotations

import os
from uuid import UUID

import pytest
import sqlalchemy as sa

from dragoman.conversion.confined import OpenDocument
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.documents import actions, store, work
from dragoman.documents.messages import DELETE_FILES
from dragoman.documents.model import JobStatus
from dragoman.documents.retention import delete_job_files, expire_jobs, sweep_files
from dragoman.errors import NotFound
from tests.documents.conftest import Desk, change, count_notifications


async def test_a_deleted_job_is_gone_with_its_files_and_notifications(desk: Desk) -> None:
    job_id = await desk.submit(success_url="http://127.0.0.1:9/")
    await desk.run(job_id)
    await actions.delete_job(desk.resources, job_id, caller=desk.caller)
    with pytest.raises(NotFound):
        await desk.job(job_id)
    assert await count_notifications(desk, job_id) == 0
    (message,) = await desk.waiting(DELETE_FILES)
    await delete_job_files(desk.resources, job_ids=[UUID(message["args"]["jobs"][0])])
    assert await desk.names() == set()


async def test_a_job_that_is_deleted_while_it_runs_stops(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "_REPORT_SECONDS", 0)
    job_id = await desk.submit(success_url="http://127.0.0.1:9/")
    extract = OpenDocument.extract

    async def extract_and_delete(*arguments: object, **options: object) -> object:
        extracted = await extract(*arguments, **options)  # type: ignore[arg-type]
        await actions.delete_job(desk.resources, job_id, caller=desk.caller)
        return extracted

    monkeypatch.setattr(OpenDocument, "extract", extract_and_delete)
    await desk.run(job_id)
    assert await desk.row(job_id) is None
    assert await count_notifications(desk, job_id) == 0


async def test_when_its_time_is_over_a_job_is_destroyed(desk: Desk) -> None:
    early, late = await desk.submit(), await desk.submit()
    for job_id in (early, late):
        await desk.run(job_id)
    assert await expire_jobs(desk.resources) == 0
    assert (await desk.job(early)).status is JobStatus.SUCCESS, "not before"
    await change(desk, f"update documents set expires = now() - interval '1 second' where id = '{early}'")
    with pytest.raises(NotFound):
        await desk.job(early)
    with pytest.raises(NotFound):
        await actions.delete_job(desk.resources, early, caller=desk.caller)
    assert await expire_jobs(desk.resources) == 1
    await change(desk, f"update documents set expires = now() - interval '1 second' where id = '{late}'")
    assert await expire_jobs(desk.resources) == 1
    assert [message["args"]["jobs"] for message in await desk.waiting(DELETE_FILES)] == [
        [str(early)],
        [str(late)],
    ]
    async with transaction(desk.resources.database, account=ALL_ACCOUNTS) as tx:
        assert await store.list_existing(tx, [early, late]) == set()


async def test_the_sweeper_leaves_what_has_a_row(desk: Desk) -> None:
    kept, orphan = await desk.submit(), await desk.submit()
    await change(desk, f"delete from documents where id = '{orphan}'")
    for path in desk.resources.settings.data.glob("files/documents/*/source"):
        os.utime(path, (1, 1))
    await sweep_files(desk.resources)
    names = {info.key async for info in desk.resources.blobs.list("")}
    assert names == {f"documents/{kept}/source"}


async def test_nothing_of_a_document_is_readable_in_the_database(desk: Desk) -> None:
    job_id = await desk.submit(
        b"<p>The crimson walrus.</p>",
        file_name="walrus-plan.html",
        translation_id="walrus-7",
        success_url="http://127.0.0.1:9/walrus",
    )
    await desk.run(job_id)
    async with transaction(desk.resources.database, account=ALL_ACCOUNTS) as tx:
        tables = await tx.connection.scalars(
            sa.text("select tablename from pg_tables where schemaname = 'public'")
        )
        for table in tables.all():
            try:
                async with tx.connection.begin_nested():
                    rows = await tx.connection.execute(
                        sa.text(f'select to_jsonb(t)::text, t::text from "{table}" t')
                    )
            except sa.exc.ProgrammingError:  # the service may not read it
                continue
            assert "walrus" not in str(rows.all()), table
    for path in desk.resources.settings.data.glob("files/**/*"):
        assert not path.is_file() or b"walrus" not in path.read_bytes()
