"""A page of the log reads few rows, whatever it is of, although row-level security forbids many an index."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa
from sqlalchemy import event

from dragoman.database.connections import ALL_ACCOUNTS, Database, RowScope, transaction
from dragoman.database.urls import ServerUrls
from dragoman.request_log.actions import read_requests
from dragoman.request_log.model import RequestFilter, StatusRange

AT_ONCE = 20_000  # rows of a statement, whose time is limited
MOST_READ = 1500  # rows for a page of 50
EPOCH = 1_700_000_000
SERVER_ERRORS = StatusRange(first=500, last=599)
CLIENT_ERRORS = StatusRange(first=400, last=499)

# 4 accounts with 2 applications each; a hundredth of the calls is refused, one in 12,000 fails.
FILL = f"""
insert into request_entries
select (lpad(to_hex({EPOCH}000 + n), 12, '0') || '70008' || lpad(to_hex(n), 15, '0'))::uuid,
  to_timestamp({EPOCH} + n / 1000.0), 1 + n % 4, 1 + n % 8, 'POST', '/v2/translate',
  case when n % 100 = 7 then '/project/v1/projects/' || n else '/v2/translate' end,
  case when n % 12000 = 0 then 500 when n % 100 = 60 then 429 else 200 end,
  5, 'request-' || n, 10, 20, null
from generate_series(cast(:first as integer), :last) n
"""

OWNERS = """
insert into accounts (id, name, kind, created) overriding system value
  select n, 'Account ' || n, 'production', now() from generate_series(1, 4) n;
insert into applications (
  id, account_id, name, client_id, secret_hash, webhook_secret, scopes, builtin, created
)
  overriding system value
  select n, 1 + (n - 1) % 4, 'CMS', 'client-' || n, 'hash', 'secret', '{}', false, now()
  from generate_series(1, 8) n;
"""

# What is wanted, and how many there are at least.
QUERIES: tuple[tuple[dict[str, Any], int], ...] = (
    ({}, 50),
    ({"account_id": 4}, 50),
    ({"application_id": 4}, 50),
    ({"status": SERVER_ERRORS}, 5),
    ({"status": StatusRange(first=500, last=500), "account_id": 1}, 5),
    ({"status": CLIENT_ERRORS, "application_id": 5}, 50),
    ({"status": SERVER_ERRORS, "application_id": 4}, 0),
    ({"path_prefix": "/project/v1/projects/17007"}, 1),
    ({"path_prefix": "/project/v1/projects/17007", "account_id": 4}, 1),
    ({"path_prefix": "/v2/documents", "account_id": 4}, 0),
    ({"path_prefix": "/v2/translate", "account_id": 1, "status": SERVER_ERRORS}, 5),
    ({"request_id": "request-17"}, 1),
    ({"ends": datetime.fromtimestamp(EPOCH + 5, tz=UTC)}, 50),
    ({"ends": datetime.fromtimestamp(EPOCH + 5, tz=UTC), "account_id": 4}, 50),
)


async def fill(database: Database, urls: ServerUrls, *, rows: int) -> None:
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        for statement in OWNERS.split(";")[:2]:
            await tx.connection.execute(sa.text(statement))
    for first in range(1, rows, AT_ONCE):
        async with transaction(database, account=ALL_ACCOUNTS) as tx:
            await tx.connection.execute(sa.text(FILL), {"first": first, "last": first + AT_ONCE - 1})
    async with await psycopg.AsyncConnection.connect(urls.owner, autocommit=True) as connection:
        await connection.execute("vacuum analyze request_entries")


async def plan_of(database: Database, account: int | RowScope, wanted: RequestFilter) -> dict[str, Any]:
    """The plan by which a page is read, with what it read."""
    seen: list[tuple[str, Any]] = []

    def notice(_: object, __: object, statement: str, parameters: Any, *___: object) -> None:
        seen.append((statement, parameters))

    async with transaction(database, account=account) as tx:
        event.listen(database.engine.sync_engine, "before_cursor_execute", notice)
        await read_requests(tx, wanted=wanted, limit=51)
        event.remove(database.engine.sync_engine, "before_cursor_execute", notice)
        before, (statement, parameters), _ = seen
        await tx.connection.exec_driver_sql(*before)
        explained = await tx.connection.exec_driver_sql(
            f"explain (analyze, format json) {statement}", parameters
        )
        (answer,) = explained.scalar_one()
        return dict(answer)


def rows_read(plan: dict[str, Any]) -> Iterator[float]:
    if "Scan" in plan["Node Type"] and "Relation Name" in plan:
        yield (plan["Actual Rows"] + plan.get("Rows Removed by Filter", 0)) * plan["Actual Loops"]
    for child in plan.get("Plans", ()):
        yield from rows_read(child)


@pytest.mark.parametrize("rows", [60_000, pytest.param(1_000_000, marks=pytest.mark.nightly)])
async def test_a_page_reads_few_rows(database: Database, database_urls: ServerUrls, rows: int) -> None:
    await fill(database, database_urls, rows=rows)
    read = {}
    for conditions, least in QUERIES:
        wanted = RequestFilter(**conditions)
        scopes: list[int | RowScope] = [ALL_ACCOUNTS]
        if wanted.account_id is not None:
            scopes.append(wanted.account_id)
        for account in scopes:
            answer = await plan_of(database, account, wanted)
            assert answer["Plan"]["Actual Rows"] >= min(least, 51), conditions
            print(f"{answer['Execution Time']:.2f} ms: {conditions}, seen by {account}")
            read[f"{conditions} {account}"] = sum(rows_read(answer["Plan"]))
    assert {name: rows for name, rows in read.items() if rows > MOST_READ} == {}
