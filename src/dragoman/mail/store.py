"""The table of messages that wait, and the statements on it.

What a message says and whom it is to is wrapped before it comes here. A row is deleted when its message was
taken or given up. Any transaction may add a row; only those that see every account read them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from dragoman.database.connections import Transaction
from dragoman.database.metadata import METADATA

MAILS: Final = sa.Table(
    "mails",
    METADATA,
    sa.Column("id", sa.Uuid, primary_key=True),
    sa.Column("draft", sa.LargeBinary, nullable=False),  # wrapped by a master key
    sa.Column("created", sa.DateTime(timezone=True), nullable=False, index=True),
    sa.Column("expires", sa.DateTime(timezone=True)),  # not sent from then on
    sa.Column("delays", postgresql.ARRAY(sa.Double), nullable=False),  # seconds after `created`
    sa.Column("step", sa.Integer, nullable=False, server_default=sa.text("0")),  # of `delays`, tried next
    sa.Column("tries", sa.Integer, nullable=False, server_default=sa.text("0")),  # begun so far
    sa.Column("claimed_until", sa.DateTime(timezone=True)),  # a try is under way, or its process died
)
_M: Final = MAILS.c


async def insert_mail(
    tx: Transaction, mail_id: UUID, *, draft: bytes, expires: datetime | None, delays: Sequence[float]
) -> None:
    """Store a message that is due now."""
    await tx.connection.execute(
        sa.insert(MAILS).values(id=mail_id, draft=draft, created=tx.now, expires=expires, delays=list(delays))
    )


async def lock_mail(tx: Transaction, mail_id: UUID) -> sa.Row[Any] | None:
    """A message that still waits, held until the transaction ends."""
    query = sa.select(MAILS).where(_M.id == mail_id).with_for_update()
    return (await tx.connection.execute(query)).one_or_none()


async def update_mail(tx: Transaction, mail_id: UUID, values: Mapping[str, Any]) -> None:
    """Set columns of a message."""
    await tx.connection.execute(sa.update(MAILS).where(_M.id == mail_id).values(**values))


async def delete_mail(tx: Transaction, mail_id: UUID) -> None:
    """Remove a message."""
    await tx.connection.execute(sa.delete(MAILS).where(_M.id == mail_id))


async def delete_old(tx: Transaction, *, age: timedelta) -> int:
    """Remove messages that were put in so long ago; how many."""
    removed = await tx.connection.execute(sa.delete(MAILS).where(_M.created < tx.now - age))
    return removed.rowcount
