"""Why an import into a memory failed has a code beside its text."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add it; processes of the release before leave it null."""
    op.add_column("memory_imports", sa.Column("failure_code", sa.Text))


def downgrade() -> None:
    """Take it away."""
    op.drop_column("memory_imports", "failure_code")
