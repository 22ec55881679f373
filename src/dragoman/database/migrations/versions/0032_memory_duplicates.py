"""Which sources have several targets in a memory, so that a page of them is read without the others."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from dragoman.database.migrations.policies import grant_function, isolate_by_account

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None

_SEE_ALL = "select set_config('dragoman.account', '*', true)"  # row-level security binds the owner, too

_RECORD_OLD_UNITS = """
insert into memory_duplicates (account_id, memory_id, hash)
select account_id, memory_id, hash from memory_units
group by account_id, memory_id, hash having min(target collate "C") <> max(target collate "C")
"""

# For units that were added (true in the second array), replaced or changed (false); elements without an id
# are left out. Gives the recorded hashes that may have one target now: an added unit cannot do that. Units
# with a hash that is not recorded have one target, so one of them is enough. The plan must not depend on how
# few units there were when it was made, and for one unit it takes longer to make than to run.
_SIGNATURE = "record_duplicates(integer, bigint[], boolean[])"
_RECORD = """
create function record_duplicates(p_account_id integer, p_unit_ids bigint[], p_are_added boolean[])
returns bytea[] language plpgsql volatile
set search_path = pg_catalog, public, pg_temp
set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  v_doubtful bytea[];
begin
  with written as materialized (
    select u.memory_id, u.hash, bool_and(n.added) as added,
      min(u.target collate "C") as target, max(u.target collate "C") as last_target
    from unnest(p_unit_ids, p_are_added) as n (id, added)
    join memory_units u on u.id = n.id and u.account_id = p_account_id
    group by u.memory_id, u.hash
  ), compared as materialized (
    select memory_id, hash, added, target <> last_target or coalesce(target <> (
      select o.target collate "C" from memory_units o
      where o.hash = w.hash and o.memory_id = w.memory_id
        and o.id not in (select id from unnest(p_unit_ids) as n (id) where id is not null)
      limit 1
    ), false) as several
    from written w
  ), recorded as (
    insert into memory_duplicates (account_id, memory_id, hash)
    select p_account_id, memory_id, hash from compared where several
    on conflict (memory_id, hash) do nothing
  )
  select array_agg(d.hash) into v_doubtful
  from compared c join memory_duplicates d on d.memory_id = c.memory_id and d.hash = c.hash
  where not c.added and not c.several;
  return v_doubtful;
end
$$
"""


def upgrade() -> None:
    """Make the table and record the duplicates that exist."""
    op.create_table(
        "memory_duplicates",
        sa.Column("memory_id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("hash", sa.LargeBinary, primary_key=True),
        sa.Column("account_id", sa.Integer, nullable=False),
    )
    isolate_by_account("memory_duplicates", verbs=("select", "insert", "delete"))
    op.execute(_SEE_ALL)
    op.execute(_RECORD_OLD_UNITS)
    op.execute("select set_config('dragoman.account', '', true)")
    op.execute(_RECORD)
    grant_function(_SIGNATURE)


def downgrade() -> None:
    """Take it back."""
    op.execute(f"drop function {_SIGNATURE}")
    op.drop_table("memory_duplicates")
