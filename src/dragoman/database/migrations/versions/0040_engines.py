"""Services that are set up as engines, each account's choice of engines, and what was sent to which."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from dragoman.database.migrations.policies import grant, grant_function, isolate_by_account

revision = "0040"
down_revision = "0039"
branch_labels = None
depends_on = None

_POLICY_SIGNATURE = "find_engine_policy(integer)"

# As the owner, since every text request runs it without a transaction of its own.
_POLICY = """
create function find_engine_policy(p_account_id integer)
returns table (policy jsonb) language plpgsql volatile
security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_account text := current_setting('dragoman.account', true);
begin
  perform set_config('dragoman.account', p_account_id::text, true);
  return query select e.policy from engine_policies e where e.account_id = p_account_id;
  perform set_config('dragoman.account', coalesce(v_account, ''), true);
end
$$
"""


def upgrade() -> None:
    """Create the tables and the function."""
    op.create_table(
        "engine_services",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("configuration", postgresql.JSONB, nullable=False),
        sa.Column("secret", sa.LargeBinary),
        sa.Column("key_file", sa.Text),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer, nullable=False, server_default="1"),
    )
    grant("engine_services")
    op.create_table(
        "engine_policies",
        sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("policy", postgresql.JSONB, nullable=False),
    )
    isolate_by_account("engine_policies")
    op.execute(_POLICY)
    grant_function(_POLICY_SIGNATURE)
    op.create_table(
        "engine_spending",
        sa.Column("engine", sa.Text, primary_key=True),
        sa.Column("month", sa.Date, primary_key=True),
        sa.Column("characters", sa.BigInteger, nullable=False),
    )
    grant("engine_spending")
    op.create_table(
        "engine_usage",
        sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("day", sa.Date, primary_key=True),
        sa.Column("engine", sa.Text, primary_key=True),
        sa.Column("characters", sa.BigInteger, nullable=False),
        sa.Column("calls", sa.BigInteger, nullable=False),
    )
    isolate_by_account("engine_usage")


def downgrade() -> None:
    """Drop them."""
    op.execute(f"drop function {_POLICY_SIGNATURE}")
    for table in ("engine_usage", "engine_spending", "engine_policies", "engine_services"):
        op.drop_table(table)
