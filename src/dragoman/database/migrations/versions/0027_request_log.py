"""The request log: an entry for each call of an application."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import sqlalchemy as sa
from alembic import op

from dragoman.database.migrations.policies import isolate_by_account

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

_TABLE: Final = "request_entries"
_INDEXES: Final[Sequence[tuple[str, Sequence[str]]]] = (
    ("account", ("account_id", "id")),
    ("status", ("status", "id")),
    ("account_status", ("account_id", "status", "id")),
    ("application_status", ("account_id", "application_id", "status", "id")),
    ("path", ("path",)),
    ("account_path", ("account_id", "path")),
    ("request", ("request_id",)),
)


def upgrade() -> None:
    """Make the table, isolated by account. Its old rows leave all the time, so that it is vacuumed often."""
    op.create_table(
        _TABLE,
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("account_id", sa.Integer, nullable=False),
        sa.Column("application_id", sa.Integer, nullable=False),
        sa.Column("method", sa.Text, nullable=False),
        sa.Column("route", sa.Text),
        sa.Column("path", sa.Text(collation="C")),
        sa.Column("status", sa.SmallInteger, nullable=False),
        sa.Column("milliseconds", sa.Double, nullable=False),
        sa.Column("request_id", sa.Text(collation="C"), nullable=False),
        sa.Column("request_bytes", sa.BigInteger, nullable=False),
        sa.Column("answer_bytes", sa.BigInteger, nullable=False),
        sa.Column("error", sa.Text),
    )
    for name, columns in _INDEXES:
        op.create_index(f"{_TABLE}_{name}_idx", _TABLE, list(columns))
    op.create_index(
        f"{_TABLE}_application_idx",
        _TABLE,
        ["account_id", "application_id", "id"],
        postgresql_include=["status"],
    )
    op.execute(f"alter table {_TABLE} set (autovacuum_vacuum_scale_factor = 0.05)")
    isolate_by_account(_TABLE, verbs=("select", "insert", "delete"))


def downgrade() -> None:
    """Take it away."""
    op.drop_table(_TABLE)
