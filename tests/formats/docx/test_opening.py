"""LibreOffice opens translated documents and shows the translations."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from tests.formats.docx.roundtrip import translate
from tests.formats.docx.samples import SAMPLES
from tests.waiting import CEILING


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("soffice") is None, reason="needs LibreOffice (soffice)")
@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="needs poppler-utils (pdftotext)")
@pytest.mark.timeout(CEILING + 30)
def test_translations_open_in_libreoffice(tmp_path: Path) -> None:
    names = []
    for name, data in SAMPLES.items():
        path = tmp_path / name
        path.write_bytes(translate(data, how=lambda text: text.replace("a", "á").replace("e", "é")))
        names.append(str(path))
    pages = tmp_path / "pages"
    _convert([*names, "--outdir", str(pages)], tmp_path / "profile")
    assert {path.stem for path in pages.iterdir()} == {Path(name).stem for name in SAMPLES}
    assert "Thé cát sléép" in _read(pages / "plain.pdf")
    assert "In thé box" in _read(pages / "boxed.pdf")
    assert "Thé néw téxt." in _read(pages / "revised.pdf").replace("old", "")


def _read(page: Path) -> str:
    found = subprocess.run(["pdftotext", str(page), "-"], capture_output=True, check=True, text=True).stdout
    return " ".join(found.split())


def _convert(arguments: list[str], profile: Path) -> None:
    command = ["soffice", f"-env:UserInstallation=file://{profile}", "--headless", "--convert-to", "pdf"]
    with subprocess.Popen(
        [*command, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    ) as process:
        try:
            assert process.wait(timeout=CEILING) == 0
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
