"""What clients of other services keep: dictionaries of term bases."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from dragoman.database.migrations.policies import isolate_by_account

revision = "0041"
down_revision = "0040"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "term_dictionaries",
        sa.Column(
            "term_base_id", sa.Integer, sa.ForeignKey("term_bases.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("source", sa.Text, primary_key=True),
        sa.Column("target", sa.Text, primary_key=True),
        sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("numbers", postgresql.ARRAY(sa.Integer), nullable=False),
    )
    isolate_by_account("term_dictionaries")


def downgrade() -> None:
    """Drop it."""
    op.drop_table("term_dictionaries")
