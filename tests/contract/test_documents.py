"""Clauses D1–D6 and D9 over HTTP: documents go in, and come back translated."""

from __future__ import annotations

import time
import uuid
from urllib.parse import quote

import pytest

from tests.contract.conftest import Customer
from tests.contract.documents import PAGE, finished, record, submit, submitted, translated, zipped
from tests.live import LiveService
from tests.receiver import running_receiver

TRANSLATED_PAGE = (
    '<!DOCTYPE html>\n<html lang="es"><title>La casa</title><p>El <b>libro rojo</b> es grande.</p>\n'
)
MIB = 1024 * 1024


def test_d1_d5_a_document_comes_back_translated(production: Customer) -> None:
    assert translated(production.client).decode() == TRANSLATED_PAGE


def test_d1_the_job_id_is_a_uuid_and_nothing_else_is_said(production: Customer) -> None:
    answer = submit(production.client)
    assert answer.status_code == 202
    assert list(answer.json()) == ["jobId"]
    assert str(uuid.UUID(answer.json()["jobId"])) == answer.json()["jobId"]


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        ('{"colour": true}', "colour"),
        ("[]", "not a JSON object"),
        ("{", "not valid JSON"),
    ],
)
def test_d1_options_that_the_format_does_not_know_are_refused(
    production: Customer, options: str, wanted: str
) -> None:
    answer = submit(production.client, options=options)
    assert answer.status_code == 422
    assert wanted in answer.text


@pytest.mark.parametrize("missing", ["source", "target", "file"])
def test_d1_e2_a_missing_field_is_named(production: Customer, missing: str) -> None:
    form = {"source": "en", "target": "es"}
    form.pop(missing, None)
    files = {} if missing == "file" else {"file": ("page.html", PAGE.encode())}
    answer = production.client.post("/v2/documents/translate", data=form, files=files or {"x": ("y", b"")})
    assert answer.status_code == 422
    assert ["body", missing] in [item["loc"] for item in answer.json()["detail"]]
    assert {frozenset(item) for item in answer.json()["detail"]} == {frozenset({"loc", "msg", "type"})}


def test_d1_e2_a_body_that_is_not_a_form_is_malformed(production: Customer) -> None:
    for content, kind in [
        (b"{}", "application/json"),
        (b"--x\r\nnonsense", "multipart/form-data; boundary=x"),
        (b"", "multipart/form-data"),
        (PAGE.encode(), "text/html"),
    ]:
        answer = production.client.post(
            "/v2/documents/translate", content=content, headers={"content-type": kind}
        )
        assert answer.status_code == 422, kind
        assert answer.json()["detail"][0]["loc"][0] == "body"


def test_d2_an_unsupported_pair_is_refused_at_once(production: Customer) -> None:
    answer = submit(production.client, target="xx")
    assert (answer.status_code, answer.json()) == (
        422,
        {"detail": "Language pair (en -> xx) is not supported"},
    )


def test_d2_a_document_at_the_limit_is_accepted_and_one_byte_more_is_not(sandbox: Customer) -> None:
    full = b"<p>" + b"\n" * (20 * MIB - 3)
    assert submit(sandbox.client, full).status_code == 202
    answer = submit(sandbox.client, full + b"\n")
    assert answer.status_code == 422
    assert "Document too large" in answer.json()["detail"]
    far = submit(sandbox.client, full + full)
    assert far.status_code == 422
    assert "Document too large" in far.json()["detail"]


@pytest.mark.parametrize(
    "name",
    [
        "../page.html",
        "dir/page.html",
        "dir\\page.html",
        "a\u202ehtml.exe.html",
        "a\x07.html",
        "x" * 252 + ".html",
        " ",
    ],
)
def test_d2_an_invalid_file_name_is_refused(production: Customer, name: str) -> None:
    # Written by hand, as clients escape what they think is wrong.
    escaped = name.replace("\\", "\\\\").encode()
    body = (
        b'--b\r\nContent-Disposition: form-data; name="source"\r\n\r\nen\r\n'
        b'--b\r\nContent-Disposition: form-data; name="target"\r\n\r\nes\r\n'
        b'--b\r\nContent-Disposition: form-data; name="file"; filename="' + escaped + b'"\r\n\r\n'
        + PAGE.encode() + b"\r\n--b--\r\n"
    )  # fmt: skip
    answer = production.client.post(
        "/v2/documents/translate", content=body, headers={"content-type": "multipart/form-data; boundary=b"}
    )
    assert answer.status_code == 422
    assert "file name" in answer.json()["detail"]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("page.xyz", PAGE.encode()),
        ("page", b"some words"),
        ("page.docx", PAGE.encode()),
        ("page.html", zipped(a__txt=b"x")),
        ("macro.docm", zipped(a__txt=b"x")),
        ("image.txt", b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(range(256))),
    ],
)
def test_d2_what_is_not_of_a_supported_type_is_refused(production: Customer, name: str, data: bytes) -> None:
    answer = submit(production.client, data, name=name)
    assert answer.status_code == 422
    assert isinstance(answer.json()["detail"], str)


