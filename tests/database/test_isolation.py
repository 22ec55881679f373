"""Row-level security, with rows that could leak, and what the rules say of every table."""

from __future__ import annotations

import asyncio

import psycopg
import pytest
from sqlalchemy import text
from sqlalchemy.exc import ProgrammingError

from dragoman.database.connections import (
    ALL_ACCOUNTS,
    NO_ACCOUNT,
    Database,
    RowScope,
    Transaction,
    fetch_rows,
    transaction,
)
from dragoman.database.urls import ServerUrls


@pytest.fixture
async def accounts(database: Database) -> tuple[int, int]:
    """Two accounts, each with one user."""
    ids = []
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        for name in ("Ours", "Theirs"):
            made = await tx.connection.execute(
                text("insert into accounts (name, kind, created) values (:name, 'trial', :now) returning id"),
                {"name": name, "now": tx.now},
            )
            ids.append(made.scalar_one())
            await _add_user(tx, ids[-1], f"{name.lower()}@example.com")
    return ids[0], ids[1]


async def _add_user(tx: Transaction, account: int, email: str) -> None:
    await tx.connection.execute(
        text(
            "insert into users (account_id, email, role, password_hash, created) "
            "values (:account, :email, 'customer', 'x', :now)"
        ),
        {"account": account, "email": email, "now": tx.now},
    )


async def _emails(database: Database, account: int | RowScope) -> set[str]:
    async with transaction(database, account=account) as tx:
        return set((await tx.connection.execute(text("select email from users"))).scalars())


async def test_an_account_sees_its_own_rows_only(database: Database, accounts: tuple[int, int]) -> None:
    ours, theirs = accounts
    assert await _emails(database, ours) == {"ours@example.com"}
    assert await _emails(database, theirs) == {"theirs@example.com"}
    assert await _emails(database, 10**9) == set()
    assert await _emails(database, NO_ACCOUNT) == set()
    assert await _emails(database, ALL_ACCOUNTS) == {"ours@example.com", "theirs@example.com"}


@pytest.mark.parametrize("seen", ["*", "7", "", None])
async def test_what_a_transaction_sees_of_an_account(database: Database, seen: str | None) -> None:
    """The function in every policy: true only for all accounts, or the transaction's own."""
    async with transaction(database, account=NO_ACCOUNT) as tx:
        if seen is None:  # as in a session that never named an account
            await tx.connection.execute(text("reset dragoman.account"))
        else:
            await tx.connection.execute(
                text("select set_config('dragoman.account', :seen, true)"), {"seen": seen}
            )
        query = text("select account, dragoman_sees(account) from unnest(array[7, 8, null]) as n (account)")
        found = {account for account, sees in await tx.connection.execute(query) if sees}
    assert found == {"*": {7, 8, None}, "7": {7}}.get(seen or "", set())


async def test_the_planner_expects_many_rows_where_all_accounts_are_seen(database: Database) -> None:
    """It took one of 200 for granted, and sorted a whole table for the first page of a list."""
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        query = text(
            "explain (format json) select 1 from generate_series(1, 1000) n (id) where dragoman_sees(id)"
        )
        plan = (await tx.connection.execute(query)).scalar_one()[0]["Plan"]
    assert plan["Plan Rows"] >= 300


async def test_an_account_writes_its_own_rows_only(database: Database, accounts: tuple[int, int]) -> None:
    ours, theirs = accounts
    with pytest.raises(ProgrammingError, match="violates row-level security policy"):
        async with transaction(database, account=ours) as tx:
            await _add_user(tx, theirs, "intruder@example.com")
    async with transaction(database, account=ours) as tx:
        touched = await tx.connection.execute(text("update users set email = 'changed-' || email"))
        assert touched.rowcount == 1
        theirs_too = text("update users set email = 'stolen' where account_id = :theirs")
        assert (await tx.connection.execute(theirs_too, {"theirs": theirs})).rowcount == 0
    assert await _emails(database, ALL_ACCOUNTS) == {"changed-ours@example.com", "theirs@example.com"}


async def test_a_reused_connection_forgets_the_account_before(
    database: Database, accounts: tuple[int, int]
) -> None:
    """Also after a failure, a savepoint, and without a transaction of ours."""
    ours, theirs = accounts
    for _ in range(3):
        assert await _emails(database, ours) == {"ours@example.com"}
        with pytest.raises(ZeroDivisionError):
            async with transaction(database, account=theirs) as tx:
                async with tx.connection.begin_nested():
                    await tx.connection.execute(text("select 1"))
                raise ZeroDivisionError
        assert await fetch_rows(database, "select count(*) from users") == [(0,)]
    assert database.engine.pool.checkedin() == 1  # type: ignore[attr-defined]


async def test_concurrent_accounts_do_not_mix(database: Database, accounts: tuple[int, int]) -> None:
    names = dict(zip(accounts, ("ours@example.com", "theirs@example.com"), strict=True))
    asked = [accounts[number % 2] for number in range(60)]
    answers = await asyncio.gather(*(_emails(database, account) for account in asked))
    assert answers == [{names[account]} for account in asked]


async def test_the_owner_is_bound_as_well(database_urls: ServerUrls, accounts: tuple[int, int]) -> None:
    assert len(accounts) == 2
    async with await psycopg.AsyncConnection.connect(database_urls.owner) as connection:
        assert await (await connection.execute("select email from users")).fetchall() == []


async def test_every_table_with_an_account_is_isolated(database_urls: ServerUrls) -> None:
    question = """
        select relname, relrowsecurity and relforcerowsecurity and exists (
          select from pg_policy where polrelid = c.oid
        )
        from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and a.attname = 'account_id'
    """
    async with await psycopg.AsyncConnection.connect(database_urls.owner) as connection:
        isolated = dict(await (await connection.execute(question)).fetchall())
    assert isolated.keys() >= {"users", "applications"}
    assert all(isolated.values()), isolated


async def test_functions_are_not_everybodys(database_urls: ServerUrls) -> None:
    question = """
        select proname from pg_proc
        where pronamespace = 'public'::regnamespace and has_function_privilege('public', oid, 'execute')
    """
    async with await psycopg.AsyncConnection.connect(database_urls.owner) as connection:
        assert await (await connection.execute(question)).fetchall() == []
