"""D1, D3 to D10: documents that are translated, and how their jobs end."""

from __future__ import annotations

import uuid
from urllib.parse import quote

from dragoman_client.conformance.expectations import (
    expect,
    expect_detail,
    expect_equal,
    expect_fields,
    expect_header,
    expect_json,
    expect_page,
    expect_status,
    expect_time,
)
from dragoman_client.conformance.registry import check
from dragoman_client.conformance.samples import sample_page
from dragoman_client.conformance.server import CheckedServer
from dragoman_client.conformance.steps import (
    DOCUMENTS,
    finish_document,
    random_id,
    submit,
    submit_job,
    wait_for_document,
)

_RECORD = (
    "jobId", "source", "target", "fileName", "translationId", "successCallbackUrl", "errorCallbackUrl",
    "status", "reason", "errorCode", "errorData", "progress", "createdAt", "finishedAt", "expiresAt",
)  # fmt: skip


@check("D1")
def accepted(server: CheckedServer) -> None:
    """A document is answered by 202 and a jobId that is a UUID, nothing else."""
    answer = submit(server)
    body = expect_json(answer, 202)
    expect_fields(answer, body, ("jobId",), no_more=True)
    expect_equal(answer, "jobId", body["jobId"], str(uuid.UUID(body["jobId"])))


@check("D1", "D5")
def translated(server: CheckedServer) -> None:
    """The downloaded document has the tags of the source, and other words."""
    page = sample_page(server.texts)
    answer = server.customer.get(f"{DOCUMENTS}/{finish_document(server, page)}/download")
    expect_status(answer, 200)
    expect(answer, "<b>" in answer.text and "<title>" in answer.text, "the tags of the page", answer.text)
    expect(answer, server.texts.second not in answer.text, "a translation", answer.text)


@check("D3")
def record_fields(server: CheckedServer) -> None:
    """The record has its fields; those that were sent are given back."""
    name = random_id()
    answer = wait_for_document(server, submit_job(server, translationId=name))
    found = answer.json()
    expect_fields(answer, found, _RECORD)
    sent = {
        "source": server.target.source,
        "target": server.target.target,
        "fileName": "page.html",
        "translationId": name,
        "successCallbackUrl": None,
        "errorCallbackUrl": None,
        "progress": 1,
    }
    expect_equal(answer, "record", {field: found[field] for field in sent}, sent)
    for field in ("createdAt", "finishedAt", "expiresAt"):
        expect_time(answer, field, found[field])


@check("D4")
def status_of_success(server: CheckedServer) -> None:
    """A job is CREATED or IN_PROGRESS, then SUCCESS without any error."""
    job = submit_job(server)
    first = server.customer.get(f"{DOCUMENTS}/{job}")
    status = expect_json(first)["status"]
    expect(first, status in {"CREATED", "IN_PROGRESS", "SUCCESS"}, "one of the four statuses", status)
    last = wait_for_document(server, job)
    found = [last.json()[name] for name in ("status", "reason", "errorCode", "errorData")]
    expect_equal(last, "status, reason, errorCode, errorData", found, ["SUCCESS", None, None, None])


@check("D4", "D5")
def unfinished(server: CheckedServer) -> None:
    """An unfinished job has Retry-After, and its download is 422."""
    text = " ".join(f"{server.texts.first} {number}" for number in range(4000))
    job = submit_job(server, text, name="long.txt")
    download = server.customer.get(f"{DOCUMENTS}/{job}/download")
    answer = server.customer.get(f"{DOCUMENTS}/{job}")
    if expect_json(answer)["status"] in {"CREATED", "IN_PROGRESS"}:
        expect_header(answer, "Retry-After", r"[1-9]\d*$")
        expect_detail(download, 422, "not finished")
    done = server.customer.get(f"{DOCUMENTS}/{finish_document(server)}")
    expect(done, "Retry-After" not in done.headers, "no Retry-After of a finished job", "Retry-After")


@check("D5")
def download_headers(server: CheckedServer) -> None:
    """A download has the file's name and type, and can be repeated."""
    name = "Größe 100%.html"
    job = finish_document(server, name=name)
    first, second = (server.customer.get(f"{DOCUMENTS}/{job}/download") for _ in range(2))
    expect_status(first, 200)
    expect_header(first, "Content-Type", "text/html")
    disposition = expect_header(first, "Content-Disposition", r"attachment;")
    expect(first, f"filename*=UTF-8''{quote(name)}" in disposition, f"the name {name}", disposition)
    expect_equal(first, "Content-Length", first.headers.get("Content-Length"), str(len(first.content)))
    expect_equal(second, "the same bytes again", second.content == first.content, True)


