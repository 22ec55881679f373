"""The tables of sign-ins that were begun and of people at providers, and the statements on them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from dragoman.database.connections import Transaction
from dragoman.database.metadata import METADATA
from dragoman.sign_in.openid.model import OpenidState

IDENTITIES: Final = sa.Table(
    "openid_identities",
    METADATA,
    sa.Column("issuer", sa.Text, primary_key=True),
    sa.Column("subject", sa.Text, primary_key=True),  # `sub`: the provider never gives it to another person
    sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id"), nullable=False),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False),
    sa.Column("last_used", sa.DateTime(timezone=True), nullable=False),
    sa.UniqueConstraint("user_id", "issuer"),
)
_I: Final = IDENTITIES.c

# Unlogged: after a crash of the server people begin anew. A row is found by secrets of 256 bits only.
STATES: Final = sa.Table(
    "openid_states",
    METADATA,
    sa.Column("state_hash", sa.LargeBinary, primary_key=True),
    sa.Column("browser_hash", sa.LargeBinary, nullable=False),
    sa.Column("issuer", sa.Text, nullable=False),
    sa.Column("redirect_uri", sa.Text, nullable=False),
    sa.Column("nonce", sa.Text, nullable=False),
    sa.Column("code_verifier", sa.Text, nullable=False),
    sa.Column("expires", sa.DateTime(timezone=True), nullable=False, index=True),
    prefixes=["UNLOGGED"],
)
_S: Final = STATES.c

# Unlogged, too. A text is readable for the browser alone that it is of; each has one at most.
CARRIED: Final = sa.Table(
    "openid_carried",
    METADATA,
    sa.Column("token_hash", sa.LargeBinary, primary_key=True),
    sa.Column("owner_hash", sa.LargeBinary, nullable=False, unique=True),
    sa.Column("sealed", sa.LargeBinary, nullable=False),
    sa.Column("expires", sa.DateTime(timezone=True), nullable=False, index=True),
    prefixes=["UNLOGGED"],
)
_C: Final = CARRIED.c
_MOST_REMOVED: Final = 10  # texts that expired, at each new one


async def insert_state(tx: Transaction, values: Mapping[str, Any]) -> None:
    """Store a sign-in that begins, and remove two that are over, so that there are never many more."""
    old = (
        sa.select(_S.state_hash)
        .where(_S.expires < tx.now)
        .order_by(_S.expires)
        .limit(2)
        .with_for_update(skip_locked=True)
    )
    await tx.connection.execute(sa.delete(STATES).where(_S.state_hash.in_(old.scalar_subquery())))
    await tx.connection.execute(sa.insert(STATES).values(**values))


async def take_state(tx: Transaction, *, state_hash: bytes, browser_hash: bytes) -> OpenidState | None:
    """Use a sign-in up that this browser began; None when there is none that is still good."""
    statement = (
        sa.delete(STATES)
        .where(_S.state_hash == state_hash, _S.browser_hash == browser_hash, _S.expires > tx.now)
        .returning(_S.issuer, _S.redirect_uri, _S.nonce, _S.code_verifier)
    )
    row = (await tx.connection.execute(statement)).one_or_none()
    return None if row is None else OpenidState(**row._asdict())


async def insert_carried(tx: Transaction, values: Mapping[str, Any]) -> None:
    """Store a text in place of its owner's one before, and remove some that expired."""
    old = (
        sa.select(_C.token_hash)
        .where(_C.expires < tx.now)
        .order_by(_C.expires)
        .limit(_MOST_REMOVED)
        .with_for_update(skip_locked=True)
    )
    await tx.connection.execute(sa.delete(CARRIED).where(_C.token_hash.in_(old.scalar_subquery())))
    insert = postgresql.insert(CARRIED).values(**values)
    changed = {name: insert.excluded[name] for name in ("token_hash", "sealed", "expires")}
    await tx.connection.execute(insert.on_conflict_do_update(index_elements=[_C.owner_hash], set_=changed))


async def take_carried(tx: Transaction, *, token_hash: bytes) -> bytes | None:
    """Remove the text of a browser, and return it; None when there is none that is still good."""
    statement = (
        sa.delete(CARRIED).where(_C.token_hash == token_hash, _C.expires > tx.now).returning(_C.sealed)
    )
    sealed: bytes | None = await tx.connection.scalar(statement)
    return sealed


async def lock_identity(tx: Transaction, *, issuer: str, subject: str) -> int | None:
    """The user of a person at a provider; until the transaction ends no other one signs the person in."""
    await tx.connection.execute(
        sa.select(sa.func.pg_advisory_xact_lock(sa.func.hashtextextended(f"openid\n{issuer}\n{subject}", 0)))
    )
    query = sa.select(_I.user_id).where(_I.issuer == issuer, _I.subject == subject)
    return await tx.connection.scalar(query)


async def has_identity(tx: Transaction, *, issuer: str, user_id: int) -> bool:
    """Whether a user is a person at this provider already."""
    query = sa.select(sa.exists().where(_I.issuer == issuer, _I.user_id == user_id))
    return bool(await tx.connection.scalar(query))


async def list_issuers(tx: Transaction, user_id: int) -> Collection[str]:
    """The providers that a user has signed in by."""
    return set(await tx.connection.scalars(sa.select(_I.issuer).where(_I.user_id == user_id)))


async def insert_identity(tx: Transaction, *, issuer: str, subject: str, user_id: int) -> None:
    """Store who a person at a provider is here."""
    await tx.connection.execute(
        sa.insert(IDENTITIES).values(
            issuer=issuer, subject=subject, user_id=user_id, created=tx.now, last_used=tx.now
        )
    )


async def record_use(tx: Transaction, *, issuer: str, subject: str) -> None:
    """Note that a person signed in."""
    await tx.connection.execute(
        sa.update(IDENTITIES).where(_I.issuer == issuer, _I.subject == subject).values(last_used=tx.now)
    )


async def delete_identities(tx: Transaction, user_id: int) -> int:
    """Forget who a user is at any provider; how many."""
    return (await tx.connection.execute(sa.delete(IDENTITIES).where(_I.user_id == user_id))).rowcount
