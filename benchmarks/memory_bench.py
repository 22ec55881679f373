"""The memory that is measured: in a server on a temporary data directory, loaded from a file."""

from __future__ import annotations

import resource
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import psycopg

from dragoman.access.identity import open_keyring
from dragoman.access.staff import OPERATOR
from dragoman.accounts.actions import create_account
from dragoman.accounts.model import AccountKind
from dragoman.blobs import open_blobs
from dragoman.database.connections import ALL_ACCOUNTS, NO_ACCOUNT, open_database, transaction
from dragoman.database.migrate import migrate
from dragoman.database.server import open_server
from dragoman.memories.actions import MemoryDraft, create_memory
from dragoman.memories.imports.actions import MemoryUpload, accept_import, find_import, store_upload
from dragoman.memories.imports.model import ImportOptions, State
from dragoman.memories.imports.reading import open_readers
from dragoman.memories.imports.work import run_import
from dragoman.memories.lookup import LookupScope
from dragoman.memories.model import Member
from dragoman.memories.resources import MemoryResources
from dragoman.settings import Settings

_PIECE: Final = 1024 * 1024
_TABLES: Final = ("memory_units", "memory_index", "memory_words")


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """What is imported."""

    path: Path
    size: int  # bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """What is measured: a memory, the segments that are looked up, and ways to the database."""

    resources: MemoryResources
    file: File
    scope: LookupScope
    owner: str = field(repr=False)
    known: Sequence[str]  # sources of units
    queries: Sequence[str]  # like them


@asynccontextmanager
async def open_resources(data: Path) -> AsyncIterator[tuple[MemoryResources, str]]:
    """A server with nothing in it, and the owner's address of its database."""
    settings = Settings(data=data)
    async with AsyncExitStack() as stack:
        urls = await stack.enter_async_context(open_server(settings))
        await migrate(urls.owner)
        database = await stack.enter_async_context(open_database(urls.application))
        blobs = await stack.enter_async_context(open_blobs(settings))
        async with transaction(database, account=NO_ACCOUNT) as tx:
            keyring = await open_keyring(tx, settings)
        readers = await stack.enter_async_context(open_readers(settings))
        resources = MemoryResources(
            settings=settings, database=database, keyring=keyring, blobs=blobs, readers=readers
        )
        yield resources, urls.owner


async def make_scope(resources: MemoryResources, *, source: str, target: str) -> LookupScope:
    """An account with an empty memory."""
    async with transaction(resources.database, account=ALL_ACCOUNTS) as tx:
        account = await create_account(tx, name="Benchmark", kind=AccountKind.PRODUCTION)
        draft = MemoryDraft(account_id=account.id, name="Made", use_for_translation=True)
        memory = await create_memory(tx, draft=draft, staff=OPERATOR)
    return LookupScope(
        account_id=account.id,
        members=[Member(memory_id=memory.id)],
        source_language=source,
        target_language=target,
    )


async def load(bench: Bench) -> None:
    """Import the file as a worker does, and say what it took."""

    async def pieces() -> AsyncIterator[bytes]:
        with bench.file.path.open("rb") as opened:
            while piece := opened.read(_PIECE):
                yield piece

    started, worked = time.perf_counter(), time.process_time()
    upload = MemoryUpload(
        file_name=bench.file.path.name, size=bench.file.size, pieces=pieces(), options=ImportOptions()
    )
    resources = bench.resources
    draft = await store_upload(resources.settings, resources.keyring, resources.blobs, upload=upload)
    async with transaction(bench.resources.database, account=ALL_ACCOUNTS) as tx:
        (member,) = bench.scope.members
        made = await accept_import(tx, member.memory_id, draft=draft, staff=OPERATOR)
    with psycopg.connect(bench.owner, autocommit=True) as connection:
        connection.execute("delete from procrastinate_jobs")  # taken, as a worker would: no worker waits
    await run_import(bench.resources, import_id=made.id, account_id=bench.scope.account_id)
    async with transaction(bench.resources.database, account=ALL_ACCOUNTS) as tx:
        done = (await find_import(tx, member.memory_id, made.id, limit=0)).record
    assert done.state is State.FINISHED, done.failure
    seconds, work = time.perf_counter() - started, time.process_time() - worked
    with psycopg.connect(bench.owner, autocommit=True) as connection:
        connection.execute("analyze memory_units, memory_index, memory_words")
        # What pends in indexes of words and shingles is otherwise filed away by vacuum, in the background.
        filed = time.perf_counter()
        connection.execute("vacuum (analyze) memory_units, memory_index, memory_words")
        filed = time.perf_counter() - filed
        asked = "select pg_total_relation_size(name::regclass) from unnest(%s::text[]) as tables (name)"
        sizes = [int(row[0]) for row in connection.execute(asked, (list(_TABLES),))]
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print("| loading | |")
    print("|---|---:|")
    print(f"| units a second | {done.counts.added / seconds:,.0f} |")
    print(f"| TMX, MB | {bench.file.size / 1e6:,.0f} |")
    print(f"| seconds, of them in Python | {seconds:,.0f}, {work:,.0f} |")
    print(f"| vacuum afterwards, seconds | {filed:,.0f} |")
    print(f"| memory of the importing process at most, MB | {most:,.0f} |")
    print(f"| {', '.join(_TABLES)} with indexes, MB | {', '.join(f'{one / 1e6:,.0f}' for one in sizes)} |\n")
