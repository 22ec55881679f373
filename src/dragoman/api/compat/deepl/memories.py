"""Translation memories of the DeepL dialect: `/v3/translation_memories` (X1, P17).

A file is sent to and fetched from addresses that are credentials by themselves: DeepL's clients send no key
there.
"""

from __future__ import annotations

from typing import Annotated, Any, Final
from uuid import UUID

from fastapi import APIRouter, Query, Request, Response
from starlette.responses import StreamingResponse

from dragoman.access.model import AccessScope, Bucket, Caller
from dragoman.access.staff import act_for_account
from dragoman.api.compat.bodies import read_fields, validate
from dragoman.api.compat.deepl.glossary_fields import write_timestamp
from dragoman.api.compat.deepl.interface import PREFIX
from dragoman.api.compat.deepl.memory_bodies import (
    NewImport,
    SegmentQuery,
    find_memory_number,
    write_job,
    write_memory,
    write_segments,
)
from dragoman.api.compat.ids import IdKind, write_id
from dragoman.api.compat.own_words import OwnWordsCaller, OwnWordsRequest
from dragoman.api.compat.signing import is_signed, sign
from dragoman.blobs.blob import started
from dragoman.catalog import removal
from dragoman.database.connections import transaction
from dragoman.errors import NotFound
from dragoman.http.auth import admit_proved
from dragoman.http.dependencies import OpenRuntime
from dragoman.http.downloads import download_headers
from dragoman.http.errors import answer
from dragoman.http.forms import open_upload, read_pieces
from dragoman.http.route_policy import Access, UploadLimit, route_policy
from dragoman.http.runtime import Runtime
from dragoman.http.staff_request import StaffRequest
from dragoman.memories.actions import find_memory
from dragoman.memories.exports import export_memory
from dragoman.memories.overview.actions import list_overviews, read_overview
from dragoman.memories.overview.model import MemoryOrder, MemoryOverview, MemoryQuery
from dragoman.memories.refusals import MemoryNotFound
from dragoman.memories.transfers import actions as transfers
from dragoman.memories.transfers.model import Transfer, TransferDraft
from dragoman.memories.units.actions import find_units
from dragoman.memories.units.model import UnitPage
from dragoman.memories.words import SearchEmpty

_MEMORIES: Final = f"{PREFIX}/v3/translation_memories"
_PURPOSE: Final = "deepl transfer address"
_NEEDED: Final = Access(scopes=(AccessScope.PROJECTS,), bucket=Bucket.TRANSLATE)
_LIMIT: Final = UploadLimit(file_bytes=lambda settings: settings.max_memory_bytes)

PageSize = Annotated[int, Query(ge=1, le=100)]

router = APIRouter(prefix=_MEMORIES, include_in_schema=False)


@router.get("")
async def list_memories(
    ctx: OwnWordsRequest,
    caller: OwnWordsCaller,
    page: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    page_size: PageSize = 25,
) -> Response:
    """List the account's memories that are enabled, oldest first."""
    query = MemoryQuery(account_id=caller.account_id, order=MemoryOrder.CREATED)
    found = await list_overviews(ctx.tx, query, limit=1000)
    enabled = [one for one in found if one.memory.disabled is None]
    shown = enabled[page * page_size : (page + 1) * page_size]
    return answer(
        200,
        {"translation_memories": [write_memory(one) for one in shown], "total_count": len(enabled)},
    )


@router.post("/import")
async def create_import(
    request: Request, ctx: OwnWordsRequest, caller: OwnWordsCaller, runtime: OpenRuntime
) -> Response:
    """Announce a file of TMX, which is sent to `upload_url` next."""
    fields = validate(NewImport, await read_fields(request))
    file = fields.source_file
    draft = TransferDraft(
        account_id=caller.account_id,
        is_import=True,
        name=fields.name,
        file_name=file.file_name,
        content_type=file.content_type,
        size=file.content_length,
    )
    made = await transfers.announce(ctx.tx, draft, most_bytes=runtime.settings.max_memory_bytes)
    body = {
        "job_id": str(made.id),
        "upload_url": _address(request, runtime, caller, made),
        "expires_at": write_timestamp(made.expires),
    }
    return answer(201, body)


@router.get("/jobs/{job_id}")
async def get_job(
    job_id: str, request: Request, ctx: OwnWordsRequest, caller: OwnWordsCaller, runtime: OpenRuntime
) -> Response:
    """Show how far an import or an export is."""
    try:
        state = await transfers.read_state(ctx.tx, UUID(job_id))
    except ValueError:
        raise NotFound("Job not found.") from None
    return answer(200, write_job(state, address=_address(request, runtime, caller, state.transfer)))


