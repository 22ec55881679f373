"""Use of several applications, added up by day, month, application or account; texts and documents apart."""

from __future__ import annotations

import dataclasses
from datetime import UTC, date, datetime, timedelta

import pytest

from dragoman.access.model import ApplicationDraft
from dragoman.access.store import insert_application
from dragoman.database.connections import ALL_ACCOUNTS, Database, transaction
from dragoman.errors import RuleBroken
from dragoman.usage.actions import add_usage, sum_usage, summarize_usage
from dragoman.usage.exports import write_usage
from dragoman.usage.model import (
    DocumentPart,
    Usage,
    UsageAmount,
    UsageFilter,
    UsageGroup,
    UsageGrouping,
    UsageSummary,
)
from tests.usage.conftest import Customer

DAY = date(2026, 3, 31)
YEAR = UsageFilter(first_day=date(2026, 1, 1), last_day=date(2026, 12, 31))


async def use(database: Database, day: date, usage: Usage) -> None:
    offset = datetime(day.year, day.month, day.day, 12, tzinfo=UTC) - datetime.now(UTC)
    async with transaction(
        dataclasses.replace(database, clock_offset=offset), account=usage.account_id
    ) as tx:
        await add_usage(tx, usage)


async def summarize(
    database: Database, by: UsageGrouping, wanted: UsageFilter = YEAR, account: int | None = None
) -> UsageSummary:
    async with transaction(database, account=ALL_ACCOUNTS if account is None else account) as tx:
        return await summarize_usage(tx, wanted=wanted, by=by)


async def second_application(database: Database, customer: Customer) -> Customer:
    async with transaction(database, account=customer.account) as tx:
        made = await insert_application(
            tx,
            draft=ApplicationDraft(account_id=customer.account, name="Shop"),
            client_id="second",
            secrets={"secret_hash": "hash", "webhook_secret": b"secret"},
        )
    return Customer(customer.account, made.id)


async def test_texts_and_documents_are_told_apart_before_and_after_they_are_summed(
    database: Database, ours: Customer
) -> None:
    await use(database, DAY, ours.used(3, characters=20, segments=2))
    await use(database, DAY, ours.used(40, characters=200, segments=9, documents=1))
    wanted = UsageSummary(
        first_day=date(2026, 1, 1),
        last_day=date(2026, 12, 31),
        by=UsageGrouping.DAY,
        groups=(
            UsageGroup(
                day=DAY,
                amount=UsageAmount(words=43, characters=220, segments=11, documents=1),
                in_documents=DocumentPart(words=40, characters=200, segments=9),
            ),
        ),
    )
    assert await summarize(database, UsageGrouping.DAY) == wanted
    assert await sum_usage(database) == 2
    assert await summarize(database, UsageGrouping.DAY) == wanted
    await use(database, DAY, ours.used(1, documents=1))
    await sum_usage(database)
    after = await summarize(database, UsageGrouping.DAY)
    assert (after.total.words, after.total_in_documents.words) == (44, 41)


async def test_use_is_added_up_by_what_is_asked_for(
    database: Database, ours: Customer, theirs: Customer
) -> None:
    shop = await second_application(database, ours)
    await use(database, DAY, ours.used(1))
    await use(database, DAY + timedelta(days=1), ours.used(2))
    await use(database, DAY, shop.used(4))
    await sum_usage(database)
    await use(database, DAY, theirs.used(8))

    async def words(by: UsageGrouping, **wanted: int) -> list[tuple[object, ...]]:
        summary = await summarize(database, by, dataclasses.replace(YEAR, **wanted))
        return [
            (one.day or one.month, one.application_id, one.account_id, one.amount.words)
            for one in summary.groups
        ]

    assert await words(UsageGrouping.DAY) == [
        (DAY, None, None, 13),
        (DAY + timedelta(days=1), None, None, 2),
    ]
    assert await words(UsageGrouping.MONTH, account_id=ours.account) == [
        (date(2026, 3, 1), None, None, 5),
        (date(2026, 4, 1), None, None, 2),
    ]
    assert await words(UsageGrouping.APPLICATION) == sorted(
        [
            (None, ours.application, ours.account, 3),
            (None, shop.application, ours.account, 4),
            (None, theirs.application, theirs.account, 8),
        ],
        key=lambda row: row[1],
    )
    assert await words(UsageGrouping.ACCOUNT) == [
        (None, None, ours.account, 7),
        (None, None, theirs.account, 8),
    ]
    assert await words(UsageGrouping.DAY, application_id=shop.application) == [(DAY, None, None, 4)]


async def test_an_account_sees_its_own_part_of_a_summary(
    database: Database, ours: Customer, theirs: Customer
) -> None:
    await use(database, DAY, theirs.used(9))
    await sum_usage(database)
    await use(database, DAY, theirs.used(9))
    await use(database, DAY, ours.used(1))
    summary = await summarize(database, UsageGrouping.ACCOUNT, account=ours.account)
    assert [(one.account_id, one.amount.words) for one in summary.groups] == [(ours.account, 1)]


async def test_a_summary_refuses_what_a_report_refuses(database: Database, ours: Customer) -> None:
    backwards = UsageFilter(first_day=DAY, last_day=DAY - timedelta(days=1))
    with pytest.raises(RuleBroken, match="ends before it begins"):
        await summarize(database, UsageGrouping.DAY, backwards)
    noon = datetime(DAY.year, DAY.month, DAY.day, 12, tzinfo=UTC)
    that_day = dataclasses.replace(database, clock_offset=noon - datetime.now(UTC))
    summary = await summarize(that_day, UsageGrouping.MONTH, UsageFilter(), ours.account)
    assert (summary.first_day, summary.last_day, summary.groups) == (DAY.replace(day=1), DAY, ())


def group(**key: object) -> UsageGroup:
    return UsageGroup(
        amount=UsageAmount(words=5, documents=1, memory_words=2),
        in_documents=DocumentPart(words=3),
        **key,  # type: ignore[arg-type]
    )


@pytest.mark.parametrize(
    ("by", "one", "key"),
    [
        (UsageGrouping.DAY, group(day=DAY), "2026-03-31"),
        (UsageGrouping.MONTH, group(month=date(2026, 3, 1)), "2026-03"),
        (UsageGrouping.ACCOUNT, group(account_id=7), "7"),
    ],
)
def test_a_table_has_a_row_for_each_group(by: UsageGrouping, one: UsageGroup, key: str) -> None:
    summary = UsageSummary(first_day=DAY, last_day=DAY, by=by, groups=(one,))
    assert write_usage(summary).decode("utf-8-sig") == (
        f"{by},characters,words,segments,documents,memory_characters,memory_words,memory_segments,"
        "document_characters,document_words,document_segments\r\n"
        f"{key},0,5,0,1,0,2,0,0,3,0\r\n"
    )


def test_names_in_a_table_are_no_formulas() -> None:
    summary = UsageSummary(
        first_day=DAY,
        last_day=DAY,
        by=UsageGrouping.APPLICATION,
        groups=(group(application_id=3, account_id=1), group(application_id=4, account_id=1)),
    )
    rows = write_usage(summary, names={3: "=HYPERLINK(1,2)"}).decode("utf-8-sig").splitlines()
    assert [row.split(",0,5")[0] for row in rows[1:]] == ['3,"\'=HYPERLINK(1,2)"', "4,"]
