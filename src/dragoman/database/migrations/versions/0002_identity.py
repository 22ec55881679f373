"""Accounts, users, applications, token keys, and the functions that find an application by its client id."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from dragoman.database.migrations.policies import OWNER, grant, grant_function, isolate_by_account

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

# Why credentials and tokens are refused, worst first; null when they are good.
_REFUSAL = """
    case
      when o.disabled is not null then 'disabled'
      when a.disabled is not null then 'account_disabled'
      when a.kind = 'trial'
        and a.created + p_trial_days * interval '1 day' <= clock_timestamp() + p_clock_offset
        then 'trial_ended'
    end
"""

# The caller cannot know the account yet, so these functions run as the owner, who reads every account's rows.
_AS_OWNER = "security definer set search_path = pg_catalog, public, pg_temp"

_FIND_CREDENTIALS = f"""
create function find_credentials(p_client_id text, p_trial_days integer, p_clock_offset interval)
returns table (
  application_id integer, client_id text, account_kind text, secret_hash text, scopes text[],
  token_generation integer, not_before bigint, refusal text
)
language sql stable {_AS_OWNER} as $$
  select o.id, o.client_id, a.kind, o.secret_hash, o.scopes, o.token_generation, o.not_before, {_REFUSAL}
  from applications o join accounts a on a.id = o.account_id
  where o.client_id = p_client_id
$$
"""

_ADMIT_SIGNATURE = (
    "admit(text, text[], integer, bigint, text, integer[], integer[], double precision, integer, interval)"
)

# A generic cell rate algorithm. `due` is the time at which the whole quota is available again; a call moves
# it by `step`, and is admitted while it stays within `room` of now. clock_timestamp() is read with the row
# locked. A call that may wait takes its place in the queue at once: the caller sleeps until it is due.
#
# Rates come as arrays in the order sandbox, trial, production; 0 calls: no limit.
_ADMIT = f"""
create function admit(
  p_client_id text, p_scopes text[], p_generation integer, p_issued_at bigint,
  p_bucket text, p_rate_calls integer[], p_rate_seconds integer[],
  p_wait_seconds double precision, p_trial_days integer, p_clock_offset interval
)
returns table (
  refusal text, application_id integer, account_id integer, account_kind text, scopes text[],
  rate_calls integer, rate_seconds integer, backlog double precision
)
language plpgsql volatile {_AS_OWNER} as $$
#variable_conflict use_column
declare
  v_generation integer;
  v_not_before bigint;
  v_kind integer;
  v_step interval;
  v_room interval;
begin
  select {_REFUSAL}, o.id, a.id, a.kind, o.scopes, o.rate_calls, o.rate_seconds,
    o.token_generation, o.not_before
  into refusal, application_id, account_id, account_kind, scopes, rate_calls, rate_seconds,
    v_generation, v_not_before
  from applications o join accounts a on a.id = o.account_id
  where o.client_id = p_client_id;

  if not found then
    refusal := 'unknown';
  elsif refusal is null then
    if p_generation is distinct from v_generation and p_generation is not null then
      refusal := 'revoked';
    elsif p_generation is null and v_not_before > 0 and coalesce(p_issued_at, 0) < v_not_before then
      refusal := 'revoked';
    elsif not scopes && p_scopes then
      refusal := 'scope';
    end if;
  end if;
  if p_bucket is null or refusal is not null then
    rate_calls := null;
    rate_seconds := null;
    return next;
    return;
  end if;

  if rate_calls is null or p_bucket <> 'translate' then
    v_kind := array_position(array['sandbox', 'trial', 'production'], account_kind);
    rate_calls := p_rate_calls[v_kind];
    rate_seconds := p_rate_seconds[v_kind];
  end if;
  if rate_calls = 0 then
    rate_calls := null;
    rate_seconds := null;
    return next;
    return;
  end if;

  -- Rounded down to whole microseconds: rounded up, the last call of a full quota would not fit.
  v_step := floor(1000000.0 * rate_seconds / rate_calls) * interval '1 microsecond';
  v_room := make_interval(secs => rate_seconds + p_wait_seconds);
  insert into rate_limits as r (application_id, bucket, due)
  values (application_id, p_bucket, clock_timestamp() + v_step)
  on conflict on constraint rate_limits_pkey do update
    set due = greatest(r.due, clock_timestamp()) + v_step
    where r.due + v_step <= clock_timestamp() + v_room
  returning extract(epoch from r.due - clock_timestamp()) into backlog;
  if not found then
    refusal := 'limited';
    -- A row from before the rate was changed may lie far ahead: bring it back within the new rate.
    update rate_limits r set due = least(r.due, clock_timestamp() + v_room)
    where r.application_id = admit.application_id and r.bucket = p_bucket
      and r.due > clock_timestamp() + v_room;
    select extract(epoch from r.due + v_step - clock_timestamp()) into backlog
    from rate_limits r where r.application_id = admit.application_id and r.bucket = p_bucket;
  end if;
  return next;
