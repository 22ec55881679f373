"""What each request of machine translation needs of memories: which to look into, counts of used units."""

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

_SERVING: Final = "select memory_id, threshold from find_serving_memories(%(account_id)s)"

_COUNT: Final = "select count_memory_usage(%(account_id)s, %(unit_ids)s::bigint[], %(clock_offset)s)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Serving:
    """What an account's machine translation looks into."""

    members: Sequence[Member]
    threshold: int | None  # the account's own score from which a memory wins; None: it has none


async def find_serving(database: Database, *, account_id: int) -> Serving:
    """The account's memories that machine translation looks into, its primary one first (T5).

    One statement, so that a change by staff holds for the next request.
    """
    rows = await fetch_rows(database, _SERVING, {"account_id": account_id})
    return Serving(
        members=[Member(memory_id=row.memory_id) for row in rows],
        threshold=rows[0].threshold if rows else None,
    )


async def find_memories(tx: Transaction, memory_ids: Sequence[int], *, account_id: int) -> dict[int, Memory]:
    """Those of the memories that the account has, by their ids."""
    return await store.list_among(tx, memory_ids, account_id=account_id)


async def members_for_translation(database: Database, *, account_id: int) -> Sequence[Member]:
    """The members of `find_serving` alone."""
    return (await find_serving(database, account_id=account_id)).members


async def count_usage(database: Database, unit_ids: Sequence[int], *, account_id: int) -> None:
    """Count the use of units' translations; a unit that is listed twice was used twice.

    It waits for no disk and never raises: what cannot be counted is lost and logged.
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
    except Exception as error:  # a finished translation is worth more than its count
        log().warning("memory.usage_lost", units=len(unit_ids), error=type(error).__name__)
