"""The steps of a document as flows: submit, status, wait, download."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypedDict

from dragoman_client import errors
from dragoman_client.documents.results import (
    Document,
    DocumentProgress,
    DocumentStage,
    DocumentStatus,
    ReportProgress,
    TranslatedDocument,
)
from dragoman_client.errors import InvalidInputError, Refusal
from dragoman_client.exchange import FileSink, FileSource, file_name, make_upload
from dragoman_client.flows import Flow, pause
from dragoman_client.records import read
from dragoman_client.retry_after import parse_retry_after
from dragoman_client.sending import Call, Connection, Repeats, at, call, call_json

_FIRST_LOOK: Final = 0.3  # seconds after a document was sent
_LONGEST_PAUSE: Final = 10.0  # seconds between two looks
_DOCUMENT: Final = "/v2/documents/{}"


class DocumentOptions(TypedDict, total=False):
    """What can be chosen for a document besides its languages (clause D1)."""

    options: Mapping[str, Any]  # of its format, such as {"skipKeys": ["id"]}
    success_callback_url: str
    error_callback_url: str
    translation_id: str  # your own, at most 64 characters
    term_bases: Sequence[int]
    memory: int
    memory_threshold: int
    style: int


class DocumentArguments(DocumentOptions, total=False):
    """What can be said of a document from a file to a file."""

    name: str  # of a document that is bytes or an open file
    timeout: float  # seconds to wait for the translation
    progress: ReportProgress


_WIRE: Final[Mapping[str, str]] = {
    "options": "options",
    "success_callback_url": "successCallbackUrl",
    "error_callback_url": "errorCallbackUrl",
    "translation_id": "translationId",
    "term_bases": "termBaseIds",
    "memory": "translationMemoryId",
    "memory_threshold": "memoryThreshold",
    "style": "styleId",
}


def submit(
    connection: Connection,
    file: FileSource,
    *,
    languages: tuple[str, str],
    name: str | None = None,
    progress: ReportProgress | None = None,
    chosen: Mapping[str, Any],
) -> Flow[str]:
    """Send a document; the id of its job. `languages` are source and target, `chosen` `DocumentOptions`."""
    upload = make_upload(file, name=name, progress=_bytes_of(DocumentStage.UPLOAD, None, progress))
    source, target = languages
    wanted = Call(
        method="POST",
        path="/v2/documents/translate",
        form={"source": source, "target": target, **_form(chosen)},
        upload=upload,
        repeats=Repeats.WITH_KEY,
    )
    answer = yield from call_json(connection, wanted)
    job = answer.get("jobId") if isinstance(answer, dict) else None
    if not isinstance(job, str):
        raise errors.UnexpectedAnswerError("The server accepted the document without telling its job.")
    return job


def get(connection: Connection, job: str, *, details: bool = False) -> Flow[Document]:
    """A document. Raises `NotFoundError` for an unknown or expired one."""
    document, _ = yield from _look(connection, job, details=details)
    return document


def wait(
    connection: Connection,
    job: str,
    *,
    timeout: float | None = None,
    progress: ReportProgress | None = None,
) -> Flow[Document]:
    """Wait until a document is translated.

    Raises `DocumentFailedError` when it failed, `DocumentNotReadyError` when it is not finished after
    `timeout` seconds: to wait again goes on.
    """
    end = None if timeout is None else time.monotonic() + timeout
    seconds = _FIRST_LOOK
    while True:
        document, retry_after = yield from _look(connection, job)
        if progress is not None:
            done = 1.0 if document.is_finished else document.progress
            progress(DocumentProgress(stage=DocumentStage.TRANSLATION, fraction=done, job_id=job))
        if document.status == DocumentStatus.SUCCESS:
            return document
        if document.status == DocumentStatus.FAILED:
            raise failure(document)
        seconds = min(_LONGEST_PAUSE, max(seconds, retry_after or 0.0))
        if end is not None and time.monotonic() + seconds > end:
            raise errors.DocumentNotReadyError(
                f"The document {job} is {document.progress:.0%} translated after {timeout:g} seconds. "
                "It goes on; wait for it again.",
                job=job,
            )
        yield from pause(seconds)
        seconds *= 1.5


def download(connection: Connection, document: Document, sink: FileSink) -> Flow[TranslatedDocument]:
    """Get the translated document into a sink."""
    wanted = Call(
        method="GET",
        path=at("/v2/documents/{}/download", document.job_id),
        sink=sink,
        headers={"Accept": "*/*"},
    )
    try:
        answer = yield from call(connection, wanted)
    except errors.ValidationError as error:
        raise _not_downloadable(error, document.job_id) from None
    content = sink.content() if sink.path is None else None
    name = file_name(answer.headers)
    return TranslatedDocument(document=document, path=sink.path, content=content, name=name)


def make_sink(
    output: Path | None,
    *,
    source: Path | None,
    target: str,
    progress: ReportProgress | None = None,
    job: str | None = None,
) -> FileSink:
    """Where a translated document goes: a file, a folder, or beside its source (`manual.es.docx`); or memory.

    Raises `InvalidInputError` where it would take the place of its source, or where there is no folder.
    """
    report = _bytes_of(DocumentStage.DOWNLOAD, job, progress)
    if output is None and source is None:
        return FileSink(None, report)

    def choose(headers: Mapping[str, str]) -> Path:
        # The server tells another extension where the result is of another type.
        suffix = Path(file_name(headers) or "").suffix
        if output is not None and not output.is_dir():
            is_other = source is not None and suffix and output.suffix.lower() == source.suffix.lower()
            return output.with_suffix(suffix) if is_other else output
        assert source is not None or output is not None
        if source is None:
            assert output is not None
            return output / (file_name(headers) or f"{job}")
        name = f"{source.stem}.{target}{suffix or source.suffix}"
        return (output or source.parent) / name

    check_output(output, source)
    return FileSink(choose, report)


def check_output(output: Path | None, source: Path | None) -> None:
    """Raises `InvalidInputError` for an output that cannot be, before anything is sent and paid."""
    if output is None:
        return
    if source is not None and output.exists() and source.exists() and output.samefile(source):
        raise InvalidInputError(f"{output} is the document itself. Choose another output.")
    if not output.is_dir() and not output.absolute().parent.is_dir():
        raise InvalidInputError(f"There is no folder {output.absolute().parent}. Make it first.")


def failure(document: Document) -> errors.DocumentFailedError:
    """The exception of a document that failed."""
    code = document.error_code or "INTERNAL_ERROR"
    refusal = Refusal(status=200, code=code, data=document.error_data or {})
    reason = document.reason or "The document could not be translated."
    error = errors.DocumentFailedError(f"{reason} ({code})", job=document.job_id, refusal=refusal)
    error.status = None
    return error


def _look(connection: Connection, job: str, *, details: bool = False) -> Flow[tuple[Document, float | None]]:
    query = {"details": "true"} if details else {}
    answer = yield from call(connection, Call(method="GET", path=at(_DOCUMENT, job), query=query))
    try:
        data = answer.json()
    except ValueError:
        raise errors.UnexpectedAnswerError(f"The server did not answer with the document {job}.") from None
    return read(Document, data), parse_retry_after(answer.headers.get("retry-after"))


def _not_downloadable(error: errors.ValidationError, job: str) -> errors.DocumentError:
    refusal = Refusal(status=422, code=error.code, request_id=error.request_id)
    return errors.DocumentNotReadyError(error.message, job=job, refusal=refusal)


def _form(chosen: Mapping[str, Any]) -> dict[str, Any]:
    unknown = set(chosen) - set(_WIRE)
    if unknown:
        raise TypeError(f"A document has no option {min(unknown)!r}")
    form = {_WIRE[name]: value for name, value in chosen.items() if value is not None}
    if "options" in form:
        form["options"] = json.dumps(form["options"])
    if "termBaseIds" in form:
        form["termBaseIds"] = [str(one) for one in form["termBaseIds"]]
    return {name: value if isinstance(value, list) else str(value) for name, value in form.items()}


def _bytes_of(stage: DocumentStage, job: str | None, progress: ReportProgress | None) -> Any:
    if progress is None:
        return None

    def report(done: int, size: int | None) -> None:
        fraction = done / size if size else None
        progress(DocumentProgress(stage=stage, fraction=fraction, job_id=job))

    return report
