"""Imports of term bases that are jobs: the file until it is read, how far it is, and what became of it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from dragoman.database.migrations.policies import isolate_by_account

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table, isolated by account."""
    op.create_table(
        "term_imports",
        sa.Column("id", sa.Integer, sa.Identity(always=True), primary_key=True),
        sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column(
            "term_base_id",
            sa.Integer,
            sa.ForeignKey("term_bases.id", ondelete="CASCADE"),
            nullable=False,
            index=True,
        ),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("progress", sa.Float, nullable=False),
        sa.Column("file", sa.LargeBinary),
        sa.Column("file_name", sa.Text, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("options", postgresql.JSONB, nullable=False),
        sa.Column("report", postgresql.JSONB),
        sa.Column("failure", postgresql.JSONB),
        sa.Column("runs", sa.Integer, nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_by", sa.Text, nullable=False),
        sa.Column("finished", sa.DateTime(timezone=True)),
    )
    isolate_by_account("term_imports")


def downgrade() -> None:
    """Take it back."""
    op.drop_table("term_imports")
