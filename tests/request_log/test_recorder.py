"""Calls get into the log soon, once, and without a call waiting for it."""

from __future__ import annotations

import asyncio
import dataclasses
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from structlog.testing import capture_logs

from dragoman.database.connections import ALL_ACCOUNTS, Database, open_database, transaction
from dragoman.database.urls import ServerUrls
from dragoman.request_log.actions import read_requests
from dragoman.request_log.clock import DatabaseClock
from dragoman.request_log.model import LoggedRequest, RequestFilter
from dragoman.request_log.recorder import MOST_REFUSED, MOST_WAITING, RequestRecorder, open_request_recorder
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from tests.conftest import Postgres
from tests.live import free_port
from tests.request_log.conftest import call
from tests.usage.conftest import Customer
from tests.waiting import until

MakeSettings = Callable[..., Settings]


async def logged(database: Database) -> list[LoggedRequest]:
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        return list(await read_requests(tx, wanted=RequestFilter(), limit=50_000))


def dropped(metrics: Metrics, reason: str) -> float:
    name = "dragoman_request_log_dropped_total"
    return metrics.registry.get_sample_value(name, {"reason": reason}) or 0.0


def waiting(metrics: Metrics) -> float | None:
    return metrics.registry.get_sample_value("dragoman_request_log_waiting")


async def test_calls_are_written_by_themselves_and_the_last_ones_at_the_end(
    database: Database, ours: Customer, make_settings: MakeSettings
) -> None:
    metrics = Metrics()
    async with open_request_recorder(make_settings(), database, metrics=metrics) as recorder:
        recorder.record(call(ours, ago=2, status=422, error="LIMIT_EXCEEDED"))
        (one,) = await until(lambda: logged(database), lambda found: len(found) == 1)
        await until(lambda: waiting(metrics) == 0)  # the recorder has heard that it is written
        recorder.record(call(ours, request_id="r2"))
        assert waiting(metrics) == 1
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        now = tx.now
    assert timedelta(seconds=2) < now - one.at < timedelta(minutes=2)
    assert one == LoggedRequest(
        id=one.id,
        at=one.at,
        account_id=ours.account,
        application_id=ours.application,
        method="POST",
        route="/v2/translate",
        path="/v2/translate",
        status=422,
        milliseconds=12.3,
        request_id="r1",
        request_bytes=40,
        answer_bytes=80,
        error="LIMIT_EXCEEDED",
    )
    assert [each.request_id for each in await logged(database)] == ["r2", "r1"]


async def test_the_clock_of_the_database_holds_for_all_processes(
    database: Database, ours: Customer, make_settings: MakeSettings
) -> None:
    """The order is that of the beginnings, whichever process writes first."""
    async with (
        open_request_recorder(make_settings(), database, metrics=Metrics()) as one,
        open_request_recorder(make_settings(), database, metrics=Metrics()) as other,
    ):
        # Each clock is known as well as the database answers: a machine that is busy may take a second.
        one.record(call(ours, ago=500, request_id="first"))
        other.record(call(ours, ago=300, request_id="second"))
        other.record(call(ours, ago=100, request_id="third"))
        await other.flush()
        await one.flush()
    assert [each.request_id for each in await logged(database)] == ["third", "second", "first"]


def test_the_clock_is_that_of_the_best_measurement_until_it_is_old() -> None:
    clock, start = DatabaseClock(), datetime(2030, 1, 31, tzinfo=UTC)
    clock.learn(start, asked=100.0, answered=100.002)
    assert clock.at(100.002) == start
    clock.learn(start, asked=101.0, answered=101.5)  # slow: worth less than what is known
    assert clock.at(101.002) == start + timedelta(seconds=1)
    clock.learn(start, asked=110.0, answered=110.001)
    assert clock.at(110.001) == start
    clock.learn(start, asked=90_000.0, answered=90_000.5)  # the known one may be off by seconds meanwhile
    assert clock.at(90_000.5) == start


async def test_a_refused_call_is_that_of_the_application_with_its_client_id(
    database: Database, ours: Customer, theirs: Customer, make_settings: MakeSettings
) -> None:
    async with open_request_recorder(make_settings(), database, metrics=Metrics()) as recorder:
        recorder.record(call(client_id="client-theirs", status=401))
        recorder.record(call(client_id="nobodys", status=401))
    assert [(one.account_id, one.application_id) for one in await logged(database)] == [
        (theirs.account, theirs.application)
    ]
    assert ours.account != theirs.account


