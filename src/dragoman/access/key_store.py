"""The tables of token keys and of the addresses that tokens are issued under, and the statements on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from dragoman.database.connections import Transaction
from dragoman.database.metadata import METADATA
from dragoman.database.named_locks import lock_name

SIGNING_KEYS: Final = sa.Table(
    "signing_keys",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),  # the `kid`
    sa.Column("private_key", sa.LargeBinary, nullable=False),  # DER, wrapped by a master key
    sa.Column("created", sa.DateTime(timezone=True), nullable=False),
    sa.Column("signs_from", sa.DateTime(timezone=True), nullable=False),  # until the next one's
)

# The addresses under which processes of this installation issue tokens; each accepts the others'.
TOKEN_ISSUERS: Final = sa.Table(
    "token_issuers",
    METADATA,
    sa.Column("issuer", sa.Text, primary_key=True),
    sa.Column("seen", sa.DateTime(timezone=True), nullable=False),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredKey:
    """A stored token key."""

    id: str
    wrapped: bytes = field(repr=False)
    created: datetime
    signs_from: datetime


async def lock_signing_keys(tx: Transaction) -> None:
    """Let one transaction at a time make or remove token keys."""
    await lock_name(tx, "dragoman.signing_keys")


async def list_signing_keys(tx: Transaction) -> Sequence[StoredKey]:
    """Every token key, in the order in which they sign."""
    statement = sa.select(SIGNING_KEYS).order_by(SIGNING_KEYS.c.signs_from, SIGNING_KEYS.c.created)
    rows = await tx.connection.execute(statement)
    return [
        StoredKey(id=row.id, wrapped=row.private_key, created=row.created, signs_from=row.signs_from)
        for row in rows
    ]


async def insert_signing_key(tx: Transaction, *, key_id: str, wrapped: bytes, signs_from: datetime) -> None:
    """Store a new token key."""
    await tx.connection.execute(
        sa.insert(SIGNING_KEYS).values(id=key_id, private_key=wrapped, created=tx.now, signs_from=signs_from)
    )


async def delete_signing_keys(tx: Transaction, key_ids: Sequence[str]) -> None:
    """Remove token keys: what they signed is valid no longer."""
    await tx.connection.execute(sa.delete(SIGNING_KEYS).where(SIGNING_KEYS.c.id.in_(key_ids)))


async def register_issuer(tx: Transaction, issuer: str, *, forget_after: timedelta) -> None:
    """Note that a process issues tokens under this address, and forget addresses long unused."""
    insert = postgresql.insert(TOKEN_ISSUERS).values(issuer=issuer, seen=tx.now)
    await tx.connection.execute(
        insert.on_conflict_do_update(index_elements=["issuer"], set_={"seen": tx.now})
    )
    await tx.connection.execute(sa.delete(TOKEN_ISSUERS).where(TOKEN_ISSUERS.c.seen < tx.now - forget_after))


async def list_issuers(tx: Transaction) -> Sequence[str]:
    """The addresses under which tokens are issued, the latest seen first."""
    statement = sa.select(TOKEN_ISSUERS.c.issuer).order_by(TOKEN_ISSUERS.c.seen.desc())
    return list(await tx.connection.scalars(statement))
