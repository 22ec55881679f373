"""Memories in machine translation: which ones a request looks into, and counts of the units it uses."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from dragoman.database.connections import Database, Transaction, fetch_rows
from dragoman.memories import store
from dragoman.memories.model import Member, Memory
from dragoman.telemetry import log

_COUNT_TIMEOUT_SECONDS: Final = 0.5  # the client waits for its translation meanwhile

_IN_USE: Final = "select memory_id, threshold from find_serving_memories(%(account_id)s)"

_COUNT: Final = "select count_memory_usage(%(account_id)s, %(unit_ids)s::bigint[], %(clock_offset)s)"


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoriesInUse:
    """The memories that an account's machine translation looks into."""

    members: Sequence[Member]
    threshold: int | None  # the account's score from which a memory is used; None: the account sets none


async def find_memories_in_use(database: Database, *, account_id: int) -> MemoriesInUse:
    """Find the account's memories that machine translation looks into, the primary one first (T5).

    Every request runs this statement, so that a change by staff applies to the next request.
    """
    rows = await fetch_rows(database, _IN_USE, {"account_id": account_id})
    return MemoriesInUse(
        members=[Member(memory_id=row.memory_id) for row in rows],
        threshold=rows[0].threshold if rows else None,
    )


async def find_memories(tx: Transaction, memory_ids: Sequence[int], *, account_id: int) -> dict[int, Memory]:
    """Find those of the memories that belong to the account, by their ids."""
    return await store.list_among(tx, memory_ids, account_id=account_id)


async def members_for_translation(database: Database, *, account_id: int) -> Sequence[Member]:
    """Find the members of `find_memories_in_use` only."""
    return (await find_memories_in_use(database, account_id=account_id)).members


async def count_usage(database: Database, unit_ids: Sequence[int], *, account_id: int) -> None:
    """Count that translations of units were used; a unit listed twice was used twice.

    The statement does not wait for the disk. Never raises: counts that cannot be stored are lost and logged.
    """
    if not unit_ids:
        return
    values = {
        "account_id": account_id,
        "unit_ids": list(unit_ids),
        "clock_offset": database.clock_offset,
    }
    try:
        async with asyncio.timeout(_COUNT_TIMEOUT_SECONDS):
            await fetch_rows(database, _COUNT, values)
    except Exception as error:  # a lost count must not fail a finished translation
        log().warning("memory.usage_lost", units=len(unit_ids), error=type(error).__name__)
