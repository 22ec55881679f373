"""SQL statements on reference data: each works on every type of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from dragoman.catalog.model import NO_DEFAULTS, ProjectDefaults
from dragoman.catalog.reference_types import Item, ReferenceType
from dragoman.catalog.tables import ACCOUNT_DEFAULTS, PROJECT_TEMPLATES
from dragoman.database.connections import Transaction
from dragoman.database.named_locks import lock_name


async def find(
    tx: Transaction,
    kind: ReferenceType[Item],
    id_: int,
    *,
    account_id: int | None = None,
    lock_row: bool = False,
) -> Item | None:
    """Find an item; with an account, only its own or one for all accounts. `lock_row` locks its row."""
    query = sa.select(kind.table).where(kind.table.c.id == id_)
    if account_id is not None:
        query = query.where(_usable(kind, account_id))
    found = await tx.connection.execute(query.with_for_update() if lock_row else query)
    row = found.mappings().one_or_none()
    return None if row is None else kind.read(row)


async def find_several(tx: Transaction, kind: ReferenceType[Item], ids: Collection[int]) -> Sequence[Item]:
    """Find those of the items that this transaction sees."""
    return await _read(tx, kind, sa.select(kind.table).where(kind.table.c.id.in_(ids)))


async def list_usable(
    tx: Transaction, kind: ReferenceType[Item], *, account_id: int, limit: int | None = None, offset: int = 0
) -> Sequence[Item]:
    """List the items that an account may choose: not disabled, its own or for all accounts; oldest first."""
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
    """List all items of one account or of all, disabled ones included, oldest first."""
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
    """Whether an item other than `but` has the text, among the account's and those for all accounts."""
    columns = kind.table.c
    query = sa.select(sa.literal(1)).where(columns[column] == text, columns.id != but)
    if kind.owned:
        query = query.where(columns.account_id.is_(None) if account_id is None else _usable(kind, account_id))
    return await tx.connection.scalar(query.limit(1)) is not None


async def insert(tx: Transaction, kind: ReferenceType[Item], values: Mapping[str, Any]) -> Item:
    """Insert a new item."""
    statement = sa.insert(kind.table).values(**values).returning(*kind.table.columns)
    return kind.read((await tx.connection.execute(statement)).mappings().one())


async def update(tx: Transaction, kind: ReferenceType[Item], id_: int, values: Mapping[str, Any]) -> Item:
    """Update columns of an item that the transaction has locked."""
    statement = sa.update(kind.table).where(kind.table.c.id == id_).values(**values)
    changed = await tx.connection.execute(statement.returning(*kind.table.columns))
    return kind.read(changed.mappings().one())


async def lock(tx: Transaction, kind: ReferenceType[Any]) -> None:
    """Lock the names of items of this type for all accounts until the end of the transaction."""
    await lock_name(tx, f"dragoman.{kind.table.name}")


async def find_defaults(tx: Transaction, account_id: int) -> ProjectDefaults:
    """Find the defaults of the account's projects."""
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
    """Replace an account's defaults."""
    values = {
        "invoicing_account_id": defaults.invoicing_account_id,
        "user_id": defaults.user_id,
        "work_area_id": defaults.work_area_id,
        "memory_threshold": defaults.memory_threshold,
    }
    statement = postgresql.insert(ACCOUNT_DEFAULTS).values(account_id=account_id, **values)
    await tx.connection.execute(statement.on_conflict_do_update(index_elements=["account_id"], set_=values))


async def count_defaults(tx: Transaction, column: str, id_: int) -> int:
    """Count the accounts that have an item as their default."""
    query = sa.select(sa.func.count()).select_from(ACCOUNT_DEFAULTS).where(ACCOUNT_DEFAULTS.c[column] == id_)
    return int(await tx.connection.scalar(query) or 0)


async def count_templates(tx: Transaction, column: str, id_: int) -> int:
    """Count the templates that refer to an item, disabled ones included."""
    query = sa.select(sa.func.count()).select_from(PROJECT_TEMPLATES)
    return int(await tx.connection.scalar(query.where(PROJECT_TEMPLATES.c[column] == id_)) or 0)


async def list_templates_with(tx: Transaction, column: str, id_: int) -> Sequence[tuple[int, str, bool]]:
    """List id, name and whether it is disabled of the project templates that refer to something, by name."""
    columns = PROJECT_TEMPLATES.c
    query = sa.select(columns.id, columns.name, columns.disabled.is_not(None)).where(columns[column] == id_)
    rows = await tx.connection.execute(query.order_by(sa.func.lower(columns.name), columns.id))
    return [(row[0], row[1], row[2]) for row in rows]


async def find_first(tx: Transaction, kind: ReferenceType[Any], *, name: str) -> int | None:
    """Find the id of the enabled item for all accounts with this name; else of the first enabled one.

    The provider may have renamed or disabled the item that a new account should have.
    """
    columns = kind.table.c
    query = sa.select(columns.id).where(columns.account_id.is_(None), columns.disabled.is_(None))
    found: int | None = await tx.connection.scalar(query.order_by(columns.name != name, columns.id).limit(1))
    return found
