"""With a faulty disk, or files that are not spools, no call is refused or lost."""

from __future__ import annotations

import asyncio
import resource
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from dragoman.database.connections import Database
from dragoman.errors import Unavailable
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from dragoman.usage.recorder import open_recorder
from dragoman.usage.spool import SLOT_BYTES, Record, create_spool, list_spools
from dragoman.usage.spool_recovery import adopt_spools
from tests.usage.conftest import Customer
from tests.usage.test_recorder import wait_for_words, words

MakeSettings = Callable[..., Settings]


def leave(customer: Customer, folder: Path, *, records: int = 5) -> Path:
    """The spool of a process that has ended, with one word in each record."""
    made = create_spool(folder, slots=8)
    made.write(
        Record(number=number, recorded=time.time(), usage=customer.used(1))
        for number in range(1, records + 1)
    )
    made.close()
    return made.path


async def test_files_that_are_not_spools_keep_no_spool_from_being_written(
    database: Database, ours: Customer, make_settings: MakeSettings
) -> None:
    """Operators copy files, and not always under their names. Calls are recorded all the same."""
    settings, metrics = make_settings(), Metrics()
    folder = settings.data / "usage"
    folder.mkdir(parents=True)
    (folder / "0 copy.spool").write_bytes(bytes(SLOT_BYTES))
    (folder / "00000000-0000-0000-0000-000000000000.spool").mkdir()
    (folder / "zz.spool").write_text("nothing")
    leave(ours, folder)
    with capture_logs() as logs:
        async with open_recorder(settings, database, metrics=metrics) as recorder:
            await wait_for_words(database, ours, 5)
            await recorder.record(ours.used(7))
            await wait_for_words(database, ours, 12)
            while metrics.registry.get_sample_value("dragoman_usage_spools_left") != 3:
                await asyncio.sleep(0.02)
    unreadable = [Path(line["path"]).name for line in logs if line["event"] == "usage.spool_unreadable"]
    assert sorted(set(unreadable)) == [
        "0 copy.spool",
        "00000000-0000-0000-0000-000000000000.spool",
        "zz.spool",
    ]
    assert len(list_spools(folder)) == 3


@pytest.mark.parametrize("kept", [0, 1, 127, 128, 129, 383, 384, 600])
async def test_of_a_file_that_was_cut_off_whole_records_are_counted(
    database: Database, ours: Customer, tmp_path: Path, kept: int
) -> None:
    """Records 1 to 5 are in the slots behind the first one."""
    path = leave(ours, tmp_path)
    path.write_bytes(path.read_bytes()[:kept])
    assert await adopt_spools(database, tmp_path) == 0
    assert await words(database, ours) == max(0, kept // SLOT_BYTES - 1)
    part = kept > SLOT_BYTES and kept % SLOT_BYTES
    assert [one.suffix for one in tmp_path.iterdir()] == ([".damaged"] if part else [])


async def test_a_damaged_record_is_reported_and_the_file_kept(
    database: Database, ours: Customer, tmp_path: Path
) -> None:
    path = leave(ours, tmp_path)
    data = bytearray(path.read_bytes())
    for place in (2 * SLOT_BYTES, 4 * SLOT_BYTES + 90):
        data[place] ^= 4
    path.write_bytes(data)
    with capture_logs() as logs:
        assert await adopt_spools(database, tmp_path) == 0
    (event,) = [line for line in logs if line["event"] == "usage.spool_damaged"]
    assert (event["slots"], Path(event["path"]).read_bytes()) == (2, bytes(data))
    assert await words(database, ours) == 3
    assert await adopt_spools(database, tmp_path) == 0
    assert await words(database, ours) == 3


@contextmanager
def _files_of(most: int) -> Iterator[None]:
    """Have the kernel write no file of this process beyond so many bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


async def test_calls_that_the_disk_refused_are_never_counted(
    database: Database, ours: Customer, make_settings: MakeSettings, tmp_path: Path
) -> None:
    """Also where it took a part of them, and the process is killed later."""
    settings = make_settings()
    with capture_logs() as logs:
        async with open_recorder(settings, database, metrics=Metrics()) as recorder:
            with _files_of(30 * SLOT_BYTES):
                calls = [recorder.record(ours.used(1)) for _ in range(40)]
                done = await asyncio.gather(*calls, return_exceptions=True)
            assert all(isinstance(one, Unavailable) for one in done), done
            await recorder.record(ours.used(1))
            await wait_for_words(database, ours, 1)
            (path,) = list_spools(settings.data / "usage")
            killed = shutil.copy(path, tmp_path / path.name)
    assert "usage.spool_unwritable" in {line["event"] for line in logs}
    assert await adopt_spools(database, killed.parent) == 0
    assert await words(database, ours) == 1
