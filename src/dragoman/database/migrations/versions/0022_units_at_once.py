"""Units of an import are indexed by one function, which takes shingles that are placed already."""

from __future__ import annotations

from alembic import op

from dragoman.database.migrations.policies import grant_function

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

_AS_OWNER = "security definer set search_path = pg_catalog, public, pg_temp"

_INDEX_SIGNATURE = "index_placed_units(integer, bigint[], text[], text[], text[])"

# An id for each element of the other arrays; null where a unit was not written. Shingles are arrays in
# themselves, and placed (0012): a call of SQL for each unit took half of the time.
_INDEX = f"""
create function index_placed_units(
  p_account_id integer, p_unit_ids bigint[], p_signatures text[], p_shingles text[], p_words text[]
)
returns void language sql volatile {_AS_OWNER} as $$
  with units as materialized (
    select u.id, u.account_id, u.memory_id, n.signature, n.shingles, n.words
    from unnest(p_unit_ids, p_signatures, p_shingles, p_words) as n (id, signature, shingles, words)
    join memory_units u on u.id = n.id and u.account_id = p_account_id
  ), indexed as (
    insert into memory_index (unit_id, account_id, length, signature, shingles)
    select id, account_id, char_length(signature), signature, shingles::integer[] from units
    on conflict (unit_id) do update set
      length = excluded.length, signature = excluded.signature, shingles = excluded.shingles
  )
  insert into memory_words (unit_id, account_id, memory_id, words)
  select id, account_id, memory_id, words::tsvector from units
  on conflict (unit_id) do update set words = excluded.words
$$
"""


def upgrade() -> None:
    """Make the function beside those before, which processes of the release before call."""
    op.execute(_INDEX)
    grant_function(_INDEX_SIGNATURE)


def downgrade() -> None:
    """Drop it."""
    op.execute(f"drop function {_INDEX_SIGNATURE}")