@pytest.mark.parametrize(
    "url",
    ["ftp://example.com/", "http://10.0.0.1/", "http://[::1]:80/", "nonsense", "http://u:p@example.com/"],
)
def test_d2_n4_a_bad_callback_address_is_refused(production: Customer, url: str) -> None:
    answer = submit(production.client, successCallbackUrl=url)
    assert answer.status_code == 422
    assert answer.json()["detail"][0]["loc"] == ["body", "successCallbackUrl"]


def test_d3_d4_the_record_has_its_fields_and_the_status_moves(production: Customer) -> None:
    with running_receiver() as receiver:
        job = submitted(
            production.client,
            translationId="mine-7",
            successCallbackUrl=receiver.url("/a?b=c"),
            source="en-GB",
        )
        found = finished(production.client, job)
    assert {name: found[name] for name in found if not name.endswith("At")} == {
        "jobId": job,
        "source": "en-GB",
        "target": "es",
        "fileName": "page.html",
        "translationId": "mine-7",
        "successCallbackUrl": receiver.url("/a?b=c"),
        "errorCallbackUrl": None,
        "status": "SUCCESS",
        "reason": None,
        "errorCode": None,
        "errorData": None,
        "progress": 1.0,
    }
    for name in ("createdAt", "finishedAt", "expiresAt"):
        assert time.strptime(found[name], "%Y-%m-%dT%H:%M:%SZ")


def test_d3_details_are_the_fidelity_report(production: Customer) -> None:
    page = "<p>The <b>red</b> house is big. The dog eats.</p><p>17</p><script>let a = 'The dog';</script>"
    found = finished(production.client, submitted(production.client, page), details="true")
    assert found["format"] == "html"
    assert found["size"] == len(page)
    report = found["report"]
    assert (report["segments"], report["words"], report["translated"]) == (2, 8, 2)
    assert report["codes"]["total"] == 2
    assert report["leftAlone"]["code"] == 1
    assert report["leftAlone"]["no_text"] == 1
    assert list(report["origins"]) == [next(iter(report["origins"]))]
    assert next(iter(report["origins"])).startswith("apertium ")


def test_d4_d5_an_unfinished_job_says_when_to_ask_again(live: LiveService, production: Customer) -> None:
    words = " ".join(f"The house number {number} is red." for number in range(2000))
    job = submitted(production.client, words, name="long.txt")
    answer = production.client.get(f"/v2/documents/{job}")
    assert answer.json()["status"] in {"CREATED", "IN_PROGRESS"}
    assert int(answer.headers["Retry-After"]) >= 1
    early = production.client.get(f"/v2/documents/{job}/download")
    assert early.status_code == 422
    assert "not finished" in early.json()["detail"]
    seen = set()
    while (found := record(production.client, job))["status"] != "SUCCESS":
        assert found["status"] in {"CREATED", "IN_PROGRESS"}, found
        seen.add(found["progress"])
        time.sleep(0.05)
    assert len(seen) > 1, "progress moves"
    assert "Retry-After" not in production.client.get(f"/v2/documents/{job}").headers


@pytest.mark.parametrize("letter", ["漢", "😀"])
def test_d2_a_name_of_255_characters_comes_back_whole(production: Customer, letter: str) -> None:
    name = letter * 251 + ".txt"
    job = submitted(production.client, b"The house.", name=name)
    assert finished(production.client, job)["fileName"] == name
    download = production.client.get(f"/v2/documents/{job}/download")
    assert download.headers["content-disposition"] == (
        f"attachment; filename=\"{'_' * 251}.txt\"; filename*=UTF-8''{quote(name)}"
    )
    assert submit(production.client, b"The house.", name=letter + name).status_code == 422


