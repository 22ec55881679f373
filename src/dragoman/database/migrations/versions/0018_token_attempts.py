"""Wrong and right credentials at the token endpoint, by client and address: the brake on guessing (A10)."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from dragoman.database.migrations.policies import grant_function

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

_BRAKE_SIGNATURE = "token_brake(bytea, bytea, integer, integer, integer, integer)"

# As in `admit`, `due` is when the whole quota is there again. An attempt that waits costs nothing more.
_BRAKE = """
create function token_brake(
  p_pair bytea, p_address bytea,
  p_pair_calls integer, p_pair_seconds integer, p_address_calls integer, p_address_seconds integer
)
returns table (pair_wait double precision, address_wait double precision, succeeded double precision)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select
    coalesce(max(extract(epoch from t.due - clock_timestamp()) - p_pair_seconds
      + p_pair_seconds / nullif(p_pair_calls, 0)::double precision) filter (where t.key = p_pair), 0),
    coalesce(max(extract(epoch from t.due - clock_timestamp()) - p_address_seconds
      + p_address_seconds / nullif(p_address_calls, 0)::double precision)
      filter (where t.key = p_address), 0),
    max(extract(epoch from clock_timestamp() - t.succeeded)) filter (where t.key = p_pair)
  from token_attempts t where t.key in (p_pair, p_address)
$$
"""

_FAILED_SIGNATURE = "record_token_failure(bytea, bytea, integer, integer, integer, integer)"

# Each failure removes two rows that are over, so that there are never many more than are of use.
_FAILED = """
create function record_token_failure(
  p_pair bytea, p_address bytea,
  p_pair_calls integer, p_pair_seconds integer, p_address_calls integer, p_address_seconds integer
)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_keys constant bytea[] := array[p_pair, p_address];
  v_calls constant integer[] := array[p_pair_calls, p_address_calls];
  v_seconds constant integer[] := array[p_pair_seconds, p_address_seconds];
  v_within boolean := true;
  v_step interval;
  v_room interval;
begin
  perform set_config('synchronous_commit', 'off', true);
  for i in 1 .. 2 loop
    continue when v_calls[i] = 0;
    v_room := v_seconds[i] * interval '1 second';
    v_step := v_room / v_calls[i];
    insert into token_attempts as t (key, due, expires)
    values (v_keys[i], clock_timestamp() + v_step, clock_timestamp() + v_step)
    on conflict (key) do update set
      due = greatest(t.due, clock_timestamp()) + v_step,
      expires = greatest(t.expires, greatest(t.due, clock_timestamp()) + v_step)
      where greatest(t.due, clock_timestamp()) + v_step <= clock_timestamp() + v_room;
    v_within := v_within and found;
  end loop;
  delete from token_attempts t where t.key in (
    select old.key from token_attempts old where old.expires < clock_timestamp()
    order by old.expires limit 2 for update skip locked
  );
  return v_within;
end
$$
"""

_SUCCEEDED_SIGNATURE = "record_token_success(bytea, interval)"

_SUCCEEDED = """
create function record_token_success(p_pair bytea, p_keep interval)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into token_attempts as t (key, due, succeeded, expires)
  values (p_pair, clock_timestamp(), clock_timestamp(), clock_timestamp() + p_keep)
  on conflict (key) do update set
    succeeded = excluded.succeeded, expires = greatest(t.expires, excluded.expires);
  return true;
end
$$
"""

_FUNCTIONS = ((_BRAKE, _BRAKE_SIGNATURE), (_FAILED, _FAILED_SIGNATURE), (_SUCCEEDED, _SUCCEEDED_SIGNATURE))


def upgrade() -> None:
    """Add the table, which only the functions use, and the functions."""
    op.create_table(
        "token_attempts",
        sa.Column("key", sa.LargeBinary, primary_key=True),
        sa.Column("due", sa.DateTime(timezone=True), nullable=False),
        sa.Column("succeeded", sa.DateTime(timezone=True)),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False, index=True),
        prefixes=["UNLOGGED"],
    )
    for statement, signature in _FUNCTIONS:
        op.execute(statement)
        grant_function(signature)


def downgrade() -> None:
    """Take it all back."""
    for _, signature in _FUNCTIONS:
        op.execute(f"drop function {signature}")
    op.drop_table("token_attempts")
