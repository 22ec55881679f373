"""Documents of the DeepL dialect: `/v2/document`, backed by our own document jobs (X1, D1 to D7)."""

from __future__ import annotations

from typing import Annotated, Any, Final
from uuid import UUID

import orjson
from fastapi import APIRouter, Depends, Form, Request, Response
from pydantic import ConfigDict
from starlette.responses import StreamingResponse

from dragoman.access.model import Caller
from dragoman.api.compat.bodies import read_fields
from dragoman.api.compat.deepl.assets import check_formality, choose_assets
from dragoman.api.compat.deepl.codes import read_language
from dragoman.api.compat.deepl.interface import PREFIX
from dragoman.api.compat.deepl.text import check_languages
from dragoman.api.compat.deepl.text_fields import AssetFields
from dragoman.api.compat.languages import find_routes
from dragoman.api.compat.signing import is_signed, sign
from dragoman.conversion.legacy.types import find_type
from dragoman.conversion.names import result_media_type, result_name
from dragoman.conversion.sampling import suffix_of
from dragoman.documents import actions
from dragoman.documents.analysing import guess_source
from dragoman.documents.files import open_result
from dragoman.documents.model import Job, JobStatus
from dragoman.errors import NotFound, RuleBroken, Unavailable
from dragoman.http.auth import TranslateCaller
from dragoman.http.dependencies import OpenRuntime
from dragoman.http.downloads import download_headers
from dragoman.http.errors import answer
from dragoman.http.forms import MULTIPART, FormFile, FormRoute
from dragoman.http.route_policy import DOCUMENT_LIMIT, route_policy
from dragoman.http.runtime import Runtime
from dragoman.idempotency.model import StoredAnswer
from dragoman.translation.mixed_texts import is_same_language

_PURPOSE: Final = "deepl document key"
_STATUSES: Final = {
    JobStatus.CREATED: "queued",
    JobStatus.IN_PROGRESS: "translating",
    JobStatus.SUCCESS: "done",
    JobStatus.FAILED: "error",
}

uploads = APIRouter(prefix=f"{PREFIX}/v2/document", include_in_schema=False, route_class=FormRoute)
router = APIRouter(prefix=f"{PREFIX}/v2/document", include_in_schema=False)


class DocumentFields(AssetFields):
    """A document, and how it is to be translated."""

    model_config = ConfigDict(extra="ignore", arbitrary_types_allowed=True)

    file: FormFile
    filename: str | None = None
    output_format: str | None = None


@uploads.post("")
@route_policy(body=DOCUMENT_LIMIT)
async def upload_document(
    fields: Annotated[DocumentFields, Form(media_type=MULTIPART)],
    caller: TranslateCaller,
    runtime: OpenRuntime,
) -> Response:
    """Accept a document: a job translates it."""
    name = fields.filename or fields.file.filename or ""
    data = await fields.file.read()
    if fields.target_lang is None:
        raise RuleBroken("Parameter 'target_lang' not specified.")
    target = read_language(fields.target_lang, parameter="target_lang")
    source = fields.source_lang and read_language(fields.source_lang, parameter="source_lang")
    check_languages(source, target, await find_routes(runtime, caller))
    check_formality(fields, is_followed=False)  # documents have the formality of their style rule
    choice = await choose_assets(fields, runtime, caller=caller)
    submission = actions.Submission(
        file_name=name,
        data=data,
        source=source or await _detect(name, data, target, runtime, caller),
        target=target,
        choice=choice,
    )
    if fields.output_format:
        await _check_output(submission, fields.output_format, runtime, caller)
    stored = await actions.submit_document(
        runtime, submission, caller=caller, repeatable=None, answer=lambda job: _accept(runtime, job)
    )
    return Response(stored.body, status_code=stored.status, media_type="application/json")


def _accept(runtime: Runtime, job_id: UUID) -> StoredAnswer:
    document_id = job_id.hex.upper()
    key = sign(runtime.keyring, document_id, purpose=_PURPOSE)
    return StoredAnswer(status=200, body=orjson.dumps({"document_id": document_id, "document_key": key}))


async def _detect(name: str, data: bytes, target: str, runtime: Runtime, caller: Caller) -> str:
    source = await guess_source(runtime, file_name=name, data=data, target=target, caller=caller)
    if is_same_language(source, target):
        raise RuleBroken("Source and target language are equal.")
    return source


async def _check_output(
    submission: actions.Submission, wanted: str, runtime: Runtime, caller: Caller
) -> None:
    """Refuse another type of result than the document's format has."""
    info, _ = await actions.check_submission(runtime, submission, caller=caller)
    sent = suffix_of(submission.file_name)
    known = {suffix_of(result_name(submission.file_name, find_type(info.name)))}
    if wanted.lower().lstrip(".") not in known:
        raise RuleBroken(f"Conversion from '{sent}' into '{wanted[:20]}' is not supported.")


async def _find_job(document_id: str, request: Request, caller: TranslateCaller, runtime: OpenRuntime) -> Job:
    """The job of a document, whose key is in the body. Raises `NotFound`, also for a wrong key."""
    fields: dict[str, Any] = {**request.query_params, **await read_fields(request)}
    key = fields.get("document_key")
    if not isinstance(key, str) or not is_signed(runtime.keyring, document_id.upper(), key, purpose=_PURPOSE):
        raise _not_found()
    try:
        return await actions.find_job(runtime, UUID(document_id), caller=caller)
    except (NotFound, ValueError):
        raise _not_found() from None


def _not_found() -> NotFound:
    return NotFound("Document not found: unknown id, wrong key, or it was deleted after its time.")


FoundJob = Annotated[Job, Depends(_find_job)]


@router.post("/{document_id}")
@router.get("/{document_id}", name="get_document_status")
async def show_status(document_id: str, job: FoundJob) -> Response:
    """Show how far a document is."""
    body: dict[str, Any] = {"document_id": document_id, "status": _STATUSES[job.status]}
    if not job.is_finished:
        body["seconds_remaining"] = job.poll_seconds
    elif job.failure is not None:
        body |= {"message": job.failure.reason, "error_message": job.failure.reason}
    else:
        body["billed_characters"] = (job.report or {}).get("characters", 0)
    return answer(200, body)


@router.post("/{document_id}/result")
@router.get("/{document_id}/result", name="get_document_result")
async def download_result(job: FoundJob, runtime: OpenRuntime) -> Response:
    """Download the translated document, as often as wanted until the job expires."""
    if not job.is_finished:
        raise Unavailable("Document translation is not done.", retry_after=job.poll_seconds)
    actions.require_result(job)
    sent, kind = job.details.file_name, find_type(job.format)
    return StreamingResponse(
        await open_result(runtime.blobs, job),
        media_type=result_media_type(sent, kind),
        headers=download_headers(result_name(sent, kind), size=job.result_size),
    )
