"""`/translate_file` and `/download_file/…` of the LibreTranslate dialect: documents, answered when done."""

from __future__ import annotations

import asyncio
import re
import time
from contextlib import suppress
from typing import Final
from urllib.parse import quote
from uuid import UUID

from fastapi import APIRouter, Request, Response
from starlette.datastructures import FormData, UploadFile
from starlette.responses import StreamingResponse

from dragoman.access.model import Caller
from dragoman.api.compat.calls import admit_by_field
from dragoman.api.compat.libretranslate.calls import LibreCall, read_language
from dragoman.api.compat.libretranslate.interface import KEY, PREFIX
from dragoman.api.compat.signing import is_signed, sign
from dragoman.conversion.legacy.types import find_type
from dragoman.conversion.names import result_media_type, result_name
from dragoman.documents.actions import (
    Submission,
    delete_job,
    find_job,
    find_result_of_account,
    not_found,
    submit_document,
)
from dragoman.documents.analysing import guess_source
from dragoman.documents.files import open_result
from dragoman.documents.model import Job, JobStatus
from dragoman.errors import NotFound, RuleBroken, TimedOut, Unavailable
from dragoman.http.dependencies import OpenRuntime
from dragoman.http.disconnects import while_connected
from dragoman.http.downloads import download_headers
from dragoman.http.forms import read_form
from dragoman.http.route_policy import DOCUMENT_LIMIT, route_policy
from dragoman.http.runtime import Runtime
from dragoman.idempotency.model import StoredAnswer
from dragoman.translation.source_detection import AUTO

_PURPOSE: Final = "libretranslate downloads"
_TOKEN: Final = re.compile("[0-9a-f]{112}")  # job, account, master key, hash
_NAMED: Final = 40  # characters: job and account
_LONGEST_WAIT: Final = 300.0  # seconds for the translation, while the client waits
_FIRST_PAUSE: Final = 0.1  # seconds until the job is looked at again; more each time
_LONGEST_PAUSE: Final = 2.0

router = APIRouter(prefix=PREFIX, include_in_schema=False)


@router.post("/translate_file")
@route_policy(body=DOCUMENT_LIMIT)
async def translate_libre_file(request: Request, runtime: OpenRuntime) -> dict[str, str]:
    """Translate a document, and say where the result is."""
    form = await read_form(request)
    try:
        caller = await admit_by_field(request, form, KEY)
        submission = await _read_submission(form, runtime, caller)
    finally:
        await form.close()
    stored = await submit_document(runtime, submission, caller=caller, repeatable=None, answer=_note_job)
    job = await _finish(request, runtime, UUID(bytes=stored.body), caller=caller)
    name = result_name(job.details.file_name, find_type(job.format))
    base = (runtime.settings.public_url or str(request.base_url)).rstrip("/")
    token = _make_token(runtime, job)
    return {"translatedFileUrl": f"{base}{PREFIX}/download_file/{token}.{quote(name, safe='')}"}


def _make_token(runtime: Runtime, job: Job) -> str:
    """The secret part of a link, by which anyone may download the result: clients show no key there."""
    named = f"{job.id.hex}{job.account_id:08x}"
    return named + sign(runtime.keyring, named, purpose=_PURPOSE)


async def _find_result(runtime: Runtime, token: str) -> Job:
    """The job of a link, with a result. Raises `NotFound`, also for an invalid token."""
    named = token[:_NAMED]
    if _TOKEN.fullmatch(token) is None or not is_signed(
        runtime.keyring, named, token[_NAMED:], purpose=_PURPOSE
    ):
        raise not_found()
    job_id, account_id = UUID(hex=named[:32]), int(named[32:], 16)
    return await find_result_of_account(runtime, job_id, account_id=account_id)


def _note_job(job_id: UUID) -> StoredAnswer:
    return StoredAnswer(status=200, body=job_id.bytes)


async def _read_submission(form: FormData, runtime: Runtime, caller: Caller) -> Submission:
    call = LibreCall(fields=form, caller=caller)
    source, target = call.require("source"), read_language(call.require("target"))
    file = form.get("file")
    if not isinstance(file, UploadFile):
        raise RuleBroken("Invalid request: missing file parameter")
    name, data = file.filename or "", await file.read()
    if source == AUTO:
        code = await guess_source(runtime, file_name=name, data=data, target=target, caller=caller)
    else:
        code = read_language(source)
    return Submission(file_name=name, data=data, source=code, target=target)


async def _finish(request: Request, runtime: Runtime, job_id: UUID, *, caller: Caller) -> Job:
    """Wait for the end of a job. When the client waits no longer, it is deleted: no link leads to it."""
    done = False
    try:
        job = await while_connected(request, _wait(request, runtime, job_id, caller=caller))
        done = job.status is JobStatus.SUCCESS
    finally:
        if not done:
            await asyncio.shield(_discard(runtime, job_id, caller=caller))
    if job.failure is not None:
        raise RuleBroken(f"Cannot translate file: {job.failure.reason}")
    return job


async def _wait(request: Request, runtime: Runtime, job_id: UUID, *, caller: Caller) -> Job:
    """The finished job. Raises `TimedOut`, and `Unavailable` when the service stops."""
    end, pause = time.monotonic() + _LONGEST_WAIT, _FIRST_PAUSE
    while True:
        job = await find_job(runtime, job_id, caller=caller)
        if job.is_finished:
            return job
        if time.monotonic() > end:
            raise TimedOut(
                f"The document was not translated within {_LONGEST_WAIT:.0f} seconds. Send long documents to "
                "POST /v2/documents/translate, which does not wait."
            )
        if request.app.state.draining:
            raise Unavailable("The service is stopping. Send the document again.")
        await asyncio.sleep(pause)
        pause = min(pause * 1.5, _LONGEST_PAUSE)


async def _discard(runtime: Runtime, job_id: UUID, *, caller: Caller) -> None:
    with suppress(NotFound):  # it has expired, or its owner was quicker
        await delete_job(runtime, job_id, caller=caller)


@router.get("/download_file/{name}")
@route_policy(is_public=True)
async def download_libre_file(name: str, runtime: OpenRuntime) -> Response:
    """Download a translated document by its link, as often as wanted until it expires."""
    job = await _find_result(runtime, name.partition(".")[0])
    sent, kind = job.details.file_name, find_type(job.format)
    return StreamingResponse(
        await open_result(runtime.blobs, job),
        media_type=result_media_type(sent, kind),
        headers=download_headers(result_name(sent, kind), size=job.result_size),
    )