@check("D5", "D6")
def unknown_jobs(server: CheckedServer) -> None:
    """An unknown job, and what is not a UUID, is 404 everywhere."""
    for job in (random_id(), "nonsense", "1"):
        expect_detail(server.customer.get(f"{DOCUMENTS}/{job}"), 404)
        expect_detail(server.customer.get(f"{DOCUMENTS}/{job}/download"), 404)
        expect_detail(server.customer.delete(f"{DOCUMENTS}/{job}"), 404)


@check("D6")
def listed(server: CheckedServer) -> None:
    """Jobs are listed in pages, the newest first."""
    jobs = [submit_job(server) for _ in range(2)]
    answer = server.customer.get(DOCUMENTS, params={"limit": 1})
    page = expect_json(answer)
    expect_equal(answer, "jobs", [one["jobId"] for one in page["documents"]], jobs[1:])
    expect_page(answer, page["metadata"])
    following = server.customer.get(page["metadata"]["nextPageLink"])
    expect_equal(following, "jobs", [one["jobId"] for one in expect_json(following)["documents"]], jobs[:1])
    expect_equal(following, "currentPage", following.json()["metadata"]["currentPage"], 2)


@check("D6")
def deleted(server: CheckedServer) -> None:
    """A deleted job is 404 at once, its download too."""
    job = finish_document(server)
    answer = server.customer.delete(f"{DOCUMENTS}/{job}")
    expect_status(answer, 204)
    expect_equal(answer, "bytes of the body", len(answer.content), 0)
    for path in (f"{DOCUMENTS}/{job}", f"{DOCUMENTS}/{job}/download"):
        expect_detail(server.customer.get(path), 404)
    listing = server.customer.get(DOCUMENTS)
    expect(listing, job not in listing.text, "a list without the job", "the job")


@check("D7", "E3")
def empty_document(server: CheckedServer) -> None:
    """An empty document fails with DOCUMENT_EMPTY, a reason and data; its download is 422."""
    job = submit_job(server, b"")
    answer = wait_for_document(server, job)
    found = answer.json()
    expect_equal(
        answer, "status, errorCode", [found["status"], found["errorCode"]], ["FAILED", "DOCUMENT_EMPTY"]
    )
    expect(answer, isinstance(found["reason"], str) and found["reason"], "a reason", found["reason"])
    expect(answer, isinstance(found["errorData"], dict), "errorData: an object", found["errorData"])
    expect_detail(server.customer.get(f"{DOCUMENTS}/{job}/download"), 422, "failed")


@check("D7", "E3")
def too_many_words(server: CheckedServer) -> None:
    """Too many words fail with MAX_WORDS_EXCEEDED, maxAllowedWords and wordCount."""
    limits = server.customer.get("/v2/limits")
    found = limits.json() if limits.status_code == 200 else {}
    words = int(found.get("documentWords", 50_000)) + 1
    answer = wait_for_document(server, submit_job(server, "word " * words, name="long.txt"))
    expect_equal(answer, "errorCode", answer.json()["errorCode"], "MAX_WORDS_EXCEEDED")
    data = {"maxAllowedWords": words - 1, "wordCount": words}
    expect_equal(answer, "errorData", answer.json()["errorData"], data)


@check("D7", "E3")
def corrupt_document(server: CheckedServer) -> None:
    """A broken file of a supported type fails with DOCUMENT_CORRUPT."""
    answer = wait_for_document(server, submit_job(server, b'{"a": ', name="broken.json"))
    found = [answer.json()["status"], answer.json()["errorCode"]]
    expect_equal(answer, "status, errorCode", found, ["FAILED", "DOCUMENT_CORRUPT"])


@check("D10")
def analysed(server: CheckedServer) -> None:
    """An analysis has words by band, and stores nothing."""
    before = _count_of_jobs(server)
    form = {"source": server.target.source, "target": server.target.target}
    files = {"file": ("page.html", sample_page(server.texts).encode())}
    answer = server.customer.post("/v2/documents/analyze", data=form, files=files)
    found = expect_json(answer)
    expect_fields(answer, found, ("total", "files"))
    total = found["total"]
    expect(answer, total["words"] >= 5, "at least 5 words", total["words"])
    words = sum(band["words"] for band in total["bands"])
    expect_equal(answer, "words of all bands", words, total["words"])
    expect_equal(answer, "number of jobs", _count_of_jobs(server), before)


def _count_of_jobs(server: CheckedServer) -> int:
    return len(expect_json(server.customer.get(DOCUMENTS, params={"limit": 500}))["documents"])
