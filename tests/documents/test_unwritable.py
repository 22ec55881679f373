"""A job whose format cannot hold one of the translations ends well, and its report says so."""

from __future__ import annotations

from dragoman.blobs import read_all
from dragoman.documents import files
from dragoman.documents.model import JobStatus
from dragoman.segments import Text
from dragoman.translation.documents.translating import segment_key
from dragoman.translation.model import CodesMethod, Origin, Translation
from tests.documents.conftest import Desk, claim

XLIFF = b"""<xliff version="1.2"><file source-language="en" target-language="es" datatype="x" original="y">
<body><trans-unit id="1"><source>One title</source></trans-unit>
<trans-unit id="2"><source>Two words.</source></trans-unit></body></file></xliff>"""


async def test_a_translation_that_the_format_cannot_hold_leaves_its_text_as_it_was(desk: Desk) -> None:
    job_id = await desk.submit(XLIFF, file_name="page.xlf")
    bad = Translation(
        segment=(Text(text="Un\x01o"),), origin=Origin.ENGINE, engine="old 1", codes=CodesMethod.NONE
    )
    first_run = await claim(desk, job_id)
    key = segment_key((Text(text="One title"),))
    await files.write_checkpoint(desk.resources.blobs, first_run, 1, {key: bad})
    await desk.run(job_id)
    job = await desk.job(job_id)
    assert job.status is JobStatus.SUCCESS
    assert job.report is not None
    assert job.report["issues"] == {"TRANSLATION_NOT_WRITTEN": 1}
    assert (job.report["segments"], job.report["translated"], job.report["unchanged"]) == (2, 1, 1)
    assert list(job.report["origins"]) == ["pseudo 1"]
    result = await read_all(await files.open_result(desk.resources.blobs, job))
    assert "Un" not in result.decode()
    assert "[Ţŵ" in result.decode()
