"""Files of projects: send, list, read, download, take out (P13, P14)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final
from uuid import UUID

from fastapi import APIRouter, Depends, Path, Request, Response
from starlette.responses import StreamingResponse

from dragoman.api.project_v1.any_case import AnyCaseRoute, ProjectId, with_aliases
from dragoman.api.project_v1.customer_request import OpenCustomerRequest, respond
from dragoman.api.project_v1.file_bodies import FileListBody, ProjectFileBody, write_any_file, write_file
from dragoman.api.project_v1.file_uploads import ReadUpload, upload_body
from dragoman.api.project_v1.project_bodies import CUSTOMER, NO_PROJECT
from dragoman.http.auth import ProjectsCaller
from dragoman.http.dependencies import OpenRuntime
from dragoman.http.downloads import download_headers
from dragoman.http.paging import WantedPage, cut_page
from dragoman.http.responses import ANY_DOWNLOAD, REPEATED, Responses, download, refusal
from dragoman.http.route_policy import DOCUMENT_LIMIT, route_policy
from dragoman.idempotency.model import StoredAnswer
from dragoman.projects.file_refusals import no_such_file
from dragoman.projects.intake import archiving, downloading, uploads
from dragoman.projects.model import FileTranslation, ProjectFile

_OF_PROJECT: Final = (
    "/project/{id}/file",
    "/projects/{id}/files",
    "/project/{id}/files",
    "/projects/{id}/file",
)
_ONE: Final = (
    "/projects/{id}/files/{fileId}",
    "/project/{id}/file/{fileId}",
    "/project/{id}/files/{fileId}",
    "/projects/{id}/file/{fileId}",
)
_NO_FILE: Final[Responses] = {
    404: refusal("There is no such file.", name="NoSuchFile", detail="There is no such file.")
}
_BYTES: Final[dict[int | str, dict[str, Any]]] = {
    **_NO_FILE,
    200: ANY_DOWNLOAD,
}

router = APIRouter(prefix="/project/v1", tags=["Project files"], responses=CUSTOMER, route_class=AnyCaseRoute)


async def _file_id(file_id: Annotated[str, Path(alias="fileId")]) -> UUID:
    """Parse the id of a file. Anything but a UUID is unknown."""
    try:
        return UUID(file_id)
    except ValueError:
        raise no_such_file() from None


FileId = Annotated[UUID, Depends(_file_id)]


@with_aliases(
    router,
    "POST",
    _OF_PROJECT,
    status_code=201,
    response_model=ProjectFileBody,
    responses={**REPEATED, **NO_PROJECT},
    openapi_extra=upload_body(),
)
@route_policy(body=DOCUMENT_LIMIT)
async def upload_file(
    project_id: ProjectId, sent: ReadUpload, caller: ProjectsCaller, runtime: OpenRuntime
) -> Response:
    """Send a file to a project: to be translated, or with `reference=true` to be read by who translates."""
    stored = await uploads.upload_file(
        runtime, project_id, sent.upload, caller=caller, repeatable=sent.repeatable, answer=_created
    )
    return respond(stored)


def _created(file: ProjectFile, translations: Sequence[FileTranslation]) -> StoredAnswer:
    body = write_file(downloading.SentFileRecord(file=file, translations=translations))
    return StoredAnswer(
        status=201,
        body=body.model_dump_json().encode(),
        headers={"Location": f"/project/v1/files/{file.id}"},
    )


@with_aliases(router, "GET", _OF_PROJECT, responses=NO_PROJECT)
async def list_project_files(
    request: Request, project_id: ProjectId, ctx: OpenCustomerRequest, page: WantedPage
) -> FileListBody:
    """List a project's files, the newest first."""
    found = await downloading.list_records(
        ctx.tx,
        account_id=ctx.caller.account_id,
        project_id=project_id,
        limit=page.limit + 1,
        offset=page.offset,
    )
    shown, metadata = cut_page(request, page, found)
    return FileListBody(files=[write_file(one) for one in shown], metadata=metadata)


@router.get("/files")
async def list_files(request: Request, ctx: OpenCustomerRequest, page: WantedPage) -> FileListBody:
    """List the files of all projects, the newest first."""
    found = await downloading.list_records(
        ctx.tx, account_id=ctx.caller.account_id, limit=page.limit + 1, offset=page.offset
    )
    shown, metadata = cut_page(request, page, found)
    return FileListBody(files=[write_file(one) for one in shown], metadata=metadata)


@router.get("/files/{fileId}", responses=_NO_FILE)
async def get_file(file_id: FileId, ctx: OpenCustomerRequest) -> ProjectFileBody:
    """Show a file that was sent and its translations, or a translated file."""
    found = await downloading.find_record(ctx.tx, file_id, account_id=ctx.caller.account_id)
    return write_any_file(found)


@router.get("/files/{fileId}/content", response_class=StreamingResponse, responses=_BYTES)
async def download_file(file_id: FileId, caller: ProjectsCaller, runtime: OpenRuntime) -> Response:
    """Download a file that was sent, or a finished translation of it."""
    found = await downloading.open_download(runtime, file_id, account_id=caller.account_id)
    return _send(found)


@with_aliases(router, "GET", _ONE, response_class=StreamingResponse, responses=_BYTES)
async def download_project_file(
    project_id: ProjectId, file_id: FileId, caller: ProjectsCaller, runtime: OpenRuntime
) -> Response:
    """Download a file of a project, or a finished translation of it."""
    found = await downloading.open_download(
        runtime, file_id, account_id=caller.account_id, project_id=project_id
    )
    return _send(found)


def _send(found: downloading.Download) -> Response:
    return StreamingResponse(
        found.pieces,
        media_type=found.media_type,
        headers=download_headers(found.name, size=found.size),
    )


@with_aliases(
    router,
    "GET",
    ("/projects/{id}/archive", "/project/{id}/archive"),
    response_class=StreamingResponse,
    responses={**NO_PROJECT, 200: download("application/zip")},
)
async def download_project_archive(
    project_id: ProjectId, caller: ProjectsCaller, runtime: OpenRuntime
) -> Response:
    """Download all finished files of a project as one zip, a folder for each language."""
    archive = await archiving.open_archive(runtime, project_id, account_id=caller.account_id)
    return StreamingResponse(
        archive.pieces, media_type="application/zip", headers=download_headers(archive.name)
    )


@with_aliases(router, "DELETE", _ONE, status_code=204, responses=_NO_FILE)
async def delete_file(
    project_id: ProjectId, file_id: FileId, caller: ProjectsCaller, runtime: OpenRuntime
) -> None:
    """Remove a file from a draft."""
    await uploads.delete_file(runtime, project_id, file_id, account_id=caller.account_id)
