"""People sign in: several roles, sessions, second factors, one-time links, and the count of attempts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from dragoman.database.migrations.policies import grant_function, isolate_by_account

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

_SEE = "select set_config('dragoman.account', '{}', true)"  # row-level security binds the owner, too

# A process of the release before writes `role` only: its people have that one role.
_FOLLOW_ROLE = """
create function users_follow_role() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.roles is null then
    new.roles := array[new.role];
  elsif tg_op = 'UPDATE'
    and new.role is distinct from old.role and new.roles is not distinct from old.roles then
    new.roles := array[new.role];
  end if;
  return new;
end
$$
"""

_FIND_SESSION_SIGNATURE = "find_session(bytea, integer, integer, interval)"

# One statement for each page, before its account is known. It runs as the owner and sees every account; that
# a session is in use is written at most once a minute.
_FIND_SESSION = """
create function find_session(
  p_token_hash bytea, p_idle_minutes integer, p_days integer, p_clock_offset interval
)
returns table (
  session_id bigint, method text, session_created timestamptz, verified timestamptz, confirmed boolean,
  id integer, account_id integer, first_name text, last_name text, email text, roles text[], language text,
  time_zone text, theme text, created timestamptz, signed_in timestamptz, disabled timestamptz,
  account_name text, account_kind text, account_created timestamptz, has_second_factor boolean
)
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  v_account text := current_setting('dragoman.account', true);
  v_now timestamptz := clock_timestamp() + p_clock_offset;
  v_seen timestamptz;
begin
  perform set_config('dragoman.account', '*', true);
  select
    s.id, s.method, s.created, s.verified, s.confirmed, s.seen,
    u.id, u.account_id, u.first_name, u.last_name, u.email, u.roles, u.language,
    u.time_zone, u.theme, u.created, u.signed_in, u.disabled,
    a.name, a.kind, a.created,
    exists (select from second_factors f where f.user_id = u.id and f.confirmed is not null)
  into
    session_id, method, session_created, verified, confirmed, v_seen,
    id, account_id, first_name, last_name, email, roles, language,
    time_zone, theme, created, signed_in, disabled,
    account_name, account_kind, account_created, has_second_factor
  from sessions s join users u on u.id = s.user_id join accounts a on a.id = u.account_id
  where s.token_hash = p_token_hash
    and s.created > v_now - p_days * interval '1 day'
    and s.seen > v_now - p_idle_minutes * interval '1 minute'
    and s.verified >= coalesce(u.sessions_from, s.verified)
    and u.disabled is null and a.disabled is null;
  if found then
    if v_seen < v_now - interval '1 minute' then
      perform set_config('synchronous_commit', 'off', true);
      update sessions s set seen = v_now where s.id = session_id and s.seen < v_now;
    end if;
    return next;
  end if;
  perform set_config('dragoman.account', coalesce(v_account, ''), true);
end
$$
"""

_COUNT_SIGNATURE = "count_sign_in_attempt(bytea[], integer[], timestamptz)"

# Counts one attempt for each key before it is verified, so that many at the same time are counted, too; or
# counts nothing and gives the seconds to wait. From the last free attempt on, the wait doubles with each.
_COUNT = """
create function count_sign_in_attempt(p_keys bytea[], p_free integer[], p_now timestamptz)
returns double precision
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_wait double precision;
  v_failures integer;
begin
  insert into sign_in_attempts (key, failures, expires)
  select k, 0, p_now + interval '1 day' from unnest(p_keys) k order by k
  on conflict (key) do nothing;
  perform from sign_in_attempts t where t.key = any(p_keys) order by t.key for update;
  select max(extract(epoch from t.blocked_until - p_now)) into v_wait
  from sign_in_attempts t where t.key = any(p_keys) and t.blocked_until > p_now;
  if v_wait > 0 then
    return v_wait;
  end if;
  for i in 1 .. cardinality(p_keys) loop
    select case when t.expires < p_now then 1 else t.failures + 1 end into v_failures
    from sign_in_attempts t where t.key = p_keys[i];
    update sign_in_attempts t set
      failures = v_failures,
      blocked_until = case when v_failures >= p_free[i]
        then p_now + least(10 * 2 ^ least(v_failures - p_free[i], 10), 900) * interval '1 second' end,
      expires = greatest(t.expires, p_now + interval '1 day')
    where t.key = p_keys[i];
  end loop;
  delete from sign_in_attempts t where t.key in (
    select old.key from sign_in_attempts old where old.expires < p_now and not old.key = any(p_keys)
    order by old.expires limit 2 for update skip locked
  );
  return 0;
