"""Jobs that translate documents."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from dragoman.database.migrations.policies import isolate_by_account

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table, isolated by account."""
    op.create_table(
        "documents",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("application_id", sa.Integer, sa.ForeignKey("applications.id"), nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("target", sa.Text, nullable=False),
        sa.Column("format", sa.Text, nullable=False),
        sa.Column("size", sa.BigInteger, nullable=False),
        sa.Column("sandbox", sa.Boolean, nullable=False),
        sa.Column("key", sa.LargeBinary, nullable=False),
        sa.Column("details", sa.LargeBinary, nullable=False),
        sa.Column("run", sa.Integer, nullable=False),
        sa.Column("progress", sa.Double, nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished", sa.DateTime(timezone=True)),
        sa.Column("expires", sa.DateTime(timezone=True)),
        sa.Column("failure", postgresql.JSONB),
        sa.Column("result", sa.Text),
        sa.Column("result_size", sa.BigInteger),
        sa.Column("report", postgresql.JSONB),
        sa.CheckConstraint("status in ('CREATED', 'IN_PROGRESS', 'SUCCESS', 'FAILED')", name="status"),
        sa.CheckConstraint("(finished is null) = (status in ('CREATED', 'IN_PROGRESS'))", name="finished"),
    )
    op.create_index(
        "documents_application_idx", "documents", ["application_id", sa.text("created desc"), "id"]
    )
    op.create_index("documents_account_idx", "documents", ["account_id"])
    op.create_index("documents_expires_idx", "documents", ["expires"])
    isolate_by_account("documents")


def downgrade() -> None:
    """Take it back."""
    op.drop_table("documents")