@router.put("/files/{token}")
@route_policy(body=_LIMIT, is_public=True)
async def upload_file(token: str, request: Request, runtime: OpenRuntime) -> Response:
    """Take the file of an import: a job makes a memory of it."""
    transfer_id, caller = await _open_address(token, request, runtime)
    async with open_upload(request) as (file, _):
        await transfers.receive_file(
            runtime.memory_resources(),
            transfer_id,
            account_id=caller.account_id,
            size=file.size or 0,
            pieces=read_pieces(file),
            staff=act_for_account(caller),
        )
    return Response(status_code=200)


@router.get("/files/{token}")
@route_policy(is_public=True)
async def download_file(token: str, request: Request, runtime: OpenRuntime) -> Response:
    """Send the file of an export."""
    transfer_id, caller = await _open_address(token, request, runtime)
    async with transaction(runtime.database, account=caller.account_id) as tx:
        state = await transfers.read_state(tx, transfer_id)
        if state.transfer.is_import or state.is_over:
            raise _no_file()
        memory = await find_memory(tx, state.transfer.memory_id or 0)
    return StreamingResponse(
        await started(export_memory(runtime.database, memory)),
        media_type="application/x-tmx+xml",
        headers=download_headers(f"{memory.name}.tmx"),
    )


@router.get("/{memory_id}")
async def get_memory(memory_id: str, ctx: OwnWordsRequest) -> Response:
    """Show a memory."""
    return answer(200, write_memory(await _find(ctx, memory_id)))


@router.delete("/{memory_id}")
async def delete_memory(memory_id: str, ctx: OwnWordsRequest) -> Response:
    """Delete a memory that no project template names."""
    found = await _find(ctx, memory_id)
    await removal.delete_memory(ctx.tx, found.memory.id, staff=ctx.staff)
    return Response(status_code=204)


@router.get("/{memory_id}/segments")
async def list_segments(
    memory_id: str, ctx: OwnWordsRequest, wanted: Annotated[SegmentQuery, Query()]
) -> Response:
    """List a memory's segments, or those with all words of a text."""
    found = await _find(ctx, memory_id)
    try:
        page = await find_units(
            ctx.tx,
            found.memory.id,
            search=wanted.filter_text or None,
            page=(wanted.page_cursor, wanted.page_size),
        )
    except SearchEmpty:
        page = UnitPage(units=(), next_after=None)
    units = [one for one in page.units if wanted.takes(one)]
    body: dict[str, Any] = {
        "segments": write_segments(units),
        "segment_count": found.contents.units,
    }
    if page.next_after is not None:
        body["next_page_cursor"] = str(page.next_after)
    return answer(200, body)


@router.post("/{memory_id}/export")
async def create_export(
    memory_id: str, ctx: OwnWordsRequest, caller: OwnWordsCaller, runtime: OpenRuntime
) -> Response:
    """Prepare an export, which can be fetched at once: the file is written while it is sent."""
    found = await _find(ctx, memory_id)
    draft = TransferDraft(
        account_id=caller.account_id,
        is_import=False,
        name=found.memory.name,
        memory_id=found.memory.id,
    )
    made = await transfers.announce(ctx.tx, draft, most_bytes=runtime.settings.max_memory_bytes)
    parameters = {"translation_memory_id": write_id(IdKind.MEMORY, found.memory.id)}
    return answer(202, {"job_id": str(made.id), "operation": "export", "parameters": parameters})


async def _find(ctx: StaffRequest, memory_id: str) -> MemoryOverview:
    try:
        found = await read_overview(ctx.tx, find_memory_number(memory_id))
    except MemoryNotFound:
        raise NotFound("Translation memory not found.") from None
    if found.memory.disabled is not None:
        raise NotFound("Translation memory not found: it is disabled.")
    return found


def _address(request: Request, runtime: Runtime, caller: Caller, one: Transfer) -> str:
    """The address of a transfer's file, signed for the application."""
    said = f"{one.id.hex}.{int(one.expires.timestamp())}.{caller.client_id}"
    signature = sign(runtime.keyring, said, purpose=_PURPOSE)
    base = (runtime.settings.public_url or str(request.base_url)).rstrip("/")
    return f"{base}{_MEMORIES}/files/{signature}.{said}"


async def _open_address(token: str, request: Request, runtime: Runtime) -> tuple[UUID, Caller]:
    """The transfer of an address, whose application is admitted. Raises `NotFound` for a forged one.

    Whether its time is over is on record with the transfer.
    """
    signature, _, said = token.partition(".")
    if not is_signed(runtime.keyring, said, signature, purpose=_PURPOSE):
        raise _no_file()
    identity, _, client_id = said.split(".", 2)
    caller = await admit_proved(request.scope, client_id, access=_NEEDED)
    return UUID(identity), caller


def _no_file() -> NotFound:
    return NotFound("There is no file at this address, or its time is over.")
