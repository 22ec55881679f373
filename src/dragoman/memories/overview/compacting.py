"""Merge the rows that writers of units add to the counts of memories, so that reading them stays quick."""

from __future__ import annotations

from dragoman.database.connections import ALL_ACCOUNTS, Database, transaction
from dragoman.memories.overview.store import compact_counts


async def compact_all_counts(database: Database) -> None:
    """Merge the counts of all memories."""
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        await compact_counts(tx)
