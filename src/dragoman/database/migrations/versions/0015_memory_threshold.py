"""From which score a memory wins, of accounts, templates and projects; and use that memories had a part in.

Everything is an addition: processes of the release before go on with what they know. The functions
`find_translation_memories` and `record_usage` of seven arguments are theirs; a later revision drops them.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from dragoman.database.migrations.policies import OWNER, grant_function

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

_CHOOSERS = ("account_defaults", "project_templates", "projects")
_USAGE = ("usage_entries", "usage_days")
_OF_MEMORY = ("memory_characters", "memory_words", "memory_segments")

_SERVING_SIGNATURE = "find_serving_memories(integer)"

_SERVING = """
create function find_serving_memories(p_account_id integer)
returns table (memory_id integer, threshold integer) language sql stable
security definer set search_path = pg_catalog, public, pg_temp as $$
  select m.id, d.memory_threshold
  from memories m left join account_defaults d on d.account_id = m.account_id
  where m.account_id = p_account_id and m.use_for_translation and m.disabled is null
  order by m."primary" desc, m.id
$$
"""

_RECORD_SIGNATURE = (
    "record_usage(integer, integer, bigint, bigint, bigint, bigint, bigint, bigint, bigint, interval)"
)

_RECORD = """
create function record_usage(
  p_account_id integer, p_application_id integer,
  p_characters bigint, p_words bigint, p_segments bigint, p_documents bigint,
  p_memory_characters bigint, p_memory_words bigint, p_memory_segments bigint, p_clock_offset interval
)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into usage_entries (
    account_id, application_id, day, characters, words, segments, documents,
    memory_characters, memory_words, memory_segments
  )
  select a.account_id, a.id, ((clock_timestamp() + p_clock_offset) at time zone 'UTC')::date,
    p_characters, p_words, p_segments, p_documents, p_memory_characters, p_memory_words, p_memory_segments
  from applications a where a.id = p_application_id and a.account_id = p_account_id;
  return found;
end
$$
"""


def upgrade() -> None:
    """Add columns and functions."""
    for table in _CHOOSERS:
        op.add_column(table, sa.Column("memory_threshold", sa.SmallInteger))
    for table in _USAGE:
        for name in _OF_MEMORY:
            column = sa.Column(name, sa.BigInteger, nullable=False, server_default=sa.text("0"))
            op.add_column(table, column)
    op.execute(f"create policy functions_read on account_defaults for select to {OWNER} using (true)")
    for statement, signature in ((_SERVING, _SERVING_SIGNATURE), (_RECORD, _RECORD_SIGNATURE)):
        op.execute(statement)
        grant_function(signature)


def downgrade() -> None:
    """Take it all back."""
    for signature in (_SERVING_SIGNATURE, _RECORD_SIGNATURE):
        op.execute(f"drop function {signature}")
    op.execute("drop policy functions_read on account_defaults")
    for table in _USAGE:
        for name in _OF_MEMORY:
            op.drop_column(table, name)
    for table in _CHOOSERS:
        op.drop_column(table, "memory_threshold")
