"""What the directory store does on the disk, seen by the system's own eyes."""

from __future__ import annotations

import asyncio
import os
import re
import resource
import shutil
import stat
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from dragoman.blobs import Blobs, in_pieces, open_blobs, read_all
from dragoman.errors import Misconfigured, Unavailable
from dragoman.settings import Settings
from tests.waiting import CEILING

DATA = b"x" * 600_000

# Stores one blob under jobs/1/source after a line on standard input; the exit status is the outcome.
PROGRAM = textwrap.dedent(
    """
    import asyncio, os, sys
    from pathlib import Path
    from dragoman.blobs import in_pieces, open_blobs
    from dragoman.errors import Unavailable
    from dragoman.settings import Settings
    from dragoman.telemetry import configure_logging

    async def main():
        async with open_blobs(Settings(data=Path(sys.argv[1]))) as blobs:
            os.write(1, b"OPEN\\n")
            os.read(0, 1)
            try:
                await blobs.put("jobs/1/source", in_pieces(b"x" * 600_000))
            except Unavailable as error:
                return 3 if "is full" in error.message else 4
            os.write(1, b"STORED\\n")
            return 0

    configure_logging(level="info", style="json")
    sys.exit(asyncio.run(main()))
    """
)
NO_ROOM, CANNOT = 3, 4


@pytest.fixture
def files(tmp_path: Path) -> Path:
    return tmp_path / "data" / "files"


def everything(root: Path) -> set[str]:
    return {path.relative_to(root).as_posix() for path in root.rglob("*") if not path.is_dir()}


@contextmanager
def opened_program(tmp_path: Path, *before: str, **options: Any) -> Iterator[subprocess.Popen[bytes]]:
    """The program, with its store open, waiting for its word."""
    words = [*before, sys.executable, "-c", PROGRAM, str(tmp_path / "data")]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, **options) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == b"OPEN\n"
        yield program


def tell_to_store(program: subprocess.Popen[bytes]) -> int:
    program.communicate(b"!", timeout=CEILING)
    return program.returncode


@pytest.fixture(scope="session")
def strace() -> str:
    """The system's tracer, which also makes system calls fail."""
    program = shutil.which("strace")
    if program is None:
        pytest.skip("strace is not installed")
    probe = subprocess.run([program, "-qq", "-e", "trace=none", "true"], capture_output=True, check=False)
    if probe.returncode:
        pytest.skip("processes may not be traced here")
    return program


def test_a_blob_is_synced_before_it_is_visible_and_its_directories_before_it_is_acknowledged(
    tmp_path: Path, files: Path, strace: str
) -> None:
    trace = tmp_path / "trace"
    calls = "trace=fsync,link,linkat,mkdir,mkdirat,unlink,write"
    with opened_program(tmp_path, strace, "-f", "-y", "-o", str(trace), "-e", calls) as program:
        assert tell_to_store(program) == 0
    events = list(_events(trace.read_text(encoding="utf-8"), files))
    assert events == [
        "written", "fsync .staging/*", "mkdir jobs", "mkdir jobs/1", "link jobs/1/source",
        "fsync jobs/1", "fsync jobs", "fsync .", "unlink .staging/*", "stored",
    ]  # fmt: skip


def _events(trace: str, files: Path) -> Iterator[str]:
    """What happened to the files after the store was open, in order; repeated writes once."""
    opened, last = False, ""
    for line in trace.splitlines():
        opened = opened or '"OPEN\\n"' in line
        event = _event(line, str(files)) if opened else None
        if event is not None and event != last:
            yield event
            last = event


def _event(line: str, files: str) -> str | None:
    if '"STORED\\n"' in line:
        return "stored"
    if "EEXIST" in line:
        return None
    name = re.escape(files) + r"/?"
    staging = re.compile(r"\.staging/[0-9a-f]{32}")
    if re.search(rf"write\(\d+<{name}\.staging/", line):
        return "written"
    for call, pattern in (
        ("fsync", rf"fsync\(\d+<{name}([^>]*)>"),
        ("link", rf'link(?:at)?\(.*"{name}\.staging/[^"]*", .*"{name}([^"]*)"'),
        ("mkdir", rf'mkdir(?:at)?\(.*"{name}([^"]*)"'),
        ("unlink", rf'unlink\("{name}([^"]*)"'),
    ):
        if (found := re.search(pattern, line)) is not None:
            return f"{call} {staging.sub('.staging/*', found[1]) or '.'}"
    return None


