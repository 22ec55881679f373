"""What developers see: hints of secrets, use in documents, headers of webhooks; indexes of their lists."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from dragoman.database.migrations.policies import grant_function

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

# A process of the release before replaces a secret without its hint: then the hint is forgotten.
_FORGET_HINTS = """
create function forget_secret_hints() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.secret_hash is distinct from old.secret_hash
    and new.secret_made is not distinct from old.secret_made then
    new.secret_hint := null;
    new.secret_made := null;
  end if;
  if new.webhook_secret is distinct from old.webhook_secret
    and new.webhook_secret_made is not distinct from old.webhook_secret_made then
    new.webhook_secret_hint := null;
    new.webhook_secret_made := null;
  end if;
  return new;
end
$$
"""
_FORGET_HINTS_TRIGGER = """
create trigger forget_secret_hints before update of secret_hash, webhook_secret on applications
for each row execute function forget_secret_hints()
"""

_USED_SIGNATURE = "record_application_use(integer)"

# Where another transaction holds the row, nothing is recorded: the token endpoint does not wait for it.
_USED = """
create function record_application_use(p_application_id integer) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_account constant text := current_setting('dragoman.account', true);
begin
  perform set_config('synchronous_commit', 'off', true);
  perform set_config('dragoman.account', '*', true);
  update applications set last_used = clock_timestamp() where id = (
    select a.id from applications a where a.id = p_application_id
      and (a.last_used is null or a.last_used < clock_timestamp() - interval '30 minutes')
    for no key update skip locked
  );
  perform set_config('dragoman.account', coalesce(v_account, ''), true);
  return true;
end
$$
"""

_HINTS = (
    ("secret_hint", sa.Text()),
    ("secret_made", sa.DateTime(timezone=True)),
    ("webhook_secret_hint", sa.Text()),
    ("webhook_secret_made", sa.DateTime(timezone=True)),
    ("last_used", sa.DateTime(timezone=True)),
)
_IN_DOCUMENTS = ("document_characters", "document_words", "document_segments")

_AUDIT_COLUMNS = ("account_id", "subject", "kind", "actor", "action")


def upgrade() -> None:
    """Add columns that processes of the release before leave alone, and indexes."""
    for name, kind in _HINTS:
        op.add_column("applications", sa.Column(name, kind))
    op.execute(_FORGET_HINTS)
    op.execute(_FORGET_HINTS_TRIGGER)
    op.execute(_USED)
    grant_function(_USED_SIGNATURE)
    for name in _IN_DOCUMENTS:
        column = sa.Column(name, sa.BigInteger, nullable=False, server_default=sa.text("0"))
        op.add_column("usage_days", column)
    op.drop_index("usage_days_account_id_idx", "usage_days")
    op.create_index("usage_days_account_idx", "usage_days", ["account_id", "day"])
    op.create_index("usage_days_day_idx", "usage_days", ["day"])
    op.add_column("notification_tries", sa.Column("headers", sa.LargeBinary))
    op.drop_index("notifications_account_id_idx", "notifications")
    op.create_index("notifications_account_idx", "notifications", ["account_id", "created", "id"])
    op.create_index("notifications_created_idx", "notifications", ["created", "id"])
    op.create_index(
        "notifications_open_idx",
        "notifications",
        ["status", "account_id", "created"],
        postgresql_where=sa.text("status in ('pending', 'dead')"),
    )
    _index_audit_log()


def _index_audit_log() -> None:
    kind = sa.Computed("split_part(subject, ':', 1)", persisted=True)
    op.add_column("audit_entries", sa.Column("kind", sa.Text, kind))
    op.drop_index("audit_entries_account_idx", "audit_entries")
    op.drop_index("audit_entries_subject_idx", "audit_entries")
    op.create_index("audit_entries_at_idx", "audit_entries", ["at", "id"])
    for column in _AUDIT_COLUMNS:
        name = f"audit_entries_{column.removesuffix('_id')}_idx"
        op.create_index(name, "audit_entries", [column, "at", "id"])


def downgrade() -> None:
    """Take it all back."""
    for column in _AUDIT_COLUMNS:
        op.drop_index(f"audit_entries_{column.removesuffix('_id')}_idx", "audit_entries")
    op.drop_index("audit_entries_at_idx", "audit_entries")
    op.drop_column("audit_entries", "kind")
    op.create_index("audit_entries_account_idx", "audit_entries", ["account_id", "id"])
    op.create_index("audit_entries_subject_idx", "audit_entries", ["subject", "id"])
    for name in ("notifications_open_idx", "notifications_created_idx", "notifications_account_idx"):
        op.drop_index(name, "notifications")
    op.create_index("notifications_account_id_idx", "notifications", ["account_id"])
    op.drop_column("notification_tries", "headers")
    op.drop_index("usage_days_day_idx", "usage_days")
    op.drop_index("usage_days_account_idx", "usage_days")
    op.create_index("usage_days_account_id_idx", "usage_days", ["account_id"])
    for name in _IN_DOCUMENTS:
        op.drop_column("usage_days", name)
    op.execute(f"drop function {_USED_SIGNATURE}")
    op.execute("drop trigger forget_secret_hints on applications")
    op.execute("drop function forget_secret_hints()")
    for name, _ in _HINTS:
        op.drop_column("applications", name)
