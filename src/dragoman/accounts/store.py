"""The tables of accounts and users, and every statement on them. Row-level security binds them all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from dragoman.accounts.model import Account, AccountKind, EmailTaken, Role, User
from dragoman.database.connections import Transaction
from dragoman.database.metadata import METADATA

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
    sa.Column("first_name", sa.Text, nullable=False, server_default=""),
    sa.Column("last_name", sa.Text, nullable=False, server_default=""),
    sa.Column("email", sa.Text, unique=True),  # lower case
    sa.Column("role", sa.Text, nullable=False),
    sa.Column("password_hash", sa.Text),  # Argon2id, in its own encoded form; null: cannot sign in
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


async def list_accounts(tx: Transaction, *, limit: int | None = None, offset: int = 0) -> Sequence[Account]:
    """Every account this transaction sees, oldest first."""
    rows = await tx.connection.execute(
        sa.select(ACCOUNTS).order_by(ACCOUNTS.c.id).limit(limit).offset(offset)
    )
    return [_account(row) for row in rows]


async def update_account(tx: Transaction, account_id: int, values: Mapping[str, Any]) -> Account | None:
    """Set columns of an account."""
    statement = (
        sa.update(ACCOUNTS).where(ACCOUNTS.c.id == account_id).values(**values).returning(*ACCOUNTS.columns)
    )
    row = (await tx.connection.execute(statement)).one_or_none()
    return None if row is None else _account(row)


async def insert_user(tx: Transaction, values: Mapping[str, Any]) -> User:
    """Store a new user. Raises `EmailTaken` when a user of any account has the address."""
    return await _write_user(tx, sa.insert(USERS).values(created=tx.now, **values).returning(*_USER_COLUMNS))


async def update_user(tx: Transaction, user_id: int, values: Mapping[str, Any]) -> User:
    """Set columns of a user that the transaction holds. Raises `EmailTaken`."""
    statement = sa.update(USERS).where(USERS.c.id == user_id).values(**values).returning(*_USER_COLUMNS)
    return await _write_user(tx, statement)


async def _write_user(tx: Transaction, statement: sa.Executable) -> User:
    try:
        async with tx.connection.begin_nested():
            return _user((await tx.connection.execute(statement)).one())
    except IntegrityError as error:
        if "users_email_key" in str(error.orig):
            raise EmailTaken("A user with this e-mail address exists already.") from None
        raise


async def find_user(
    tx: Transaction, user_id: int, *, account_id: int | None = None, hold: bool = False
) -> User | None:
    """A user that this transaction sees, of one account or any; `hold` keeps others from changing it."""
    query = sa.select(*_USER_COLUMNS).where(USERS.c.id == user_id)
    if account_id is not None:
        query = query.where(USERS.c.account_id == account_id)
    row = (await tx.connection.execute(query.with_for_update() if hold else query)).one_or_none()
    return None if row is None else _user(row)


async def can_sign_in(tx: Transaction, user_id: int) -> bool:
    """Whether the user has a password."""
    query = sa.select(USERS.c.password_hash.is_not(None)).where(USERS.c.id == user_id)
    return bool(await tx.connection.scalar(query))


async def list_users(
    tx: Transaction, *, account_id: int | None = None, limit: int | None = None, offset: int = 0
) -> Sequence[User]:
    """The users this transaction sees, of one account or all, oldest first."""
    statement = sa.select(*_USER_COLUMNS).order_by(USERS.c.id).limit(limit).offset(offset)
    if account_id is not None:
        statement = statement.where(USERS.c.account_id == account_id)
    return [_user(row) for row in await tx.connection.execute(statement)]


async def list_people(tx: Transaction, *, account_id: int, limit: int | None, offset: int) -> Sequence[User]:
    """The users whom the account's projects may name now, oldest first."""
    statement = sa.select(*_USER_COLUMNS).where(
        USERS.c.account_id == account_id, USERS.c.role == Role.CUSTOMER, USERS.c.disabled.is_(None)
    )
    rows = await tx.connection.execute(statement.order_by(USERS.c.id).limit(limit).offset(offset))
    return [_user(row) for row in rows]


def _account(row: sa.Row[Any]) -> Account:
    return Account(
        id=row.id, name=row.name, kind=AccountKind(row.kind), created=row.created, disabled=row.disabled
    )


def _user(row: sa.Row[Any]) -> User:
    return User(
        id=row.id,
        account_id=row.account_id,
        first_name=row.first_name,
        last_name=row.last_name,
        email=row.email,
        role=Role(row.role),
        created=row.created,
        disabled=row.disabled,
    )
