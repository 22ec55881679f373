"""Roles of the provider's applications, and the audit log of what they change."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from dragoman.database.migrations.policies import isolate_by_account

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column and the table; entries can be added and read, by anybody, and never changed."""
    op.add_column("applications", sa.Column("role", sa.Text))
    op.create_check_constraint("role", "applications", "role in ('linguist', 'manager', 'admin')")
    op.create_table(
        "audit_entries",
        sa.Column("id", sa.BigInteger, sa.Identity(always=True), primary_key=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("actor", sa.Text, nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id")),
        sa.Column("details", postgresql.JSONB, nullable=False),
    )
    op.create_index("audit_entries_account_idx", "audit_entries", ["account_id", "id"])
    op.create_index("audit_entries_subject_idx", "audit_entries", ["subject", "id"])
    isolate_by_account("audit_entries", verbs=("select", "insert"))


def downgrade() -> None:
    """Take it all back."""
    op.drop_table("audit_entries")
    op.drop_constraint("role", "applications", type_="check")
    op.drop_column("applications", "role")
