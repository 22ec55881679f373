"""Usage by day, and the answers kept for repeated requests."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from dragoman.database.migrations.policies import OWNER, grant_function, isolate_by_account

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_RECORD_SIGNATURE = "record_usage(integer, integer, bigint, bigint, bigint, bigint, interval)"

# A single statement on a connection that sees no account's rows calls it. The commit does not wait for the
# disk: a crash of the machine may lose the last second's usage, and never anything else.
_RECORD = """
create function record_usage(
  p_account_id integer, p_application_id integer,
  p_characters bigint, p_words bigint, p_segments bigint, p_documents bigint, p_clock_offset interval
)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into usage_entries (account_id, application_id, day, characters, words, segments, documents)
  select a.account_id, a.id, ((clock_timestamp() + p_clock_offset) at time zone 'UTC')::date,
    p_characters, p_words, p_segments, p_documents
  from applications a where a.id = p_application_id and a.account_id = p_account_id;
  return found;
end
$$
"""


def upgrade() -> None:
    """Make the tables, isolated by account, and the function that records usage."""
    op.create_table(
        "usage_entries",
        sa.Column("id", sa.BigInteger, sa.Identity(always=True), primary_key=True),
        sa.Column("account_id", sa.Integer, nullable=False),
        sa.Column("application_id", sa.Integer, nullable=False, index=True),
        sa.Column("day", sa.Date, nullable=False),
        *_amounts(),
    )
    isolate_by_account("usage_entries", verbs=("select", "update", "delete"))
    op.execute(f"create policy functions_append on usage_entries for insert to {OWNER} with check (true)")
    op.create_table(
        "usage_days",
        sa.Column("application_id", sa.Integer, sa.ForeignKey("applications.id"), primary_key=True),
        sa.Column("day", sa.Date, primary_key=True),
        sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        *_amounts(),
    )
    isolate_by_account("usage_days", verbs=("select", "insert", "update"))
    op.execute(_RECORD)
    grant_function(_RECORD_SIGNATURE)
    _create_answers()


def _amounts() -> Sequence[sa.Column[int]]:
    names = ("characters", "words", "segments", "documents")
    return [sa.Column(name, sa.BigInteger, nullable=False) for name in names]


def _create_answers() -> None:
    op.create_table(
        "idempotency_answers",
        sa.Column("application_id", sa.Integer, sa.ForeignKey("applications.id"), primary_key=True),
        sa.Column("request", sa.LargeBinary, primary_key=True),
        sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("body_hash", sa.LargeBinary, nullable=False),
        sa.Column("status", sa.Integer, nullable=False),
        sa.Column("headers", postgresql.JSONB, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False, index=True),
    )
    isolate_by_account("idempotency_answers", verbs=("select", "insert", "delete"))


def downgrade() -> None:
    """Take it all back."""
    op.drop_table("idempotency_answers")
    op.execute(f"drop function {_RECORD_SIGNATURE}")
    op.drop_table("usage_days")
    op.drop_table("usage_entries")
