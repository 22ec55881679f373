"""LibreOffice opens translated presentations and shows the translations."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from tests.formats.pptx.masters import showable
from tests.formats.pptx.packages import unzipped
from tests.formats.pptx.roundtrip import translate
from tests.formats.pptx.samples import SAMPLES
from tests.waiting import CEILING

_SHOWN = ("linked.pptx", "fields.pptx", "workbook.pptx", "alternative.pptx", "show.ppsx")


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("soffice") is None, reason="needs LibreOffice (soffice)")
@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="needs poppler-utils (pdftotext)")
@pytest.mark.timeout(2 * CEILING + 30)
def test_translations_open_in_libreoffice(tmp_path: Path) -> None:
    names = []
    for name in _SHOWN:
        written = translate(
            showable(SAMPLES[name]), how=lambda text: text.replace("a", "á").replace("e", "é")
        )
        (tmp_path / name).write_bytes(written)
        names.append(str(tmp_path / name))
    book = unzipped(translate(SAMPLES["workbook.pptx"]))["ppt/embeddings/book1.xlsx"]
    (tmp_path / "book.xlsx").write_bytes(book)
    pages = tmp_path / "pages"
    _convert("pdf", [*names, "--outdir", str(pages)], tmp_path / "profile")
    assert {path.stem for path in pages.iterdir()} == {Path(name).stem for name in _SHOWN}
    assert "thé housé" in _read(pages / "linked.pdf")
    assert "námé:" in _read(pages / "fields.pdf")
    assert "Lét" in _read(pages / "alternative.pdf")
    _convert("csv", [str(tmp_path / "book.xlsx"), "--outdir", str(pages)], tmp_path / "profile")
    assert (pages / "book.csv").read_text().splitlines()[:2] == ["Town,SOLD & PAID,Returned", "NORTH,12,1"]


def _read(page: Path) -> str:
    found = subprocess.run(["pdftotext", str(page), "-"], capture_output=True, check=True, text=True).stdout
    return " ".join(found.split())


def _convert(kind: str, arguments: list[str], profile: Path) -> None:
    command = ["soffice", f"-env:UserInstallation=file://{profile}", "--headless", "--convert-to", kind]
    with subprocess.Popen(
        [*command, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    ) as process:
        try:
            assert process.wait(timeout=CEILING) == 0
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
