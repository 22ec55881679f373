"""Every failure of LibreOffice is ended and explained, and leaves nothing: fakes of it behave badly."""

from __future__ import annotations

import asyncio
import fcntl
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest
import pytest_asyncio

from dragoman.conversion.errors import DocumentTimedOut
from dragoman.conversion.legacy import converting
from dragoman.conversion.legacy import folders as work_folders
from dragoman.conversion.legacy.converting import open_legacy
from dragoman.conversion.legacy.flags import LegacyFlags
from dragoman.conversion.legacy.sandbox import Office, find_office
from dragoman.conversion.legacy.types import find_legacy
from dragoman.errors import Misconfigured
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from dragoman.text_io.errors import ConversionFailed, DocumentCorrupt, DocumentEncrypted
from tests.conversion.fake_office import COPY, open_folder, write_program
from tests.conversion.old_documents import RTF
from tests.conversion.test_detection import DOCX, MACRO, package
from tests.waiting import until, wait_until

SECONDS = 8
RTF_TYPE = find_legacy("rtf")
assert RTF_TYPE is not None
_MARK = f"987{os.getpid()}"  # seconds of sleep by which our processes are known


@dataclass(kw_only=True)
class FakeOffice:
    """A fake of LibreOffice, and the settings to run it."""

    settings: Settings
    found: Office

    def runs(self, script: str) -> FakeOffice:
        (self.found.program.parent / "script").write_text(script)
        return self

    async def convert(self, flags: LegacyFlags | None = None) -> bytes:
        assert RTF_TYPE is not None
        async with open_legacy(self.settings, Metrics()) as office:
            return await office._convert(self.found, RTF_TYPE, RTF, flags or LegacyFlags())


@pytest_asyncio.fixture(params=["limits", "bubblewrap"], scope="module")
async def fake_office(request: pytest.FixtureRequest) -> AsyncIterator[FakeOffice]:
    with open_folder() as folder:
        yield await make_fake_office(folder, request.param)


async def make_fake_office(folder: Path, isolation: str) -> FakeOffice:
    program = write_program(folder, {"good": DOCX, "macros": package(MACRO, "word/vbaProject.bin")})
    settings = Settings(
        data=folder / "data",
        libreoffice=str(program),
        libreoffice_timeout_seconds=SECONDS,
        document_isolation=isolation,  # type: ignore[arg-type]
        max_document_bytes=1024 * 1024,
    )
    try:
        found = await find_office(settings, program)
    except Misconfigured:
        pytest.skip("bubblewrap does not work here")
    assert found is not None
    return FakeOffice(settings=settings, found=found)


@pytest.fixture(autouse=True)
def _nothing_left() -> Iterator[None]:
    """After every test: no process of ours, and no new folder without a lock."""
    before = folders()
    yield
    wait_until(sleepers, lambda left: not left)
    # Those of tests in other processes are not locked for a moment, while they are made.
    wait_until(lambda: [one for one in folders() - before if is_abandoned(one)], lambda left: not left)


def sleepers() -> list[psutil.Process]:
    return [one for one in psutil.process_iter(["cmdline"]) if _MARK in (one.info["cmdline"] or [])]


def folders() -> set[Path]:
    return set(work_folders.parent_directory().glob("dragoman-office-*"))


def is_abandoned(folder: Path) -> bool:
    try:
        number = os.open(folder, os.O_RDONLY)
    except FileNotFoundError:
        return False
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    finally:
        os.close(number)
    return True


@pytest.mark.parametrize(
    "script",
    [
        COPY,
        f'{COPY}; (trap "" TERM HUP; sleep {_MARK}) & exit 0',
        f'if [ -e "$HOME/again" ]; then {COPY}; else touch "$HOME/again"; exit 81; fi',
        f'[ "$(cat "$last" | head -c 5)" = "{{\\\\rtf" ] && {COPY}',
        f'grep -q DisableMacrosExecution "$HOME/../profile/user/registrymodifications.xcu" && {COPY}',
        f'[ "$HOME" != "{Path.home()}" ] && [ -z "$PYTHONPATH$DRAGOMAN_DATA" ] && {COPY}',
    ],
    ids=("plain", "leaves-a-process", "starts-again", "the-document", "no-macros", "no-surroundings"),
)
async def test_what_it_writes_is_the_new_document(fake_office: FakeOffice, script: str) -> None:
    office = fake_office.runs(script)
    assert await office.convert() == DOCX


