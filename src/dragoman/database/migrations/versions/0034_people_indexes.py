"""Indexes of people: of the provider's staff, who are few among many, and of all with what searches need."""

from __future__ import annotations

from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the one, and add the account to the other, by which a transaction sees a row."""
    op.execute(
        "create index users_staff_idx on users (sort_name, id) "
        "where roles && array['admin', 'linguist', 'manager']"
    )
    op.drop_index("users_name_idx", "users")
    op.create_index("users_name_idx", "users", ["sort_name", "id"], postgresql_include=["account_id"])


def downgrade() -> None:
    """Take them back."""
    op.drop_index("users_name_idx", "users")
    op.create_index("users_name_idx", "users", ["sort_name", "id"])
    op.drop_index("users_staff_idx", "users")
