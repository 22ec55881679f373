"""Events of accounts, in the order in which their transactions commit."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from dragoman.database.migrations.policies import isolate_by_account

revision = "0042"
down_revision = "0041"
branch_labels = None
depends_on = None

# Runs when the transaction commits: the row of `event_positions` stays locked until the commit is seen by
# others, so that an account's positions become visible in their order, without gaps. Nothing is locked after
# it, so that it cannot deadlock.
_PLACE = """
create function place_event() returns trigger language plpgsql as $$
declare
  v_position bigint;
begin
  insert into event_positions as p (account_id, last, forgotten) values (new.account_id, 1, 0)
  on conflict (account_id) do update set last = p.last + 1
  returning p.last into v_position;
  update account_events set position = v_position where id = new.id;
  return null;
end
$$
"""


def upgrade() -> None:
    """Make the tables, and what gives each event its position."""
    op.create_table(
        "account_events",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("application_id", sa.Integer, sa.ForeignKey("applications.id"), nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("subject", sa.Text, nullable=False, index=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False, index=True),
        sa.Column("position", sa.BigInteger),
    )
    op.create_index("account_events_position_idx", "account_events", ["account_id", "position"], unique=True)
    isolate_by_account("account_events")
    op.create_table(
        "event_positions",
        sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("last", sa.BigInteger, nullable=False),
        sa.Column("forgotten", sa.BigInteger, nullable=False),
    )
    isolate_by_account("event_positions", verbs=("select", "insert", "update"))
    op.execute(_PLACE)
    op.execute("revoke all on function place_event() from public")
    op.execute(
        "create constraint trigger place_event after insert on account_events "
        "deferrable initially deferred for each row execute function place_event()"
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_table("account_events")
    op.execute("drop function place_event()")
    op.drop_table("event_positions")
