"""A document's process reaches neither the one it was forked from nor another document, and none is lost."""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import psutil
import pytest
import pytest_asyncio

from dragoman.conversion.confined import Confined, open_confined
from dragoman.conversion.fork_client import ProcessLost
from dragoman.conversion.process_pool import ProcessPool
from dragoman.errors import Misconfigured, Unavailable
from dragoman.formats.format import Languages, Source
from dragoman.isolation.bubblewrap import Program
from dragoman.isolation.seccomp import is_known_system
from dragoman.segments import plain_text
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from dragoman.text_io.errors import ConversionFailed
from tests.conversion.conftest import HOSTILE
from tests.process_signals import kill_all
from tests.waiting import until

NEIGHBOUR = Path(__file__).with_name("hostile_neighbour.py")
UNFILTERED = Path(__file__).with_name("unfiltered_child.py")
PAIR = Languages(source="en", target="de")
SECRET = b"Frau Holle, 12 Sterntaler"

pytestmark = pytest.mark.skipif(not is_known_system(), reason="no process is forked on this system")


@asynccontextmanager
async def opened(folder: Path, isolation: str, *programs: Path) -> AsyncIterator[Confined]:
    settings = Settings.model_validate(
        {
            "data": folder,
            "document_isolation": isolation,
            "document_timeout_seconds": 10,
            "document_memory_mb": 512,
            "document_processes": 4,
        }
    )
    program = Program(arguments=("-I", str(programs[0])), readable=programs)
    try:
        async with open_confined(settings, Metrics(), program=program) as confined:
            yield confined
    except Misconfigured:
        pytest.skip("bubblewrap does not work here")


@pytest_asyncio.fixture(params=["limits", "bubblewrap"])
async def neighbours(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Confined]:
    """Runs what `hostile_neighbour` offers as formats."""
    async with opened(tmp_path, request.param, NEIGHBOUR) as confined:
        yield confined


@pytest_asyncio.fixture(params=["limits", "bubblewrap"])
async def unfiltered(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Confined]:
    """Runs `hostile_child` as where no process can be forked."""
    async with opened(tmp_path, request.param, UNFILTERED, HOSTILE) as confined:
        yield confined


async def read_text(confined: Confined, behaviour: str, data: bytes = b"x") -> str:
    extracted = await confined.extract(behaviour, Source(data=data, suffix=""), PAIR, max_words=10_000)
    return plain_text(extracted.document.units[0].segment)


def programs(path: Path) -> list[psutil.Process]:
    """Our processes that run the program, the one that forks the others first."""
    found = []
    for process in psutil.Process().children(recursive=True):
        try:
            words = process.cmdline()
        except psutil.Error:
            continue
        if str(path) in words and words[0] == sys.executable:
            found.append(process)
    return sorted(found, key=lambda process: process.create_time())


async def test_a_document_reaches_neither_parent_nor_neighbour(neighbours: Confined) -> None:
    source = Source(data=SECRET, suffix="")
    async with neighbours.open_document("processes", source, PAIR) as victim:
        extracted = await victim.extract(max_words=10)
        process, parent = json.loads(plain_text(extracted.document.units[0].segment))
        outside = [one.pid for one in programs(NEIGHBOUR)]
        targets = sorted({process, parent, *outside, os.getpid(), 1})
        assert await read_text(neighbours, "attack", json.dumps(targets).encode()) == ""
        written = await victim.rebuild({})
    assert written.data == f"{process} ".encode() + SECRET  # the same process, unharmed


async def test_nothing_is_inherited(neighbours: Confined) -> None:
    async with neighbours.open_document("processes", Source(data=SECRET, suffix=""), PAIR) as other:
        await other.extract(max_words=10)
        assert await read_text(neighbours, "descriptors") == "[0, 1, 2, 3]"
    assert await read_text(neighbours, "environment") == "[]"
    assert await read_text(neighbours, "random") != await read_text(neighbours, "random")


async def test_the_parent_has_one_thread_and_never_a_document(neighbours: Confined) -> None:
    for number in range(3):
        assert (
            await read_text(neighbours, "slowly", SECRET + bytes([65 + number]))
            == f"{SECRET.decode()}{chr(65 + number)}"
        )
    parent = programs(NEIGHBOUR)[0]
    assert parent.num_threads() == 1
    try:
        memory = read_memory(parent.pid)
    except PermissionError:
        pytest.skip("only root sees the memory of a process that hides it")
    assert b"hostile_neighbour" in memory  # so it was read
    assert SECRET not in memory


def read_memory(pid: int) -> bytes:
    parts = []
    with Path(f"/proc/{pid}/mem").open("rb", buffering=0) as memory:
        for line in Path(f"/proc/{pid}/maps").read_text().splitlines():
            extent, rights, *_ = line.split()
            assert not rights.endswith("s") or "w" not in rights, "memory that children share"
            if not rights.startswith("rw"):
                continue
            start, end = (int(value, 16) for value in extent.split("-"))
            memory.seek(start)
            parts.append(memory.read(end - start))
    return b"".join(parts)