end
$$
"""


def upgrade() -> None:
    """Make the tables, isolate them by account, and let the application role call the functions."""
    _create_accounts()
    _create_applications()
    _create_keys()
    for table in ("accounts", "applications"):
        op.execute(f"create policy functions_read on {table} for select to {OWNER} using (true)")
    op.execute(_FIND_CREDENTIALS)
    grant_function("find_credentials(text, integer, interval)")
    op.execute(_ADMIT)
    grant_function(_ADMIT_SIGNATURE)


def downgrade() -> None:
    """Take it all back."""
    op.execute(f"drop function {_ADMIT_SIGNATURE}")
    op.execute("drop function find_credentials(text, integer, interval)")
    for table in ("rate_limits", "token_issuers", "signing_keys", "applications", "users", "accounts"):
        op.drop_table(table)


def _create_accounts() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.Integer, sa.Identity(always=True), primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("disabled", sa.DateTime(timezone=True)),
        sa.CheckConstraint("kind in ('sandbox', 'trial', 'production')", name="kind"),
    )
    isolate_by_account("accounts", column="id", verbs=("select", "insert", "update"))
    op.create_table(
        "users",
        sa.Column("id", sa.Integer, sa.Identity(always=True), primary_key=True),
        sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("email", sa.Text, nullable=False, unique=True),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("password_hash", sa.Text, nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("disabled", sa.DateTime(timezone=True)),
        sa.CheckConstraint("role in ('customer', 'manager', 'linguist', 'admin')", name="role"),
    )
    isolate_by_account("users", verbs=("select", "insert", "update"))


def _create_applications() -> None:
    op.create_table(
        "applications",
        sa.Column("id", sa.Integer, sa.Identity(always=True), primary_key=True),
        sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("client_id", sa.Text, nullable=False, unique=True),
        sa.Column("secret_hash", sa.Text, nullable=False),
        sa.Column("webhook_secret", sa.LargeBinary, nullable=False),
        sa.Column("scopes", sa.ARRAY(sa.Text), nullable=False),
        sa.Column("rate_calls", sa.Integer),
        sa.Column("rate_seconds", sa.Integer),
        sa.Column("builtin", sa.Boolean, nullable=False),
        sa.Column("token_generation", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("not_before", sa.BigInteger, nullable=False, server_default=sa.text("0")),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("disabled", sa.DateTime(timezone=True)),
        sa.CheckConstraint("(rate_calls is null) = (rate_seconds is null)", name="rate"),
    )
    op.create_index(
        "applications_builtin_idx",
        "applications",
        ["account_id"],
        unique=True,
        postgresql_where=sa.text("builtin"),
    )
    isolate_by_account("applications", verbs=("select", "insert", "update"))


def _create_keys() -> None:
    op.create_table(
        "signing_keys",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("private_key", sa.LargeBinary, nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("signs_from", sa.DateTime(timezone=True), nullable=False),
    )
    grant("signing_keys", verbs=("select", "insert", "delete"))
    op.create_table(
        "token_issuers",
        sa.Column("issuer", sa.Text, primary_key=True),
        sa.Column("seen", sa.DateTime(timezone=True), nullable=False),
    )
    grant("token_issuers")
    op.create_table(
        "rate_limits",
        sa.Column("application_id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("bucket", sa.Text, primary_key=True),
        sa.Column("due", sa.DateTime(timezone=True), nullable=False),
        prefixes=["UNLOGGED"],
    )
    # Room on every page for a row's next version, which then needs no index entry: it changes at every call.
    op.execute("alter table rate_limits set (fillfactor = 50)")
