"""List memories with what they contain and how many sets have them; read one."""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.accounts.actions import find_account_names, search_accounts
from dragoman.database.connections import Transaction
from dragoman.memories import actions as memories
from dragoman.memories.model import Memory
from dragoman.memories.overview import store
from dragoman.memories.overview.model import EMPTY, MemoryOverview, MemoryQuery


async def list_overviews(
    tx: Transaction, wanted: MemoryQuery, *, limit: int, offset: int = 0
) -> Sequence[MemoryOverview]:
    """List the memories that this transaction sees."""
    accounts = await search_accounts(tx, search=wanted.search) if wanted.search else {}
    found = await store.list_memories(tx, wanted, found_accounts=list(accounts), limit=limit, offset=offset)
    return await _add_contents(tx, found)


async def read_overview(tx: Transaction, memory_id: int) -> MemoryOverview:
    """Read a memory with its contents. Raises `MemoryNotFound`."""
    memory = await memories.find_memory(tx, memory_id)
    return (await _add_contents(tx, [memory]))[0]


async def _add_contents(tx: Transaction, listed: Sequence[Memory]) -> Sequence[MemoryOverview]:
    names = await find_account_names(tx, sorted({memory.account_id for memory in listed}))
    contents = await store.read_contents(tx, [memory.id for memory in listed])
    sets = await store.count_sets(tx, listed)
    return [
        MemoryOverview(
            memory=memory,
            account_name=names[memory.account_id],
            contents=contents.get(memory.id, EMPTY),
            sets=sets.get(memory.id, 0),
        )
        for memory in listed
    ]