end
$$
"""

_UNCOUNT_SIGNATURE = "forget_sign_in_attempt(bytea[], bytea[], timestamptz)"

# The attempt was right: the first keys begin anew, and the others lose this one.
_UNCOUNT = """
create function forget_sign_in_attempt(p_cleared bytea[], p_others bytea[], p_now timestamptz)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from sign_in_attempts t where t.key = any(p_cleared || p_others) order by t.key for update;
  delete from sign_in_attempts t where t.key = any(p_cleared);
  update sign_in_attempts t set failures = greatest(t.failures - 1, 0), blocked_until = null
  where t.key = any(p_others);
  return true;
end
$$
"""

_FUNCTIONS = (
    (_FIND_SESSION, _FIND_SESSION_SIGNATURE),
    (_COUNT, _COUNT_SIGNATURE),
    (_UNCOUNT, _UNCOUNT_SIGNATURE),
)


def upgrade() -> None:
    """Give people several roles and settings of the dashboard, and make the tables of signing in."""
    _extend_users()
    _create_sessions()
    _create_second_factors()
    op.create_table(
        "one_time_links",
        sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id"), primary_key=True),
        sa.Column("purpose", sa.Text, primary_key=True),
        sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("token_hash", sa.LargeBinary, nullable=False, unique=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("purpose in ('invitation', 'reset', 'admin')", name="purpose"),
    )
    isolate_by_account("one_time_links")
    op.create_table(
        "sign_in_attempts",
        sa.Column("key", sa.LargeBinary, primary_key=True),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("blocked_until", sa.DateTime(timezone=True)),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False, index=True),
        prefixes=["UNLOGGED"],
    )
    for statement, signature in _FUNCTIONS:
        op.execute(statement)
        grant_function(signature)


def _extend_users() -> None:
    op.add_column("users", sa.Column("roles", sa.ARRAY(sa.Text)))
    for name in ("language", "time_zone", "theme"):
        op.add_column("users", sa.Column(name, sa.Text))
    for name in ("signed_in", "sessions_from"):
        op.add_column("users", sa.Column(name, sa.DateTime(timezone=True)))
    op.execute(_FOLLOW_ROLE)
    op.execute(
        "create trigger users_follow_role before insert or update of role, roles on users "
        "for each row execute function users_follow_role()"
    )
    op.execute(_SEE.format("*"))
    op.execute("update users set roles = array[role] where roles is null")
    op.execute(_SEE.format(""))
    op.alter_column("users", "roles", nullable=False)
    op.create_check_constraint(
        "users_roles_check",
        "users",
        "cardinality(roles) > 0 and "
        "roles <@ array['customer', 'developer', 'orderer', 'linguist', 'manager', 'admin']",
    )


def _create_sessions() -> None:
    op.create_table(
        "sessions",
        sa.Column("id", sa.BigInteger, sa.Identity(always=True), primary_key=True),
        sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id"), nullable=False, index=True),
        sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("token_hash", sa.LargeBinary, nullable=False, unique=True),
        sa.Column("method", sa.Text, nullable=False),
        sa.Column("confirmed", sa.Boolean, nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False, index=True),
        sa.Column("seen", sa.DateTime(timezone=True), nullable=False),
        sa.Column("verified", sa.DateTime(timezone=True), nullable=False),
        sa.Column("user_agent", sa.Text, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.CheckConstraint("method in ('password', 'passkey', 'openid', 'link')", name="method"),
    )
    isolate_by_account("sessions")


def _create_second_factors() -> None:
    op.create_table(
        "second_factors",
        sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id"), primary_key=True),
        sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("confirmed", sa.DateTime(timezone=True)),
        sa.Column("last_step", sa.BigInteger, nullable=False),
    )
    isolate_by_account("second_factors")
    op.create_table(
        "recovery_codes",
        sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id"), primary_key=True),
        sa.Column("code_hash", sa.LargeBinary, primary_key=True),
        sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False),
    )
    isolate_by_account("recovery_codes")


def downgrade() -> None:
    """Take it all back. Of several roles the strongest stays."""
    for _, signature in _FUNCTIONS:
        op.execute(f"drop function {signature}")
    for table in ("sign_in_attempts", "one_time_links", "recovery_codes", "second_factors", "sessions"):
        op.drop_table(table)
    op.execute("drop trigger users_follow_role on users")
    op.execute("drop function users_follow_role()")
    for name in ("sessions_from", "signed_in", "theme", "time_zone", "language", "roles"):
        op.drop_column("users", name)
