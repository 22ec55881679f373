"""The statements on transfers of memories. Row-level security applies."""

from __future__ import annotations

from dataclasses import fields
from datetime import datetime
from typing import Any
from uuid import UUID

import sqlalchemy as sa

from dragoman.database.connections import Transaction
from dragoman.memories.tables import MEMORY_TRANSFERS
from dragoman.memories.transfers.model import Transfer

_T = MEMORY_TRANSFERS.c


async def insert_transfer(tx: Transaction, one: Transfer) -> None:
    """Store a transfer."""
    values = {field.name: getattr(one, field.name) for field in fields(Transfer)}
    await tx.connection.execute(sa.insert(MEMORY_TRANSFERS).values(values))


async def find_transfer(tx: Transaction, transfer_id: UUID, *, lock: bool = False) -> Transfer | None:
    """Find a transfer; `lock` prevents changes by others until the transaction ends."""
    query = sa.select(MEMORY_TRANSFERS).where(_T.id == transfer_id)
    row = (await tx.connection.execute(query.with_for_update() if lock else query)).one_or_none()
    return None if row is None else _value(row)


def _value(row: sa.Row[Any]) -> Transfer:
    return Transfer(**{field.name: getattr(row, field.name) for field in fields(Transfer)})


async def update_transfer(tx: Transaction, transfer_id: UUID, values: dict[str, Any]) -> None:
    """Change columns of a transfer."""
    await tx.connection.execute(
        sa.update(MEMORY_TRANSFERS).where(_T.id == transfer_id).values(updated=tx.now, **values)
    )


async def delete_older(tx: Transaction, *, account_id: int, than: datetime) -> None:
    """Delete the account's transfers that have been over since before a time."""
    await tx.connection.execute(
        sa.delete(MEMORY_TRANSFERS).where(_T.account_id == account_id, _T.expires < than)
    )
