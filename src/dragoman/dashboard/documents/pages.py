"""`/ui/documents`: jobs of the last hour, with their reports, downloads and callbacks (D3–D7)."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Path, Response
from starlette.responses import StreamingResponse

from dragoman.conversion.legacy.types import find_type
from dragoman.conversion.names import result_media_type, result_name
from dragoman.dashboard.documents.jobs import ShownJobs, list_jobs, own_application
from dragoman.dashboard.documents.words import explain_failure, write_report
from dragoman.dashboard.page.lists import read_list
from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.needs import PersonPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.page.request import PageRequest, safe_next
from dragoman.documents.actions import not_found, require_result, subject
from dragoman.documents.files import open_result
from dragoman.documents.listing import ListedDocument, delete_document, get_document
from dragoman.documents.model import JobStatus
from dragoman.http.downloads import download_headers
from dragoman.notifications.actions import list_notifications
from dragoman.notifications.model import NotificationFilter

router = APIRouter(prefix="/ui/documents", include_in_schema=False, route_class=PageRoute)


async def _job_id(job_id: Annotated[str, Path(alias="id")]) -> UUID:
    """The id of a job. Anything but a UUID is unknown."""
    try:
        return UUID(job_id)
    except ValueError:
        raise not_found() from None


JobId = Annotated[UUID, Depends(_job_id)]


@router.get("")
async def show_documents(page: PersonPage) -> Response:
    """List the jobs that have not expired."""
    state = read_list(page.request, filters=("status",))
    status = next((one for one in JobStatus if one.value == state.value("status")), None)
    application = own_application(page, await page.caller())
    found = await list_jobs(
        page, application_id=application, status=status, limit=state.limit + 1, offset=state.offset
    )
    shown, state = state.cut(found.documents)
    return page.render(
        "documents/list.html", list=state, jobs=ShownJobs(documents=shown), explain=explain_failure
    )


@router.get("/{id}")
async def show_document(page: PersonPage, job_id: JobId) -> Response:
    """Show a job with its report and the tries of its callback."""
    found = await _find(page, job_id)
    wanted = NotificationFilter(account_id=found.job.account_id, subject=subject(job_id))
    async with page.transaction() as tx:
        callbacks = await list_notifications(tx, page.runtime.keyring, wanted=wanted, limit=5)
    return page.render(
        "documents/document.html",
        jobs=ShownJobs(documents=[found]),
        found=found,
        job=found.job,
        report=write_report(found.job.report) if found.job.report is not None else None,
        callbacks=callbacks,
        explain=explain_failure,
    )


@router.get("/{id}/download")
async def download_document(page: PersonPage, job_id: JobId) -> Response:
    """Download the translated document."""
    job = require_result((await _find(page, job_id)).job)
    sent, kind = job.details.file_name, find_type(job.format)
    return StreamingResponse(
        await open_result(page.runtime.blobs, job),
        media_type=result_media_type(sent, kind),
        headers=download_headers(result_name(sent, kind), size=job.result_size),
    )


@router.post("/{id}/delete")
async def delete_job(page: PersonPage, job_id: JobId) -> Response:
    """Cancel a job, or delete it before its time."""
    application = own_application(page, await page.caller())
    async with page.transaction() as tx:
        await delete_document(tx, job_id=job_id, application_id=application)
    after = safe_next(page.form.raw("next"), otherwise="/ui/documents")
    return page.redirect(after, done=_("Document deleted."))


async def _find(page: PageRequest, job_id: UUID) -> ListedDocument:
    application = own_application(page, await page.caller())
    async with page.transaction() as tx:
        return await get_document(tx, page.runtime.keyring, job_id=job_id, application_id=application)
