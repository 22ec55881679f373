"""Usage of text calls comes from spools, in batches, each once; usage of jobs in the job's own transaction.

Everything is an addition: processes of the release before go on with `record_usage`; a later revision drops
it.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from dragoman.database.migrations.policies import grant_function

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

_ADD_SIGNATURE = "add_usage(integer, integer, date, bigint, bigint, bigint, bigint, bigint, bigint, bigint)"

_ADD = """
create function add_usage(
  p_account_id integer, p_application_id integer, p_day date,
  p_characters bigint, p_words bigint, p_segments bigint, p_documents bigint,
  p_memory_characters bigint, p_memory_words bigint, p_memory_segments bigint
)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into usage_entries (
    account_id, application_id, day, characters, words, segments, documents,
    memory_characters, memory_words, memory_segments
  )
  select a.account_id, a.id, p_day, p_characters, p_words, p_segments, p_documents,
    p_memory_characters, p_memory_words, p_memory_segments
  from applications a where a.id = p_application_id and a.account_id = p_account_id;
  return found;
end
$$
"""

_WRITE_SIGNATURE = "write_spooled_usage(uuid, bigint, text, interval)"

# The row of the spool is locked until the end: a batch that is sent again, by any process, sees how far the
# spool was written.
_WRITE = """
create function write_spooled_usage(
  p_spool uuid, p_last bigint, p_records text, p_clock_offset interval
)
returns bigint[]
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_written bigint;
  v_unknown bigint[];
begin
  insert into usage_spools (id, written) values (p_spool, 0) on conflict (id) do nothing;
  select s.written into v_written from usage_spools s where s.id = p_spool for update;
  with records as materialized (
    select r.*, a.id as known
    from json_to_recordset(p_records::json) as r(
      number bigint, account integer, application integer, age double precision,
      characters bigint, words bigint, segments bigint, documents bigint,
      memory_characters bigint, memory_words bigint, memory_segments bigint
    )
    left join applications a on a.id = r.application and a.account_id = r.account
    where r.number > v_written and r.number <= p_last
  ), added as (
    insert into usage_entries (
    account_id, application_id, day, characters, words, segments, documents,
    memory_characters, memory_words, memory_segments
  )
    select account, application,
      ((clock_timestamp() - age * interval '1 second' + p_clock_offset) at time zone 'UTC')::date as day,
      sum(characters), sum(words), sum(segments), sum(documents),
      sum(memory_characters), sum(memory_words), sum(memory_segments)
    from records where known is not null group by account, application, day
  )
  select array_agg(number order by number) filter (where known is null) into v_unknown from records;
  update usage_spools set written = p_last where id = p_spool and written < p_last;
  return coalesce(v_unknown, '{}');
end
$$
"""


def upgrade() -> None:
    """Add the table, which only the function uses, and the functions."""
    op.create_table(
        "usage_spools",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("written", sa.BigInteger, nullable=False),
    )
    for statement, signature in ((_ADD, _ADD_SIGNATURE), (_WRITE, _WRITE_SIGNATURE)):
        op.execute(statement)
        grant_function(signature)


def downgrade() -> None:
    """Take it all back."""
    for signature in (_WRITE_SIGNATURE, _ADD_SIGNATURE):
        op.execute(f"drop function {signature}")
    op.drop_table("usage_spools")
