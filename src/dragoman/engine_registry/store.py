"""The tables of services, of accounts' choices and of what was sent, and every statement on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from dragoman.database.connections import Database, Transaction, fetch_rows
from dragoman.database.metadata import METADATA
from dragoman.engine_registry.model import (
    DEFAULT_POLICY,
    EnginePolicy,
    RegisteredService,
    SentText,
    ServiceDraft,
    read_policy,
    write_policy,
)

SERVICES: Final = sa.Table(
    "engine_services",
    METADATA,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("configuration", postgresql.JSONB, nullable=False),
    sa.Column("secret", sa.LargeBinary),  # wrapped by the master key; null: none, or in the file
    sa.Column("key_file", sa.Text),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False),
    sa.Column("version", sa.Integer, nullable=False, server_default="1"),
)

POLICIES: Final = sa.Table(
    "engine_policies",
    METADATA,
    sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), primary_key=True),
    sa.Column("policy", postgresql.JSONB, nullable=False),
)

SPENDING: Final = sa.Table(
    "engine_spending",
    METADATA,
    sa.Column("engine", sa.Text, primary_key=True),
    sa.Column("month", sa.Date, primary_key=True),  # its first day, UTC
    sa.Column("characters", sa.BigInteger, nullable=False),
)

USAGE: Final = sa.Table(
    "engine_usage",
    METADATA,
    sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), primary_key=True),
    sa.Column("day", sa.Date, primary_key=True),  # UTC
    sa.Column("engine", sa.Text, primary_key=True),
    sa.Column("characters", sa.BigInteger, nullable=False),
    sa.Column("calls", sa.BigInteger, nullable=False),
)

_PUBLIC: Final = (
    SERVICES.c.name,
    SERVICES.c.kind,
    SERVICES.c.configuration,
    SERVICES.c.key_file,
    SERVICES.c.secret.is_not(None).label("has_secret"),
    SERVICES.c.created,
    SERVICES.c.version,
)

_POLICY: Final = "select policy from find_engine_policy(%(account_id)s)"


# --- services ---------------------------------------------------------------------------------------------


async def list_services(tx: Transaction) -> Sequence[RegisteredService]:
    """All services, by name."""
    rows = await tx.connection.execute(sa.select(*_PUBLIC).order_by(SERVICES.c.name))
    return [_service(row) for row in rows]


async def find_service(tx: Transaction, name: str) -> RegisteredService | None:
    """The service of a name."""
    row = (await tx.connection.execute(sa.select(*_PUBLIC).where(SERVICES.c.name == name))).one_or_none()
    return None if row is None else _service(row)


async def find_secret(tx: Transaction, name: str) -> bytes | None:
    """The wrapped secret of a service."""
    found: bytes | None = await tx.connection.scalar(
        sa.select(SERVICES.c.secret).where(SERVICES.c.name == name)
    )
    return found


async def write_service(tx: Transaction, draft: ServiceDraft, *, secret: bytes | None) -> RegisteredService:
    """Store a service, or replace the one of its name. `secret` is wrapped."""
    values = {
        "kind": draft.kind,
        "configuration": dict(draft.configuration),
        "secret": secret,
        "key_file": draft.key_file,
    }
    statement = (
        postgresql.insert(SERVICES)
        .values(name=draft.name, created=tx.now, **values)
        .on_conflict_do_update(index_elements=["name"], set_=values | {"version": SERVICES.c.version + 1})
        .returning(*_PUBLIC)
    )
    return _service((await tx.connection.execute(statement)).one())


async def delete_service(tx: Transaction, name: str) -> bool:
    """Delete a service; whether there was one."""
    done = await tx.connection.execute(sa.delete(SERVICES).where(SERVICES.c.name == name))
    return bool(done.rowcount)


def _service(row: Any) -> RegisteredService:
    return RegisteredService(
        name=row.name,
        kind=row.kind,
        configuration=row.configuration,
        key_file=row.key_file,
        has_secret=row.has_secret,
        created=row.created,
        version=row.version,
    )


# --- accounts' choices ------------------------------------------------------------------------------------


async def find_policy(database: Database, account_id: int) -> EnginePolicy:
    """An account's choice, by one statement without a transaction of its own."""
    rows = await fetch_rows(database, _POLICY, {"account_id": account_id})
    return read_policy(rows[0].policy) if rows else DEFAULT_POLICY


