"""Indexes in the order of lists: people by name, documents of an account, deliveries of a program.

And the planner is told that those who see all accounts see many rows, so that it reads lists by such indexes.
Searches in memories for words that are met together now and then walk on along the memory.
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
_AS_OWNER = "security definer set search_path = pg_catalog, public, pg_temp"
_MATCHING = "find_matching_words(integer, integer, text, bigint)"
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

# Words that are met together now and then are met often enough along a second, longer part. By the index, all
# units with these words would be read, in whatever order, and each compared.
_WALK_ON = """
  if v_found > 1 then
    v_length := least(40000, 3000 * (p_most - v_found) / v_found);
    v_part := array(
      select unit_id from memory_words
      where memory_id = p_memory_id and unit_id > v_last order by unit_id limit v_length
    );
    return query select u.* from memory_words w join memory_units u on u.id = w.unit_id
      where w.unit_id = any(v_part) and w.words @@ p_query::tsquery and w.account_id = p_account_id
        and (p_sources is null or u.source_language ilike any(p_sources))
        and (p_targets is null or u.target_language ilike any(p_targets))
      order by w.unit_id limit p_most - v_found;
    get diagnostics v_more = row_count;
    v_found := v_found + v_more;
    if v_found = p_most or cardinality(v_part) < v_length then
      return;
    end if;
    v_last := v_part[v_length];
  end if;
"""
_SEARCH = """
create or replace function search_memory_units(
  p_account_id integer, p_memory_id integer, p_query text, p_sources text[], p_targets text[],
  p_after bigint, p_most integer
)
returns setof memory_units language plpgsql stable {as_owner} set enable_seqscan = off as $$
declare
  v_part bigint[];
  v_last bigint;
  v_length integer;
  v_found integer;
  v_more integer;
begin
  v_part := array(
    select unit_id from memory_words
    where memory_id = p_memory_id and unit_id > p_after order by unit_id limit 2000
  );
  return query select u.* from memory_words w join memory_units u on u.id = w.unit_id
    where w.unit_id = any(v_part) and w.words @@ p_query::tsquery and w.account_id = p_account_id
      and (p_sources is null or u.source_language ilike any(p_sources))
      and (p_targets is null or u.target_language ilike any(p_targets))
    order by w.unit_id limit p_most;
  get diagnostics v_found = row_count;
  if v_found = p_most or cardinality(v_part) < 2000 then
    return;
  end if;
  v_last := v_part[2000];
{walk_on}
  return query select u.* from memory_units u
    where u.id = any(array(
        select * from find_matching_words(p_account_id, p_memory_id, p_query, v_last)
      ))
      and (p_sources is null or u.source_language ilike any(p_sources))
      and (p_targets is null or u.target_language ilike any(p_targets))
    order by u.id limit p_most - v_found;
end
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
    op.execute(_SEARCH.format(as_owner=_AS_OWNER, walk_on=_WALK_ON))
    op.execute(f"alter function {_MATCHING} set work_mem = '16MB'")  # to know which units, not which pages


def _index_statuses(statuses: str) -> None:
    """Index notifications with one of the rarer statuses."""
    condition = sa.text(f"status in ({statuses})")
    op.drop_index(_OPEN, "notifications")
    op.create_index(_OPEN, "notifications", _OPEN_COLUMNS, postgresql_where=condition)


def downgrade() -> None:
    """Take them back."""
    op.execute(f"alter function {_MATCHING} reset work_mem")
    op.execute(_SEARCH.format(as_owner=_AS_OWNER, walk_on=""))
    op.execute(_SAW)
    _index_statuses("'pending', 'dead'")
    op.drop_index("notifications_application_idx", "notifications")
    op.drop_index("documents_account_idx", "documents")
    op.create_index("documents_account_idx", "documents", ["account_id"])
    op.create_index("users_account_id_idx", "users", ["account_id"])
    op.drop_index("users_account_name_idx", "users")
    op.drop_index("users_name_idx", "users")
    op.drop_column("users", "sort_name")
