"""Documents: submit, watch, download, delete; and the types that are accepted (D1–D9)."""

from __future__ import annotations

from typing import Annotated, Any, Final
from uuid import UUID

import orjson
from fastapi import APIRouter, Depends, Form, Path, Query, Request, Response
from starlette.responses import StreamingResponse

from dragoman.api.mt_v2.document_bodies import (
    AcceptedBody,
    DocumentBody,
    DocumentForm,
    DocumentListBody,
    TypeBody,
)
from dragoman.conversion.legacy.types import find_type
from dragoman.conversion.names import result_media_type, result_name
from dragoman.documents import actions
from dragoman.documents.files import open_result
from dragoman.documents.model import JobStatus
from dragoman.documents.record import write_record
from dragoman.errors import FieldProblem, Malformed
from dragoman.formats import FORMATS
from dragoman.formats.format import FileType
from dragoman.http.auth import TranslateCaller
from dragoman.http.dependencies import OpenRuntime
from dragoman.http.downloads import download_headers
from dragoman.http.errors import answer
from dragoman.http.forms import MULTIPART, FormRoute
from dragoman.http.idempotency import DescribeRepeatable, send_stored
from dragoman.http.paging import WantedPage, cut_page
from dragoman.http.responses import ANY_DOWNLOAD, PROTECTED, REPEATED, refusal
from dragoman.http.route_policy import DOCUMENT_LIMIT, route_policy
from dragoman.idempotency.model import StoredAnswer
from dragoman.notifications.addresses import parse_allow_list
from dragoman.notifications.callback_url import CallbackRefused, check_callback_url
from dragoman.settings import Settings
from dragoman.translation.assets import AssetChoice

_NOT_FOUND: Final[dict[int | str, dict[str, Any]]] = {
    404: refusal(
        "This application has no such job, or no longer.",
        name="NoSuchJob",
        detail="There is no such job, or it has expired.",
    )
}

_LONGEST_WAIT: Final = 1.0  # seconds, for a trial of LibreOffice that is not done yet
_AGAIN_SECONDS: Final = 5

uploads = APIRouter(
    prefix="/v2/documents",
    tags=["Documents"],
    responses={
        **PROTECTED,
        **REPEATED,
    },
    route_class=FormRoute,
)
router = APIRouter(prefix="/v2/documents", tags=["Documents"], responses=PROTECTED)


@uploads.post("/translate", status_code=202, response_model=AcceptedBody)
@route_policy(body=DOCUMENT_LIMIT)
async def translate_document(
    form: Annotated[DocumentForm, Form(media_type=MULTIPART)],
    caller: TranslateCaller,
    runtime: OpenRuntime,
    describe: DescribeRepeatable,
) -> Response:
    """Translate a document: it is stored, then a job translates it. Watch the job, or give callback URLs."""
    submission = actions.Submission(
        file_name=form.file.filename or "",
        data=await form.file.read(),
        source=form.source,
        target=form.target,
        success_url=_callback(form.success_callback_url, "successCallbackUrl", runtime.settings),
        error_url=_callback(form.error_callback_url, "errorCallbackUrl", runtime.settings),
        translation_id=form.translation_id,
        options=form.options,
        choice=AssetChoice(
            threshold=form.memory_threshold,
            term_base_ids=None if form.term_base_ids is None else tuple(form.term_base_ids),
            memory_id=form.translation_memory_id,
            style_id=form.style_id,
        ),
    )
    stored = await actions.submit_document(
        runtime,
        submission,
        caller=caller,
        repeatable=await describe(submission.data),
        answer=_accepted,
    )
    return send_stored(stored)


def _accepted(job_id: UUID) -> StoredAnswer:
    return StoredAnswer(status=202, body=orjson.dumps({"jobId": str(job_id)}))


def _callback(url: str | None, field: str, settings: Settings) -> str | None:
    if url is None:
        return None
    try:
        return check_callback_url(url, allow=parse_allow_list(settings.callback_allow))
    except CallbackRefused as error:
        problem = FieldProblem(location=("body", field), message=error.message, kind="callback_url_refused")
        raise Malformed([problem]) from None


@router.get("/types", response_model_exclude_unset=True)
async def list_document_types(
    _: TranslateCaller,
    runtime: OpenRuntime,
    response: Response,
) -> list[TypeBody]:
    """List the document types that are accepted now.

    With `Retry-After` the list lacks old Office documents: soon after a start it is known whether they are
    accepted.
    """
    legacy = await runtime.legacy.known_types(seconds=_LONGEST_WAIT)
    if legacy is None:
        response.headers["Retry-After"] = str(_AGAIN_SECONDS)
    return [_type(kind) for kind in (*FORMATS, *(legacy or ()))]


def _type(kind: FileType) -> TypeBody:
    body = TypeBody(
        format=kind.name,
        file_extensions=list(kind.media_types),
        content_types=list(dict.fromkeys(kind.media_types.values())),
    )
    added: dict[str, Any] = {"experimental": True} if kind.experimental else {}
    if kind.result is not None:
        added |= {"result_extension": kind.result.suffix, "result_content_type": kind.result.media_type}
    return body.model_copy(update=added)


@router.get("")
async def list_documents(
    request: Request,
    caller: TranslateCaller,
    runtime: OpenRuntime,
    page: WantedPage,
    status: Annotated[JobStatus | None, Query(description="Of this status only")] = None,
) -> DocumentListBody:
    """List the application's jobs, newest first."""
    jobs = await actions.list_jobs(
        runtime, caller=caller, status=status, limit=page.limit + 1, offset=page.offset
    )
    shown, metadata = cut_page(request, page, jobs)
    return DocumentListBody(
        documents=[DocumentBody.model_validate(write_record(job)) for job in shown], metadata=metadata
    )


async def _job_id(job_id: Annotated[str, Path(alias="jobId")]) -> UUID:
    """Parse the id of a job. Anything but a UUID is unknown (D5)."""
    try:
        return UUID(job_id)
    except ValueError:
        raise actions.not_found() from None


JobId = Annotated[UUID, Depends(_job_id)]


@router.get("/{jobId}", response_model=DocumentBody, responses=_NOT_FOUND)
async def get_document(
    job_id: JobId,
    caller: TranslateCaller,
    runtime: OpenRuntime,
    details: Annotated[bool, Query(description="Add the format and the fidelity report")] = False,
) -> Response:
    """Show the state of a job. `Retry-After` has the seconds until the next request makes sense."""
    job = await actions.find_job(runtime, job_id, caller=caller)
    headers = {} if job.is_finished else {"Retry-After": str(job.poll_seconds)}
    return answer(200, write_record(job, details=details), headers=headers)


@router.get(
    "/{jobId}/download",
    response_class=StreamingResponse,
    responses={**_NOT_FOUND, 200: ANY_DOWNLOAD},
)
async def download_document(job_id: JobId, caller: TranslateCaller, runtime: OpenRuntime) -> Response:
    """Download the translated document, as often as wanted until the job expires."""
    job = await actions.find_result(runtime, job_id, caller=caller)
    sent, kind = job.details.file_name, find_type(job.format)
    return StreamingResponse(
        await open_result(runtime.blobs, job),
        media_type=result_media_type(sent, kind),
        headers=download_headers(result_name(sent, kind), size=job.result_size),
    )


@router.delete("/{jobId}", status_code=204, responses=_NOT_FOUND)
async def delete_document(job_id: JobId, caller: TranslateCaller, runtime: OpenRuntime) -> None:
    """Cancel a job, or delete it and its files before their time. No callback follows."""
    await actions.delete_job(runtime, job_id, caller=caller)