@pytest.mark.parametrize(
    ("script", "error", "says"),
    [
        ("exit 0", DocumentCorrupt, "cannot be opened"),
        ("exit 1", DocumentCorrupt, "cannot be opened"),
        ("kill -SEGV $$", ConversionFailed, "broke down"),
        ("kill -9 $$", ConversionFailed, "broke down"),
        (': > "$new"', DocumentCorrupt, "cannot be opened"),
        ('ln -s /etc/passwd "$new"', DocumentCorrupt, "cannot be opened"),
        ('ln -s "$here/good" "$new"', DocumentCorrupt, "cannot be opened"),
        ('mkfifo "$new"', DocumentCorrupt, "cannot be opened"),
        ('mkdir "$new"', DocumentCorrupt, "cannot be opened"),
        ('echo something else > "$new"', ConversionFailed, "broke down"),
        ('cp "$here/macros" "$new"', ConversionFailed, "broke down"),
        ('head -c 5000000 /dev/zero > "$new"', ConversionFailed, "too large"),
        (
            'i=0; while :; do i=$((i+1)); head -c 2000000 /dev/zero > "$out/$i"; done',
            ConversionFailed,
            "large",
        ),
    ],
)
async def test_every_other_end_is_explained(
    fake_office: FakeOffice, script: str, error: type[Exception], says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(converting, "_SPACE", 30_000_000)
    office = fake_office.runs(script)
    with pytest.raises(error, match=says) as caught:
        await office.convert()
    assert type(caught.value) is error


async def test_nothing_from_a_protected_workbook_means_a_password(fake_office: FakeOffice) -> None:
    office = fake_office.runs("exit 0")
    with pytest.raises(DocumentEncrypted):
        await office.convert(LegacyFlags(protected=True))


HANG = f'trap "" TERM HUP INT; (trap "" TERM; sleep {_MARK}) & sleep {_MARK}'


async def test_what_takes_too_long_is_ended_with_all_that_it_started(fake_office: FakeOffice) -> None:
    office = fake_office.runs(HANG)
    with pytest.raises(DocumentTimedOut, match=f"{SECONDS} seconds"):
        await office.convert()


async def test_a_conversion_that_is_cancelled_is_ended(fake_office: FakeOffice) -> None:
    office = fake_office.runs(HANG)
    converting = asyncio.create_task(office.convert())
    await until(sleepers)
    converting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await converting


async def test_in_the_sandbox_nothing_is_seen_or_reached(fake_office: FakeOffice) -> None:
    """Not the file system, not the other processes, not the network; it writes nowhere but in memory."""
    if fake_office.found.folder is None:
        pytest.skip("this one has no sandbox")
    data = fake_office.settings.data
    data.mkdir()
    (data / "master.key").write_text("key")
    script = (
        f'[ ! -e "{data}" ] && [ ! -e /home ] && [ ! -e /etc/passwd ] && '
        '[ "$(ls -d /proc/[0-9]* | wc -l)" -lt 8 ] && [ "$(tail -n +3 /proc/net/dev | wc -l)" = 1 ] && '
        "for place in /usr/x /x /dev/x /etc/x; do ! touch $place 2>/dev/null || exit 1; done && "
    )
    assert await fake_office.runs(script + COPY).convert() == DOCX


_WORKER = """
import asyncio, sys
from dragoman.conversion.legacy.converting import open_legacy
from dragoman.settings import Settings
from dragoman.telemetry import Metrics

async def work():
    settings = Settings(libreoffice=sys.argv[1], document_isolation=sys.argv[2])
    async with open_legacy(settings, Metrics()) as office:
        print(await office.types())

asyncio.run(work())
"""


async def test_a_worker_that_is_killed_leaves_nothing(fake_office: FakeOffice) -> None:
    before = folders()
    settings = fake_office.runs(HANG).settings
    worker = subprocess.Popen(
        [sys.executable, "-c", _WORKER, settings.libreoffice, settings.document_isolation],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        await until(lambda: sleepers() or worker.poll() is not None)
        assert worker.poll() is None
    finally:
        worker.send_signal(signal.SIGKILL)
        worker.wait()
    await until(lambda: not sleepers())
    left = {folder for folder in folders() - before if is_abandoned(folder)}
    await until(lambda: not any(list(folder.iterdir()) for folder in left))
    for folder in left:  # a minute later the next start would do it
        folder.rmdir()


def test_locked_folders_stay(tmp_path: Path) -> None:
    with work_folders.private_folder(tmp_path) as held:
        (held / "document.doc").write_bytes(b"secret")
        assert held.stat().st_mode & 0o077 == 0
        abandoned = tmp_path / "dragoman-office-gone"
        abandoned.mkdir()
        (abandoned / "document.doc").write_bytes(b"secret")
        (tmp_path / "other").mkdir()
        assert work_folders.remove_abandoned(tmp_path) == 0, "it may be in the making"
        assert work_folders.remove_abandoned(tmp_path, young=0) == 1
        assert held.exists()
    assert {path.name for path in tmp_path.iterdir()} == {"other"}
