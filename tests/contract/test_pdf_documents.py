"""Clauses D1, D5, D7 and D9 for PDF documents, whose results are Word documents."""

from __future__ import annotations

import io
import zipfile

from tests.contract.conftest import Customer
from tests.contract.documents import finished, submitted
from tests.formats.pdf.building import Page, pdf
from tests.formats.pdf.samples import encrypted

_WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


def test_d1_d5_a_pdf_comes_back_as_a_translated_word_document(production: Customer) -> None:
    page = Page().text(72, 770, "The house", font="F2", size=20).text(72, 720, "The red book is big.")
    job = submitted(production.client, pdf(page), name="Plan.PDF")
    found = finished(production.client, job, details="true")
    assert (found["status"], found["fileName"], found["format"]) == ("SUCCESS", "Plan.PDF", "pdf")
    assert "LAYOUT_APPROXIMATE" in {warning["code"] for warning in found["report"]["warnings"]}
    answer = production.client.get(f"/v2/documents/{job}/download")
    assert answer.headers["content-disposition"] == 'attachment; filename="Plan.docx"'
    assert answer.headers["content-type"] == _WORD
    with zipfile.ZipFile(io.BytesIO(answer.content)) as package:
        body = package.read("word/document.xml").decode()
    assert "La casa" in body
    assert "El libro rojo es grande." in body


def test_d7_scanned_and_protected_ones_fail_with_a_reason(production: Customer) -> None:
    scanned = submitted(production.client, pdf(Page().picture(0, 0, 595, 842)), name="scan.pdf")
    found = finished(production.client, scanned)
    assert (found["status"], found["errorCode"]) == ("FAILED", "CONVERSION_FAILED")
    assert "OCR" in found["reason"]
    protected = submitted(production.client, encrypted("secret"), name="secret.pdf")
    assert finished(production.client, protected)["errorCode"] == "DOCUMENT_ENCRYPTED"


def test_d9_what_a_pdf_becomes_is_listed(production: Customer) -> None:
    types = {item["format"]: item for item in production.client.get("/v2/documents/types").json()}
    assert types["pdf"] == {
        "format": "pdf",
        "fileExtensions": ["pdf"],
        "contentTypes": ["application/pdf"],
        "experimental": True,
        "resultExtension": "docx",
        "resultContentType": _WORD,
    }
    assert "resultExtension" not in types["docx"]
