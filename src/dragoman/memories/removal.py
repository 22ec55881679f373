"""Remove the units of deleted memories in parts, each a short transaction."""

from __future__ import annotations

from typing import Final

from dragoman.database.connections import transaction
from dragoman.jobs.fair_queue import Slice
from dragoman.jobs.queue import CONTINUED, enqueue
from dragoman.memories import store
from dragoman.memories.imports.store import delete_imports
from dragoman.memories.messages import delete_message
from dragoman.memories.resources import MemoryResources
from dragoman.telemetry import log

_AT_ONCE: Final = 5000


async def remove_memory(resources: MemoryResources, *, memory_id: int, account_id: int) -> None:
    """Remove the rest of a deleted memory, with pauses for other jobs. Safe to repeat."""
    after, time_slice = 0, Slice(resources.database)
    while True:
        async with transaction(resources.database, account=account_id) as tx:
            if await store.find_memory(tx, memory_id) is not None:
                return  # it is not deleted
            _, last = await store.delete_some_units(tx, memory_id, after=after, most=_AT_ONCE)
            if last is None:
                await delete_imports(tx, memory_id=memory_id)
                await store.remove_memory(tx, memory_id)
                break
            after = last
        if await time_slice.is_over():
            async with transaction(resources.database, account=account_id) as tx:
                await enqueue(tx, delete_message(account_id, memory_id, priority=CONTINUED))
            return
    log().info("memory.removed", memory=memory_id)
