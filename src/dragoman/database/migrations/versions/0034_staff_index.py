"""An index of the provider's staff, who are few among many people, in the order of lists."""

from __future__ import annotations

from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create it."""
    op.execute(
        "create index users_staff_idx on users (sort_name, id) "
        "where roles && array['admin', 'linguist', 'manager']"
    )


def downgrade() -> None:
    """Drop it."""
    op.drop_index("users_staff_idx", "users")
