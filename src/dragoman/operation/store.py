"""SQL statements on the database itself: its size, its version, an estimate of what is stored in files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa

from dragoman.database.connections import Transaction

_EXACT_ROWS: Final = 20_000  # of a table; larger ones are estimated
_SAMPLED_PERCENT: Final = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class DatabaseFigures:
    """The database as it says of itself."""

    version: str
    revision: str  # of its tables
    size: int  # bytes on its disk


_FIGURES: Final = sa.text(
    "select current_setting('server_version') as version, "
    "(select version_num from alembic_version) as revision, "
    "pg_database_size(current_database()) as size"
)
_ROWS: Final = sa.text("select reltuples::bigint from pg_class where oid = cast(:table as regclass)")
# Sizes of files, by table.
_SIZES: Final = {
    "project_files": "size",
    "project_translations": "coalesce(result_size, 0)",
    "documents": "size",
}


async def read_database(tx: Transaction) -> DatabaseFigures:
    """Read the database's version, revision and size."""
    row = (await tx.connection.execute(_FIGURES)).one()
    return DatabaseFigures(version=row.version, revision=row.revision, size=row.size)


async def estimate_file_bytes(tx: Transaction) -> int:
    """Estimate the bytes of stored files from their records: small tables exactly, large ones by a sample."""
    total = 0
    for table, expression in _SIZES.items():
        rows = int(await tx.connection.scalar(_ROWS, {"table": table}) or 0)
        if rows <= _EXACT_ROWS:
            query = f"select coalesce(sum({expression}), 0) from {table}"
            total += int(await tx.connection.scalar(sa.text(query)) or 0)
        else:
            sampled = f"from {table} tablesample system ({_SAMPLED_PERCENT})"
            query = f"select coalesce(avg({expression}), 0) {sampled}"
            total += round(float(await tx.connection.scalar(sa.text(query)) or 0) * rows)
    return total
