"""The tables of accounts and users, and every statement on them. Row-level security binds them all."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql
from sqlalchemy.exc import IntegrityError

from dragoman.accounts.model import (
    Account,
    AccountKind,
    EmailTaken,
    Role,
    Theme,
    User,
    strongest_role,
)
from dragoman.database.connections import Transaction
from dragoman.database.metadata import METADATA
from dragoman.database.named_locks import lock_name

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
    sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False),
    sa.Column("first_name", sa.Text, nullable=False, server_default=""),
    sa.Column("last_name", sa.Text, nullable=False, server_default=""),
    sa.Column("email", sa.Text, unique=True),  # lower case
    sa.Column(
        "role", sa.Text, nullable=False
    ),  # the strongest of `roles`, for processes of the release before
    sa.Column("password_hash", sa.Text),  # Argon2id, in its own encoded form; null: no password yet
    sa.Column("created", sa.DateTime(timezone=True), nullable=False),
    sa.Column("disabled", sa.DateTime(timezone=True)),
    sa.Column("roles", postgresql.ARRAY(sa.Text), nullable=False),  # a trigger sets those of older processes
    sa.Column("language", sa.Text),
    sa.Column("time_zone", sa.Text),
    sa.Column("theme", sa.Text),
    sa.Column("signed_in", sa.DateTime(timezone=True)),
    sa.Column("sessions_from", sa.DateTime(timezone=True)),  # older sessions are over
    # What lists of people are ordered by and searched in. A column, as an index has its order.
    sa.Column(
        "sort_name",
        sa.Text,
        sa.Computed("lower(first_name || ' ' || last_name || ' ' || coalesce(email, ''))", persisted=True),
    ),
    sa.CheckConstraint("role in ('customer', 'manager', 'linguist', 'admin')", name="role"),
)
sa.Index("users_name_idx", USERS.c.sort_name, USERS.c.id, postgresql_include=["account_id"])
sa.Index("users_account_name_idx", USERS.c.account_id, USERS.c.sort_name, USERS.c.id)
# In statements this is written out, as an index with a condition is used only where the planner knows that a
# statement has it: by roles alone, the few who are staff are looked for among all people.
IS_STAFF: Final = sa.text("users.roles && array['admin', 'linguist', 'manager']")
# People whom an identity provider vouches for have no password, but have signed in.
HAS_SIGNED_IN: Final = sa.or_(USERS.c.password_hash.is_not(None), USERS.c.signed_in.is_not(None))
sa.Index("users_staff_idx", USERS.c.sort_name, USERS.c.id, postgresql_where=IS_STAFF)

_NOT_OF_USERS: Final = {"role", "password_hash", "sessions_from", "sort_name"}  # columns that `User` has not
USER_COLUMNS: Final = [column for column in USERS.columns if column.name not in _NOT_OF_USERS]


async def insert_account(tx: Transaction, *, name: str, kind: AccountKind) -> Account:
    """Store a new account."""
    statement = sa.insert(ACCOUNTS).values(name=name, kind=kind, created=tx.now).returning(*ACCOUNTS.columns)
    return _account((await tx.connection.execute(statement)).one())


async def find_account(tx: Transaction, account_id: int) -> Account | None:
    """The account, if this transaction may see it."""
    row = (await tx.connection.execute(sa.select(ACCOUNTS).where(ACCOUNTS.c.id == account_id))).one_or_none()
    return None if row is None else _account(row)


async def find_accounts(tx: Transaction, account_ids: Collection[int]) -> dict[int, Account]:
    """Those of the accounts that this transaction sees, by id."""
    rows = await tx.connection.execute(sa.select(ACCOUNTS).where(ACCOUNTS.c.id.in_(account_ids)))
    return {row.id: _account(row) for row in rows}


async def lock_account(tx: Transaction, account_id: int) -> Account | None:
    """The account, held until the transaction ends: what is unique within it does not change meanwhile."""
    query = sa.select(ACCOUNTS).where(ACCOUNTS.c.id == account_id).with_for_update(key_share=True)
    row = (await tx.connection.execute(query)).one_or_none()
    return None if row is None else _account(row)


async def list_names(
    tx: Transaction, *, account_ids: Sequence[int] | None = None, search: str = "", limit: int | None = None
) -> dict[int, str]:
    """List the names of accounts by id, in the order of names: of these, or of those with a text in them."""
    query = sa.select(ACCOUNTS.c.id, ACCOUNTS.c.name)
    if account_ids is not None:
        query = query.where(ACCOUNTS.c.id.in_(account_ids))
    if search:
        query = query.where(ACCOUNTS.c.name.icontains(search, autoescape=True))
    query = query.order_by(sa.func.lower(ACCOUNTS.c.name), ACCOUNTS.c.id).limit(limit)
    return {row.id: row.name for row in await tx.connection.execute(query)}


async def list_accounts(
    tx: Transaction, *, search: str = "", limit: int | None = None, offset: int = 0
) -> Sequence[Account]:
    """The accounts this transaction sees, oldest first; with `search` those that it fits."""
    query = sa.select(ACCOUNTS).order_by(ACCOUNTS.c.id).limit(limit).offset(offset)
    if search:
        is_id = sa.cast(ACCOUNTS.c.id, sa.Text) == search
        query = query.where(sa.or_(ACCOUNTS.c.name.icontains(search, autoescape=True), is_id))
    return [_account(row) for row in await tx.connection.execute(query)]


async def update_account(tx: Transaction, account_id: int, values: Mapping[str, Any]) -> Account | None:
    """Set columns of an account."""
    statement = (
        sa.update(ACCOUNTS).where(ACCOUNTS.c.id == account_id).values(**values).returning(*ACCOUNTS.columns)
    )
    row = (await tx.connection.execute(statement)).one_or_none()
    return None if row is None else _account(row)


async def insert_user(tx: Transaction, values: Mapping[str, Any]) -> User:
    """Store a new user. Raises `EmailTaken` when a user of any account has the address."""
    return await _write_user(tx, sa.insert(USERS).values(created=tx.now, **values).returning(*USER_COLUMNS))


async def update_user(tx: Transaction, user_id: int, values: Mapping[str, Any]) -> User:
    """Set columns of a user that the transaction holds. Raises `EmailTaken`."""
    statement = sa.update(USERS).where(USERS.c.id == user_id).values(**values).returning(*USER_COLUMNS)
    return await _write_user(tx, statement)


def roles_columns(roles: frozenset[Role]) -> dict[str, Any]:
    """The columns of what a person is."""
    return {"role": strongest_role(roles), "roles": sorted(roles)}


async def _write_user(tx: Transaction, statement: sa.Executable) -> User:
    try:
        async with tx.connection.begin_nested():
            return read_user((await tx.connection.execute(statement)).one())
    except IntegrityError as error:
        if "users_email_key" in str(error.orig):
            raise EmailTaken("A user with this e-mail address exists already.", field="email") from None
        raise


async def find_user(
    tx: Transaction, user_id: int, *, account_id: int | None = None, hold: bool = False
) -> User | None:
    """A user that this transaction sees, of one account or any; `hold` keeps others from changing it."""
    query = sa.select(*USER_COLUMNS).where(USERS.c.id == user_id)
    if account_id is not None:
        query = query.where(USERS.c.account_id == account_id)
    row = (await tx.connection.execute(query.with_for_update() if hold else query)).one_or_none()
    return None if row is None else read_user(row)


async def find_user_by_email(tx: Transaction, email: str) -> User | None:
    """The user with the address, in the spelling of `check_email`."""
    row = (await tx.connection.execute(sa.select(*USER_COLUMNS).where(USERS.c.email == email))).one_or_none()
    return None if row is None else read_user(row)


async def find_password_hash(tx: Transaction, user_id: int) -> str | None:
    """The user's password as it is stored; None: no password."""
    return await tx.connection.scalar(sa.select(USERS.c.password_hash).where(USERS.c.id == user_id))