@pytest.mark.parametrize(
    ("fault", "outcome"),
    [
        ("write:error=ENOSPC:when=1", NO_ROOM),
        ("fsync:error=EIO", CANNOT),
        ("fsync:error=EIO:when=2+", CANNOT),  # of a directory, when the blob is visible already
        ("link,linkat:error=EDQUOT", NO_ROOM),
        ("mkdir,mkdirat:error=EROFS", CANNOT),
    ],
)
def test_a_disk_that_fails_is_reported_and_leaves_nothing(
    tmp_path: Path, files: Path, strace: str, fault: str, outcome: int
) -> None:
    with opened_program(tmp_path) as program:
        words = [strace, "-f", "-p", str(program.pid), "-o", "/dev/null", "-e", f"inject={fault}"]
        with subprocess.Popen(words, stderr=subprocess.PIPE) as tracer:
            assert tracer.stderr is not None
            if b"attached" not in tracer.stderr.readline():
                pytest.skip("running processes may not be traced here")
            assert tell_to_store(program) == outcome
            tracer.wait(timeout=CEILING)
    assert everything(files) == set()


def test_a_file_that_grows_too_large_is_reported_and_leaves_nothing(tmp_path: Path, files: Path) -> None:
    def shrink() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

    with opened_program(tmp_path, preexec_fn=shrink) as program:
        assert tell_to_store(program) == NO_ROOM
    assert everything(files) == set()


async def test_only_the_owner_may_read(make_settings: Callable[..., Settings], files: Path) -> None:
    files.mkdir(parents=True, mode=0o755)
    async with open_blobs(make_settings()) as blobs:
        await blobs.put("jobs/1/source", in_pieces(DATA))
    modes = {
        path.relative_to(files).as_posix(): stat.S_IMODE(path.stat().st_mode)
        for path in (files, *files.rglob("*"))
    }
    assert modes == {".": 0o700, ".staging": 0o700, "jobs": 0o700, "jobs/1": 0o700, "jobs/1/source": 0o600}


async def test_directories_that_become_empty_are_removed(
    make_settings: Callable[..., Settings], files: Path
) -> None:
    async with open_blobs(make_settings()) as blobs:
        await blobs.put("jobs/1/source", in_pieces(DATA))
        await blobs.put("jobs/2/source", in_pieces(DATA))
        await blobs.delete("jobs/1/source")
        assert {path.name for path in (files / "jobs").iterdir()} == {"2"}


async def test_writers_and_deleters_of_one_directory_do_not_hinder_each_other(
    make_settings: Callable[..., Settings],
) -> None:
    async def come_and_go(blobs: Blobs, name: int) -> None:
        for _ in range(25):
            await blobs.put(f"jobs/1/{name}", in_pieces(b"x"))
            await blobs.delete(f"jobs/1/{name}")

    async with open_blobs(make_settings()) as blobs:
        await asyncio.gather(*(come_and_go(blobs, name) for name in range(8)))
        assert [info async for info in blobs.list("")] == []


async def test_strange_files_are_not_blobs(make_settings: Callable[..., Settings], files: Path) -> None:
    async with open_blobs(make_settings()) as blobs:
        await blobs.put("mine", in_pieces(DATA))
        (files / ".DS_Store").write_bytes(b"")
        (files / "lost+found").mkdir()
        (files / "Some File").write_bytes(b"")
        assert [info.key async for info in blobs.list("")] == ["mine"]
        assert await read_all(blobs.get("mine")) == DATA


async def test_a_directory_that_cannot_be_one_is_named(
    make_settings: Callable[..., Settings], files: Path
) -> None:
    files.parent.mkdir()
    files.write_text("not a directory")
    with pytest.raises(Misconfigured, match=re.escape(f"Files cannot be kept in {files}: ")):
        async with open_blobs(make_settings()):
            pass


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may mount")
async def test_a_full_disk_is_reported_and_reads_go_on(
    make_settings: Callable[..., Settings], tmp_path: Path
) -> None:
    disk = tmp_path / "data"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(disk)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("nothing may be mounted here")
    try:
        async with open_blobs(make_settings()) as blobs:
            stored = []
            with pytest.raises(Unavailable, match="is full") as refused:
                for number in range(10):
                    await blobs.put(f"jobs/{number}", in_pieces(DATA))
                    stored.append(number)
            assert refused.value.retry_after == 60
            assert stored
            assert {info.key async for info in blobs.list("")} == {f"jobs/{number}" for number in stored}
            for number in stored:
                assert await read_all(blobs.get(f"jobs/{number}")) == DATA
            await blobs.delete("jobs/0")
            await blobs.put("jobs/again", in_pieces(DATA))
    finally:
        subprocess.run(["umount", str(disk)], check=True)