def test_d5_the_download_has_name_and_type_and_can_be_repeated(production: Customer) -> None:
    job = submitted(production.client, name="Größe 100% “neu”.html")
    finished(production.client, job)
    answers = [production.client.get(f"/v2/documents/{job}/download") for _ in range(3)]
    assert {answer.content for answer in answers} == {TRANSLATED_PAGE.encode()}
    headers = answers[0].headers
    assert headers["content-type"].startswith("text/html")
    assert headers["content-disposition"] == (
        'attachment; filename="Gr__e 100_ _neu_.html"; '
        "filename*=UTF-8''Gr%C3%B6%C3%9Fe%20100%25%20%E2%80%9Cneu%E2%80%9D.html"
    )
    assert headers["x-content-type-options"] == "nosniff"
    assert int(headers["content-length"]) == len(answers[0].content)


@pytest.mark.parametrize("job", ["5cc4be73-8039-426c-937a-81ac3ffeb387", "nonsense", "1", "%00"])
def test_d5_d6_an_unknown_job_is_404_everywhere(production: Customer, job: str) -> None:
    answers = [
        production.client.get(f"/v2/documents/{job}"),
        production.client.get(f"/v2/documents/{job}/download"),
        production.client.delete(f"/v2/documents/{job}"),
    ]
    assert {answer.status_code for answer in answers} == {404}
    assert {answer.text for answer in answers} == {answers[0].text}


def test_d6_another_applications_job_is_404(
    live: LiveService, production: Customer, sandbox: Customer
) -> None:
    job = submitted(production.client)
    sibling = live.client(live.create_application(production.account, "--rate-limit", "off", name="sibling"))
    unknown = production.client.get(f"/v2/documents/{uuid.uuid4()}")
    with sibling:
        for client in (sibling, sandbox.client):
            for path in (f"/v2/documents/{job}", f"/v2/documents/{job}/download"):
                answer = client.get(path)
                assert (answer.status_code, answer.text) == (404, unknown.text)
            assert client.delete(f"/v2/documents/{job}").status_code == 404
            assert job not in client.get("/v2/documents").text
    assert finished(production.client, job)["status"] == "SUCCESS"


def test_d6_jobs_are_listed_in_pages_and_deleted_on_request(live: LiveService, production: Customer) -> None:
    application = live.create_application(production.account, "--rate-limit", "off", name="lister")
    with live.client(application) as client:
        jobs = [submitted(client, translationId=str(number)) for number in range(3)]
        first = client.get("/v2/documents", params={"limit": 2}).json()
        assert [item["jobId"] for item in first["documents"]] == jobs[:0:-1]
        assert first["metadata"]["nextPage"] == 2
        second = client.get(first["metadata"]["nextPageLink"]).json()
        assert [item["jobId"] for item in second["documents"]] == jobs[:1]
        assert second["metadata"] == {
            "previousPage": 1,
            "currentPage": 2,
            "nextPage": 0,
            "itemsPerPage": 2,
            "previousPageLink": first["metadata"]["nextPageLink"].replace("offset=2", "offset=0"),
            "nextPageLink": None,
        }
        assert client.delete(f"/v2/documents/{jobs[0]}").status_code == 204
        assert client.get(f"/v2/documents/{jobs[0]}").status_code == 404
        assert client.delete(f"/v2/documents/{jobs[0]}").status_code == 404
        assert len(client.get("/v2/documents").json()["documents"]) == 2


def test_d9_types_and_pairs_are_listed(production: Customer, sandbox: Customer) -> None:
    types = {item["format"]: item for item in production.client.get("/v2/documents/types").json()}
    assert {"text", "html", "docx", "xliff", "json", "po", "markdown"} <= set(types)
    assert types["docx"]["fileExtensions"] == ["docx", "dotx"]
    assert types["html"]["contentTypes"][0] == "text/html"
    for customer in (production, sandbox):
        pairs = customer.client.get("/v2/languages/document-translation")
        assert pairs.json() == customer.client.get("/v2/languages/text-translation").json()


def test_a9_a_sandbox_account_gets_pseudo_translations(sandbox: Customer) -> None:
    page = translated(sandbox.client).decode()
    assert page != PAGE
    assert "<b>" in page
    assert "red book" not in page
