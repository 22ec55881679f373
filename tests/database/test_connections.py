"""Transactions, and what callers notice of a server that goes away."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import psycopg
import pytest
from sqlalchemy import text
from sqlalchemy.exc import ProgrammingError

from dragoman.database.connections import (
    NO_ACCOUNT,
    STATEMENT_CONNECTIONS,
    Database,
    fetch_rows,
    for_bulk,
    open_database,
    transaction,
)
from dragoman.database.server import open_server
from dragoman.database.urls import ServerUrls, parse_url, render_url
from dragoman.errors import Unavailable
from dragoman.settings import Settings
from tests.conftest import Postgres
from tests.database.conftest import server_processes
from tests.process_signals import kill_all
from tests.waiting import CEILING, until


@pytest.fixture
async def numbers(database: Database, database_urls: ServerUrls) -> Database:
    """A database with a table to write to."""
    async with await psycopg.AsyncConnection.connect(database_urls.owner) as connection:
        await connection.execute("create table numbers(number int)")
        await connection.execute("grant all on numbers to dragoman_app")
    return database


async def _insert(database: Database, number: int) -> None:
    async with transaction(database, account=NO_ACCOUNT) as tx:
        await tx.connection.execute(text("insert into numbers values (:number)"), {"number": number})


async def _sum(database: Database) -> int:
    ((total,),) = await fetch_rows(database, "select coalesce(sum(number), 0) from numbers")
    return int(total)


async def test_a_transaction_commits_at_the_end_and_rolls_back_on_any_error(numbers: Database) -> None:
    await _insert(numbers, 1)
    with pytest.raises(ZeroDivisionError):
        async with transaction(numbers, account=NO_ACCOUNT) as tx:
            await tx.connection.execute(text("insert into numbers values (2)"))
            raise ZeroDivisionError
    writing = asyncio.create_task(_insert_slowly(numbers))
    await asyncio.sleep(0.05)
    writing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await writing
    assert await _sum(numbers) == 1


async def _insert_slowly(database: Database) -> None:
    async with transaction(database, account=NO_ACCOUNT) as tx:
        await tx.connection.execute(text("insert into numbers values (4)"))
        await asyncio.sleep(10)


async def test_errors_that_are_not_outages_stay_what_they_are(numbers: Database) -> None:
    with pytest.raises(ProgrammingError):
        async with transaction(numbers, account=NO_ACCOUNT) as tx:
            await tx.connection.execute(text("select * from nothing"))
    with pytest.raises(FileNotFoundError):
        async with transaction(numbers, account=NO_ACCOUNT):
            raise FileNotFoundError


async def test_now_is_the_databases_and_can_be_moved(database: Database) -> None:
    moved = replace(database, clock_offset=timedelta(days=400))
    async with transaction(moved, account=NO_ACCOUNT) as tx:
        assert timedelta(days=399) < tx.now - datetime.now(UTC) < timedelta(days=401)


async def test_long_work_leaves_connections_to_requests(numbers: Database, database_urls: ServerUrls) -> None:
    async with await psycopg.AsyncConnection.connect(database_urls.owner, autocommit=True) as holder:
        await holder.execute("select pg_advisory_lock(7)")
        waiting = "select pg_advisory_xact_lock(7)::text"  # until the holder lets go
        work = [
            asyncio.create_task(fetch_rows(for_bulk(numbers), waiting)) for _ in range(STATEMENT_CONNECTIONS)
        ]
        asked = "select count(*) from pg_locks where locktype = 'advisory' and not granted"
        while (await (await holder.execute(asked)).fetchone()) != (2,):
            assert not any(task.done() for task in work)
        assert await _sum(numbers) == 0
        await holder.execute("select pg_advisory_unlock(7)")
        assert [len(rows) for rows in await asyncio.gather(*work)] == [1] * STATEMENT_CONNECTIONS


async def test_connections_that_died_in_the_pool_are_replaced_unnoticed(
    numbers: Database, postgres: Postgres
) -> None:
    await asyncio.gather(*(_insert(numbers, 1) for _ in range(8)))
    kill = "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'dragoman_app'"
    await postgres.run(kill)
    await asyncio.gather(*(_insert(numbers, 1) for _ in range(8)))
    await postgres.run(kill)
    assert await _sum(numbers) == 16


async def test_a_connection_that_dies_in_the_middle_is_an_outage(
    numbers: Database, postgres: Postgres
) -> None:
    with pytest.raises(Unavailable):
        async with transaction(numbers, account=NO_ACCOUNT) as tx:
            own = (await tx.connection.execute(text("select pg_backend_pid()"))).scalar_one()
            await postgres.run(f"select pg_terminate_backend({own})")
            await tx.connection.execute(text("insert into numbers values (1)"))
    await _insert(numbers, 2)
    assert await _sum(numbers) == 2


async def test_a_server_that_is_away_is_waited_for_and_then_given_up(database_urls: ServerUrls) -> None:
    nowhere = render_url({**parse_url(database_urls.application), "host": "/nonexistent"})
    async with open_database(nowhere) as database:
        began = time.monotonic()
        with pytest.raises(Unavailable, match="cannot be reached"):
            async with transaction(replace(database, outage_seconds=0.3), account=NO_ACCOUNT):
                pass
        assert time.monotonic() - began >= 0.3


@pytest.fixture
async def own_server(make_settings: Callable[..., Settings]) -> AsyncIterator[tuple[Settings, Database]]:
    """A server that may be killed."""
    settings = make_settings()
    async with open_server(settings) as urls, open_database(urls.application) as database:
        yield settings, database


async def test_requests_during_a_restart_are_answered(own_server: tuple[Settings, Database]) -> None:
    settings, database = own_server
    patient = replace(database, outage_seconds=CEILING)  # a busy machine restarts the server in its own time
    failed: list[Unavailable] = []
    answered = 0

    async def ask_all_the_time() -> None:
        nonlocal answered
        while not enough.is_set():
            try:
                async with transaction(patient, account=NO_ACCOUNT) as tx:
                    await tx.connection.execute(text("select 1"))
                await fetch_rows(patient, "select 1")
                answered += 1
            except Unavailable as error:
                failed.append(error)

    enough = asyncio.Event()
    asking = [asyncio.create_task(ask_all_the_time()) for _ in range(8)]
    await until(lambda: answered > 50)
    kill_all(server_processes(settings.data))
    async with transaction(patient, account=NO_ACCOUNT):
        before = answered
    await until(lambda: answered > before + 50)
    enough.set()
    await asyncio.gather(*asking)  # nothing but Unavailable is ever raised
    assert len(failed) <= 16  # at most what was in flight, once or twice
