"""Memories and their imports, on the test's own database and directory."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any

import pytest_asyncio

from dragoman.access.identity import open_keyring
from dragoman.access.staff import OPERATOR
from dragoman.accounts import actions as accounts
from dragoman.accounts.model import AccountKind
from dragoman.blobs import in_pieces, open_blobs
from dragoman.database.connections import ALL_ACCOUNTS, NO_ACCOUNT, Database, transaction
from dragoman.memories.actions import MemoryDraft, create_memory
from dragoman.memories.imports import actions
from dragoman.memories.imports.model import ImportOptions, MemoryImport, MemoryImportReport
from dragoman.memories.imports.reading import open_readers
from dragoman.memories.imports.work import run_import
from dragoman.memories.model import StoredUnit
from dragoman.memories.resources import MemoryResources
from dragoman.memories.units.store import list_units
from dragoman.segments import render
from dragoman.settings import Settings


def write_file(
    *units: tuple[str, str], attributes: str = "", source: str = "en", target: str = "es"
) -> bytes:
    """Write a TMX file with these sources and targets."""
    body = "".join(
        f'<tu {attributes}><tuv xml:lang="{source}"><seg>{one}</seg></tuv>'
        f'<tuv xml:lang="{target}"><seg>{other}</seg></tuv></tu>\n'
        for one, other in units
    )
    header = (
        '<header creationtool="t" creationtoolversion="1" segtype="sentence" o-tmf="t" adminlang="en" '
        f'srclang="{source}" datatype="plaintext"/>'
    )
    return f'<?xml version="1.0"?>\n<tmx version="1.4">{header}<body>\n{body}</body></tmx>'.encode()


@dataclass(kw_only=True)
class MemoryImports:
    """The imports of an account's memory: submits files and runs their jobs."""

    resources: MemoryResources
    account: int
    memory: int

    async def submit(self, data: bytes, *, memory: int | None = None, **options: Any) -> int:
        upload = actions.MemoryUpload(
            file_name="units.tmx", size=len(data), pieces=in_pieces(data), options=ImportOptions(**options)
        )
        needed = self.resources
        draft = await actions.store_upload(needed.settings, needed.keyring, needed.blobs, upload=upload)
        async with transaction(self.resources.database, account=ALL_ACCOUNTS) as tx:
            made = await actions.accept_import(tx, memory or self.memory, draft=draft, staff=OPERATOR)
        return made.id

    async def run(self, number: int) -> MemoryImport:
        await run_import(self.resources, import_id=number, account_id=self.account)
        return (await self.report(number)).record

    async def import_units(self, *units: tuple[str, str], **options: Any) -> MemoryImport:
        return await self.run(await self.submit(write_file(*units), **options))

    async def report(self, number: int) -> MemoryImportReport:
        async with transaction(self.resources.database, account=ALL_ACCOUNTS) as tx:
            return await actions.find_import(tx, self.memory, number, limit=2000)

    async def units(self, memory: int | None = None) -> list[StoredUnit]:
        async with transaction(self.resources.database, account=ALL_ACCOUNTS) as tx:
            return await list_units(tx, memory or self.memory, after=0, most=100_000)

    async def pairs(self, memory: int | None = None) -> list[tuple[str, str]]:
        return [(render(one.unit.source), render(one.unit.target)) for one in await self.units(memory)]

    async def files(self) -> list[str]:
        return [info.key async for info in self.resources.blobs.list("memories/")]

    async def queued(self, task: str) -> list[dict[str, Any]]:
        """The arguments of a task's jobs in the queue."""
        async with transaction(self.resources.database, account=ALL_ACCOUNTS) as tx:
            rows = await tx.connection.exec_driver_sql(
                "select args - 'share' as args from procrastinate_jobs"
                " where task_name = %s and status = 'todo' order by id",
                (task,),
            )
            return [row.args for row in rows]


async def new_memory(database: Database, account: str | int, *, name: str = "Memory") -> tuple[int, int]:
    """Create a memory, and its account if a name is given; the ids of both."""
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        if isinstance(account, str):
            made = await accounts.create_account(tx, name=account, kind=AccountKind.PRODUCTION)
            account = made.id
        draft = MemoryDraft(account_id=account, name=name)
        return account, (await create_memory(tx, draft=draft, staff=OPERATOR)).id


@pytest_asyncio.fixture
async def imports(database: Database, make_settings: Callable[..., Settings]) -> AsyncIterator[MemoryImports]:
    account, memory = await new_memory(database, "Ours")
    settings = make_settings()
    settings.data.mkdir(parents=True)
    async with transaction(database, account=NO_ACCOUNT) as tx:
        keyring = await open_keyring(tx, settings)
    async with open_blobs(settings) as blobs, open_readers(settings) as readers:
        resources = MemoryResources(
            settings=settings, database=database, keyring=keyring, blobs=blobs, readers=readers
        )
        yield MemoryImports(resources=resources, account=account, memory=memory)
