"""What the tests of projects' files share: a customer with projects, and the jobs done one after another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import orjson
import sqlalchemy as sa

from dragoman.access.actions import create_application
from dragoman.access.model import CUSTOMER_SCOPES, ApplicationDraft, Caller
from dragoman.accounts.model import AccountKind
from dragoman.api.project_v1.file_bodies import write_file
from dragoman.catalog import actions as catalog
from dragoman.catalog.model import ServiceKind
from dragoman.catalog.new_accounts import open_account
from dragoman.database.connections import ALL_ACCOUNTS, Database, transaction
from dragoman.idempotency.model import RepeatableRequest, StoredAnswer
from dragoman.jobs.queue import SHARE
from dragoman.projects import file_store, store
from dragoman.projects.finishing import request_cancel
from dragoman.projects.intake.checking_files import FileUpload
from dragoman.projects.intake.downloading import SentFileRecord
from dragoman.projects.intake.uploads import upload_file
from dragoman.projects.model import Fields, FileTranslation, Project, ProjectFile
from dragoman.projects.starting import request_start
from dragoman.projects.store import ProjectRow
from dragoman.projects.tasks import project_tasks
from dragoman.resources import Resources

TEXT = b"The red book is big. It is new.\n\nThe dog eats.\n"
CALLBACK = "http://127.0.0.1:8443/finished"


@dataclass(frozen=True, kw_only=True)
class Shop:
    """A customer of a service whose workers only work on a call of `work`."""

    resources: Resources
    caller: Caller

    @property
    def database(self) -> Database:
        return self.resources.database

    async def order(self, kind: ServiceKind = ServiceKind.MACHINE, **fields: Any) -> Project:
        """A draft with the first service of a kind."""
        async with transaction(self.database, account=self.caller.account_id) as tx:
            service = await self._service(tx, kind)
            given = Fields(title="Order", service_id=service, **fields)
            row = ProjectRow(
                account_id=self.caller.account_id,
                application_id=self.caller.application_id,
                given=given,
                fields=given,
            )
            made = await store.insert_project(tx, row)
            assert made is not None
            return made

    async def _service(self, tx: Any, kind: ServiceKind) -> int:
        for number in range(1, 20):
            found = await catalog.find_service(tx, number, account_id=self.caller.account_id)
            if found is not None and found.kind is kind:
                return found.id
        raise LookupError(kind)

    async def send(
        self,
        project: Project,
        data: bytes = TEXT,
        *,
        repeatable: RepeatableRequest | None = None,
        **said: Any,
    ) -> dict[str, Any]:
        """Upload a file; its record."""
        upload = FileUpload(
            **{
                "file_name": "text.txt",
                "data": data,
                "source_language": "en",
                "target_languages": ("es",),
                **said,
            }
        )
        stored = await upload_file(
            self.resources, project.id, upload, caller=self.caller, repeatable=repeatable, answer=_created
        )
        return dict(orjson.loads(stored.body))

    async def start(self, project: Project) -> Project:
        return await request_start(self.resources, project.id, account_id=self.caller.account_id)

    async def cancel(self, project: Project) -> Project:
        account = self.caller.account_id
        async with transaction(self.database, account=account) as tx:
            return await request_cancel(tx, self.resources.keyring, project.id, account_id=account)

    async def work(self, *, due: bool = False) -> list[str]:
        """Do the jobs that wait, and those that follow from them; with `due` those of later as well."""
        done = []
        while jobs := await self.take_jobs(due=due):
            done += await self.do(jobs)
        return done

    async def do(self, jobs: Sequence[tuple[str, dict[str, Any]]]) -> list[str]:
        """Do jobs that were taken, one after another."""
        tasks = project_tasks(self.resources)
        for name, arguments in jobs:
            await tasks[name].action(**{key: arguments[key] for key in arguments if key != SHARE})
        return [name for name, _ in jobs]

    async def take_jobs(self, *, due: bool = False, most: int = 1000) -> list[tuple[str, dict[str, Any]]]:
        """Take jobs that wait: the caller does them."""
        later = "" if due else "and (scheduled_at is null or scheduled_at <= now())"
        async with transaction(self.database, account=ALL_ACCOUNTS) as tx:
            taken = await tx.connection.execute(
                sa.text(
                    "with taken as (select id, task_name, args from procrastinate_jobs"
                    f" where task_name like 'projects.%' and status = 'todo' {later}"
                    f" and (args->>'account' = '{self.caller.account_id}' or not args ? 'account')"
                    f" order by id limit {most} for update skip locked)"
                    ", gone as (delete from procrastinate_jobs where id in (select id from taken))"
                    " select task_name, args from taken order by id"
                )
            )
            return [(row.task_name, row.args) for row in taken]

    async def look(
        self, project: Project
    ) -> tuple[Project, Sequence[ProjectFile], Sequence[FileTranslation]]:
        async with transaction(self.database, account=self.caller.account_id) as tx:
            found = await store.find_project(tx, project.id)
            assert found is not None
            files = await file_store.list_files(tx, [project.id])
            return found, files, await file_store.list_translations(tx, [project.id])

    async def count(self, table: str) -> int:
        """The customer's rows of a table."""
        async with transaction(self.database, account=self.caller.account_id) as tx:
            return int(await tx.connection.scalar(sa.text(f"select count(*) from {table}")) or 0)


def _created(file: ProjectFile, translations: Sequence[FileTranslation]) -> StoredAnswer:
    body = write_file(SentFileRecord(file=file, translations=translations)).model_dump_json()
    return StoredAnswer(status=201, body=body.encode())


async def open_shop(resources: Resources, kind: AccountKind = AccountKind.PRODUCTION) -> Shop:
    """A shop with one new customer."""
    return Shop(resources=resources, caller=await make_customer(resources, kind))


async def make_customer(resources: Resources, kind: AccountKind = AccountKind.PRODUCTION) -> Caller:
    async with transaction(resources.database, account=ALL_ACCOUNTS) as tx:
        account = await open_account(tx, resources.keyring, name="Acme", kind=kind)
        draft = ApplicationDraft(account_id=account.id, name="orders")
        made = (await create_application(tx, resources.keyring, draft=draft)).application
    return Caller(
        account_id=account.id,
        account_kind=kind,
        application_id=made.id,
        client_id=made.client_id,
        scopes=CUSTOMER_SCOPES,
    )
