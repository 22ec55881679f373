"""How many units a memory has of each direction, and an index to read the units of one direction in order."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from dragoman.database.migrations.policies import isolate_by_account

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None

_SEE_ALL = "select set_config('dragoman.account', '*', true)"  # row-level security binds the owner, too

_COUNT_OLD_UNITS = """
insert into memory_counts (account_id, memory_id, source_language, target_language, units, changed)
select account_id, memory_id, source_language, target_language, count(*), max(changed)
from memory_units group by account_id, memory_id, source_language, target_language
"""


def upgrade() -> None:
    """Make the table and count the units that exist."""
    op.create_table(
        "memory_counts",
        sa.Column("id", sa.BigInteger, sa.Identity(always=True), primary_key=True),
        sa.Column("account_id", sa.Integer, nullable=False),
        sa.Column("memory_id", sa.Integer, nullable=False, index=True),
        sa.Column("source_language", sa.Text, nullable=False),
        sa.Column("target_language", sa.Text, nullable=False),
        sa.Column("units", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
    )
    isolate_by_account("memory_counts", verbs=("select", "insert", "delete"))
    op.create_index(
        "memory_units_direction_idx",
        "memory_units",
        ["memory_id", "source_language", "target_language", "id"],
    )
    op.execute(_SEE_ALL)
    op.execute(_COUNT_OLD_UNITS)
    op.execute("select set_config('dragoman.account', '', true)")


def downgrade() -> None:
    """Take it back."""
    op.drop_index("memory_units_direction_idx", "memory_units")
    op.drop_table("memory_counts")
