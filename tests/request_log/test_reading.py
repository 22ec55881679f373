"""Reading the log: filters, pages, accounts apart, plans that stay quick, and removal."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import RFC_4122

from dragoman.database.connections import ALL_ACCOUNTS, NO_ACCOUNT, Database, Transaction, transaction
from dragoman.request_log import store
from dragoman.request_log.actions import count_statuses, read_requests, remove_old_requests
from dragoman.request_log.model import (
    RANDOM_BITS,
    RequestFilter,
    StatusCounts,
    StatusRange,
    first_id,
    time_id,
)
from dragoman.request_log.recorder import RequestRecorder
from dragoman.telemetry import Metrics
from tests.request_log.conftest import call
from tests.usage.conftest import Customer

_JOB = "/v2/documents/00000000-0000-4000-8000-000000000001"

EVER = datetime(1970, 1, 1, tzinfo=UTC)
CLIENT_ERRORS = StatusRange(first=400, last=499)


async def write(database: Database, *calls: Any) -> None:
    recorder = RequestRecorder(database, enabled=True, metrics=Metrics())
    for one in calls:
        recorder.record(one)
    await recorder.flush()


async def ids(tx: Transaction, limit: int = 50, **conditions: Any) -> list[str]:
    found = await read_requests(tx, wanted=RequestFilter(**conditions), limit=limit)
    return [one.request_id for one in found]


async def test_each_condition_narrows_the_log(database: Database, ours: Customer, theirs: Customer) -> None:
    await write(
        database,
        call(ours, ago=5000, request_id="a", status=200),
        call(ours, ago=4000, request_id="b", status=404, route="/v2/documents/{jobId}", path=_JOB),
        call(ours, ago=3000, request_id="c", status=429),
        call(theirs, ago=2000, request_id="d", status=404),
        call(theirs, ago=1000, request_id="e", status=500, route=None, path=None),
    )
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        assert await ids(tx) == ["e", "d", "c", "b", "a"]
        assert await ids(tx, account_id=ours.account) == ["c", "b", "a"]
        assert await ids(tx, application_id=theirs.application) == ["e", "d"]
        assert await ids(tx, status=StatusRange(first=404, last=404)) == ["d", "b"]
        assert await ids(tx, status=CLIENT_ERRORS) == ["d", "c", "b"]
        assert await ids(tx, status=CLIENT_ERRORS, limit=2) == ["d", "c"]
        assert await ids(tx, status=CLIENT_ERRORS, account_id=ours.account) == ["c", "b"]
        assert await ids(tx, path_prefix="/v2/doc") == ["b"]
        assert await ids(tx, path_prefix="/v2/") == ["d", "c", "b", "a"]
        assert await ids(tx, path_prefix="/v2/", status=CLIENT_ERRORS) == ["d", "c", "b"]
        assert await ids(tx, path_prefix="/v2/%") == []
        assert await ids(tx, request_id="c") == ["c"]
        assert await ids(tx, request_id="c", status=StatusRange(first=200, last=299)) == []
        now = tx.now
        assert await ids(tx, begins=now - timedelta(seconds=3500), ends=now - timedelta(seconds=1500)) == [
            "d",
            "c",
        ]


async def test_pages_go_on_before_the_last_entry_and_repeat_none(database: Database, ours: Customer) -> None:
    await write(database, *(call(ours, ago=9 - n, request_id=str(n), status=400 + n) for n in range(9)))
    for status in (None, CLIENT_ERRORS):
        wanted, seen, before = RequestFilter(status=status), [], None
        async with transaction(database, account=ours.account) as tx:
            while page := await read_requests(tx, wanted=wanted, limit=4, before=before):
                seen += [one.request_id for one in page]
                before = page[-1].id
        assert seen == [str(n) for n in reversed(range(9))]


async def test_an_account_reads_its_own_calls_only(
    database: Database, ours: Customer, theirs: Customer
) -> None:
    await write(database, call(ours, request_id="ours"), call(theirs, request_id="theirs"))
    async with transaction(database, account=ours.account) as tx:
        assert await ids(tx) == ["ours"]
        assert await ids(tx, account_id=theirs.account) == []
        assert await ids(tx, request_id="theirs", status=StatusRange(first=200, last=299)) == []
        counts = await count_statuses(tx, application_id=theirs.application, since=EVER)
        assert counts == StatusCounts(by_class={}, is_complete=True)
        assert counts.share(4) == 0.0
    async with transaction(database, account=NO_ACCOUNT) as tx:
        assert await ids(tx) == []


async def test_statuses_are_counted_by_class_since_a_time(
    database: Database, ours: Customer, theirs: Customer
) -> None:
    statuses = (200, 200, 201, 404, 422, 503)
    await write(
        database,
        call(ours, ago=3600),
        *(call(ours, ago=5, status=status) for status in statuses),
        call(theirs, status=500),
    )
    async with transaction(database, account=ours.account) as tx:
        since = tx.now - timedelta(minutes=30)
        counts = await count_statuses(tx, application_id=ours.application, since=since)
        newest = await store.count_statuses(tx, application_id=ours.application, since=since, most=2)
    assert counts == StatusCounts(by_class={2: 3, 4: 2, 5: 1}, is_complete=True)
    assert (counts.total, counts.share(4)) == (6, 2 / 6)
    assert not newest.is_complete


async def test_what_is_older_than_the_days_is_removed(
    database: Database, ours: Customer, theirs: Customer
) -> None:
    day = 86_400
    await write(
        database,
        call(ours, ago=8 * day, request_id="old"),
        call(ours, ago=6 * day, request_id="kept"),
        call(theirs, ago=7 * day + 60, request_id="old too"),
    )
    assert await remove_old_requests(database, days=7) == 2
    assert await remove_old_requests(database, days=7) == 0
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        assert await ids(tx) == ["kept"]
    assert await remove_old_requests(database, days=0) == 1


def test_ids_are_in_the_order_of_time_and_of_version_7() -> None:
    at = datetime(2030, 1, 31, 17, 0, 0, 125_001, tzinfo=UTC)
    for earlier, later in ((timedelta(0), timedelta(microseconds=1)), (timedelta(days=-9), timedelta(0))):
        last_of_earlier = time_id(at + earlier, random_bits=2**RANDOM_BITS - 1)
        assert first_id(at + earlier) <= last_of_earlier < first_id(at + later)
    made = time_id(at, random_bits=5)
    assert (made.version, made.variant) == (7, RFC_4122)
    assert made.int >> 80 == at.timestamp() * 1000 // 1
    assert first_id(datetime(1, 1, 1, tzinfo=UTC)) == first_id(datetime(1970, 1, 1, tzinfo=UTC))
