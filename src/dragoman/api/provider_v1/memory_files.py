"""Memories as files of TMX: imports, which are jobs, and exports (V4)."""

from __future__ import annotations

from typing import Annotated, Final

import orjson
from fastapi import APIRouter, Form, Response
from starlette.responses import StreamingResponse

from dragoman.api.project_resources import memory_files
from dragoman.api.project_resources.memory_unit_bodies import AcceptedMemoryImportBody, MemoryImportForm
from dragoman.api.provider_v1.responses import STAFF
from dragoman.api.provider_v1.roles import StaffFormRoute, StaffRoute
from dragoman.http.auth import ProviderCaller
from dragoman.http.dependencies import OpenRuntime
from dragoman.http.fields import Id
from dragoman.http.forms import MULTIPART, hash_file, read_pieces
from dragoman.http.idempotency import DescribeRepeatable, send_stored
from dragoman.http.responses import NOT_FOUND, download
from dragoman.http.route_policy import route_policy
from dragoman.http.staff_request import ManagerStaff
from dragoman.idempotency.model import StoredAnswer
from dragoman.languages import canonical
from dragoman.memories.imports import actions
from dragoman.memories.imports.model import ImportOptions, MemoryImport

_PREFIX: Final = "/provider/v1/translation-memories/{id}"

uploads = APIRouter(
    prefix=_PREFIX,
    tags=["Provider memories"],
    responses={**STAFF, **NOT_FOUND},
    route_class=StaffFormRoute,
)
router = APIRouter(
    prefix=_PREFIX,
    tags=["Provider memories"],
    responses={**STAFF, **NOT_FOUND},
    route_class=StaffRoute,
)


@uploads.post("/imports", status_code=202, response_model=AcceptedMemoryImportBody)
@route_policy(body=memory_files.MEMORY_LIMIT)
async def import_memory(
    memory_id: Id,
    form: Annotated[MemoryImportForm, Form(media_type=MULTIPART)],
    caller: ProviderCaller,
    _: ManagerStaff,
    runtime: OpenRuntime,
    describe: DescribeRepeatable,
) -> Response:
    """Import a file of TMX: it is stored, and a job brings its units in. Needs the role manager."""
    stored = await actions.submit_import(
        runtime.memory_resources(),
        memory_id,
        upload=_read_form(form),
        caller=caller,
        repeatable=await describe(await hash_file(form.file)),
        answer=_accepted,
    )
    return send_stored(stored)


def _accepted(made: MemoryImport) -> StoredAnswer:
    location = f"/provider/v1/translation-memories/{made.memory_id}/imports/{made.id}"
    body = orjson.dumps({"id": made.id})
    return StoredAnswer(status=202, body=body, headers={"Location": location})


def _read_form(form: MemoryImportForm) -> actions.MemoryUpload:
    return actions.MemoryUpload(
        file_name=form.file.filename or "",
        size=form.file.size or 0,
        pieces=read_pieces(form.file),
        options=ImportOptions(
            source_language=form.source and canonical(form.source),
            target_languages=tuple(canonical(one) for one in form.targets),
            origin=form.origin,
            status=form.status,
        ),
    )


router.get("/imports")(memory_files.list_memory_imports)
router.get("/imports/{importId}")(memory_files.get_memory_import)
router.delete("/imports/{importId}")(memory_files.end_memory_import)
router.get(
    "/export",
    response_class=StreamingResponse,
    responses={200: download("application/x-tmx+xml")},
)(memory_files.export_memory)
