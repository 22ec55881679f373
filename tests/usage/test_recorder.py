"""The usage of text calls is counted exactly once, with anything unreachable, full, or killed."""

from __future__ import annotations

import asyncio
import dataclasses
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from dragoman.database.connections import Database, fetch_rows, open_database, transaction
from dragoman.database.urls import ServerUrls
from dragoman.errors import Unavailable
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from dragoman.usage import spool
from dragoman.usage.actions import read_usage
from dragoman.usage.recorder import open_recorder
from dragoman.usage.spool import Record, adopt, create_spool, list_spools
from tests.conftest import Postgres
from tests.live import free_port
from tests.usage.conftest import Customer
from tests.waiting import until

MakeSettings = Callable[..., Settings]


async def words(database: Database, customer: Customer, day: datetime | None = None) -> int:
    """Of a day, or of today and yesterday, lest it be midnight meanwhile."""
    async with transaction(database, account=customer.account) as tx:
        last = (day or tx.now).date()
        first = last if day else last - timedelta(days=1)
        report = await read_usage(tx, application_id=customer.application, first_day=first, last_day=last)
    return report.total.words


async def wait_for_words(database: Database, customer: Customer, wanted: int) -> None:
    found = await until(lambda: words(database, customer), lambda found: found >= wanted)
    assert found == wanted


def spools(settings: Settings) -> list[Path]:
    return list(list_spools(settings.data / "usage"))


async def test_records_are_counted_soon_and_at_once_for_who_flushes(
    database: Database, ours: Customer, theirs: Customer, make_settings: MakeSettings, flushing: None
) -> None:
    settings = make_settings()
    async with open_recorder(settings, database, metrics=Metrics()) as recorder:
        await asyncio.gather(*(recorder.record(ours.used(2, segments=1)) for _ in range(300)))
        await recorder.record(theirs.used(5))
        await recorder.flush()
        assert (await words(database, ours), await words(database, theirs)) == (600, 5)
        await recorder.record(theirs.used(7))
        await wait_for_words(database, theirs, 12)
        assert len(spools(settings)) == 1
    assert spools(settings) == []


async def test_more_records_than_slots_use_them_again(
    database: Database, ours: Customer, make_settings: MakeSettings, flushing: None
) -> None:
    settings = make_settings(usage_spool_mb=1)
    async with open_recorder(settings, database, metrics=Metrics()) as recorder:
        for number in range(1, 41):  # 20,000 records, where the file has 8,192 slots
            await asyncio.gather(*(recorder.record(ours.used(1)) for _ in range(500)))
            await wait_for_words(database, ours, number * 500)


async def test_a_database_that_is_away_delays_nothing_and_gets_the_records_later(
    database_urls: ServerUrls, database: Database, ours: Customer, make_settings: MakeSettings
) -> None:
    settings, metrics = make_settings(), Metrics()
    url = f"postgresql://dragoman_app:secret@127.0.0.1:{free_port()}/dragoman"
    async with open_database(url) as away:
        patient = dataclasses.replace(away, outage_seconds=0.1)
        with capture_logs() as logs:
            async with open_recorder(settings, patient, metrics=metrics) as recorder:
                await recorder.record(ours.used(7))
                await recorder.flush()
                assert metrics.registry.get_sample_value("dragoman_usage_spooled_records") == 1
                age = metrics.registry.get_sample_value("dragoman_usage_spooled_seconds")
                assert age is not None
                assert age > 0
        assert {"usage.waiting", "usage.left_in_spool"} <= {line["event"] for line in logs}
    assert len(spools(settings)) == 1
    async with open_recorder(settings, database, metrics=Metrics()):
        await wait_for_words(database, ours, 7)
        await until(lambda: len(spools(settings)) == 1)  # its own: the other one goes after that
    assert spools(settings) == []


