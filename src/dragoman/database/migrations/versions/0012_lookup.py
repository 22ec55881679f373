"""Alike units are looked up among those of a fitting length alone: shingles carry a class of lengths."""

from __future__ import annotations

from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

_AS_OWNER = "security definer set search_path = pg_catalog, public, pg_temp"

_CLASS_SIGNATURE = "memory_length_class(integer)"

# Each class is a fifth wider than the one before: units that may score 70 beside a segment are in about five.
# There may be 64 of them (see below).
_CLASS = """
create function memory_length_class(p_length integer) returns integer language sql immutable as $$
  select width_bucket(p_length, array[
    1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 17, 20, 24, 29, 35, 42, 50, 60, 72, 86, 104, 125, 150, 180, 216, 259,
    311, 373, 448, 537, 645, 774, 929, 1115, 1338, 1605, 1926, 2311, 2774, 3328, 3994, 4793, 5751
  ])
$$
"""

_PLACE_SIGNATURE = "place_memory_shingles(integer[], integer, integer)"

# The six highest bits are changed by the class. To do it twice is to undo it.
_PLACE = """
create function place_memory_shingles(p_shingles integer[], p_shortest integer, p_longest integer)
returns integer[] language sql immutable as $$
  select coalesce(array_agg(shingle # (class << 26)), '{}')
  from unnest(p_shingles) as shingle,
    generate_series(memory_length_class(p_shortest), memory_length_class(p_longest)) as class
$$
"""

# A new row for each unit, and new indexes: the table holds no dead rows afterwards.
_PLACE_ALL = (
    "alter table memory_index alter column shingles type integer[] "
    "using place_memory_shingles(shingles, length, length)"
)


def _index(shingles: str) -> str:
    return f"""
create or replace function index_memory_units(
  p_account_id integer, p_unit_ids bigint[], p_signatures text[], p_shingles text[]
)
returns void language sql volatile {_AS_OWNER} as $$
  insert into memory_index (unit_id, account_id, length, signature, shingles)
  select u.id, u.account_id, char_length(n.signature), n.signature, {shingles}
  from unnest(p_unit_ids, p_signatures, p_shingles) as n (id, signature, shingles)
  join memory_units u on u.id = n.id and u.account_id = p_account_id
  on conflict (unit_id) do update set
    length = excluded.length, signature = excluded.signature, shingles = excluded.shingles
$$
"""


def _similar(probes: str) -> str:
    return f"""
create or replace function find_similar_units(
  p_account_id integer, p_probes integer[], p_counts integer[], p_shortest integer[], p_longest integer[],
  p_most integer
)
returns table (question integer, unit_id bigint, signature text)
language plpgsql stable {_AS_OWNER} set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_probes integer[];
  v_first integer := 1;
begin
  for n in 1 .. coalesce(array_length(p_counts, 1), 0) loop
    v_probes := p_probes[v_first : v_first + p_counts[n] - 1];
    v_probes := {probes};
    v_first := v_first + p_counts[n];
    return query
      select n, i.unit_id, i.signature from memory_index i
      where i.shingles && v_probes and i.length between p_shortest[n] and p_longest[n]
        and i.account_id = p_account_id
      limit p_most;
  end loop;
end
$$
"""


def upgrade() -> None:
    """Place what is there. Processes of the version before find and write as well: functions do it all."""
    for statement, signature in ((_CLASS, _CLASS_SIGNATURE), (_PLACE, _PLACE_SIGNATURE)):
        op.execute(statement)
        op.execute(f"revoke all on function {signature} from public")
    op.execute(_PLACE_ALL)
    length = "char_length(n.signature)"
    op.execute(_index(f"place_memory_shingles(n.shingles::integer[], {length}, {length})"))
    op.execute(_similar("place_memory_shingles(v_probes, p_shortest[n], p_longest[n])"))


def downgrade() -> None:
    """Take every class out of the shingles again."""
    op.execute(_index("n.shingles::integer[]"))
    op.execute(_similar("v_probes"))
    op.execute(_PLACE_ALL)
    for signature in (_PLACE_SIGNATURE, _CLASS_SIGNATURE):
        op.execute(f"drop function {signature}")
