"""Translation memories: their units, and the functions that look units up."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from dragoman.database.migrations.policies import OWNER, grant_function, isolate_by_account

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

# The caller names the account: look-ups are single statements, outside of transactions that have one.
_AS_OWNER = "security definer set search_path = pg_catalog, public, pg_temp"

_INDEX_SIGNATURE = "index_memory_units(integer, bigint[], text[], text[])"

# Shingles come as array literals, because the rows of an array of arrays must be of one length.
_INDEX = f"""
create function index_memory_units(
  p_account_id integer, p_unit_ids bigint[], p_signatures text[], p_shingles text[]
)
returns void language sql volatile {_AS_OWNER} as $$
  insert into memory_index (unit_id, account_id, length, signature, shingles)
  select u.id, u.account_id, char_length(n.signature), n.signature, n.shingles::integer[]
  from unnest(p_unit_ids, p_signatures, p_shingles) as n (id, signature, shingles)
  join memory_units u on u.id = n.id and u.account_id = p_account_id
  on conflict (unit_id) do update set
    length = excluded.length, signature = excluded.signature, shingles = excluded.shingles
$$
"""

_EXACT_SIGNATURE = "find_exact_units(integer, integer[], bytea[])"

_EXACT = f"""
create function find_exact_units(p_account_id integer, p_memory_ids integer[], p_hashes bytea[])
returns setof memory_units language sql stable {_AS_OWNER} as $$
  select * from memory_units
  where memory_id = any(p_memory_ids) and hash = any(p_hashes) and account_id = p_account_id
$$
"""

_READ_SIGNATURE = "read_memory_units(integer, bigint[])"

_READ = f"""
create function read_memory_units(p_account_id integer, p_ids bigint[])
returns setof memory_units language sql stable {_AS_OWNER} as $$
  select * from memory_units where id = any(p_ids) and account_id = p_account_id
$$
"""

_SIMILAR_SIGNATURE = "find_similar_units(integer, integer[], integer[], integer[], integer[], integer)"

# Each question has p_counts[n] of the probes, in their order. Its candidates are only near enough to be
# looked at: the caller compares signatures. Planning for each question costs more than it gains.
_SIMILAR = f"""
create function find_similar_units(
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
    """Make the tables, isolated by account, and the functions."""
    _create_memories()
    _create_units()
    for table in ("memories", "memory_units", "memory_index"):
        op.execute(f"create policy functions_read on {table} for select to {OWNER} using (true)")
    for verb in ("insert", "update"):
        check = "with check (true)" if verb == "insert" else "using (true)"
        op.execute(f"create policy functions_{verb} on memory_index for {verb} to {OWNER} {check}")
    for statement, signature in _FUNCTIONS:
        op.execute(statement)
        grant_function(signature)


_FUNCTIONS = (
    (_INDEX, _INDEX_SIGNATURE),
    (_EXACT, _EXACT_SIGNATURE),
    (_READ, _READ_SIGNATURE),
    (_SIMILAR, _SIMILAR_SIGNATURE),
)


def _create_memories() -> None:
    op.create_table(
        "memories",
        sa.Column("id", sa.Integer, sa.Identity(always=True), primary_key=True),
        sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("primary", sa.Boolean, nullable=False),
        sa.Column("use_for_translation", sa.Boolean, nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("disabled", sa.DateTime(timezone=True)),
    )
    op.create_index(
        "memories_primary_idx",
        "memories",
        ["account_id"],
        unique=True,
        postgresql_where=sa.text('"primary"'),
    )
    isolate_by_account("memories")


def _create_units() -> None:
    op.create_table(
        "memory_units",
        sa.Column("id", sa.BigInteger, sa.Identity(always=True), primary_key=True),
        sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("memory_id", sa.Integer, sa.ForeignKey("memories.id"), nullable=False),
        sa.Column("source_language", sa.Text, nullable=False),
        sa.Column("target_language", sa.Text, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.Column("identity", sa.LargeBinary, nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("target", sa.Text, nullable=False),
        sa.Column("previous", sa.Text),
        sa.Column("next", sa.Text),
        sa.Column("document", sa.Text),
        sa.Column("key", sa.Text),
        sa.Column("origin", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_by", sa.Text),
        sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed_by", sa.Text),
        sa.Column("used", sa.BigInteger, nullable=False, server_default=sa.text("0")),
        sa.Column("last_used", sa.DateTime(timezone=True)),
        sa.Column("properties", postgresql.JSONB),
        sa.CheckConstraint("origin in ('human', 'mt', 'import')", name="origin"),
        sa.CheckConstraint("status in ('confirmed', 'unconfirmed')", name="status"),
    )
    op.create_index("memory_units_identity_key", "memory_units", ["memory_id", "identity"], unique=True)
    op.create_index("memory_units_hash_idx", "memory_units", ["hash", "memory_id"])
    op.create_index("memory_units_account_idx", "memory_units", ["account_id"])
    isolate_by_account("memory_units")
    # What alike units are found by. Apart from the units, so that thousands of candidates are read at once;
    # the application role has no part in it: its policies would keep the planner from the index.
    op.create_table(
        "memory_index",
        sa.Column(
            "unit_id",
            sa.BigInteger,
            sa.ForeignKey("memory_units.id", ondelete="CASCADE"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("account_id", sa.Integer, nullable=False),
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("signature", sa.Text, nullable=False),
        sa.Column("shingles", postgresql.ARRAY(sa.Integer), nullable=False),
    )
    op.create_index("memory_index_shingles_idx", "memory_index", ["shingles"], postgresql_using="gin")
    isolate_by_account("memory_index", verbs=())


def downgrade() -> None:
    """Take it all back."""
    for _, signature in _FUNCTIONS:
        op.execute(f"drop function {signature}")
    for table in ("memory_index", "memory_units", "memories"):
        op.drop_table(table)