async def test_a_database_that_comes_back_gets_the_records_from_the_process_itself(
    postgres: Postgres,
    database_urls: ServerUrls,
    database: Database,
    ours: Customer,
    make_settings: MakeSettings,
) -> None:
    name = database_urls.application.rpartition("/")[2].partition("?")[0]
    settings = make_settings()
    async with open_recorder(settings, database, metrics=Metrics()) as recorder:
        for _ in range(5):  # its connections are cut in the midst of it
            calls = [recorder.record(ours.used(1)) for _ in range(40)]
            cut = postgres.run(
                "select pg_terminate_backend(pid) from pg_stat_activity "
                f"where datname = '{name}' and usename = 'dragoman_app'"
            )
            await asyncio.gather(*calls, cut)
        await wait_for_words(database, ours, 200)


async def test_a_batch_that_is_sent_again_is_counted_once(
    database: Database, ours: Customer, make_settings: MakeSettings, tmp_path: Path
) -> None:
    """Also from a copy of the spool that turns up later, and when several processes adopt it."""
    settings = make_settings()
    folder = settings.data / "usage"
    made = create_spool(folder, slots=8)
    made.write(_records(ours, range(1, 6)))
    made.close()
    shutil.copy(made.path, tmp_path / made.path.name)
    async with (
        open_recorder(settings, database, metrics=Metrics()),
        open_recorder(settings, database, metrics=Metrics()),
    ):
        await wait_for_words(database, ours, 5)
    shutil.copy(tmp_path / made.path.name, made.path)
    with capture_logs() as logs:
        async with open_recorder(settings, database, metrics=Metrics()):
            while spools(settings) and any(path == made.path for path in spools(settings)):
                await asyncio.sleep(0.02)
    assert [line["records"] for line in logs if line["event"] == "usage.spool_adopted"] == [5]
    assert await words(database, ours) == 5


def _records(customer: Customer, numbers: range, age: float = 0) -> list[Record]:
    now = time.time() - age
    return [Record(number=number, recorded=now, usage=customer.used(1)) for number in numbers]


async def test_use_is_counted_on_its_own_day(
    database: Database, ours: Customer, make_settings: MakeSettings
) -> None:
    settings = make_settings()
    made = create_spool(settings.data / "usage", slots=8)
    records = _records(ours, range(1, 4), age=3 * 86_400)
    made.write(records)
    made.close()
    async with open_recorder(settings, database, metrics=Metrics()):
        await _until_adopted(settings, made.path)
    assert await words(database, ours, datetime.fromtimestamp(records[0].recorded, UTC)) == 3


async def _until_adopted(settings: Settings, path: Path) -> None:
    await until(lambda: path not in spools(settings))


def test_slots_are_there_whole_or_not_at_all(tmp_path: Path) -> None:
    made = create_spool(tmp_path, slots=4)
    customer = Customer(1, 2)
    made.write(_records(customer, range(1, 7)))  # 5 and 6 take the places of 1 and 2
    data = bytearray(made.path.read_bytes())
    assert len(data) == 4 * spool.SLOT_BYTES
    data[4 % 4 * spool.SLOT_BYTES + 40] ^= 1  # of record 4
    made.path.write_bytes(data)
    found = made.read()
    assert ([one.number for one in found.records], found.damaged) == ([3, 5, 6], 1)
    with adopt(made.path) as second:
        assert second is None  # its process runs
    made.close()
    with adopt(made.path) as second:
        assert second is not None


def test_a_spool_that_is_being_made_is_left_alone_and_an_old_rest_is_removed(tmp_path: Path) -> None:
    """Processes that share a data directory start at any time, also during another's start."""
    new, old = tmp_path / "one.new", tmp_path / "other.new"
    new.touch()
    old.touch()
    hour_ago = time.time() - 3600
    os.utime(old, (hour_ago, hour_ago))
    spool.remove_unfinished(tmp_path)
    assert list(tmp_path.iterdir()) == [new]


