"""Segments have the length that their place in the file allows."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0047"
down_revision = "0046"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column. Segments of earlier projects have no limit."""
    op.add_column("project_segments", sa.Column("max_length", sa.Integer))


def downgrade() -> None:
    """Take it back."""
    op.drop_column("project_segments", "max_length")
