"""Memories as things to work with: words of units, versions of units, imports, sets in versions."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from dragoman.database.migrations.policies import OWNER, grant_function, isolate_by_account

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

_AS_OWNER = "security definer set search_path = pg_catalog, public, pg_temp"

# A disabled memory has no results, even for a caller that still has its id. One being deleted is disabled.
_EXACT = f"""
create or replace function find_exact_units(p_account_id integer, p_memory_ids integer[], p_hashes bytea[])
returns setof memory_units language sql stable {_AS_OWNER} as $$
  select * from memory_units
  where memory_id = any(array(
      select id from memories where id = any(p_memory_ids) and account_id = p_account_id and disabled is null
    ))
    and hash = any(p_hashes) and account_id = p_account_id
$$
"""

_EXACT_BEFORE = f"""
create or replace function find_exact_units(p_account_id integer, p_memory_ids integer[], p_hashes bytea[])
returns setof memory_units language sql stable {_AS_OWNER} as $$
  select * from memory_units
  where memory_id = any(p_memory_ids) and hash = any(p_hashes) and account_id = p_account_id
$$
"""

_READ = f"""
create or replace function read_memory_units(p_account_id integer, p_ids bigint[])
returns setof memory_units language sql stable {_AS_OWNER} as $$
  select u.* from memory_units u
  where u.id = any(p_ids) and u.account_id = p_account_id
    and exists (select from memories m where m.id = u.memory_id and m.disabled is null)
$$
"""

_READ_BEFORE = f"""
create or replace function read_memory_units(p_account_id integer, p_ids bigint[])
returns setof memory_units language sql stable {_AS_OWNER} as $$
  select * from memory_units where id = any(p_ids) and account_id = p_account_id
$$
"""

_WORDS_SIGNATURE = "index_memory_words(integer, bigint[], text[])"

_WORDS = f"""
create function index_memory_words(p_account_id integer, p_unit_ids bigint[], p_words text[])
returns void language sql volatile {_AS_OWNER} as $$
  insert into memory_words (unit_id, account_id, memory_id, words)
  select u.id, u.account_id, u.memory_id, n.words::tsvector
  from unnest(p_unit_ids, p_words) as n (id, words)
  join memory_units u on u.id = n.id and u.account_id = p_account_id
  on conflict (unit_id) do update set words = excluded.words
$$
"""

_MATCHING_SIGNATURE = "find_matching_words(integer, integer, text, bigint)"

# By the index of words alone: for words that are not counted the planner would guess that a walk along the
# memory meets them soon, and walk through all of it.
_MATCHING = f"""
create function find_matching_words(
  p_account_id integer, p_memory_id integer, p_query text, p_after bigint
)
returns setof bigint language plpgsql stable {_AS_OWNER}
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $$
begin
  return query execute
    'select unit_id from memory_words
     where words @@ $1 and memory_id = $2 and account_id = $3 and unit_id > $4'
  using p_query::tsquery, p_memory_id, p_account_id, p_after;
end
$$
"""

_SEARCH_SIGNATURE = "search_memory_units(integer, integer, text, text[], text[], bigint, integer)"

# Common words are met soon along the memory's units; what is not met there is rare, and read from the index.
_SEARCH = f"""
create function search_memory_units(
  p_account_id integer, p_memory_id integer, p_query text, p_sources text[], p_targets text[],
  p_after bigint, p_most integer
)
returns setof memory_units language plpgsql stable {_AS_OWNER} set enable_seqscan = off as $$
declare
  v_part bigint[];
  v_found integer;
begin
  v_part := array(
    select unit_id from memory_words
    where memory_id = p_memory_id and unit_id > p_after order by unit_id limit {{part}}
  );
  return query select u.* from memory_words w join memory_units u on u.id = w.unit_id
    where w.unit_id = any(v_part) and w.words @@ p_query::tsquery and w.account_id = p_account_id
      and (p_sources is null or u.source_language ilike any(p_sources))
      and (p_targets is null or u.target_language ilike any(p_targets))
    order by w.unit_id limit p_most;
  get diagnostics v_found = row_count;
  if v_found = p_most or cardinality(v_part) < {{part}} then
    return;
  end if;
  return query select u.* from memory_units u
    where u.id = any(array(
        select * from find_matching_words(p_account_id, p_memory_id, p_query, v_part[{{part}}])
      ))
      and (p_sources is null or u.source_language ilike any(p_sources))
      and (p_targets is null or u.target_language ilike any(p_targets))
    order by u.id limit p_most - v_found;
end
$$
""".replace("{part}", "2000")

_SERVING_SIGNATURE = "find_translation_memories(integer)"

_SERVING = f"""
create function find_translation_memories(p_account_id integer)
returns table (memory_id integer) language sql stable {_AS_OWNER} as $$
  select id from memories
  where account_id = p_account_id and use_for_translation and disabled is null
  order by "primary" desc, id
$$
"""

_COUNT_SIGNATURE = "count_memory_usage(integer, bigint[], interval)"

# Locked in one order, so that two counts of the same units wait for one another and never deadlock.
_COUNT = f"""
create function count_memory_usage(p_account_id integer, p_unit_ids bigint[], p_clock_offset interval)
returns void language plpgsql volatile {_AS_OWNER} as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  with taken as (
    select id, count(*) as times from unnest(p_unit_ids) as n (id) group by id
  ), held as materialized (
    select u.id, t.times from memory_units u join taken t on t.id = u.id
    where u.account_id = p_account_id order by u.id for no key update of u
  )
  update memory_units u set used = used + held.times, last_used = clock_timestamp() + p_clock_offset
  from held where u.id = held.id;