async def find_sessions_start(tx: Transaction, user_id: int) -> datetime | None:
    """Since when the user's sessions count; None: all do."""
    return await tx.connection.scalar(sa.select(USERS.c.sessions_from).where(USERS.c.id == user_id))


async def lock_admins(tx: Transaction) -> None:
    """Let no other transaction change who is an admin until this one ends."""
    await lock_name(tx, "dragoman.admins")


async def list_admins(tx: Transaction, *, invited: bool = True) -> Sequence[User]:
    """The admins who are not disabled, themselves or with their account; oldest first.

    Without `invited` only those who have accepted their invitation.
    """
    query = (
        sa.select(*USER_COLUMNS)
        .join(ACCOUNTS, ACCOUNTS.c.id == USERS.c.account_id)
        .where(IS_STAFF, USERS.c.roles.contains([Role.ADMIN]))
        .where(USERS.c.disabled.is_(None), ACCOUNTS.c.disabled.is_(None))
        .order_by(USERS.c.id)
    )
    query = query if invited else query.where(HAS_SIGNED_IN)
    return [read_user(row) for row in await tx.connection.execute(query)]


async def find_staff_account(tx: Transaction) -> int | None:
    """The account of the first user who is staff; None: there is none."""
    query = (
        sa.select(USERS.c.account_id)
        .join(ACCOUNTS, ACCOUNTS.c.id == USERS.c.account_id)
        .where(IS_STAFF, USERS.c.disabled.is_(None), ACCOUNTS.c.disabled.is_(None))
    )
    return await tx.connection.scalar(query.order_by(USERS.c.id).limit(1))


