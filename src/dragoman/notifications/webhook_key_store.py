"""The table of the keys of the service's own signatures, and the statements on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

import sqlalchemy as sa

from dragoman.database.connections import Transaction
from dragoman.database.metadata import METADATA
from dragoman.database.named_locks import lock_name

WEBHOOK_KEYS: Final = sa.Table(
    "webhook_keys",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),  # the `kid`
    sa.Column("private_key", sa.LargeBinary, nullable=False),  # 32 bytes, wrapped by a master key
    sa.Column("created", sa.DateTime(timezone=True), nullable=False),
    sa.Column("retires", sa.DateTime(timezone=True)),  # signs until then; null: a newer key is yet to come
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredWebhookKey:
    """The stored form of a key for the service's signatures."""

    id: str
    wrapped: bytes = field(repr=False)
    created: datetime
    retires: datetime | None


async def lock_webhook_keys(tx: Transaction) -> None:
    """Let one transaction at a time make or retire keys of the service's signatures."""
    await lock_name(tx, "dragoman.webhook_keys")


async def list_webhook_keys(tx: Transaction) -> Sequence[StoredWebhookKey]:
    """Those that sign now, the newest first."""
    keys = WEBHOOK_KEYS.c
    statement = (
        sa.select(WEBHOOK_KEYS)
        .where(sa.or_(keys.retires.is_(None), keys.retires > tx.now))
        .order_by(keys.created.desc(), keys.id)
    )
    return [
        StoredWebhookKey(id=row.id, wrapped=row.private_key, created=row.created, retires=row.retires)
        for row in await tx.connection.execute(statement)
    ]


async def insert_webhook_key(tx: Transaction, *, key_id: str, wrapped: bytes) -> None:
    """Store a new one."""
    await tx.connection.execute(
        sa.insert(WEBHOOK_KEYS).values(id=key_id, private_key=wrapped, created=tx.now)
    )


async def retire_webhook_keys(tx: Transaction, *, at: datetime) -> None:
    """Let every key stop signing then, if not before."""
    keys = WEBHOOK_KEYS.c
    await tx.connection.execute(
        sa.update(WEBHOOK_KEYS).values(retires=sa.func.least(sa.func.coalesce(keys.retires, at), at))
    )


async def delete_retired(tx: Transaction, *, age: timedelta) -> None:
    """Remove keys that signed for the last time so long ago."""
    await tx.connection.execute(sa.delete(WEBHOOK_KEYS).where(WEBHOOK_KEYS.c.retires < tx.now - age))
