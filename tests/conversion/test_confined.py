"""Nothing that a document makes a format do harms the service, and each end is explained."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import pytest
import pytest_asyncio
from structlog.testing import capture_logs

from dragoman.conversion.confined import Confined, open_confined
from dragoman.conversion.errors import DocumentTimedOut, TooManyWords
from dragoman.errors import Misconfigured, Unavailable
from dragoman.formats.format import Document, Languages, Reason, Source, Unit, WarningCode
from dragoman.formats.format import DocumentWarning as FormatWarning
from dragoman.isolation.bubblewrap import Program
from dragoman.segments import Code, CodeKind, Text
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from dragoman.text_io.errors import ConversionFailed, DocumentCorrupt, DocumentEmpty, DocumentEncrypted
from tests.conversion.conftest import HOSTILE
from tests.waiting import CEILING, until

PAIR = Languages(source="en", target="de")
SECRET = b"Frau Holle, 12 Sterntaler"


async def extract(confined: Confined, behaviour: str, *, data: bytes = SECRET, **options: Any) -> Any:
    source = Source(data=data, suffix="txt", options=options)
    return await confined.extract(behaviour, source, PAIR, max_words=100)


@pytest_asyncio.fixture(autouse=True)
async def _nothing_left() -> AsyncIterator[None]:
    """After every test: no zombie, and no more descriptors than before (the waiting process has two).

    What has just ended is collected by the event loop.
    """
    before = count_descriptors()
    yield
    await until(zombies, lambda left: not left)
    await until(count_descriptors, lambda count: count <= before + 8)


def count_descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir())) if Path("/proc/self/fd").exists() else 0


def zombies() -> list[psutil.Process]:
    found = []
    for child in psutil.Process().children():
        with suppress(psutil.NoSuchProcess):
            if child.status() == psutil.STATUS_ZOMBIE:
                found.append(child)
    return found


@pytest.mark.parametrize(
    ("behaviour", "error", "says"),
    [
        ("eat-memory", ConversionFailed, "memory"),
        ("crash", ConversionFailed, "broke down"),
        ("abort", ConversionFailed, "broke down"),
        ("leave-at-once", ConversionFailed, "broke down"),
        ("leave", ConversionFailed, "mistake"),
        ("raise", ConversionFailed, "mistake"),
        ("failed", ConversionFailed, "No."),
        ("recurse", ConversionFailed, "deep"),
        ("answer-garbage", ConversionFailed, "too large, or broken"),
        ("answer-endlessly", ConversionFailed, "too large, or broken"),
        ("answer-wrongly", ConversionFailed, "too large, or broken"),
        ("same-ids", ConversionFailed, "Two units"),
        ("same-codes", ConversionFailed, "have the same id, or overlap"),
        ("crossed-codes", ConversionFailed, "have the same id, or overlap"),
        ("corrupt", DocumentCorrupt, "Line 3 is cut off."),
        ("own-error", DocumentCorrupt, "Its own words."),
        ("encrypted", DocumentEncrypted, "without a password"),
        ("nothing", DocumentEmpty, "nothing in it"),
    ],
)
async def test_every_end_is_explained(
    hostile: Confined, behaviour: str, error: type[Exception], says: str
) -> None:
    with pytest.raises(error) as caught:
        await extract(hostile, behaviour)
    assert type(caught.value) is error
    assert says in caught.value.message  # type: ignore[attr-defined]
    assert "Sterntaler" not in str(caught.value)
    assert (await extract(hostile, "document")).words == 4  # and the next one is served


async def test_what_takes_too_long_is_ended(hostile: Confined) -> None:
    behaviours = ("loop", "sleep", "close-and-sleep")
    said = await asyncio.gather(
        *(extract(hostile, behaviour) for behaviour in behaviours), return_exceptions=True
    )
    assert [type(one) for one in said] == [DocumentTimedOut] * 3
    assert (await extract(hostile, "document")).words == 4


async def test_an_unexpected_error_is_logged_without_its_words(hostile: Confined) -> None:
    with capture_logs() as logs, pytest.raises(ConversionFailed):
        await extract(hostile, "raise")
    (line,) = [line for line in logs if line["event"] == "document.format_defect"]
    assert line["type"] == "ValueError"
    assert any("hostile_child.py" in place for place in line["places"])
    assert "Sterntaler" not in repr(logs)


async def test_a_document_arrives_whole(hostile: Confined) -> None:
    extracted = await extract(hostile, "document", flag=True, names=("a", "b"))
    first = extracted.document.units[0]
    assert first == Unit(
        id="1",
        segment=(
            Text(text="T"),
            Code(id="1", kind=CodeKind.OPEN, type="fmt", data="<b>"),
            Text(text="ika 🎉"),
            Code(id="1", kind=CodeKind.CLOSE, type="fmt", data="<b>"),
            Code(id="2", kind=CodeKind.STANDALONE, type="break", data="\n"),
            Text(text="two words"),
        ),
        target=(Text(text="Ziel"),),
        prose=False,
        context="a/b",
    )
    assert extracted.document == Document(
        units=(
            first,
            Unit(id="2", segment=(Text(text="hidden words do not count"),), reason=Reason.HIDDEN),
            Unit(id="3", segment=(Text(text="[('flag', True), ('names', ('a', 'b'))]"),)),
            Unit(id="4", segment=(Text(text="txt"),), placeholders=("default", "qt")),
            Unit(id="5", segment=()),
        ),
        left_alone={Reason.FIELD: 3},
        warnings=(FormatWarning(code=WarningCode.ENCODING_GUESSED, message="Guessed."),),
    )


async def test_what_a_format_prints_goes_nowhere(hostile: Confined) -> None:
    assert (await extract(hostile, "print")).words == 4
    assert (await extract(hostile, "start-thread")).words == 4


async def test_a_format_reaches_nothing(hostile: Confined, tmp_path: Path) -> None:
    target = tmp_path / "written"
    tmp_path.chmod(0o777)
    extracted = await extract(hostile, "attempts", data=str(target).encode())
    assert extracted.document.units == (Unit(id="1", segment=()),)
    assert not target.exists()


async def test_words_over_the_limit_are_counted_and_units_stay_away(hostile: Confined) -> None:
    with pytest.raises(TooManyWords) as caught:
        await hostile.extract("document", Source(data=b"x", suffix="txt"), PAIR, max_words=2)
    assert caught.value.data == {"maxAllowedWords": 2, "wordCount": 4}
    assert caught.value.code == "MAX_WORDS_EXCEEDED"


async def test_words_of_what_cannot_be_read_to_its_end_are_counted_as_far_as_it_was(
    hostile: Confined,
) -> None:
    source = Source(data=b"x", suffix="txt")
    with pytest.raises(TooManyWords, match="at least 3 words; at most 2 are allowed") as caught:
        await hostile.extract("too-much", source, PAIR, max_words=2)
    assert caught.value.data == {"maxAllowedWords": 2, "wordCount": 3}
    with pytest.raises(ConversionFailed, match="more than 2 texts"):
        await hostile.extract("too-much", source, PAIR, max_words=3)


async def test_many_units_and_targets_arrive_in_order(hostile: Confined) -> None:
    source = Source(data=b"x", suffix="")
    units = (await hostile.extract("many-units", source, PAIR, max_words=10_000)).document.units
    assert [unit.id for unit in units] == [str(number) for number in range(2_500)]
    targets = {unit.id: unit.segment for unit in units}
    said = await hostile.rebuild("document", source, targets, PAIR)
    assert said.data.decode() == repr((b"x", sorted(targets.items()), PAIR))


async def test_nothing_at_all_is_empty(hostile: Confined) -> None:
    with pytest.raises(DocumentEmpty):
        await extract(hostile, "document", data=b"")


async def test_rebuilding_gets_everything(hostile: Confined) -> None:
    target = (Code(id="1", kind=CodeKind.STANDALONE, type="x", data="\u2028"), Text(text="Tür"))
    said = await hostile.rebuild("document", Source(data=b"\0\xff", suffix=""), {"7": target}, PAIR)
    assert said.data.decode() == repr((b"\0\xff", [("7", target)], PAIR))
    with pytest.raises(ConversionFailed):
        await hostile.rebuild("write-nothing", Source(data=b"x", suffix=""), {}, PAIR)


async def test_twenty_mebibytes_pass_both_ways(hostile: Confined) -> None:
    data = os.urandom(1024 * 1024) * 5
    said = await hostile.rebuild("document", Source(data=data, suffix=""), {}, PAIR)
    assert said.data == repr((data, [], PAIR)).encode()


async def test_a_cancelled_call_leaves_no_process(hostile: Confined) -> None:
    task = asyncio.create_task(extract(hostile, "loop"))
    await asyncio.sleep(0.5)
    before = set(psutil.Process().children(recursive=True))
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (await extract(hostile, "document")).words == 4

    def busy() -> list[psutil.Process]:
        left = set(psutil.Process().children(recursive=True)) & before
        return [process for process in left if is_busy(process)]

    def is_busy(process: psutil.Process) -> bool:
        with suppress(psutil.NoSuchProcess):
            return process.cpu_percent(0.1) > 50
        return False

    async with asyncio.timeout(
        CEILING
    ):  # one that is made ready for the next call is busy for a short time, too
        while busy():
            await asyncio.sleep(0.1)


async def test_many_at_once(hostile: Confined) -> None:
    calls = [extract(hostile, "document") for _ in range(8)] + [extract(hostile, "crash") for _ in range(4)]
    said = await asyncio.gather(*calls, return_exceptions=True)
    assert [type(one).__name__ for one in said] == ["Extracted"] * 8 + ["ConversionFailed"] * 4


async def test_closing_leaves_no_process(tmp_path: Path) -> None:
    own = Path(shutil.copy(HOSTILE, tmp_path))  # by which its processes are told from those of other tests
    program = Program(arguments=("-I", str(own)), readable=(own,))
    settings = Settings(data=tmp_path)
    async with open_confined(settings, Metrics(), program=program) as confined:
        await extract(confined, "document")
        assert running(own)
    assert not running(own)
    async with open_confined(settings, Metrics(), program=program):
        pass  # its spare is still starting
    assert not running(own)


def running(program: Path) -> list[psutil.Process]:
    return [one for one in psutil.process_iter(["cmdline"]) if str(program) in (one.info["cmdline"] or ())]


async def test_a_program_that_does_not_start_is_not_the_documents_fault(tmp_path: Path) -> None:
    program = Program(arguments=("-I", "-c", "raise SystemExit(1)"))
    async with open_confined(Settings(data=tmp_path), Metrics(), program=program) as confined:
        with pytest.raises(Unavailable):
            await extract(confined, "document")


async def test_bubblewrap_that_is_missing_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Misconfigured, match="bwrap is not installed"):
        async with open_confined(Settings(data=tmp_path, document_isolation="bubblewrap"), Metrics()):
            pass
    async with open_confined(Settings(data=tmp_path), Metrics()):
        pass