async def has_anyone_signed_in(tx: Transaction) -> bool:
    """Whether a person has ever signed in."""
    return bool(await tx.connection.scalar(sa.select(sa.exists().where(USERS.c.signed_in.is_not(None)))))


async def list_users(
    tx: Transaction, *, account_id: int | None = None, limit: int | None = None, offset: int = 0
) -> Sequence[User]:
    """The users this transaction sees, of one account or all, oldest first."""
    statement = sa.select(*USER_COLUMNS).order_by(USERS.c.id).limit(limit).offset(offset)
    if account_id is not None:
        statement = statement.where(USERS.c.account_id == account_id)
    return [read_user(row) for row in await tx.connection.execute(statement)]


async def list_user_names(tx: Transaction, user_ids: Sequence[int]) -> dict[int, str]:
    """List the names, or else the addresses, of users by id."""
    columns = USERS.c
    query = sa.select(columns.id, columns.first_name, columns.last_name, columns.email)
    rows = await tx.connection.execute(query.where(columns.id.in_(user_ids)))
    return {row.id: f"{row.first_name} {row.last_name}".strip() or row.email or "" for row in rows}


async def list_people(tx: Transaction, *, account_id: int, limit: int | None, offset: int) -> Sequence[User]:
    """The users whom the account's projects may name now, oldest first."""
    statement = sa.select(*USER_COLUMNS).where(
        USERS.c.account_id == account_id,
        USERS.c.roles.contains([Role.CUSTOMER]),
        USERS.c.disabled.is_(None),
    )
    rows = await tx.connection.execute(statement.order_by(USERS.c.id).limit(limit).offset(offset))
    return [read_user(row) for row in rows]


def _account(row: sa.Row[Any]) -> Account:
    return Account(
        id=row.id, name=row.name, kind=AccountKind(row.kind), created=row.created, disabled=row.disabled
    )


def read_user(row: Any) -> User:
    """A row with the columns of `USER_COLUMNS`."""
    return User(
        id=row.id,
        account_id=row.account_id,
        first_name=row.first_name,
        last_name=row.last_name,
        email=row.email,
        roles=frozenset(Role(role) for role in row.roles),
        language=row.language,
        time_zone=row.time_zone,
        theme=None if row.theme is None else Theme(row.theme),
        created=row.created,
        signed_in=row.signed_in,
        disabled=row.disabled,
    )
