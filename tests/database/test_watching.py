"""Limits of statements: what is slow goes on, what takes too long or hangs ends."""

from __future__ import annotations

import time

import psutil
import pytest
from sqlalchemy import text

from dragoman.database.connections import NO_ACCOUNT, Database, fetch_rows, transaction
from dragoman.database.liveness import statement_limit
from dragoman.errors import Unavailable


async def test_a_slow_statement_of_a_server_that_answers_is_not_cut(database: Database) -> None:
    began = time.monotonic()
    async with transaction(database, account=NO_ACCOUNT) as tx:
        await tx.connection.execute(text("select pg_sleep(4)"))
    assert time.monotonic() - began >= 4
    assert not database.watch.is_silent


async def test_a_statement_over_its_limit_ends_and_the_next_one_works(database: Database) -> None:
    began = time.monotonic()
    with statement_limit(0.2), pytest.raises(Unavailable, match="too long"):
        async with transaction(database, account=NO_ACCOUNT) as tx:
            await tx.connection.execute(text("select pg_sleep(30)"))
    async with transaction(database, account=NO_ACCOUNT) as tx:
        limit = await tx.connection.scalar(text("show statement_timeout"))
    assert limit == "1min"
    assert time.monotonic() - began < 30


async def test_a_single_server_process_that_hangs_is_left_alone(database: Database) -> None:
    """The others go on meanwhile: the server is not silent."""
    (row,) = await fetch_rows(database, "select pg_backend_pid() as pid")
    process = psutil.Process(row.pid)
    process.suspend()
    try:
        with statement_limit(0.2), pytest.raises(Unavailable):
            await fetch_rows(database, "select")
        await fetch_rows(database, "select")
        assert not database.watch.is_silent
    finally:
        process.resume()
