"""Files of a project: downloads one by one and as one archive, and the reference files."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Annotated
from uuid import UUID

import orjson
from fastapi import APIRouter, Path, Response
from starlette.responses import StreamingResponse

from dragoman.access.model import Caller
from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.needs import CustomerPage, OrdererPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.page.request import PageRequest, safe_next
from dragoman.dashboard.projects.callers import find_caller, find_project
from dragoman.dashboard.projects.limits import FILES_LIMIT
from dragoman.dashboard.projects.refusal_words import explain_refusal
from dragoman.dashboard.projects.showing import read_project, render_part
from dragoman.errors import Conflict, RuleBroken
from dragoman.http.downloads import download_headers
from dragoman.http.fields import Id
from dragoman.http.route_policy import route_policy
from dragoman.idempotency.model import RepeatableRequest, StoredAnswer
from dragoman.projects.archives import Archive
from dragoman.projects.intake.archiving import open_archive
from dragoman.projects.intake.checking_files import FileUpload
from dragoman.projects.intake.downloading import open_download
from dragoman.projects.intake.uploads import delete_file, upload_file
from dragoman.projects.model import FileTranslation, ProjectFile

FileId = Annotated[UUID, Path(alias="fileId")]

router = APIRouter(prefix="/ui/projects/{id}", include_in_schema=False, route_class=PageRoute)


@router.get("/files/{fileId}")
async def download(page: CustomerPage, project_id: Id, file_id: FileId) -> Response:
    """Download a file that was sent, or a finished translation of it."""
    project = await find_project(page, project_id)
    found = await open_download(page.runtime, file_id, account_id=project.account_id, project_id=project_id)
    return StreamingResponse(
        found.pieces, media_type=found.media_type, headers=download_headers(found.name, size=found.size)
    )


@router.get("/archive")
async def download_all(page: CustomerPage, project_id: Id) -> Response:
    """Download all finished files as one archive, a folder for each language."""
    project = await find_project(page, project_id)
    return send_archive(await open_archive(page.runtime, project_id, account_id=project.account_id))


def send_archive(archive: Archive) -> Response:
    """Send an archive while it is written."""
    return StreamingResponse(
        archive.pieces, media_type="application/zip", headers=download_headers(archive.name)
    )


@router.post("/files/{fileId}/delete")
async def take_out(page: OrdererPage, project_id: Id, file_id: FileId) -> Response:
    """Take a file out of a draft."""
    project = await find_project(page, project_id)
    await delete_file(page.runtime, project_id, file_id, account_id=project.account_id)
    address = safe_next(page.form.text("next"), otherwise=f"/ui/projects/{project_id}")
    return page.redirect(address, done=_("File taken out."))


@router.get("/reference")
async def show_references(page: CustomerPage, project_id: Id) -> Response:
    """List the files that only explain."""
    return await _show_references(page, project_id)


@router.post("/reference")
@route_policy(body=FILES_LIMIT)
async def add_references(page: OrdererPage, project_id: Id) -> Response:
    """Add files that only explain, as long as the project is not over."""
    project = await find_project(page, project_id)
    caller = await find_caller(page, project.account_id)
    files = page.form.files("files")
    if not files:
        page.form.add(_("Choose a file."), at="files", code="MISSING")
    for file in files:
        upload = FileUpload(file_name=file.filename or "", data=await file.read(), reference=True)
        try:
            await send_file(page, project_id, upload, caller=caller)
        except (RuleBroken, Conflict) as error:
            page.form.add(f"{upload.file_name}: {explain_refusal(error)}", at="files", code=error.code)
    if not page.form.problems:
        return page.redirect(page.path, done=_("Files added."))
    return await _show_references(page, project_id)


async def _show_references(page: PageRequest, project_id: int) -> Response:
    async with page.transaction() as tx:
        shown = await read_project(tx, page, project_id)
    most = page.runtime.settings.max_document_bytes
    return render_part(page, "projects/reference.html", shown, most_bytes=most)


async def send_file(
    page: PageRequest, project_id: int, upload: FileUpload, *, caller: Caller, key: str = ""
) -> None:
    """Add a file to a project; with a key once only, however often it is sent. Raises what uploads raise."""
    await upload_file(
        page.runtime,
        project_id,
        upload,
        caller=caller,
        repeatable=_repeatable(project_id, upload, caller=caller, key=key),
        answer=_accepted,
    )


def _repeatable(project_id: int, upload: FileUpload, *, caller: Caller, key: str) -> RepeatableRequest | None:
    if not key or not key.isascii() or not key.isprintable():
        return None
    facts = (upload.file_name, upload.source_language, *upload.target_languages, str(upload.reference))
    said = "\0".join(str(one) for one in facts).encode("utf-8", "surrogatepass")
    return RepeatableRequest(
        application_id=caller.application_id,
        method="POST",
        path=f"/ui/projects/{project_id}/files",
        key=key[:200],
        body_hash=hashlib.sha256(said + upload.data).digest(),
    )


def _accepted(file: ProjectFile, _translations: Sequence[FileTranslation]) -> StoredAnswer:
    return StoredAnswer(status=201, body=orjson.dumps({"id": str(file.id)}))
