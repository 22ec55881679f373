"""What browsers take along to an identity provider and back."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from dragoman.database.migrations.policies import grant

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table. Unlogged, as a row lives for minutes; only the secret of its browser opens it."""
    op.create_table(
        "openid_carried",
        sa.Column("token_hash", sa.LargeBinary, primary_key=True),
        sa.Column("owner_hash", sa.LargeBinary, nullable=False, unique=True),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False, index=True),
        prefixes=["UNLOGGED"],
    )
    grant("openid_carried")


def downgrade() -> None:
    """Drop it."""
    op.drop_table("openid_carried")
