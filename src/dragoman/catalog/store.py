"""The statements on reference data: each works on any type of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from dragoman.catalog.model import NO_DEFAULTS, ProjectDefaults
from dragoman.catalog.reference_types import Item, ReferenceType
from dragoman.catalog.tables import ACCOUNT_DEFAULTS, PROJECT_TEMPLATES
from dragoman.database.connections import Transaction


async def find(
    tx: Transaction, kind: ReferenceType[Item], id_: int, *, account_id: int | None = None, hold: bool = False
) -> Item | None:
    """A thing that this transaction sees; with an account, one that it may use: its own or everybody's."""
    query = sa.select(kind.table).where(kind.table.c.id == id_)
    if account_id is not None:
        query = query.where(_usable(kind, account_id))
    found = await tx.connection.execute(query.with_for_update() if hold else query)
    row = found.mappings().one_or_none()
    return None if row is None else kind.read(row)


async def list_usable(
    tx: Transaction, kind: ReferenceType[Item], *, account_id: int, limit: int | None = None, offset: int = 0
) -> Sequence[Item]:
    """What an account may choose now: its own and everybody's that is not disabled, oldest first."""
    query = sa.select(kind.table).where(_usable(kind, account_id), kind.table.c.disabled.is_(None))
    return await _read(tx, kind, query.order_by(kind.table.c.id).limit(limit).offset(offset))


async def list_all(
    tx: Transaction,
    kind: ReferenceType[Item],
    *,
    account_id: int | None = None,
    limit: int | None,
    offset: int = 0,
) -> Sequence[Item]:
    """Everything that this transaction sees, of one account or all, disabled ones too, oldest first."""
    query = sa.select(kind.table)
    if account_id is not None:
        query = query.where(kind.table.c.account_id == account_id)
    return await _read(tx, kind, query.order_by(kind.table.c.id).limit(limit).offset(offset))


async def _read(tx: Transaction, kind: ReferenceType[Item], query: sa.Select[Any]) -> Sequence[Item]:
    return [kind.read(row) for row in (await tx.connection.execute(query)).mappings()]


def _usable(kind: ReferenceType[Any], account_id: int) -> sa.ColumnElement[bool]:
    if not kind.owned:
        return sa.true()
    column = kind.table.c.account_id
    return sa.or_(column == account_id, column.is_(None)) if column.nullable else column == account_id


async def is_taken(
    tx: Transaction, kind: ReferenceType[Any], *, column: str, text: str, account_id: int | None, but: int
) -> bool:
    """Whether another thing than `but` has the text where the account sees both, or among everybody's."""
    columns = kind.table.c
    query = sa.select(sa.literal(1)).where(columns[column] == text, columns.id != but)
    if kind.owned:
        query = query.where(columns.account_id.is_(None) if account_id is None else _usable(kind, account_id))
    return await tx.connection.scalar(query.limit(1)) is not None


async def insert(tx: Transaction, kind: ReferenceType[Item], values: Mapping[str, Any]) -> Item:
    """Store a new thing."""
    statement = sa.insert(kind.table).values(**values).returning(*kind.table.columns)
    return kind.read((await tx.connection.execute(statement)).mappings().one())


async def update(tx: Transaction, kind: ReferenceType[Item], id_: int, values: Mapping[str, Any]) -> Item:
    """Set columns of a thing that the transaction holds."""
    statement = sa.update(kind.table).where(kind.table.c.id == id_).values(**values)
    changed = await tx.connection.execute(statement.returning(*kind.table.columns))
    return kind.read(changed.mappings().one())


async def lock(tx: Transaction, kind: ReferenceType[Any]) -> None:
    """Let one transaction at a time give names to things of this kind that are everybody's."""
    statement = sa.text("select pg_advisory_xact_lock(hashtext(:name))")
    await tx.connection.execute(statement, {"name": f"dragoman.{kind.table.name}"})


async def find_defaults(tx: Transaction, account_id: int) -> ProjectDefaults:
    """What the account's projects have when nothing else is said."""
    query = sa.select(ACCOUNT_DEFAULTS).where(ACCOUNT_DEFAULTS.c.account_id == account_id)
    row = (await tx.connection.execute(query)).one_or_none()
    if row is None:
        return NO_DEFAULTS
    return ProjectDefaults(
        invoicing_account_id=row.invoicing_account_id,
        user_id=row.user_id,
        work_area_id=row.work_area_id,
        memory_threshold=row.memory_threshold,
    )


async def write_defaults(tx: Transaction, account_id: int, defaults: ProjectDefaults) -> None:
    """Store an account's defaults in place of those it has."""
    values = {
        "invoicing_account_id": defaults.invoicing_account_id,
        "user_id": defaults.user_id,
        "work_area_id": defaults.work_area_id,
        "memory_threshold": defaults.memory_threshold,
    }
    statement = postgresql.insert(ACCOUNT_DEFAULTS).values(account_id=account_id, **values)
    await tx.connection.execute(statement.on_conflict_do_update(index_elements=["account_id"], set_=values))


async def count_defaults(tx: Transaction, column: str, id_: int) -> int:
    """How many accounts have a thing as their default."""
    query = sa.select(sa.func.count()).select_from(ACCOUNT_DEFAULTS).where(ACCOUNT_DEFAULTS.c[column] == id_)
    return int(await tx.connection.scalar(query) or 0)


async def count_templates(tx: Transaction, column: str, id_: int) -> int:
    """How many templates name a thing, disabled ones too."""
    query = sa.select(sa.func.count()).select_from(PROJECT_TEMPLATES)
    return int(await tx.connection.scalar(query.where(PROJECT_TEMPLATES.c[column] == id_)) or 0)


async def find_first(tx: Transaction, kind: ReferenceType[Any], *, name: str) -> int | None:
    """The id of everybody's thing of this name; else of everybody's first one. Disabled ones do not count.

    The provider may have renamed or disabled what a new account is to have.
    """
    columns = kind.table.c
    query = sa.select(columns.id).where(columns.account_id.is_(None), columns.disabled.is_(None))
    found: int | None = await tx.connection.scalar(query.order_by(columns.name != name, columns.id).limit(1))
    return found
