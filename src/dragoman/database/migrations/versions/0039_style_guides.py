"""Style guides of accounts, which templates and projects may name."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from dragoman.database.migrations.policies import isolate_by_account

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None

_NAMING = ("project_templates", "projects")


def upgrade() -> None:
    """Make the table, isolated by account, and the columns that name a style guide."""
    op.create_table(
        "style_guides",
        sa.Column("id", sa.Integer, sa.Identity(always=True), primary_key=True),
        sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("target_language", sa.Text),
        sa.Column("rules", postgresql.JSONB, nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.Column("disabled", sa.DateTime(timezone=True)),
    )
    isolate_by_account("style_guides")
    for table in _NAMING:
        op.add_column(table, sa.Column("style_id", sa.Integer))


def downgrade() -> None:
    """Take them back."""
    for table in _NAMING:
        op.drop_column(table, "style_id")
    op.drop_table("style_guides")
