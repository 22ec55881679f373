"""Documents: submit, status, download, list, delete, analyze, types (D)."""

from __future__ import annotations

import json
from typing import Any, Final

from dragoman_client.mock import analysis, document_files
from dragoman_client.mock.callback_urls import url_problem
from dragoman_client.mock.document_jobs import DocumentJob, make_job, read_job, write_job
from dragoman_client.mock.handlers.texts import find_assets
from dragoman_client.mock.languages import detect, require_pair
from dragoman_client.mock.messages import NO_STORE, MockAnswer, empty_answer, file_answer, json_answer
from dragoman_client.mock.multipart import Form, FormPart
from dragoman_client.mock.paging import page_answer
from dragoman_client.mock.refusals import FieldProblem, detail, invalid
from dragoman_client.mock.routing import MockCall, handles
from dragoman_client.mock.state import Record
from dragoman_client.mock.times import stamp
from dragoman_client.mock.usage_counts import note_usage
from dragoman_client.mock.validation import Checker, read_parameter

COUNTING_RULE: Final = "mock/1"
_GONE: Final = (
    "There is no such document job: it never existed, or it was deleted after its time. Results are kept for "
    "a limited time after a job has finished."
)
_SEE_TYPES: Final = ": GET /v2/documents/types."


@handles("translate_document")
def submit(call: MockCall) -> MockAnswer:
    """Accept a document (D1, D2)."""
    file, fields = _read_form(call, "DocumentForm")
    source, target, detected = _check_document(call, file, fields)
    job = DocumentJob(
        account=call.account,
        application=call.application.id,
        source=source,
        target=target,
        file_name=str(file.file_name),
        data=file.data,
        fields={**fields, "format": _format(call, file)},
        pace=call.state.settings.pace,
        is_source_detected=detected,
        headers=call.request.headers,
    )
    make_job(call.state, job, path=call.request.path)
    text = document_files.read_text(job.file_name, job.data, call.state.seeds["documentTypes"])
    note_usage(call, analysis.split_segments(text), documents=1)
    return json_answer({"jobId": job.id}, status=202)


@handles("get_document")
def get_job(call: MockCall) -> MockAnswer:
    """The record of a job. An unfinished one's answer says when to ask again (D5)."""
    job = _find(call)
    read_job(call.state, job)
    headers = NO_STORE if job.is_over else {**NO_STORE, "Retry-After": str(call.state.settings.poll_seconds)}
    return json_answer(write_job(job, details=bool(call.query["details"])), headers=headers)


@handles("download_document")
def download(call: MockCall) -> MockAnswer:
    """The translated document."""
    job = _find(call)
    if job.status == "FAILED":
        raise detail(
            422,
            "There is no translated document: the job failed. Its record says why: "
            f"GET /v2/documents/{job.id}.",
        )
    if job.result is None:
        raise detail(
            422,
            "The translated document is not available yet: the job is not finished. Wait for the callback, "
            "or until the status is SUCCESS.",
        )
    kind = document_files.content_type_of(job.file_name, call.state.seeds["documentTypes"])
    return file_answer(job.result, name=job.file_name, content_type=kind)


@handles("list_documents")
def list_jobs(call: MockCall) -> MockAnswer:
    """The application's jobs, newest first."""
    status = call.query["status"]
    jobs = [
        job
        for job in reversed(list(call.state.documents.values()))
        if job.application == call.application.id and status in (None, job.status)
    ]
    empty = {"format": "", "size": 0, "report": None, "sourceDetected": None}
    return page_answer(call, "documents", jobs, lambda job: {**write_job(job), **empty})


@handles("delete_document")
def delete_job(call: MockCall) -> MockAnswer:
    """Cancel or delete a job."""
    del call.state.documents[_find(call).id]
    return empty_answer()


@handles("list_document_types")
def list_types(call: MockCall) -> MockAnswer:
    """The document types."""
    return json_answer(call.state.seeds["documentTypes"])


@handles("analyze_document")
def analyze(call: MockCall) -> MockAnswer:
    """Words by match band; nothing is translated or kept (D10)."""
    file, fields = _read_form(call, "SentDocument")
    source, target, detected = _check_document(call, file, fields)
    weights = call.state.seeds["services"][0]["weights"]
    text = document_files.read_text(str(file.file_name), file.data, call.state.seeds["documentTypes"])
    bands = analysis.count_bands([text])
    if call.query["format"] == "csv":
        table = _write_table(bands, weights, file, (source, target))
        return file_answer(table, name="analysis.csv", content_type="text/csv; charset=utf-8")
    total = analysis.write_scope(bands, weights)
    words = analysis.total_words(bands)
    body = {
        "source": source,
        "sourceDetected": detected,
        "target": target,
        "countingRule": COUNTING_RULE,
        "unicodeVersion": "",
        "asOf": stamp(),
        "memories": [],
        "total": total,
        "files": [{**total, "fileName": file.file_name, "format": _format(call, file)}],
        "limit": {"wordCount": words, "maxAllowedWords": 50_000, "exceedsLimit": words > 50_000},
        "warnings": [],
    }
    return json_answer(body, headers=NO_STORE)


