"""SQL statements on the database itself: its size, its version, an estimate of what is stored in files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa

from dragoman.database.connections import Transaction

_EXACT_ROWS: Final = 20_000  # of a table; of larger ones a hundredth is read


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
# By table: the sum of the sizes of its files, and their average in a sample.
_SIZES: Final = {
    "documents": (
        sa.text("select sum(size) from documents"),
        sa.text("select avg(size) from documents tablesample system (1)"),
    ),
    "project_files": (
        sa.text("select sum(size) from project_files"),
        sa.text("select avg(size) from project_files tablesample system (1)"),
    ),
    "project_translations": (
        sa.text("select sum(result_size) from project_translations"),
        sa.text("select avg(coalesce(result_size, 0)) from project_translations tablesample system (1)"),
    ),
}


async def read_database(tx: Transaction) -> DatabaseFigures:
    """Read the database's version, revision and size."""
    row = (await tx.connection.execute(_FIGURES)).one()
    return DatabaseFigures(version=row.version, revision=row.revision, size=row.size)


async def estimate_file_bytes(tx: Transaction) -> int:
    """Estimate the bytes of stored files from their records: small tables exactly, large ones by a sample."""
    total = 0
    for table, (exact, sampled) in _SIZES.items():
        rows = int(await tx.connection.scalar(_ROWS, {"table": table}) or 0)
        if rows <= _EXACT_ROWS:  # also of a table that was never analysed
            total += int(await tx.connection.scalar(exact) or 0)
        else:
            total += round(float(await tx.connection.scalar(sampled) or 0) * rows)
    return total
