"""Actions of clients on imports that are jobs: submit, find, list. `work` runs the jobs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from dragoman.access.staff import Staff
from dragoman.database.connections import Transaction
from dragoman.errors import LimitExceeded, NotFound, RuleBroken, TooManyRequests
from dragoman.jobs.queue import Message, Share, enqueue
from dragoman.termbases.actions import get_term_base, hold_term_base
from dragoman.termbases.import_jobs import store
from dragoman.termbases.import_jobs.model import ACTIVE, TermFile, TermImport, TermImportOptions
from dragoman.termbases.imports import LARGEST_FILE
from dragoman.termbases.messages import IMPORT, QUEUE
from dragoman.text_io.file_names import shown_file_name

MOST_ACTIVE: Final = 100  # unfinished imports of an account
_BUSY_SECONDS: Final = 60.0
_PREVIEWED: Final = 64 * 1024  # bytes of a file


class FileGone(RuleBroken):
    """The file of a dry run is not kept any more."""

    code = "FILE_GONE"


async def submit_import(tx: Transaction, *, staff: Staff, term_base_id: int, file: TermFile) -> TermImport:
    """Store a file and its job; both exist once the transaction commits.

    Raises `NotFound`, `LimitExceeded`, `RuleBroken` for an empty file, `TooManyRequests`.
    """
    if len(file.data) > LARGEST_FILE:
        raise LimitExceeded(f"A file of terms has at most {LARGEST_FILE} bytes. Split it.")
    if not file.data:
        raise RuleBroken("The file is empty.")
    base = await hold_term_base(tx, term_base_id=term_base_id)
    waiting = await store.count_active(tx, account_id=base.account_id)
    if waiting >= MOST_ACTIVE:
        raise TooManyRequests(
            f"{waiting} imports of this account wait already. Send more when some are done.",
            retry_after=_BUSY_SECONDS,
        )
    if file.options.keep_file:
        await store.drop_files(tx, term_base_id=base.id, created_by=staff.actor)
    file = replace(file, file_name=shown_file_name(file.file_name, otherwise="terms"))
    made = await store.insert_import(tx, base, file, created_by=staff.actor)
    await enqueue(
        tx,
        Message(
            task=IMPORT,
            arguments={"number": made.id, "account": made.account_id},
            queue=QUEUE,
            share=Share(account=made.account_id, stream=f"term-base:{base.id}"),
        ),
    )
    return made


async def repeat_import(
    tx: Transaction, *, staff: Staff, term_base_id: int, import_id: int, options: TermImportOptions
) -> TermImport:
    """Import the kept file of a dry run, or try it again with other options.

    Raises `NotFound`, `FileGone`, and what `submit_import` raises.
    """
    earlier = await find_import(tx, term_base_id=term_base_id, import_id=import_id)
    data = await store.read_file(tx, earlier.id)
    if data is None or earlier.status in ACTIVE:
        raise FileGone("The file is not kept any more.", hints="Send it again.", field="file")
    file = TermFile(file_name=earlier.file_name, data=data, options=options)
    await store.drop_files(tx, term_base_id=term_base_id, created_by=staff.actor)
    return await submit_import(tx, staff=staff, term_base_id=term_base_id, file=file)


async def read_beginning(tx: Transaction, found: TermImport) -> bytes:
    """Read the beginning of an import's file, as far as pages show it; empty if it is not kept any more."""
    return await store.read_file(tx, found.id, most=_PREVIEWED) or b""


async def find_import(tx: Transaction, *, term_base_id: int, import_id: int) -> TermImport:
    """Find an import. Raises `NotFound`."""
    await get_term_base(tx, term_base_id=term_base_id)
    found = await store.find_import(tx, import_id, term_base_id=term_base_id)
    if found is None:
        raise NotFound(f"Term base {term_base_id} has no import {import_id}.")
    return found


async def list_imports(
    tx: Transaction, *, term_base_id: int, limit: int, offset: int
) -> Sequence[TermImport]:
    """List the imports into a term base, newest first. Raises `NotFound`."""
    await get_term_base(tx, term_base_id=term_base_id)
    return await store.list_imports(tx, term_base_id=term_base_id, limit=limit, offset=offset)
