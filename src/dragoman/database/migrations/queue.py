"""What the revisions of the queue share: running the files that procrastinate ships, and taking it away."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources
from typing import Final

from alembic import op

from dragoman.database.migrations.policies import APPLICATION

_EVERY_FUNCTION: Final = """
    do $$ declare found regprocedure; begin
      for found in
        select oid from pg_proc
        where proname like 'procrastinate\\_%' and pronamespace = current_schema()::regnamespace
      loop execute format('{statement}', found); end loop;
    end $$
"""


def run_files(names: Sequence[str]) -> None:
    """Run files of procrastinate's `sql/migrations`.

    A revision names them one by one, so that a later procrastinate cannot change what it does; the files that
    one adds need a revision of their own.
    """
    for name in names:
        _run(resources.files("procrastinate.sql.migrations").joinpath(name).read_text(encoding="utf-8"))


def grant_queue() -> None:
    """Let the application role use the queue."""
    tables = "procrastinate_jobs, procrastinate_events, procrastinate_periodic_defers, procrastinate_workers"
    op.execute(f"grant select, insert, update, delete on {tables} to {APPLICATION}")
    for table in ("jobs", "events", "periodic_defers"):
        op.execute(f"grant usage on sequence procrastinate_{table}_id_seq to {APPLICATION}")
    _run(_EVERY_FUNCTION.format(statement=f"grant execute on function %s to {APPLICATION}"))


def drop_queue() -> None:
    """Remove the queue, with the jobs in it."""
    tables = ("jobs", "events", "periodic_defers", "workers")
    op.execute("drop table if exists " + ", ".join(f"procrastinate_{name}" for name in tables) + " cascade")
    _run(_EVERY_FUNCTION.format(statement="drop function %s cascade"))
    for name in ("job_status", "job_event_type", "job_to_defer_v1"):
        op.execute(f"drop type if exists procrastinate_{name}")


def _run(statements: str) -> None:
    """Several statements in one go, per cents and all."""
    op.get_bind().execution_options(no_parameters=True).exec_driver_sql(statements)