end
$$
"""

_FUNCTIONS = (
    (_WORDS, _WORDS_SIGNATURE),
    (_MATCHING, _MATCHING_SIGNATURE),
    (_SEARCH, _SEARCH_SIGNATURE),
    (_SERVING, _SERVING_SIGNATURE),
    (_COUNT, _COUNT_SIGNATURE),
)


def upgrade() -> None:
    """Make columns, tables and functions."""
    op.add_column("memories", sa.Column("deleted", sa.DateTime(timezone=True)))
    op.create_index(
        "memories_name_key",
        "memories",
        ["account_id", "name"],
        unique=True,
        postgresql_where=sa.text("deleted is null"),
    )
    op.add_column(
        "memory_units", sa.Column("version", sa.Integer, nullable=False, server_default=sa.text("1"))
    )
    op.add_column("memory_units", sa.Column("import_id", sa.Integer))
    op.create_index("memory_units_memory_idx", "memory_units", ["memory_id", "id"])
    op.execute(f"create policy functions_update on memory_units for update to {OWNER} using (true)")
    _create_words()
    _create_imports()
    _create_sets()
    for statement in (_EXACT, _READ):
        op.execute(statement)
    for statement, signature in _FUNCTIONS:
        op.execute(statement)
        grant_function(signature)


def _create_words() -> None:
    op.create_table(
        "memory_words",
        sa.Column(
            "unit_id",
            sa.BigInteger,
            sa.ForeignKey("memory_units.id", ondelete="CASCADE"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("account_id", sa.Integer, nullable=False),
        sa.Column("memory_id", sa.Integer, nullable=False),
        sa.Column("words", postgresql.TSVECTOR, nullable=False),
    )
    op.create_index("memory_words_words_idx", "memory_words", ["words"], postgresql_using="gin")
    op.create_index("memory_words_memory_idx", "memory_words", ["memory_id", "unit_id"])
    isolate_by_account("memory_words", verbs=())
    for verb, check in (
        ("select", "using (true)"),
        ("insert", "with check (true)"),
        ("update", "using (true)"),
    ):
        op.execute(f"create policy functions_{verb} on memory_words for {verb} to {OWNER} {check}")


def _create_imports() -> None:
    counts = ("size", "bytes_read", "read", "added", "updated", "unchanged", "skipped", "refused", "problems")
    op.create_table(
        "memory_imports",
        sa.Column("id", sa.Integer, sa.Identity(always=True), primary_key=True),
        sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("memory_id", sa.Integer, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("file_name", sa.Text, nullable=False),
        sa.Column("file", sa.Uuid, nullable=False),
        sa.Column("key", sa.LargeBinary),
        sa.Column("options", postgresql.JSONB, nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_by", sa.Text, nullable=False),
        sa.Column("run", sa.Integer, nullable=False),
        sa.Column("idle_runs", sa.Integer, nullable=False),
        sa.Column("finished", sa.DateTime(timezone=True)),
        sa.Column("failure", sa.Text),
        sa.Column("undone", sa.BigInteger),
        *(sa.Column(name, sa.BigInteger, nullable=False) for name in counts),
        sa.CheckConstraint(
            "state in ('WAITING', 'RUNNING', 'FINISHED', 'FAILED', 'CANCELLED', 'UNDOING', 'UNDONE')",
            name="state",
        ),
    )
    op.create_index("memory_imports_memory_idx", "memory_imports", ["memory_id", "id"])
    op.create_index("memory_imports_file_key", "memory_imports", ["file"], unique=True)
    isolate_by_account("memory_imports")
    op.create_table(
        "memory_import_problems",
        sa.Column(
            "import_id",
            sa.Integer,
            sa.ForeignKey("memory_imports.id", ondelete="CASCADE"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("position", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("account_id", sa.Integer, nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("line", sa.BigInteger),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("message", sa.Text, nullable=False),
    )
    isolate_by_account("memory_import_problems", verbs=("select", "insert", "delete"))


def _create_sets() -> None:
    op.create_table(
        "memory_sets",
        sa.Column("id", sa.Integer, sa.Identity(always=True), primary_key=True),
        sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("memory_sets_name_key", "memory_sets", ["account_id", "name"], unique=True)
    isolate_by_account("memory_sets", verbs=("select", "insert", "update"))
    # Whole in one row that can be added and read, and never changed: what a project pinned stays as it was.
    op.create_table(
        "memory_set_versions",
        sa.Column("set_id", sa.Integer, sa.ForeignKey("memory_sets.id"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("account_id", sa.Integer, nullable=False),
        sa.Column("members", postgresql.JSONB, nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_by", sa.Text, nullable=False),
    )
    isolate_by_account("memory_set_versions", verbs=("select", "insert"))


def downgrade() -> None:
    """Take it all back."""
    for _, signature in reversed(_FUNCTIONS):
        op.execute(f"drop function {signature}")
    for statement in (_EXACT_BEFORE, _READ_BEFORE):
        op.execute(statement)
    for table in ("set_versions", "sets", "import_problems", "imports", "words"):
        op.drop_table(f"memory_{table}")
    op.execute("drop policy functions_update on memory_units")
    op.drop_index("memory_units_memory_idx", "memory_units")
    op.drop_column("memory_units", "import_id")
    op.drop_column("memory_units", "version")
    op.drop_index("memories_name_key", "memories")
    op.drop_column("memories", "deleted")
