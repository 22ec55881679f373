"""Memories as files of TMX: imports, which are jobs, and exports (V4)."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator
from typing import Annotated, Final

import orjson
from fastapi import APIRouter, Form, Query, Request, Response, UploadFile
from starlette.responses import StreamingResponse

from dragoman.api.http.auth import ProviderCaller
from dragoman.api.http.dependencies import OpenRuntime
from dragoman.api.http.downloads import disposition
from dragoman.api.http.forms import MULTIPART
from dragoman.api.http.idempotency import DescribeRepeatable
from dragoman.api.http.paging import WantedPage, cut_page
from dragoman.api.http.responses import download
from dragoman.api.provider_v1.desk import ManagerDesk, OpenDesk
from dragoman.api.provider_v1.fields import Id
from dragoman.api.provider_v1.memory_unit_bodies import (
    AcceptedMemoryImportBody,
    MemoryImportBody,
    MemoryImportDetailsBody,
    MemoryImportForm,
    MemoryImportListBody,
    write_import,
    write_problem,
)
from dragoman.api.provider_v1.memory_units import WantedUnits
from dragoman.api.provider_v1.responses import NOT_FOUND, STAFF
from dragoman.api.provider_v1.roles import ManagerStaff, StaffFormRoute, StaffRoute
from dragoman.blobs.blob import PIECE, started
from dragoman.idempotency.model import StoredAnswer
from dragoman.languages import canonical
from dragoman.memories import actions as memories
from dragoman.memories.exports import export_memory
from dragoman.memories.imports import actions
from dragoman.memories.imports.model import Import, ImportOptions

_PREFIX: Final = "/provider/v1/translation-memories/{id}"

uploads = APIRouter(
    prefix=_PREFIX,
    tags=["Provider"],
    responses={**STAFF, **NOT_FOUND},
    route_class=StaffFormRoute,
)
router = APIRouter(
    prefix=_PREFIX,
    tags=["Provider"],
    responses={**STAFF, **NOT_FOUND},
    route_class=StaffRoute,
)


@uploads.post("/imports", status_code=202, response_model=AcceptedMemoryImportBody)
async def create_import(
    id: Id,  # noqa: A002 - the name of the interface
    form: Annotated[MemoryImportForm, Form(media_type=MULTIPART)],
    caller: ProviderCaller,
    _: ManagerStaff,
    runtime: OpenRuntime,
    describe: DescribeRepeatable,
) -> Response:
    """Accept a file of TMX: it is stored, and a job brings its units in. Needs the role manager."""
    stored = await actions.submit_import(
        runtime.memory_resources(),
        id,
        upload=_read_form(form),
        caller=caller,
        repeatable=await describe(await _digest(form.file)),
        answer=_accepted,
    )
    return Response(
        stored.body, status_code=stored.status, headers=dict(stored.headers), media_type="application/json"
    )


def _accepted(made: Import) -> StoredAnswer:
    location = f"/provider/v1/translation-memories/{made.memory_id}/imports/{made.id}"
    body = orjson.dumps({"id": made.id})
    return StoredAnswer(status=202, body=body, headers={"Location": location})


def _read_form(form: MemoryImportForm) -> actions.Upload:
    return actions.Upload(
        file_name=form.file.filename or "",
        size=form.file.size or 0,
        pieces=_pieces(form.file),
        options=ImportOptions(
            source_language=form.source and canonical(form.source),
            target_languages=tuple(canonical(one) for one in form.targets),
            origin=form.origin,
            status=form.status,
        ),
    )


async def _pieces(file: UploadFile) -> AsyncIterator[bytes]:
    await file.seek(0)
    while piece := await file.read(PIECE):
        yield piece


async def _digest(file: UploadFile) -> bytes:
    """What stands for the file among repeated requests: it may be larger than memory."""
    digest = hashlib.sha256()
    async for piece in _pieces(file):
        digest.update(piece)
    return digest.digest()


@router.get("/imports")
async def list_imports(request: Request, id: Id, desk: OpenDesk, page: WantedPage) -> MemoryImportListBody:  # noqa: A002
    """List a memory's imports, newest first."""
    found = await actions.list_imports(desk.tx, id, limit=page.limit + 1, offset=page.offset)
    shown, metadata = cut_page(request, page, found)
    return MemoryImportListBody(imports=[write_import(one) for one in shown], metadata=metadata)


@router.get("/imports/{importId}")
async def get_import(id: Id, importId: Id, desk: OpenDesk, page: WantedPage) -> MemoryImportDetailsBody:  # noqa: A002, N803
    """Show how far an import is and what could not be kept: a page of its problems."""
    report = await actions.find_import(desk.tx, id, importId, limit=page.limit, offset=page.offset)
    problems = [write_problem(one) for one in report.problems]
    return MemoryImportDetailsBody(**write_import(report.record).model_dump(), problems=problems)


@router.delete("/imports/{importId}")
async def delete_import(
    id: Id,  # noqa: A002
    importId: Id,  # noqa: N803
    desk: ManagerDesk,
    undo: Annotated[bool, Query(description="Also take out the units that it added")] = False,
) -> MemoryImportBody:
    """Stop an import, or undo one. Needs the role manager."""
    return write_import(await actions.end_import(desk.tx, id, importId, undo=undo, staff=desk.staff))


@router.get(
    "/export",
    response_class=StreamingResponse,
    responses={200: download("application/x-tmx+xml")},
)
async def export_units(id: Id, desk: ManagerDesk, wanted: WantedUnits) -> Response:  # noqa: A002
    """Download a memory as TMX 1.4b, level 2. Needs the role manager."""
    memory = await memories.find_memory(desk.tx, id)
    return StreamingResponse(
        await started(export_memory(desk.runtime.database, memory, wanted=wanted)),
        media_type="application/x-tmx+xml",
        headers={
            "Content-Disposition": disposition(f"{memory.name}.tmx"),
            "X-Content-Type-Options": "nosniff",
            "Cache-Control": "no-store",
        },
    )
