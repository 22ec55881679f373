"""`/project/v1/translation-memories`: the account's own memories, their units and files (P17).

`reference_assets` lists and shows memories (P15).
"""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Response
from starlette.responses import StreamingResponse

from dragoman.access.staff import act_for_account
from dragoman.api.project_resources import memory_files, memory_units
from dragoman.api.project_resources.memory_bodies import ChangedMemory
from dragoman.api.project_resources.memory_unit_bodies import UnitBody
from dragoman.api.project_v1.own_bodies import (
    AcceptedOwnImport,
    MemoryImportFields,
    NewOwnMemory,
)
from dragoman.api.project_v1.own_request import (
    IN_USE,
    PREFIX,
    OwnId,
    OwnRequest,
    OwnRoute,
    for_customers,
    serve,
)
from dragoman.api.project_v1.own_uploads import ReadOwnUpload, accept_import, describe_upload
from dragoman.api.project_v1.project_bodies import CUSTOMER
from dragoman.api.project_v1.reference_bodies import MemoryChoice, write_memory
from dragoman.catalog import reading, removal
from dragoman.http.auth import ProjectsCaller
from dragoman.http.dependencies import OpenRuntime
from dragoman.http.forms import read_pieces
from dragoman.http.idempotency import send_stored
from dragoman.http.responses import NOT_FOUND, REPEATED, download
from dragoman.http.route_policy import route_policy
from dragoman.idempotency.model import StoredAnswer
from dragoman.memories import actions
from dragoman.memories.imports import actions as imports
from dragoman.memories.imports.model import MemoryImport

_MEMORIES: Final = f"{PREFIX}/translation-memories"

router = APIRouter(prefix=_MEMORIES, tags=["Translation memories"], responses=CUSTOMER, route_class=OwnRoute)


@router.post("", status_code=201)
async def create_memory(
    body: NewOwnMemory, ctx: OwnRequest, caller: ProjectsCaller, response: Response
) -> MemoryChoice:
    """Create an empty translation memory of the account."""
    draft = actions.MemoryDraft(
        account_id=caller.account_id,
        name=body.name,
        primary=body.primary,
        use_for_translation=body.use_for_translation,
    )
    memory = await actions.create_memory(ctx.tx, draft=draft, staff=ctx.staff)
    response.headers["Location"] = f"{_MEMORIES}/{memory.id}"
    return write_memory(await reading.get_memory(ctx.tx, memory.id, account_id=caller.account_id))


@router.patch("/{id}", responses=NOT_FOUND)
async def change_memory(
    memory_id: OwnId,
    body: ChangedMemory,
    ctx: OwnRequest,
    caller: ProjectsCaller,
) -> MemoryChoice:
    """Rename a translation memory, make it primary, switch it on or off."""
    changes = actions.MemoryChanges(
        name=body.name,
        primary=body.primary,
        use_for_translation=body.use_for_translation,
        disabled=body.disabled,
    )
    await actions.change_memory(ctx.tx, memory_id, changes=changes, staff=ctx.staff)
    return write_memory(await reading.get_memory(ctx.tx, memory_id, account_id=caller.account_id))


@router.delete("/{id}", status_code=204, responses={**NOT_FOUND, **IN_USE})
async def delete_memory(memory_id: OwnId, ctx: OwnRequest) -> None:
    """Delete a translation memory that no template names, with all its units."""
    await removal.delete_memory(ctx.tx, memory_id, staff=ctx.staff)


serve(
    router,
    [
        ("GET", "/{id}/units", memory_units.list_memory_units, "list_memory_units"),
        ("GET", "/{id}/units/{unitId}", memory_units.get_memory_unit, "get_memory_unit"),
        ("PATCH", "/{id}/units/{unitId}", memory_units.change_memory_unit, "change_memory_unit"),
        ("DELETE", "/{id}/units/{unitId}", memory_units.delete_memory_unit, "delete_memory_unit"),
        ("GET", "/{id}/duplicates", memory_units.list_memory_duplicates, "list_memory_duplicates"),
        ("GET", "/{id}/imports", memory_files.list_memory_imports, "list_memory_imports"),
        ("GET", "/{id}/imports/{importId}", memory_files.get_memory_import, "get_memory_import"),
    ],
    responses={**NOT_FOUND, **IN_USE},
)
router.add_api_route(
    "/{id}/units",
    for_customers(memory_units.create_memory_unit),
    methods=["POST"],
    name="create_memory_unit",
    status_code=201,
    responses={**NOT_FOUND, **IN_USE, 200: {"model": UnitBody}},
)
router.add_api_route(
    "/{id}/imports/{importId}",
    for_customers(memory_files.end_memory_import),
    methods=["DELETE"],
    name="end_memory_import",
    responses={**NOT_FOUND, **IN_USE},
)
router.add_api_route(
    "/{id}/export",
    for_customers(memory_files.export_memory),
    name="export_memory",
    response_class=StreamingResponse,
    responses={**NOT_FOUND, 200: download("application/x-tmx+xml")},
)


@router.post(
    "/{id}/imports",
    status_code=202,
    response_model=AcceptedOwnImport,
    responses={**NOT_FOUND, **REPEATED},
    openapi_extra=describe_upload(MemoryImportFields, ("application/x-tmx+xml",), name="MemoryFileForm"),
)
@route_policy(body=memory_files.MEMORY_LIMIT)
async def import_memory(
    memory_id: OwnId,
    sent: ReadOwnUpload,
    caller: ProjectsCaller,
    runtime: OpenRuntime,
) -> Response:
    """Import a file of TMX, in a form or as the body: a job brings its units in."""
    upload = imports.MemoryUpload(
        file_name=sent.name,
        size=sent.file.size or 0,
        pieces=read_pieces(sent.file),
        options=sent.read_fields(MemoryImportFields).options(),
        owner=act_for_account(caller),
    )
    stored = await imports.submit_import(
        runtime.memory_resources(),
        memory_id,
        upload=upload,
        caller=caller,
        repeatable=await sent.describe(caller),
        answer=_accepted,
    )
    return send_stored(stored)


def _accepted(made: MemoryImport) -> StoredAnswer:
    location = f"{_MEMORIES}/{made.memory_id}/imports/{made.id}"
    return accept_import(made.id, made.state, location=location)
