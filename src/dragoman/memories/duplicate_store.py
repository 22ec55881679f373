"""The record of duplicates: hashes of sources that have several targets in one memory.

To find them for a page would mean to read much of the memory's index. So whatever writes or changes units
calls `record_duplicates` of revision 0032, which records new ones and gives those that may have ended; what
deletes units finds the latter itself. All hold the lock on the memory's units (`locks`).

The record itself makes that cheap: units with a hash that is not recorded have one target, so that a new one
is compared with a single one of them, however many units share a source.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import sqlalchemy as sa

from dragoman.database.connections import Transaction

_REMOVE_ENDED: Final = sa.text(
    """
    delete from memory_duplicates d
    where d.memory_id = :memory_id and d.hash = any(cast(:hashes as bytea[])) and (
      select true from memory_units u
      where u.hash = d.hash and u.memory_id = d.memory_id and u.target <> (
        select o.target from memory_units o where o.hash = d.hash and o.memory_id = d.memory_id limit 1
      ) limit 1
    ) is null
    """
)


async def remove_ended(tx: Transaction, memory_id: int, doubtful: Sequence[bytes] | None) -> None:
    """Remove those of the hashes from the record that have at most one target in the memory."""
    if doubtful:
        await tx.connection.execute(_REMOVE_ENDED, {"memory_id": memory_id, "hashes": list(doubtful)})
