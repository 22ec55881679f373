"""Old documents: converted once for a job, however many runs it takes, and kept sealed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path

import pytest
import pytest_asyncio

from dragoman.blobs import read_all
from dragoman.conversion.errors import UnsupportedDocument
from dragoman.database.connections import Database
from dragoman.documents import files, work
from dragoman.documents.messages import CONVERSIONS, CONVERT, QUEUE, TRANSLATE
from dragoman.documents.model import ErrorCode, JobStatus
from dragoman.errors import RuleBroken
from dragoman.settings import Settings
from dragoman.text_io.zip.archive import open_archive
from dragoman.translation.model import Translation
from dragoman.worker import create_workers
from tests.conversion.compound_files import write_compound
from tests.conversion.fake_office import COPY, open_folder, write_program
from tests.conversion.test_legacy_types import DOC, LOCKED_WORD, MACRO_BOOK, PLAIN_WORD
from tests.documents.conftest import Desk, claim, new_caller
from tests.formats.docx.packages import body, paragraph, run
from tests.opened import opened_resources

LONG = body("".join(paragraph(run(f"The red house number {n}.")) for n in range(350)))
COUNTED = f'echo x >> "$here/count"; {COPY}'


@pytest_asyncio.fixture
async def old_desk(database: Database, make_settings: Callable[..., Settings]) -> AsyncIterator[Desk]:
    """With a program in LibreOffice's place that counts, and always writes the same document."""
    with open_folder() as folder:
        program = write_program(folder, {"good": LONG, "count": b""}, COUNTED)
        (program.parent / "count").chmod(0o666)
        settings = make_settings(libreoffice=str(program), document_isolation="limits")
        async with opened_resources(database, settings) as resources:
            await resources.legacy.types()  # which tries it once
            (program.parent / "count").write_text("")
            yield Desk(resources=resources, caller=await new_caller(resources))


def conversions(desk: Desk) -> int:
    return len((Path(desk.resources.settings.libreoffice).parent / "count").read_text().split())


async def test_an_old_document_becomes_a_translated_current_one(old_desk: Desk) -> None:
    job_id = await old_desk.submit(DOC, file_name="Plan.DOC", options={"comments": True})
    await old_desk.run(job_id)
    job = await old_desk.job(job_id)
    assert (job.status, job.format, job.details.file_name) == (JobStatus.SUCCESS, "doc", "Plan.DOC")
    result = await read_all(await files.open_result(old_desk.resources.blobs, job))
    text = open_archive(result).read("word/document.xml")
    assert b"number" not in text
    assert text.count(b"<w:p>") == 350
    assert job.report is not None
    assert job.report["warnings"] == []


async def test_a_job_that_goes_on_converts_nothing_again_and_has_the_same_bytes(
    old_desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    job_id = await old_desk.submit(DOC, file_name="plan.doc")

    async def die(self: work._Steps, finished: Mapping[str, Translation], *, progress: float) -> None:
        raise OSError("the worker dies")

    with monkeypatch.context() as patched:
        patched.setattr(work._Steps, "save", die)
        for _ in range(2):
            with pytest.raises(OSError, match="dies"):
                await old_desk.run(job_id)
    assert conversions(old_desk) == 1
    assert await old_desk.names() == {"source", "converted-1"}
    job = await claim(old_desk, job_id)
    assert await files.read_converted(old_desk.resources.blobs, job) == LONG
    await old_desk.run(job_id)
    assert (await old_desk.job(job_id)).status is JobStatus.SUCCESS
    assert conversions(old_desk) == 1
    for path in old_desk.resources.settings.data.glob("files/**/*"):
        assert not path.is_file() or b"PK\x03\x04" not in path.read_bytes()[:200], "everything is sealed"


async def test_conversions_wait_in_a_queue_of_their_own(old_desk: Desk) -> None:
    """So that any number of old documents keeps no other one waiting."""
    job_id = await old_desk.submit(DOC, file_name="plan.doc")
    assert await old_desk.waiting(TRANSLATE) == []
    (first,) = await old_desk.waiting(CONVERT)
    assert (first["args"]["job"], first["queue_name"]) == (str(job_id), CONVERSIONS)
    caller = old_desk.caller
    await work.convert_job(old_desk.resources, job_id=job_id, account_id=caller.account_id)
    assert (await old_desk.job(job_id)).status is JobStatus.IN_PROGRESS
    (then,) = await old_desk.waiting(TRANSLATE)
    assert (then["args"]["job"], then["queue_name"]) == (str(job_id), QUEUE)
    await old_desk.run(job_id)
    assert (await old_desk.job(job_id)).status is JobStatus.SUCCESS
    assert conversions(old_desk) == 1
    assert CONVERSIONS in {
        queue for worker in create_workers(old_desk.resources) for queue in worker.queues or ()
    }


async def test_of_two_conversions_the_first_is_used(old_desk: Desk) -> None:
    job_id = await old_desk.submit(DOC, file_name="plan.doc")
    for run_, data in ((9, b"nine"), (10, b"ten")):
        job = await claim(old_desk, job_id)
        object.__setattr__(job, "run", run_)
        await files.write_converted(old_desk.resources.blobs, job, data)
    assert await files.read_converted(old_desk.resources.blobs, job) == b"nine"


async def test_dropped_macros_are_reported(old_desk: Desk) -> None:
    tree = {"WordDocument": PLAIN_WORD, "Macros": {"VBA": {"dir": b"x"}}}
    job_id = await old_desk.submit(write_compound(tree), file_name="plan.doc")
    await old_desk.run(job_id)
    job = await old_desk.job(job_id)
    assert job.report is not None
    assert [one["code"] for one in job.report["warnings"]] == ["MACROS_DROPPED"]


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("a.doc", b"", ErrorCode.DOCUMENT_EMPTY),
        ("a.doc", write_compound({"WordDocument": LOCKED_WORD}), ErrorCode.DOCUMENT_ENCRYPTED),
        ("a.doc", DOC[:900], ErrorCode.DOCUMENT_CORRUPT),
        ("a.xls", write_compound({"Workbook": MACRO_BOOK}), ErrorCode.DOCUMENT_CORRUPT),  # nothing is written
    ],
)
async def test_what_cannot_be_converted_ends_its_job(
    old_desk: Desk, name: str, data: bytes, code: ErrorCode
) -> None:
    job_id = await old_desk.submit(data, file_name=name)
    account = old_desk.caller.account_id
    await work.convert_job(old_desk.resources, job_id=job_id, account_id=account)
    job = await old_desk.job(job_id)
    assert job.failure is not None
    assert job.failure.code is code
    assert await old_desk.waiting(TRANSLATE) == []
    assert await old_desk.names() == {"source"}


async def test_options_are_those_of_the_current_type(old_desk: Desk) -> None:
    with pytest.raises(RuleBroken, match="no option"):
        await old_desk.submit(DOC, file_name="a.doc", options={"notes": True})


async def test_where_libreoffice_is_off_old_documents_are_refused(
    database: Database, make_settings: Callable[..., Settings]
) -> None:
    async with opened_resources(database, make_settings(libreoffice="off")) as resources:
        desk = Desk(resources=resources, caller=await new_caller(resources))
        with pytest.raises(UnsupportedDocument, match="make setup-legacy"):
            await desk.submit(DOC, file_name="a.doc")
        assert await desk.names() == set()
