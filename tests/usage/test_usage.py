"""Usage is recorded at once, added up without loss, and shown to its own application only."""

from __future__ import annotations

import asyncio
import dataclasses
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta

import psycopg
import pytest
from sqlalchemy import text
from structlog.testing import capture_logs

from dragoman.database.connections import ALL_ACCOUNTS, NO_ACCOUNT, Database, fetch_rows, transaction
from dragoman.errors import LimitExceeded, RuleBroken
from dragoman.usage.actions import add_usage, read_usage, sum_usage
from dragoman.usage.model import DayOfUse, Usage, UsageAmount, UsageReport
from tests.usage.conftest import Customer

TODAY = date(2026, 3, 31)


@pytest.fixture
def database(database: Database) -> Database:
    """It is noon of that day: no midnight comes while the suite runs."""
    noon = datetime(TODAY.year, TODAY.month, TODAY.day, 12, tzinfo=UTC)
    return dataclasses.replace(database, clock_offset=noon - datetime.now(UTC))


async def read(
    database: Database, customer: Customer, first: date | None = None, last: date | None = None
) -> UsageReport:
    async with transaction(database, account=customer.account) as tx:
        return await read_usage(tx, application_id=customer.application, first_day=first, last_day=last)


async def add(database: Database, usage: Usage) -> None:
    async with transaction(database, account=usage.account_id) as tx:
        await add_usage(tx, usage)


def moved(database: Database, days: float) -> Database:
    return dataclasses.replace(database, clock_offset=database.clock_offset + timedelta(days=days))


async def count_entries(database: Database) -> int:
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        return int(await tx.connection.scalar(text("select count(*) from usage_entries")) or 0)


async def test_usage_is_there_as_soon_as_it_is_recorded_and_stays_when_it_is_summed(
    database: Database, ours: Customer, theirs: Customer
) -> None:
    await add(database, ours.used(3, characters=20, segments=2))
    await add(database, ours.used(4, characters=30, segments=1, documents=1))
    await add(database, theirs.used(100))
    total = UsageAmount(words=7, characters=50, segments=3, documents=1)
    wanted = UsageReport(first_day=TODAY, last_day=TODAY, days=(DayOfUse(day=TODAY, amount=total),))
    assert await read(database, ours, TODAY) == wanted
    assert await sum_usage(database) == 3
    assert await count_entries(database) == 0
    assert await read(database, ours, TODAY) == wanted
    await add(database, ours.used(1))
    assert (await read(database, ours, TODAY)).total.words == 8
    assert await sum_usage(database) == 1
    assert (await read(database, ours, TODAY)).total.words == 8
    assert (await read(database, ours, TODAY)).total.documents == 1


async def test_days_are_apart_and_those_without_use_left_out(database: Database, ours: Customer) -> None:
    for days in (-40, -3, -3, 0):
        await add(moved(database, days), ours.used(1))
    await sum_usage(database)
    report = await read(database, ours, TODAY - timedelta(days=40), TODAY)
    assert [(one.day, one.amount.words) for one in report.days] == [
        (TODAY - timedelta(days=40), 1),
        (TODAY - timedelta(days=3), 2),
        (TODAY, 1),
    ]
    report = await read(database, ours, TODAY - timedelta(days=39), TODAY - timedelta(days=1))
    assert (report.total.words, len(report.days)) == (2, 1)


async def test_without_days_it_is_this_month_until_today(database: Database, ours: Customer) -> None:
    report = await read(database, ours)
    assert (report.first_day, report.last_day) == (TODAY.replace(day=1), TODAY)
    report = await read(database, ours, last=date(2024, 2, 29))
    assert (report.first_day, report.last_day) == (date(2024, 2, 1), date(2024, 2, 29))
    tomorrow = TODAY + timedelta(days=1)
    report = await read(database, ours, first=tomorrow)
    assert (report.first_day, report.last_day) == (tomorrow, tomorrow)


async def test_ranges_that_make_no_sense_are_refused(database: Database, ours: Customer) -> None:
    with pytest.raises(RuleBroken, match="from 2026-02-02 to 2026-02-01"):
        await read(database, ours, date(2026, 2, 2), date(2026, 2, 1))
    assert (await read(database, ours, date(2024, 1, 1), date(2024, 12, 31))).days == ()
    with pytest.raises(LimitExceeded, match="at most 366 days; this one has 367"):
        await read(database, ours, date(2024, 1, 1), date(2025, 1, 1))


async def test_nothing_is_lost_while_many_record_and_sum(database: Database, ours: Customer) -> None:
    async def record() -> None:
        for _ in range(50):
            await add(database, ours.used(1, characters=2))

    async def watch(seen: list[int]) -> None:
        for _ in range(20):
            await sum_usage(database)
            seen.append((await read(database, ours)).total.words)

    seen: list[int] = []
    await asyncio.gather(*(record() for _ in range(6)), watch(seen), watch([]))
    assert seen == sorted(seen)
    await sum_usage(database)
    total = (await read(database, ours)).total
    assert (total.words, total.characters, await count_entries(database)) == (300, 600, 0)


async def test_an_account_sees_its_own_usage_only(
    database: Database, ours: Customer, theirs: Customer
) -> None:
    await add(database, theirs.used(9))
    await sum_usage(database)
    await add(database, theirs.used(9))
    async with transaction(database, account=ours.account) as tx:
        assert (await read_usage(tx, application_id=theirs.application)).days == ()
    async with transaction(database, account=NO_ACCOUNT) as tx:
        assert (await read_usage(tx, application_id=theirs.application)).days == ()
    assert (await read(database, theirs)).total.words == 18


async def test_usage_is_written_by_the_function_only(database: Database, ours: Customer) -> None:
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        await fetch_rows(
            database,
            "insert into usage_entries (account_id, application_id, day, characters, words, segments, "
            "documents) values (%(account)s, %(application)s, now(), 0, 1, 0, 0)",
            {"account": ours.account, "application": ours.application},
        )


async def test_usage_of_an_unknown_application_is_reported(
    database: Database, ours: Customer, theirs: Customer
) -> None:
    mixed = Customer(ours.account, theirs.application)
    with capture_logs() as logs:
        await add(database, mixed.used(1))
    assert [line["event"] for line in logs] == ["usage.of_unknown_application"]
    assert await count_entries(database) == 0


async def test_usage_is_there_exactly_if_its_transaction_is(database: Database, ours: Customer) -> None:
    with suppress(ZeroDivisionError):
        async with transaction(database, account=ours.account) as tx:
            await add_usage(tx, ours.used(5))
            raise ZeroDivisionError
    assert (await read(database, ours)).total.words == 0
    await add(database, ours.used(5))
    assert (await read(database, ours)).total.words == 5
