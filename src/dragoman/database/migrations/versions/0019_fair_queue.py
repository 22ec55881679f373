"""Jobs are claimed by fair shares of accounts, and within an account of its streams (decision 0047)."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from dragoman.database.migrations.policies import grant_function

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

# A job names its share as [account, "stream"] beside its arguments. Jobs of earlier releases name at most an
# account; those of the service itself belong to account 0.
_OF_JOBS = (
    """
    create function queue_account(p_args jsonb) returns integer language sql immutable parallel safe
      return coalesce((p_args -> 'share' ->> 0)::integer, (p_args ->> 'account')::integer, 0)
    """,
    """
    create function queue_stream(p_args jsonb) returns text language sql immutable parallel safe
      return coalesce(p_args -> 'share' ->> 1, '-')
    """,
    # Jobs that can run now. Scheduled ones join them when they are due: a probe never passes over them.
    """
    create index procrastinate_jobs_ready on procrastinate_jobs
      (queue_name, queue_account(args), queue_stream(args), priority desc, id)
      where status = 'todo' and scheduled_at is null
    """,
    """
    create index procrastinate_jobs_scheduled on procrastinate_jobs (scheduled_at)
      where status = 'todo' and scheduled_at is not null
    """,
)

_AT_ONCE = 200  # due jobs that one call makes ready: a few milliseconds

_PROBING = "set enable_seqscan = off set plan_cache_mode = force_generic_plan"

_RUNNING = """
  from procrastinate_jobs job
  where job.status = 'doing' and job.worker_id is not null and job.queue_name = any(p_queues)
"""

# The waiting account with the fewest running jobs, and how many those are. Among accounts with none it is the
# next one behind `p_after`, in a circle. No more accounts are probed than run jobs, and one.
_ACCOUNT = f"""
create function queue_next_account(
  p_queues varchar[], p_after integer, out account integer, out running bigint
)
language plpgsql stable {_PROBING} as $$
declare
  v_busy integer[];
  v_at integer := p_after;
  v_wrapped boolean := false;
  v_next integer;
begin
  select array_agg(distinct queue_account(job.args)) into v_busy {_RUNNING};
  loop
    select min(found.account) into v_next
    from unnest(p_queues) queue cross join lateral (
      select queue_account(job.args) as account from procrastinate_jobs job
      where job.queue_name = queue and job.status = 'todo' and job.scheduled_at is null
        and queue_account(job.args) > v_at
      order by queue_account(job.args) limit 1
    ) found;
    if v_next is null or (v_wrapped and v_next > p_after) then
      exit when v_wrapped;
      v_wrapped := true;
      v_at := -1;
    elsif v_next = any(v_busy) then
      v_at := v_next;
    else
      account := v_next;
      running := 0;
      return;
    end if;
  end loop;
  select busy.account, busy.running into account, running
  from (select queue_account(job.args) as account, count(*) as running {_RUNNING} group by 1) busy
  where exists (
    select from unnest(p_queues) queue cross join lateral (
      select from procrastinate_jobs job
      where job.queue_name = queue and job.status = 'todo' and job.scheduled_at is null
        and queue_account(job.args) = busy.account
      limit 1
    ) found
  )
  order by busy.running, busy.account <= p_after, busy.account
  limit 1;
end
$$
"""

# The same for the streams of one account. A stream is of one queue; `p_after` is "queue/stream".
_STREAM = f"""
create function queue_next_stream(
  p_queues varchar[], p_account integer, p_after text, out queue varchar, out stream text, out running bigint
)
language plpgsql stable {_PROBING} as $$
declare
  v_busy text[];
  v_sorted varchar[];
  v_queue varchar;
  v_at text;
  v_next text;
  v_after varchar := split_part(p_after, '/', 1);
