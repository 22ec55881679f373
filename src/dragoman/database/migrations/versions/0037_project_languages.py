"""An index of the projects that go into a language: where few do, a list has them far apart."""

from __future__ import annotations

from alembic import op

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None

_NAME = "project_translations_language_idx"


def upgrade() -> None:
    """Create it."""
    op.create_index(_NAME, "project_translations", ["target_language", "account_id", "project_id"])


def downgrade() -> None:
    """Take it back."""
    op.drop_index(_NAME, "project_translations")