def _find(call: MockCall) -> DocumentJob:
    job = call.state.documents.get(call.path["jobId"])
    if not isinstance(job, DocumentJob) or job.application != call.application.id:
        raise detail(404, _GONE)
    return job


def _read_form(call: MockCall, schema: str) -> tuple[FormPart, Record]:
    """The file and the checked fields of a form."""
    form = call.form or Form(())
    checker = Checker(call.state.contract)
    members = call.state.contract.schemas[schema]
    fields: Record = {}
    for name, one in members["properties"].items():
        texts = form.all_texts(name)
        if name == "file":
            if form.find_file("file") is None:
                checker.note(["body", "file"], "Field required", "missing")
        elif name == "options":
            fields[name] = _read_options(checker, texts[-1] if texts else "")
        elif name == "termBaseIds":
            if texts:
                words = [word.strip() for text in texts for word in text.split(",") if word.strip()]
                fields[name] = [read_parameter(word, {"type": "integer"}, checker.contract) for word in words]
                checker.check(fields[name], one, ["body", name])
        elif texts and (texts[-1] or name in members["required"]):
            fields[name] = read_parameter(texts[-1], one, checker.contract)
            _check_field(checker, name, fields[name], one)
        elif not texts and name in members["required"]:
            checker.note(["body", name], "Field required", "missing")
    if checker.problems:
        raise invalid(checker.problems)
    file = form.find_file("file")
    assert file is not None
    return file, fields


def _check_field(checker: Checker, name: str, value: Any, schema: Any) -> None:
    if name == "translationId" and len(value) > 64:
        checker.note(["body", name], "Send a shorter value: its length is at most 64", "too_long")
    else:
        checker.check(value, schema, ["body", name])


def _read_options(checker: Checker, text: str) -> Record:
    if not text:
        return {}
    try:
        options = json.loads(text)
    except ValueError:
        checker.note(["body", "options"], "The value is not valid JSON", "options_invalid")
        return {}
    if not isinstance(options, dict):
        message = 'The value is not a JSON object, such as {"comments": true}'
        checker.note(["body", "options"], message, "dict_type")
        return {}
    return options


def _check_document(call: MockCall, file: FormPart, fields: Record) -> tuple[str, str, bool]:
    """Check what is refused before acceptance; the pair, and whether the source was detected."""
    for name in ("successCallbackUrl", "errorCallbackUrl"):
        problem = url_problem(fields[name]) if fields.get(name) else None
        if problem:
            raise invalid([FieldProblem(["body", name], problem, "callback_url_refused")])
    types = call.state.seeds["documentTypes"]
    problem = document_files.name_problem(file.file_name)
    if problem:
        raise detail(422, problem)
    problem = document_files.type_problem(str(file.file_name), file.data, types)
    if problem:
        raise detail(422, problem + _SEE_TYPES)
    if len(file.data) > document_files.LARGEST_DOCUMENT:
        most = document_files.LARGEST_DOCUMENT
        raise detail(422, f"Document too large: at most {most} bytes are accepted. Split it.")
    known = call.state.contract.document_options.get(_format(call, file), ())
    unknown = sorted(set(fields.get("options") or {}) - set(known))
    if unknown:
        raise detail(422, f'Files of this type have no option "{unknown[0]}".')
    find_assets(call, fields)
    source, target = fields["source"], fields["target"]
    text = document_files.read_text(str(file.file_name), file.data, types)
    found = detect(text) if source.lower() == "auto" else None
    if source.lower() == "auto" and found is None:
        raise detail(422, "The language of the document cannot be detected reliably. Name it in `source`.")
    require_pair(found or source, target, call.state.seeds["pairs"])
    return found or source, target, found is not None


def _format(call: MockCall, file: FormPart) -> str:
    kind = document_files.find_type(str(file.file_name), call.state.seeds["documentTypes"])
    return str(kind["format"]) if kind else ""


def _write_table(bands: Any, weights: Record, file: FormPart, pair: tuple[str, str]) -> bytes:
    names = ("segments", "words", "characters", "charactersWithoutSpaces", "codes")
    lines = [f"file,band,weight,{','.join(names)},source,target"]
    for band, row in bands.items():
        counts = ",".join(str(row[name]) for name in names)
        lines.append(f"{file.file_name},{band},{weights[band]},{counts},{pair[0]},{pair[1]}")
    return "\r\n".join([*lines, ""]).encode("utf-8-sig")