async def read_account_policy(tx: Transaction, account_id: int) -> EnginePolicy:
    """An account's choice, in a transaction that sees the account."""
    stored = await tx.connection.scalar(
        sa.select(POLICIES.c.policy).where(POLICIES.c.account_id == account_id)
    )
    return DEFAULT_POLICY if stored is None else read_policy(stored)


async def write_account_policy(tx: Transaction, account_id: int, policy: EnginePolicy) -> None:
    """Store an account's choice."""
    stored = write_policy(policy)
    statement = postgresql.insert(POLICIES).values(account_id=account_id, policy=stored)
    await tx.connection.execute(
        statement.on_conflict_do_update(index_elements=["account_id"], set_={"policy": stored})
    )


async def list_policies(tx: Transaction) -> Mapping[int, EnginePolicy]:
    """The choices of all accounts that this transaction sees and that have made one."""
    rows = await tx.connection.execute(sa.select(POLICIES))
    return {row.account_id: read_policy(row.policy) for row in rows}


async def list_allowing_accounts(tx: Transaction, engine: str, *, limit: int) -> tuple[Sequence[int], int]:
    """The first accounts that let a remote engine get their texts, by id, and how many do."""
    allows = POLICIES.c.policy["remote"].has_key(engine)
    ids = await tx.connection.scalars(
        sa.select(POLICIES.c.account_id).where(allows).order_by(POLICIES.c.account_id).limit(limit)
    )
    number = await tx.connection.scalar(sa.select(sa.func.count()).select_from(POLICIES).where(allows))
    return list(ids), number or 0


# --- what was sent ----------------------------------------------------------------------------------------


async def skip_waiting_for_disk(tx: Transaction) -> None:
    """Commit without waiting for the disk: a crash loses the last counts of a moment, not their order."""
    await tx.connection.execute(sa.text("set local synchronous_commit = off"))


async def add_spending(tx: Transaction, engine: str, characters: int, *, budget: int | None) -> bool:
    """Add to the month's characters of an engine, if that stays within the budget; whether it does."""
    if budget is not None and characters > budget:
        return False
    statement = postgresql.insert(SPENDING).values(
        engine=engine, month=tx.now.date().replace(day=1), characters=characters
    )
    sum_ = SPENDING.c.characters + statement.excluded.characters
    done = await tx.connection.execute(
        statement.on_conflict_do_update(
            index_elements=["engine", "month"],
            set_={"characters": sum_},
            where=None if budget is None else sum_ <= budget,
        ).returning(SPENDING.c.characters)
    )
    return done.one_or_none() is not None


async def add_usage(tx: Transaction, engine: str, *, account_id: int, characters: int) -> None:
    """Add one call to what an account's engine got today."""
    statement = postgresql.insert(USAGE).values(
        account_id=account_id, day=tx.now.date(), engine=engine, characters=characters, calls=1
    )
    await tx.connection.execute(
        statement.on_conflict_do_update(
            index_elements=["account_id", "day", "engine"],
            set_={
                "characters": USAGE.c.characters + statement.excluded.characters,
                "calls": USAGE.c.calls + 1,
            },
        )
    )


async def find_spending(tx: Transaction) -> Mapping[str, int]:
    """The characters that each engine got this month."""
    rows = await tx.connection.execute(
        sa.select(SPENDING).where(SPENDING.c.month == tx.now.date().replace(day=1))
    )
    return {row.engine: row.characters for row in rows}


async def list_usage(
    tx: Transaction, *, account_id: int | None, first_day: date, last_day: date
) -> Sequence[SentText]:
    """What engines got of an account, or of all that this transaction sees, by day and engine."""
    query = (
        sa.select(
            USAGE.c.day,
            USAGE.c.engine,
            sa.func.sum(USAGE.c.characters).label("characters"),
            sa.func.sum(USAGE.c.calls).label("calls"),
        )
        .where(USAGE.c.day.between(first_day, last_day))
        .group_by(USAGE.c.day, USAGE.c.engine)
        .order_by(USAGE.c.day, USAGE.c.engine)
    )
    if account_id is not None:
        query = query.where(USAGE.c.account_id == account_id)
    rows = await tx.connection.execute(query)
    return [
        SentText(day=row.day, engine=row.engine, characters=int(row.characters), calls=int(row.calls))
        for row in rows
    ]
