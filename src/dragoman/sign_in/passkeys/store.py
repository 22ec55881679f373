"""The tables of passkeys and their challenges, and the statements on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql
from sqlalchemy.exc import IntegrityError

from dragoman.database.connections import Transaction
from dragoman.database.metadata import METADATA
from dragoman.sign_in.passkeys.model import Passkey, PasskeyChallenge, PasskeyPurpose, PasskeyTaken

PASSKEYS: Final = sa.Table(
    "passkeys",
    METADATA,
    sa.Column("id", sa.Integer, sa.Identity(always=True), primary_key=True),
    sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id"), nullable=False, index=True),
    sa.Column("credential_id", sa.LargeBinary, nullable=False, unique=True),
    sa.Column("public_key", sa.LargeBinary, nullable=False),  # COSE
    sa.Column("user_handle", sa.LargeBinary, nullable=False),  # random; the same for all of a user's
    sa.Column("sign_count", sa.BigInteger, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("transports", postgresql.ARRAY(sa.Text), nullable=False),
    sa.Column("backed_up", sa.Boolean, nullable=False),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False),
    sa.Column("last_used", sa.DateTime(timezone=True)),
)
_P: Final = PASSKEYS.c

# Unlogged: after a crash of the server a page begins anew. A row is found by a secret of 256 bits only.
CHALLENGES: Final = sa.Table(
    "passkey_challenges",
    METADATA,
    sa.Column("token_hash", sa.LargeBinary, primary_key=True),
    sa.Column("purpose", sa.Text, nullable=False),
    sa.Column("challenge", sa.LargeBinary, nullable=False),
    sa.Column("user_id", sa.Integer),
    sa.Column("user_handle", sa.LargeBinary),
    sa.Column("expires", sa.DateTime(timezone=True), nullable=False, index=True),
    sa.CheckConstraint("purpose in ('register', 'sign_in')", name="purpose"),
    sa.CheckConstraint("(purpose = 'register') = (user_id is not null)", name="user"),
    prefixes=["UNLOGGED"],
)
_C: Final = CHALLENGES.c


async def insert_challenge(tx: Transaction, values: Mapping[str, Any]) -> None:
    """Store a challenge, and remove two that are over, so that there are never many more than are of use."""
    old = (
        sa.select(_C.token_hash)
        .where(_C.expires < tx.now)
        .order_by(_C.expires)
        .limit(2)
        .with_for_update(skip_locked=True)
    )
    await tx.connection.execute(sa.delete(CHALLENGES).where(_C.token_hash.in_(old.scalar_subquery())))
    await tx.connection.execute(sa.insert(CHALLENGES).values(**values))


async def take_challenge(
    tx: Transaction, token_hash: bytes, purpose: PasskeyPurpose
) -> PasskeyChallenge | None:
    """Use a challenge up; None when there is none of this purpose that is still good."""
    statement = (
        sa.delete(CHALLENGES)
        .where(_C.token_hash == token_hash, _C.purpose == purpose.value, _C.expires > tx.now)
        .returning(_C.challenge, _C.user_id, _C.user_handle)
    )
    row = (await tx.connection.execute(statement)).one_or_none()
    if row is None:
        return None
    return PasskeyChallenge(challenge=row.challenge, user_id=row.user_id, user_handle=row.user_handle)


async def insert_passkey(tx: Transaction, values: Mapping[str, Any]) -> Passkey:
    """Store a passkey. Raises `PasskeyTaken` when anyone has registered it."""
    try:
        async with tx.connection.begin_nested():
            statement = sa.insert(PASSKEYS).values(created=tx.now, **values).returning(PASSKEYS)
            return _passkey((await tx.connection.execute(statement)).one())
    except IntegrityError as error:
        if "passkeys_credential_id_key" in str(error.orig):
            raise PasskeyTaken("This passkey is registered already.") from None
        raise


async def lock_credential(tx: Transaction, credential_id: bytes) -> sa.Row[Any] | None:
    """The row of a passkey, held until the transaction ends."""
    query = sa.select(PASSKEYS).where(_P.credential_id == credential_id).with_for_update()
    return (await tx.connection.execute(query)).one_or_none()


async def list_rows(tx: Transaction, user_id: int) -> Sequence[sa.Row[Any]]:
    """The rows of a person's passkeys, oldest first."""
    return (
        await tx.connection.execute(sa.select(PASSKEYS).where(_P.user_id == user_id).order_by(_P.id))
    ).all()


async def list_passkeys(tx: Transaction, user_id: int) -> Sequence[Passkey]:
    """A person's passkeys, oldest first."""
    return [_passkey(row) for row in await list_rows(tx, user_id)]


async def record_use(tx: Transaction, passkey_id: int, *, sign_count: int, backed_up: bool) -> None:
    """Note that a passkey signed its owner in."""
    await tx.connection.execute(
        sa.update(PASSKEYS)
        .where(_P.id == passkey_id)
        .values(sign_count=sign_count, backed_up=backed_up, last_used=tx.now)
    )


async def rename(tx: Transaction, passkey_id: int, *, user_id: int, name: str) -> Passkey | None:
    """Set the name of a person's passkey."""
    statement = (
        sa.update(PASSKEYS)
        .where(_P.id == passkey_id, _P.user_id == user_id)
        .values(name=name)
        .returning(PASSKEYS)
    )
    row = (await tx.connection.execute(statement)).one_or_none()
    return None if row is None else _passkey(row)


async def delete(tx: Transaction, *, user_id: int, passkey_id: int | None = None) -> int:
    """Remove a person's passkey, or all of them; how many."""
    statement = sa.delete(PASSKEYS).where(_P.user_id == user_id)
    if passkey_id is not None:
        statement = statement.where(_P.id == passkey_id)
    return (await tx.connection.execute(statement)).rowcount


def _passkey(row: sa.Row[Any]) -> Passkey:
    return Passkey(
        id=row.id,
        user_id=row.user_id,
        name=row.name,
        created=row.created,
        last_used=row.last_used,
        backed_up=row.backed_up,
    )
