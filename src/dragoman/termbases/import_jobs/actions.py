"""Actions of clients on imports that are jobs: submit, find, list. `work` runs the jobs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dragoman.access.staff import Staff
from dragoman.database.connections import Transaction
from dragoman.errors import LimitExceeded, NotFound, RuleBroken, TooManyRequests
from dragoman.jobs.queue import Message, Share, enqueue
from dragoman.termbases.actions import get_term_base, hold_term_base
from dragoman.termbases.import_jobs import store
from dragoman.termbases.import_jobs.model import TermFile, TermImport
from dragoman.termbases.imports import LARGEST_FILE
from dragoman.termbases.messages import IMPORT, QUEUE

MOST_ACTIVE: Final = 100  # unfinished imports of an account
_BUSY_SECONDS: Final = 60.0


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
