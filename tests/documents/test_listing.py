"""Document jobs of an account, for its people."""

from __future__ import annotations

import pytest

from dragoman.access import actions as access
from dragoman.access.model import ApplicationDraft, Caller
from dragoman.database.connections import transaction
from dragoman.documents.listing import delete_document, get_document, list_documents
from dragoman.documents.messages import DELETE_FILES
from dragoman.documents.model import DocumentFilter, JobStatus
from dragoman.errors import NotFound
from dragoman.notifications.model import NotificationStatus
from tests.documents.conftest import Desk, count_notifications, new_caller


async def second_application(desk: Desk) -> Caller:
    """Another application of the same account."""
    async with transaction(desk.resources.database, account=desk.caller.account_id) as tx:
        draft = ApplicationDraft(account_id=desk.caller.account_id, name="Dashboard")
        made = await access.create_application(tx, desk.resources.keyring, draft=draft)
    return Caller(
        account_id=desk.caller.account_id,
        account_kind=desk.caller.account_kind,
        application_id=made.application.id,
        client_id=made.application.client_id,
        scopes=made.application.scopes,
    )


async def test_people_see_the_documents_of_their_account_or_of_one_application(desk: Desk) -> None:
    beside, other = await second_application(desk), await new_caller(desk.resources, "Ink Ltd")
    first = await desk.submit(file_name="first.html", success_url="http://127.0.0.1:9/")
    second = await desk.submit(caller=beside)
    foreign = await desk.submit(caller=other)
    await desk.run(first)
    keyring = desk.resources.keyring

    async with transaction(desk.resources.database, account=desk.caller.account_id) as tx:

        async def listed(**wanted: object) -> list[object]:
            documents = DocumentFilter(account_id=desk.caller.account_id, **wanted)  # type: ignore[arg-type]
            return [one.job.id for one in await list_documents(tx, keyring, wanted=documents, limit=9)]

        assert await listed() == [second, first]
        assert await listed(application_id=beside.application_id) == [second]
        assert await listed(status=JobStatus.SUCCESS) == [first]
        page = await list_documents(tx, keyring, wanted=DocumentFilter(), limit=1, offset=1)
        assert [one.job.id for one in page] == [first]
        found = await get_document(tx, keyring, job_id=first)
        assert found == page[0]
        assert (found.job.details.file_name, found.job.progress, found.callback) == (
            "first.html",
            1.0,
            NotificationStatus.PENDING,
        )
        assert found.job.report is not None
        assert (await get_document(tx, keyring, job_id=second)).callback is None
        with pytest.raises(NotFound):
            await get_document(tx, keyring, job_id=first, application_id=beside.application_id)
        with pytest.raises(NotFound):
            await get_document(tx, keyring, job_id=foreign)


async def test_a_deleted_document_is_gone_with_its_notification_and_files(desk: Desk) -> None:
    beside = await second_application(desk)
    job_id = await desk.submit(success_url="http://127.0.0.1:9/")
    await desk.run(job_id)
    async with transaction(desk.resources.database, account=desk.caller.account_id) as tx:
        with pytest.raises(NotFound):
            await delete_document(tx, job_id=job_id, application_id=beside.application_id)
        await delete_document(tx, job_id=job_id)
        with pytest.raises(NotFound):
            await delete_document(tx, job_id=job_id)
    assert await desk.row(job_id) is None
    assert await count_notifications(desk, job_id) == 0
    (message,) = await desk.waiting(DELETE_FILES)
    assert message["args"]["jobs"] == [str(job_id)]
