"""`scripts.corpus`: what becomes of a folder of documents, old Office documents among them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from scripts.corpus_files import check_files, find_files
from scripts.corpus_trip import Outcome
from tests.conversion.old_documents import RTF
from tests.formats.odt.packages import p, package


def check_folder(folder: Path) -> dict[str, Outcome]:
    return dict(check_files(folder, find_files(folder), processes=2))


def test_each_document_has_a_line_and_what_is_expected_counts(tmp_path: Path) -> None:
    book = package("text", p("The red house is big.") + p("The cat sleeps."))
    (tmp_path / "book.odt").write_bytes(book)
    (tmp_path / "cut.odt").write_bytes(book[:-200])
    (tmp_path / "whole.odt").write_bytes(book)
    (tmp_path / "words.tmx").write_bytes(b"<tmx/>")
    (tmp_path / "MANIFEST.csv").write_text(
        "file,expect\nbook.odt,roundtrip\ncut.odt,reject\nwhole.odt,reject\nwords.tmx,import_export\n"
    )
    lines = {name: outcome.line(name) for name, outcome in check_folder(tmp_path).items()}
    assert lines == {
        "book.odt": "ok   book.odt: 2 units, 0 codes",
        "cut.odt": "ok   cut.odt: DOCUMENT_CORRUPT: This is not a zip archive, or its end is missing.",
        "whole.odt": "FAIL whole.odt: accepted, but must be refused",
        "words.tmx": "ok   words.tmx: skipped: no document, but something to import",
    }


@pytest.mark.skipif(
    not (shutil.which("soffice") and shutil.which("bwrap")), reason="needs LibreOffice and bubblewrap"
)
def test_old_documents_are_converted_and_keep_the_same_laws(tmp_path: Path) -> None:
    (tmp_path / "old.rtf").write_bytes(RTF)
    (tmp_path / "broken.doc").write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600))
    outcomes = check_folder(tmp_path)
    assert outcomes["old.rtf"].line("old.rtf") == "ok   old.rtf: 2 units, 2 codes"
    assert outcomes["old.rtf"].suffix == "docx"
    assert "DOCUMENT_CORRUPT" in outcomes["broken.doc"].line("broken.doc")
