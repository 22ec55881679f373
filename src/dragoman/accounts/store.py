"""The tables of accounts and users, and every statement on them. Row-level security binds them all."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from dragoman.accounts.model import Account, AccountKind, Role, User
from dragoman.database.connections import Transaction
from dragoman.database.metadata import METADATA
from dragoman.errors import Conflict

ACCOUNTS: Final = sa.Table(
    "accounts",
    METADATA,
    sa.Column("id", sa.Integer, sa.Identity(always=True), primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False),
    sa.Column("disabled", sa.DateTime(timezone=True)),
    sa.CheckConstraint("kind in ('sandbox', 'trial', 'production')", name="kind"),
)

USERS: Final = sa.Table(
    "users",
    METADATA,
    sa.Column("id", sa.Integer, sa.Identity(always=True), primary_key=True),
    sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False, index=True),
    sa.Column("email", sa.Text, nullable=False, unique=True),  # lower case
    sa.Column("role", sa.Text, nullable=False),
    sa.Column("password_hash", sa.Text, nullable=False),  # Argon2id, in its own encoded form
    sa.Column("created", sa.DateTime(timezone=True), nullable=False),
    sa.Column("disabled", sa.DateTime(timezone=True)),
    sa.CheckConstraint("role in ('customer', 'manager', 'linguist', 'admin')", name="role"),
)

_USER_COLUMNS: Final = [column for column in USERS.columns if column.name != "password_hash"]


async def insert_account(tx: Transaction, *, name: str, kind: AccountKind) -> Account:
    """Store a new account."""
    statement = sa.insert(ACCOUNTS).values(name=name, kind=kind, created=tx.now).returning(*ACCOUNTS.columns)
    return _account((await tx.connection.execute(statement)).one())


async def find_account(tx: Transaction, account_id: int) -> Account | None:
    """The account, if this transaction may see it."""
    row = (await tx.connection.execute(sa.select(ACCOUNTS).where(ACCOUNTS.c.id == account_id))).one_or_none()
    return None if row is None else _account(row)


async def lock_account(tx: Transaction, account_id: int) -> Account | None:
    """The account, held until the transaction ends: what is unique within it does not change meanwhile."""
    query = sa.select(ACCOUNTS).where(ACCOUNTS.c.id == account_id).with_for_update(key_share=True)
    row = (await tx.connection.execute(query)).one_or_none()
    return None if row is None else _account(row)


async def list_accounts(tx: Transaction) -> Sequence[Account]:
    """Every account this transaction sees, oldest first."""
    rows = await tx.connection.execute(sa.select(ACCOUNTS).order_by(ACCOUNTS.c.id))
    return [_account(row) for row in rows]


async def set_account_disabled(tx: Transaction, account_id: int, disabled: datetime | None) -> Account | None:
    """Disable at that moment, or enable with None. A moment that is set already stays."""
    moment = sa.null() if disabled is None else sa.func.coalesce(ACCOUNTS.c.disabled, disabled)
    statement = (
        sa.update(ACCOUNTS)
        .where(ACCOUNTS.c.id == account_id)
        .values(disabled=moment)
        .returning(*ACCOUNTS.columns)
    )
    row = (await tx.connection.execute(statement)).one_or_none()
    return None if row is None else _account(row)


async def insert_user(
    tx: Transaction, *, account_id: int, email: str, role: Role, password_hash: str
) -> User:
    """Store a new user. Raises `Conflict` when the address is taken, in whichever account."""
    statement = (
        sa.insert(USERS)
        .values(account_id=account_id, email=email, role=role, password_hash=password_hash, created=tx.now)
        .returning(*_USER_COLUMNS)
    )
    try:
        async with tx.connection.begin_nested():
            return _user((await tx.connection.execute(statement)).one())
    except IntegrityError as error:
        if "users_email_key" in str(error.orig):
            raise Conflict(f"A user with the address {email} exists already.") from None
        raise


async def list_users(tx: Transaction, *, account_id: int | None = None) -> Sequence[User]:
    """The users this transaction sees, of one account or all, oldest first."""
    statement = sa.select(*_USER_COLUMNS).order_by(USERS.c.id)
    if account_id is not None:
        statement = statement.where(USERS.c.account_id == account_id)
    return [_user(row) for row in await tx.connection.execute(statement)]


async def set_user_disabled(tx: Transaction, user_id: int, disabled: datetime | None) -> User | None:
    """Disable at that moment, or enable with None. A moment that is set already stays."""
    moment = sa.null() if disabled is None else sa.func.coalesce(USERS.c.disabled, disabled)
    statement = (
        sa.update(USERS).where(USERS.c.id == user_id).values(disabled=moment).returning(*_USER_COLUMNS)
    )
    row = (await tx.connection.execute(statement)).one_or_none()
    return None if row is None else _user(row)


def _account(row: sa.Row[Any]) -> Account:
    return Account(
        id=row.id, name=row.name, kind=AccountKind(row.kind), created=row.created, disabled=row.disabled
    )


def _user(row: sa.Row[Any]) -> User:
    return User(
        id=row.id,
        account_id=row.account_id,
        email=row.email,
        role=Role(row.role),
        created=row.created,
        disabled=row.disabled,
    )