begin
  select array_agg(distinct job.queue_name || '/' || queue_stream(job.args)) into v_busy
  {_RUNNING} and queue_account(job.args) = p_account;
  -- The queue of `p_after` comes first, with what is behind it, and once more at the end, with all of it.
  select array_agg(one order by one < v_after, one) || array[v_after] into v_sorted from unnest(p_queues) one;
  for place in 1 .. array_length(v_sorted, 1) loop
    v_queue := v_sorted[place];
    v_at := case when place = 1 and v_queue = v_after then substr(p_after, length(v_after) + 2) end;
    loop
      select queue_stream(job.args) into v_next from procrastinate_jobs job
      where job.queue_name = v_queue and job.status = 'todo' and job.scheduled_at is null
        and queue_account(job.args) = p_account and queue_stream(job.args) > coalesce(v_at, '')
      order by queue_stream(job.args) limit 1;
      exit when v_next is null;
      if v_busy is null or not v_queue || '/' || v_next = any(v_busy) then
        queue := v_queue;
        stream := v_next;
        running := 0;
        return;
      end if;
      v_at := v_next;
    end loop;
  end loop;
  select busy.queue, busy.stream, busy.running into queue, stream, running
  from (
    select job.queue_name as queue, queue_stream(job.args) as stream, count(*) as running
    {_RUNNING} and queue_account(job.args) = p_account group by 1, 2
  ) busy
  where exists (
    select from procrastinate_jobs job
    where job.queue_name = busy.queue and job.status = 'todo' and job.scheduled_at is null
      and queue_account(job.args) = p_account and queue_stream(job.args) = busy.stream
  )
  order by busy.running, busy.queue || '/' || busy.stream <= p_after, busy.queue || '/' || busy.stream
  limit 1;
end
$$
"""

_MAKE_READY = f"""
create function queue_make_ready() returns void language sql begin atomic
  update procrastinate_jobs set scheduled_at = null where id in (
    select id from procrastinate_jobs
    where status = 'todo' and scheduled_at is not null and scheduled_at <= now()
    order by scheduled_at limit {_AT_ONCE} for update skip locked
  );
end
"""

_CLAIM = f"""
create function queue_claim(p_queues varchar[], p_account integer, p_after text, p_worker bigint)
returns setof procrastinate_jobs
language plpgsql {_PROBING} as $$
declare
  v_queue varchar;
  v_stream text;
begin
  select found.queue, found.stream into v_queue, v_stream
  from queue_next_stream(p_queues, p_account, p_after) found;
  -- A claim that a crash of the server undoes is made again; what its job commits waits for the disk, and the
  -- claim with it.
  perform set_config('synchronous_commit', 'off', true);
  return query
    update procrastinate_jobs set status = 'doing', worker_id = p_worker
    where id = (
      select job.id from procrastinate_jobs job
      where job.queue_name = v_queue and queue_account(job.args) = p_account
        and queue_stream(job.args) = v_stream and job.status = 'todo' and job.scheduled_at is null
      order by job.priority desc, job.id limit 1 for update skip locked
    )
    returning *;
end
$$
"""

# Whether work waits whose account has fewer running jobs, or in the same account whose stream has.
_WAITS = f"""
create function queue_is_room_wanted(p_queues varchar[], p_account integer, p_stream text) returns boolean
language plpgsql stable {_PROBING} as $$
declare
  v_least bigint;
  v_mine bigint;
begin
  select running into v_least from queue_next_account(p_queues, p_account);
  if v_least is null then
    return false;
  end if;
  select count(*) into v_mine {_RUNNING} and queue_account(job.args) = p_account;
  if v_least < v_mine then
    return true;
  end if;
  select running into v_least from queue_next_stream(p_queues, p_account, p_stream);
  select count(*) into v_mine {_RUNNING} and queue_account(job.args) = p_account
    and job.queue_name || '/' || queue_stream(job.args) = p_stream;
  return coalesce(v_least < v_mine, false);
end
$$
"""

_SIGNATURES = (
    "queue_is_room_wanted(varchar[], integer, text)",
    "queue_claim(varchar[], integer, text, bigint)",
    "queue_make_ready()",
    "queue_next_stream(varchar[], integer, text)",
    "queue_next_account(varchar[], integer)",
    "queue_stream(jsonb)",
    "queue_account(jsonb)",
)


def upgrade() -> None:
    """Make the indexes and functions; documents count the runs that made room for others."""
    op.add_column("documents", sa.Column("pauses", sa.Integer, nullable=False, server_default="0"))
    for statement in (*_OF_JOBS, _ACCOUNT, _STREAM, _MAKE_READY, _CLAIM, _WAITS):
        op.execute(statement)
    for signature in _SIGNATURES:
        grant_function(signature)


def downgrade() -> None:
    """Drop them: jobs that were due can run as before."""
    op.drop_column("documents", "pauses")
    op.execute("drop index procrastinate_jobs_ready, procrastinate_jobs_scheduled")
    for signature in _SIGNATURES:
        op.execute(f"drop function {signature}")
