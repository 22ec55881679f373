"""The tables of second factors and recovery codes, and the statements on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from dragoman.accounts.model import User
from dragoman.database.connections import Transaction
from dragoman.database.metadata import METADATA

SECOND_FACTORS: Final = sa.Table(
    "second_factors",
    METADATA,
    sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id"), primary_key=True),
    sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False),
    sa.Column("secret", sa.LargeBinary, nullable=False),  # wrapped by a master key
    sa.Column("created", sa.DateTime(timezone=True), nullable=False),
    sa.Column("confirmed", sa.DateTime(timezone=True)),  # null: begun, not in use
    sa.Column("last_step", sa.BigInteger, nullable=False),  # of 30 s: codes up to it are used up
)

RECOVERY_CODES: Final = sa.Table(
    "recovery_codes",
    METADATA,
    sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id"), primary_key=True),
    sa.Column("code_hash", sa.LargeBinary, primary_key=True),
    sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredFactor:
    """A person's second factor."""

    secret: bytes = field(repr=False)  # wrapped
    is_on: bool  # False: begun, not confirmed by a code yet
    last_step: int


async def find_factor(tx: Transaction, user_id: int) -> StoredFactor | None:
    """The second factor of a user, begun or in use."""
    query = sa.select(SECOND_FACTORS).where(SECOND_FACTORS.c.user_id == user_id)
    row = (await tx.connection.execute(query)).one_or_none()
    if row is None:
        return None
    return StoredFactor(secret=row.secret, is_on=row.confirmed is not None, last_step=row.last_step)


async def is_on(tx: Transaction, user_id: int) -> bool:
    """Whether the user has a second factor in use."""
    found = await find_factor(tx, user_id)
    return found is not None and found.is_on


async def begin_factor(tx: Transaction, *, user: User, secret: bytes) -> bool:
    """Store a factor that is not in use yet, in place of another one; False when one is in use."""
    factors = SECOND_FACTORS.c
    values = {"secret": secret, "created": tx.now, "last_step": 0}
    statement = postgresql.insert(SECOND_FACTORS).values(
        user_id=user.id, account_id=user.account_id, **values
    )
    statement = statement.on_conflict_do_update(
        index_elements=["user_id"], set_=values, where=factors.confirmed.is_(None)
    )
    return bool((await tx.connection.execute(statement.returning(factors.user_id))).one_or_none())


async def use_step(tx: Transaction, user_id: int, step: int, *, confirm: bool = False) -> bool:
    """Use the code of a time step up; of several transactions that try, one succeeds.

    `confirm` puts a factor into use that was begun; without it the factor must be in use.
    """
    factors = SECOND_FACTORS.c
    statement = sa.update(SECOND_FACTORS).where(
        factors.user_id == user_id,
        factors.last_step < step,
        factors.confirmed.is_(None) if confirm else factors.confirmed.is_not(None),
    )
    values = {"last_step": step, **({"confirmed": tx.now} if confirm else {})}
    return bool((await tx.connection.execute(statement.values(**values))).rowcount)


async def delete_factor(tx: Transaction, user_id: int) -> bool:
    """Delete a user's factor and recovery codes; False when there was no factor in use."""
    await tx.connection.execute(sa.delete(RECOVERY_CODES).where(RECOVERY_CODES.c.user_id == user_id))
    statement = sa.delete(SECOND_FACTORS).where(SECOND_FACTORS.c.user_id == user_id)
    row = (await tx.connection.execute(statement.returning(SECOND_FACTORS.c.confirmed))).one_or_none()
    return row is not None and row.confirmed is not None


async def replace_recovery_codes(tx: Transaction, *, user: User, hashes: Sequence[bytes]) -> None:
    """Store new recovery codes in place of all others."""
    await tx.connection.execute(sa.delete(RECOVERY_CODES).where(RECOVERY_CODES.c.user_id == user.id))
    rows = [{"user_id": user.id, "account_id": user.account_id, "code_hash": one} for one in hashes]
    await tx.connection.execute(sa.insert(RECOVERY_CODES), rows)


async def use_recovery_code(tx: Transaction, user_id: int, hashes: Sequence[bytes]) -> bool:
    """Use up the recovery code with one of these hashes; of several transactions that try, one succeeds."""
    codes = RECOVERY_CODES.c
    statement = sa.delete(RECOVERY_CODES).where(codes.user_id == user_id, codes.code_hash.in_(hashes))
    return bool((await tx.connection.execute(statement)).rowcount)


async def count_recovery_codes(tx: Transaction, user_id: int) -> int:
    """How many recovery codes a user has left."""
    query = sa.select(sa.func.count()).where(RECOVERY_CODES.c.user_id == user_id)
    return int(await tx.connection.scalar(query) or 0)