async def test_without_space_on_the_disk_calls_are_refused_until_there_is(
    database: Database, ours: Customer, make_settings: MakeSettings
) -> None:
    """A file where the folder should be: no spool can be made, as on a full disk."""
    settings = make_settings()
    settings.data.mkdir(parents=True)
    (settings.data / "usage").write_text("in the way")
    with capture_logs() as logs:
        async with open_recorder(settings, database, metrics=Metrics()) as recorder:
            with pytest.raises(Unavailable, match="refused and costs nothing"):
                recorder.require_free_slot()
            with pytest.raises(Unavailable):
                await recorder.record(ours.used(1))
            (settings.data / "usage").unlink()

            async def is_recorded() -> bool:
                with suppress(Unavailable):
                    await recorder.record(ours.used(4))
                    return True
                return False

            await until(is_recorded)
    assert "usage.spool_unwritable" in {line["event"] for line in logs}
    assert await words(database, ours) == 4


async def test_a_spool_that_is_full_refuses_and_what_it_took_is_counted(
    database: Database, ours: Customer, make_settings: MakeSettings
) -> None:
    settings = make_settings(usage_spool_mb=1)
    url = f"postgresql://dragoman_app:secret@127.0.0.1:{free_port()}/dragoman"
    async with open_database(url) as away:
        patient = dataclasses.replace(away, outage_seconds=0.1)
        async with open_recorder(settings, patient, metrics=Metrics()) as recorder:
            for _ in range(16):  # few at once, so that none waits for long
                await asyncio.gather(*(recorder.record(ours.used(1)) for _ in range(512)))
            calls = [recorder.record(ours.used(1)) for _ in range(50)]
            done = await asyncio.gather(*calls, return_exceptions=True)
            assert all(isinstance(one, Unavailable) for one in done)
    async with open_recorder(settings, database, metrics=Metrics()):
        await wait_for_words(database, ours, 8192)


async def test_a_call_that_is_cancelled_meanwhile_is_not_counted(
    database: Database, ours: Customer, make_settings: MakeSettings, flushing: None
) -> None:
    async with open_recorder(make_settings(), database, metrics=Metrics()) as recorder:
        calls = [asyncio.ensure_future(recorder.record(ours.used(1))) for _ in range(20)]
        await asyncio.sleep(0)  # they are on their way to the disk
        await asyncio.sleep(0)
        for one in calls[::2]:
            one.cancel()
        done = await asyncio.gather(*calls, return_exceptions=True)
    await wait_for_words(database, ours, sum(one is None for one in done))


_VICTIM = """
import asyncio, pathlib, sys
from dragoman.database.connections import open_database
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from dragoman.usage.model import Usage
from dragoman.usage.recorder import open_recorder

async def main(url, data, account, application):
    usage = Usage(account_id=account, application_id=application, words=1)
    async with open_database(url) as database:
        async with open_recorder(Settings(data=data), database, metrics=Metrics()) as recorder:
            async def call():
                while True:
                    await recorder.record(usage)
                    print("counted", flush=True)
            await asyncio.gather(*(call() for _ in range(8)))

asyncio.run(main(sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])))
"""


async def test_killed_at_any_time_nothing_that_was_answered_is_lost_or_doubled(
    database_urls: ServerUrls, database: Database, ours: Customer, make_settings: MakeSettings
) -> None:
    """Of calls in progress when it is killed, up to eight are on the disk without an answer."""
    settings = make_settings()
    arguments = [database_urls.application, str(settings.data), str(ours.account), str(ours.application)]
    answered = 0
    for pause in (0.0, 0.03, 0.06, 0.2):
        victim = subprocess.Popen([sys.executable, "-c", _VICTIM, *arguments], stdout=subprocess.PIPE)
        assert victim.stdout is not None
        assert victim.stdout.readline() == b"counted\n"  # no call is refused at the start
        await asyncio.sleep(pause)
        os.kill(victim.pid, signal.SIGKILL)
        answered += 1 + victim.stdout.read().splitlines().count(b"counted")
        victim.wait()
        victim.stdout.close()
    async with open_recorder(settings, database, metrics=Metrics()):
        await until(lambda: len(spools(settings)) == 1)
    assert answered <= await words(database, ours) <= answered + 4 * 8
    assert len(await fetch_rows(database, "select 1")) == 1