async def test_calls_wait_for_a_database_that_is_away_and_the_newest_are_kept(
    database: Database, ours: Customer, make_settings: MakeSettings
) -> None:
    url, metrics = f"postgresql://dragoman_app:secret@127.0.0.1:{free_port()}/dragoman", Metrics()
    async with open_database(url) as away:
        impatient = dataclasses.replace(away, outage_seconds=0.1)
        with capture_logs() as logs:
            async with open_request_recorder(make_settings(), impatient, metrics=metrics) as recorder:
                for number in range(MOST_WAITING + 5):
                    recorder.record(call(ours, request_id=str(number)))
                await until(
                    lambda: asyncio.sleep(0, [line["event"] for line in logs]),
                    lambda events: "request_log.waiting" in events,
                )
                assert dropped(metrics, "full") == 5
                assert waiting(metrics) == MOST_WAITING
                recorder._database = database  # it is back
                written = await until(lambda: logged(database), lambda found: len(found) == MOST_WAITING)
        assert {one.request_id for one in written} == {str(number) for number in range(5, MOST_WAITING + 5)}
        assert {line["event"] for line in logs} == {"request_log.waiting"}


async def test_connections_that_are_cut_lose_and_repeat_nothing(
    postgres: Postgres,
    database_urls: ServerUrls,
    database: Database,
    ours: Customer,
    make_settings: MakeSettings,
) -> None:
    name = database_urls.application.rpartition("/")[2].partition("?")[0]
    cut = (
        "select pg_terminate_backend(pid) from pg_stat_activity "
        f"where datname = '{name}' and usename = 'dragoman_app'"
    )
    async with open_request_recorder(make_settings(), database, metrics=Metrics()) as recorder:
        for batch in range(5):
            for number in range(100):
                recorder.record(call(ours, request_id=f"{batch}-{number}"))
            await asyncio.gather(recorder.flush(), postgres.run(cut), return_exceptions=True)
        found = await until(lambda: logged(database), lambda found: len(found) >= 500)
    assert len({one.request_id for one in found}) == len(found) == 500


async def test_what_the_database_does_not_take_keeps_no_later_call_from_it(
    database: Database, ours: Customer
) -> None:
    metrics = Metrics()
    recorder = RequestRecorder(database, enabled=True, metrics=metrics)
    recorder.record(call(ours, request_id="a\x00b"))
    with capture_logs() as logs:
        await recorder.flush()
    recorder.record(call(ours, request_id="later"))
    await recorder.flush()
    assert [one.request_id for one in await logged(database)] == ["later"]
    assert dropped(metrics, "failed") == 1
    assert [line["event"] for line in logs] == ["request_log.refused"]


async def test_of_repeated_refusals_some_are_kept_of_each_client(
    database: Database, ours: Customer, theirs: Customer
) -> None:
    metrics = Metrics()
    recorder = RequestRecorder(database, enabled=True, metrics=metrics)
    for _ in range(MOST_REFUSED + 3):
        recorder.record(call(ours, status=429))
        recorder.record(call(ours, status=422))
    recorder.record(call(theirs, status=401))
    await recorder.flush()
    statuses = [(one.account_id, one.status) for one in await logged(database)]
    assert sorted(statuses) == sorted(
        [(ours.account, 429)] * MOST_REFUSED
        + [(ours.account, 422)] * (MOST_REFUSED + 3)
        + [(theirs.account, 401)]
    )
    assert dropped(metrics, "refused") == 3


async def test_nothing_is_recorded_where_the_log_is_off(
    database: Database, ours: Customer, make_settings: MakeSettings
) -> None:
    settings = make_settings(request_log_days=0)
    async with open_request_recorder(settings, database, metrics=Metrics()) as recorder:
        assert not recorder.enabled
        recorder.record(call(ours))
    assert await logged(database) == []


_RECORDING = """
import asyncio, sys
from pathlib import Path
from dragoman.database.connections import open_database
from dragoman.request_log.recorder import open_request_recorder
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from tests.request_log.conftest import call
from tests.usage.conftest import Customer

async def main():
    async with open_database(sys.argv[1]) as database:
        settings = Settings(data=Path(sys.argv[2]))
        async with open_request_recorder(settings, database, metrics=Metrics()) as recorder:
            for number in range(10**9):
                recorder.record(call(Customer(int(sys.argv[3]), int(sys.argv[4])), request_id=str(number)))
                print(number, flush=True)
                await asyncio.sleep(0.01)

asyncio.run(main())
"""


async def test_a_process_that_is_killed_loses_its_last_seconds_only(
    database_urls: ServerUrls, database: Database, ours: Customer, tmp_path: Path
) -> None:
    arguments = [database_urls.application, str(tmp_path), str(ours.account), str(ours.application)]
    process = subprocess.Popen(
        [sys.executable, "-c", _RECORDING, *arguments], stdout=subprocess.PIPE, text=True
    )
    try:
        await until(lambda: logged(database), lambda found: len(found) >= 100)
    finally:
        os.kill(process.pid, signal.SIGKILL)
        printed, _ = process.communicate()
    numbers = sorted(int(one.request_id) for one in await logged(database))
    assert numbers == list(range(len(numbers)))
    assert int(printed.split()[-1]) >= numbers[-1]
