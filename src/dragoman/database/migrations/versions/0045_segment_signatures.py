"""Signatures of segments: by them a project finds its own confirmed translations of texts that are alike."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0045"
down_revision = "0044"
branch_labels = None
depends_on = None

_NAME = "project_segments_confirmed_idx"
_CONFIRMED = sa.text("state = 'confirmed' and signature is not null")


def upgrade() -> None:
    """Add the column. Segments of earlier projects have none: they are found only by the same text."""
    op.add_column("project_segments", sa.Column("signature", sa.Text))
    op.create_index(_NAME, "project_segments", ["translation_id"], postgresql_where=_CONFIRMED)


def downgrade() -> None:
    """Take it back."""
    op.drop_index(_NAME, "project_segments")
    op.drop_column("project_segments", "signature")
