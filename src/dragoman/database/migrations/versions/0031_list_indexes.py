"""Indexes in the order of lists: people by name, documents of an account, deliveries of a program.

And the planner is told that those who see all accounts see many rows, so that it reads lists by such indexes.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None

# A column, so that a list is in the order of an index whatever a statement's parameters are.
_SORT_NAME = "lower(((((first_name || ' '::text) || last_name) || ' '::text) || coalesce(email, ''::text)))"
_OPEN = "notifications_open_idx"
_OPEN_COLUMNS = ["status", "account_id", "created"]

# What is seen does not change: all rows with '*', else those of the account, none without one. Of
# `… = '*' or …` the planner expects one row of 200, and sorts a table for a page; of a case, every second.
_SEES = """
create or replace function dragoman_sees(account integer)
returns boolean language sql stable parallel safe as $$
  select case when current_setting('dragoman.account', true) = '*' then true
    else account = nullif(nullif(current_setting('dragoman.account', true), ''), '*')::integer end
$$
"""
_SAW = """
create or replace function dragoman_sees(account integer)
returns boolean language sql stable parallel safe as $$
  select current_setting('dragoman.account', true) = '*'
      or account = nullif(nullif(current_setting('dragoman.account', true), ''), '*')::integer
$$
"""


def upgrade() -> None:
    """Add them; processes of the release before leave the new column alone."""
    op.add_column("users", sa.Column("sort_name", sa.Text, sa.Computed(_SORT_NAME, persisted=True)))
    op.create_index("users_name_idx", "users", ["sort_name", "id"])
    op.create_index("users_account_name_idx", "users", ["account_id", "sort_name", "id"])
    op.drop_index("users_account_id_idx", "users")
    op.drop_index("documents_account_idx", "documents")
    op.create_index("documents_account_idx", "documents", ["account_id", sa.text("created desc"), "id"])
    op.create_index("notifications_application_idx", "notifications", ["application_id", "created", "id"])
    _index_statuses("'pending', 'dead', 'gone'")
    op.execute(_SEES)


def _index_statuses(statuses: str) -> None:
    """Index notifications with one of the rarer statuses."""
    condition = sa.text(f"status in ({statuses})")
    op.drop_index(_OPEN, "notifications")
    op.create_index(_OPEN, "notifications", _OPEN_COLUMNS, postgresql_where=condition)


def downgrade() -> None:
    """Take them back."""
    op.execute(_SAW)
    _index_statuses("'pending', 'dead'")
    op.drop_index("notifications_application_idx", "notifications")
    op.drop_index("documents_account_idx", "documents")
    op.create_index("documents_account_idx", "documents", ["account_id"])
    op.create_index("users_account_id_idx", "users", ["account_id"])
    op.drop_index("users_account_name_idx", "users")
    op.drop_index("users_name_idx", "users")
    op.drop_column("users", "sort_name")