async def test_the_parent_does_not_grow(neighbours: Confined) -> None:
    for _ in range(10):
        await read_text(neighbours, "slowly", b"y" * 500_000)
    parent = programs(NEIGHBOUR)[0]
    before = parent.memory_info().rss
    await asyncio.gather(*(read_text(neighbours, "slowly", b"y" * 500_000) for _ in range(40)))
    assert programs(NEIGHBOUR)[0] == parent
    assert parent.memory_info().rss - before < 2 * 1024 * 1024


async def test_documents_survive_the_death_of_the_parent(neighbours: Confined) -> None:
    chance = random.Random(1)
    await read_text(neighbours, "slowly")
    for round_ in range(3):
        words = [f"document {round_} {number}" for number in range(8)]
        reading = asyncio.gather(*(patiently(neighbours, word) for word in words))
        await until_two()
        await asyncio.sleep(chance.uniform(0, 0.2))
        programs(NEIGHBOUR)[0].kill()
        assert await reading == words


async def patiently(confined: Confined, word: str) -> str:
    """As a job does, which tries again when the service says so."""
    while True:
        try:
            return await read_text(confined, "slowly", word.encode())
        except Unavailable:
            continue


async def test_a_document_whose_process_is_killed_is_read_by_another(neighbours: Confined) -> None:
    await read_text(neighbours, "slowly")
    killed = 0
    while killed < 5:
        reading = asyncio.create_task(read_text(neighbours, "slowly", f"document {killed}".encode()))
        parent, *children = await until_two()
        before, killed = killed, killed + len(kill_all(children[:1]))  # none where it has just ended
        assert await reading == f"document {before}"
        assert programs(NEIGHBOUR)[0] == parent


async def test_a_document_that_is_killed_again_and_again_fails(neighbours: Confined) -> None:
    await read_text(neighbours, "slowly")
    error: BaseException | None = None
    while not isinstance(error, ConversionFailed):  # it was not the document's while it was made ready
        assert error is None or isinstance(error, Unavailable)
        reading = asyncio.create_task(read_text(neighbours, "for-long"))
        while not reading.done():
            await asyncio.sleep(0.3)
            kill_all(programs(NEIGHBOUR)[1:])
        error = reading.exception()
    assert "broke down" in error.message


async def until_two() -> list[psutil.Process]:
    return list(await until(lambda: programs(NEIGHBOUR), lambda found: len(found) >= 2))


async def test_translations_can_be_written_when_their_process_waits_no_more(neighbours: Confined) -> None:
    async with neighbours.open_document("processes", Source(data=SECRET, suffix=""), PAIR) as document:
        await document.extract(max_words=10)
        kill_all(programs(NEIGHBOUR)[1:])
        assert (await document.rebuild({})).data.endswith(SECRET)


async def test_a_document_that_takes_everything_disturbs_no_other(hostile: Confined) -> None:
    async def read(behaviour: str) -> str:
        try:
            await hostile.extract(behaviour, Source(data=b"x", suffix=""), PAIR, max_words=100)
        except Exception as error:
            return type(error).__name__
        return "read"

    greedy = [
        asyncio.create_task(read(behaviour)) for behaviour in ("eat-memory", "loop", "answer-endlessly")
    ]
    assert await asyncio.gather(*(read("document") for _ in range(10))) == ["read"] * 10
    ends = await asyncio.gather(*greedy)
    assert ends[1] == "DocumentTimedOut"
    assert set(ends) <= {"ConversionFailed", "DocumentTimedOut"}  # whichever limit is reached first


async def test_a_parent_is_replaced_after_many_documents(tmp_path: Path) -> None:
    pool = ProcessPool((sys.executable, "-I", str(NEIGHBOUR), str(2**29), "5"), most_documents=4)
    parents = []
    try:
        for _ in range(10):
            process = await pool.start_process()
            parents.append(process.server_pid)
            process.end()
    finally:
        await pool.close()
    assert [parents.count(one) for one in dict.fromkeys(parents)] == [4, 4, 2]
    assert programs(NEIGHBOUR) == []


async def test_a_program_that_dies_with_a_document_is_reported(tmp_path: Path) -> None:
    pool = ProcessPool((sys.executable, "-I", str(NEIGHBOUR), str(2**29), "5"))
    try:
        process = await pool.start_process()
        psutil.Process(process.server_pid).kill()
        with pytest.raises(ProcessLost):
            await process.returncode()
        process.end()
        await until(lambda: not programs(NEIGHBOUR))  # its child dies with it
    finally:
        await pool.close()


async def test_without_a_filter_each_document_has_a_program_of_its_own(unfiltered: Confined) -> None:
    source = Source(data=SECRET, suffix="txt")
    async with unfiltered.open_document("document", source, PAIR) as document:
        assert (await document.extract(max_words=10)).words == 4
        assert SECRET in (await document.rebuild({})).data
    behaviours = ["document", "crash", "document", "eat-memory", "loop", "leave-at-once", "document"]
    said = await asyncio.gather(
        *(unfiltered.extract(behaviour, source, PAIR, max_words=10) for behaviour in behaviours),
        return_exceptions=True,
    )
    assert [type(one).__name__ for one in said] == [
        *("Extracted", "ConversionFailed", "Extracted", "ConversionFailed", "DocumentTimedOut"),
        *("ConversionFailed", "Extracted"),
    ]
    attempts = await unfiltered.extract(
        "attempts", Source(data=b"/tmp/written", suffix=""), PAIR, max_words=10
    )
    assert attempts.document.units[0].segment == ()
