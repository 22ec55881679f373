"""D1–D9 with old Office documents, through the real service and the real LibreOffice."""

from __future__ import annotations

import shutil
from collections.abc import Mapping

import pytest

from dragoman.text_io.zip.archive import open_archive
from tests.contract.conftest import Customer
from tests.contract.documents import finished, record, submit, submitted
from tests.conversion.compound_files import write_compound
from tests.conversion.old_documents import make_old_documents
from tests.conversion.test_legacy_types import DOC, LOCKED_WORD
from tests.waiting import wait_until

SOFFICE = shutil.which("soffice")
WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
pytestmark = [
    pytest.mark.skipif(not (SOFFICE and shutil.which("bwrap")), reason="needs LibreOffice and bubblewrap"),
    pytest.mark.timeout(400),
]


@pytest.fixture(scope="module")
def types(production: Customer) -> Mapping[str, dict[str, object]]:
    listed = {item["format"]: item for item in _known_types(production)}
    if "doc" not in listed:
        pytest.skip("LibreOffice or bubblewrap does not work here")
    return listed


def _known_types(customer: Customer) -> list[dict[str, object]]:
    """The types once the service's trial of LibreOffice is done, which no answer waits for."""
    answer = wait_until(
        lambda: customer.client.get("/v2/documents/types"),
        lambda answer: "Retry-After" not in answer.headers,
    )
    return list(answer.json())


def test_d9_old_types_are_listed_with_what_becomes_of_them(types: Mapping[str, dict[str, object]]) -> None:
    assert types["doc"] == {
        "format": "doc",
        "fileExtensions": ["doc", "dot"],
        "contentTypes": ["application/msword"],
        "resultExtension": "docx",
        "resultContentType": WORD,
    }
    assert {"xls", "ppt", "rtf"} <= set(types)


@pytest.mark.usefixtures("types")
def test_d5_an_old_document_comes_back_as_a_current_one(
    production: Customer, tmp_path_factory: pytest.TempPathFactory
) -> None:
    assert SOFFICE is not None
    old = make_old_documents(tmp_path_factory.mktemp("old"), SOFFICE, only=("doc", "rtf"))
    jobs = {name: submitted(production.client, old[name], name=f"Das Haus.{name.upper()}") for name in old}
    for name, job in jobs.items():
        found = finished(production.client, job, details="true")
        assert (found["status"], found["fileName"]) == ("SUCCESS", f"Das Haus.{name.upper()}"), found
        assert found["format"] == name
        answer = production.client.get(f"/v2/documents/{job}/download")
        assert answer.headers["content-type"] == WORD
        assert answer.headers["content-disposition"] == 'attachment; filename="Das Haus.docx"'
        assert int(answer.headers["content-length"]) == len(answer.content)
        text = open_archive(answer.content).read("word/document.xml").decode()
        assert "casa" in text
        assert "house" not in text


@pytest.mark.usefixtures("types")
def test_d7_an_old_document_behind_a_password_says_so(production: Customer) -> None:
    locked = write_compound({"WordDocument": LOCKED_WORD})
    found = finished(production.client, submitted(production.client, locked, name="a.doc"))
    assert (found["status"], found["errorCode"]) == ("FAILED", "DOCUMENT_ENCRYPTED")
    assert record(production.client, found["jobId"])["reason"]


@pytest.mark.usefixtures("types")
def test_d2_old_documents_are_what_their_names_say(production: Customer) -> None:
    answer = submit(production.client, DOC, name="a.xls")
    assert answer.status_code == 422
    assert "Old Word document" in answer.json()["detail"]
    assert submit(production.client, DOC, name="a.docx").status_code == 422
    options = submit(production.client, DOC, name="a.doc", options='{"sheets": true}')
    assert options.status_code == 422
