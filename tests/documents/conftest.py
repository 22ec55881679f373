"""Document jobs on a database and a directory of the test's own, with the pseudo engine."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import orjson
import pytest_asyncio
import sqlalchemy as sa

from dragoman.access import actions as access
from dragoman.access.model import ApplicationDraft, Caller
from dragoman.accounts import actions as accounts
from dragoman.accounts.model import AccountKind
from dragoman.conversion.confined import Confined
from dragoman.database.connections import ALL_ACCOUNTS, Database, transaction
from dragoman.documents import actions, store
from dragoman.documents.actions import Submission
from dragoman.documents.model import Job
from dragoman.documents.secrets import read_row
from dragoman.documents.work import translate_job
from dragoman.idempotency.model import RepeatableRequest, StoredAnswer
from dragoman.notifications.actions import list_notifications
from dragoman.notifications.model import NotificationFilter
from dragoman.resources import Resources
from dragoman.settings import Settings
from tests.opened import opened_resources

PAGE = b"<p>The <b>red</b> house is big.</p>"


@dataclass(kw_only=True)
class Desk:
    """Where documents are handed in, worked on and looked at."""

    resources: Resources
    caller: Caller
    others: list[Caller] = field(default_factory=list)

    async def submit(
        self, data: bytes = PAGE, *, caller: Caller | None = None, key: str | None = None, **fields: Any
    ) -> UUID:
        caller = caller or self.caller
        repeatable = None
        if key is not None:
            repeatable = RepeatableRequest(
                application_id=caller.application_id, method="POST", path="/x", key=key, body_hash=data[:32]
            )
        values = {"file_name": "page.html", "source": "en", "target": "es", **fields}
        answer = await actions.submit_document(
            self.resources,
            Submission(data=data, **values),
            caller=caller,
            repeatable=repeatable,
            answer=lambda job: StoredAnswer(status=202, body=orjson.dumps(str(job))),
        )
        return UUID(orjson.loads(answer.body))

    async def run(self, job_id: UUID) -> None:
        await translate_job(self.resources, job_id=job_id, account_id=self.caller.account_id)

    async def job(self, job_id: UUID) -> Job:
        return await actions.find_job(self.resources, job_id, caller=self.caller)

    async def row(self, job_id: UUID) -> Job | None:
        """The stored job, its time over or not."""
        async with transaction(self.resources.database, account=ALL_ACCOUNTS) as tx:
            row = await store.find_document(tx, job_id)
        return None if row is None else read_row(self.resources.keyring, row)

    async def names(self) -> set[str]:
        """The files that are kept, without their jobs."""
        return {info.key.rpartition("/")[2] async for info in self.resources.blobs.list("")}

    async def waiting(self, task: str) -> list[dict[str, Any]]:
        """What the queue holds for a task, its next first."""
        async with transaction(self.resources.database, account=ALL_ACCOUNTS) as tx:
            rows = await tx.connection.exec_driver_sql(
                "select args, priority, queue_name, scheduled_at from procrastinate_jobs"
                " where task_name = %s and status = 'todo' order by priority desc, id",
                (task,),
            )
            return [dict(row._mapping) for row in rows]


@pytest_asyncio.fixture
async def desk(
    database: Database, make_settings: Callable[..., Settings], shared_confined: Confined
) -> AsyncIterator[Desk]:
    settings = make_settings(callback_allow=["127.0.0.1"])
    async with opened_resources(database, settings, confined=shared_confined) as resources:
        yield Desk(resources=resources, caller=await new_caller(resources))


async def new_caller(resources: Resources, name: str = "Paper Ltd") -> Caller:
    async with transaction(resources.database, account=ALL_ACCOUNTS) as tx:
        account = await accounts.create_account(tx, name=name, kind=AccountKind.SANDBOX)
        made = await access.create_application(
            tx, keyring=resources.keyring, draft=ApplicationDraft(account_id=account.id, name="tests")
        )
    return Caller(
        account_id=account.id,
        account_kind=AccountKind.SANDBOX,
        application_id=made.application.id,
        client_id=made.application.client_id,
        scopes=made.application.scopes,
    )


async def claim(desk: Desk, job_id: UUID) -> Job:
    """Take the job as a worker does."""
    async with transaction(desk.resources.database, account=desk.caller.account_id) as tx:
        row = await store.claim_document(tx, job_id)
    assert row is not None
    return read_row(desk.resources.keyring, row)


async def count_notifications(desk: Desk, job_id: UUID) -> int:
    """How many notifications the job has."""
    wanted = NotificationFilter(subject=actions.subject(job_id))
    async with transaction(desk.resources.database, account=ALL_ACCOUNTS) as tx:
        return len(await list_notifications(tx, desk.resources.keyring, wanted=wanted))


async def change(desk: Desk, statement: str) -> None:
    """Execute a statement over all accounts."""
    async with transaction(desk.resources.database, account=ALL_ACCOUNTS) as tx:
        await tx.connection.execute(sa.text(statement))
