"""`/project/v1/term-bases`: the account's own term bases, their concepts and files (P17).

`reference_assets` lists and shows term bases (P15).
"""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Request, Response
from starlette.responses import StreamingResponse

from dragoman.api.project_resources import concepts, termbases
from dragoman.api.project_resources.termbase_bodies import ChangedTermBase
from dragoman.api.project_v1.own_bodies import (
    AcceptedOwnImport,
    NewOwnTermBase,
    OwnTermImport,
    OwnTermImportList,
    TermImportFields,
    write_term_import,
)
from dragoman.api.project_v1.own_request import (
    IN_USE,
    PREFIX,
    OwnId,
    OwnImportId,
    OwnRequest,
    OwnRoute,
    for_customers,
    serve,
)
from dragoman.api.project_v1.own_uploads import ReadOwnUpload, accept_import, describe_upload
from dragoman.api.project_v1.project_bodies import CUSTOMER
from dragoman.api.project_v1.reference_bodies import TermBaseChoice, write_term_base
from dragoman.catalog import reading, removal
from dragoman.http.auth import ProjectsCaller
from dragoman.http.idempotency import send_stored
from dragoman.http.paging import WantedPage, cut_page
from dragoman.http.responses import NOT_FOUND, REPEATED, download
from dragoman.http.route_policy import route_policy
from dragoman.idempotency.actions import answer_once
from dragoman.idempotency.model import StoredAnswer
from dragoman.termbases import actions, editing
from dragoman.termbases.import_jobs import actions as import_jobs
from dragoman.termbases.import_jobs.model import TermFile

_BASES: Final = f"{PREFIX}/term-bases"

router = APIRouter(prefix=_BASES, tags=["Term bases"], responses=CUSTOMER, route_class=OwnRoute)


@router.post("", status_code=201)
async def create_term_base(
    body: NewOwnTermBase, ctx: OwnRequest, caller: ProjectsCaller, response: Response
) -> TermBaseChoice:
    """Create a term base of the account, empty or with entries."""
    proposals = body.proposals()
    base = await actions.create_term_base(
        ctx.tx,
        staff=ctx.staff,
        account_id=caller.account_id,
        name=body.name,
        use_for_translation=body.use_for_translation,
    )
    await editing.create_concepts(ctx.tx, staff=ctx.staff, term_base_id=base.id, proposals=proposals)
    response.headers["Location"] = f"{_BASES}/{base.id}"
    return write_term_base(await reading.get_term_base(ctx.tx, base.id, account_id=caller.account_id))


@router.patch("/{id}", responses=NOT_FOUND)
async def change_term_base(
    term_base_id: OwnId,
    body: ChangedTermBase,
    ctx: OwnRequest,
    caller: ProjectsCaller,
) -> TermBaseChoice:
    """Rename a term base, enforce it or not, disable or enable it."""
    changes = actions.TermBaseChanges(
        name=body.name, use_for_translation=body.use_for_translation, disabled=body.disabled
    )
    await actions.change_term_base(ctx.tx, staff=ctx.staff, term_base_id=term_base_id, changes=changes)
    return write_term_base(await reading.get_term_base(ctx.tx, term_base_id, account_id=caller.account_id))


@router.delete("/{id}", status_code=204, responses={**NOT_FOUND, **IN_USE})
async def delete_term_base(term_base_id: OwnId, ctx: OwnRequest) -> None:
    """Delete a term base that no template names, with all its versions, for good."""
    await removal.delete_term_base(ctx.tx, term_base_id, staff=ctx.staff)


serve(
    router,
    [
        ("GET", "/{id}/concepts", concepts.list_concepts, "list_concepts"),
        ("POST", "/{id}/concepts", concepts.create_concept, "create_concept"),
        ("GET", "/{id}/concepts/{conceptId}", concepts.get_concept, "get_concept"),
        ("PUT", "/{id}/concepts/{conceptId}", concepts.replace_concept, "replace_concept"),
        ("DELETE", "/{id}/concepts/{conceptId}", concepts.delete_concept, "delete_concept"),
        ("GET", "/{id}/versions", termbases.list_term_base_versions, "list_term_base_versions"),
    ],
    responses={**NOT_FOUND, **IN_USE},
)
router.add_api_route(
    "/{id}/export",
    for_customers(termbases.export_term_base),
    name="export_term_base",
    response_class=StreamingResponse,
    responses={**NOT_FOUND, 200: download("application/x-tbx", "text/csv")},
)


@router.post(
    "/{id}/imports",
    status_code=202,
    response_model=AcceptedOwnImport,
    responses={**NOT_FOUND, **REPEATED},
    openapi_extra=describe_upload(TermImportFields, ("text/csv", "application/x-tbx"), name="TermFileForm"),
)
@route_policy(body=termbases.TERMS_LIMIT)
async def import_term_base(
    term_base_id: OwnId,
    sent: ReadOwnUpload,
    ctx: OwnRequest,
    caller: ProjectsCaller,
) -> Response:
    """Import a file of terms (TBX, CSV, TSV), in a form or as the body: a job reads it."""
    options = sent.read_fields(TermImportFields).options()

    async def submit() -> StoredAnswer:
        await sent.file.seek(0)
        data = await sent.file.read()
        file = TermFile(file_name=sent.name, data=data, options=options)
        made = await import_jobs.submit_import(ctx.tx, staff=ctx.staff, term_base_id=term_base_id, file=file)
        location = f"{_BASES}/{made.term_base_id}/imports/{made.id}"
        return accept_import(made.id, made.status, location=location)

    answered = await answer_once(ctx.tx, await sent.describe(caller), submit)
    return send_stored(answered.answer)


@router.get("/{id}/imports", responses=NOT_FOUND)
async def list_term_base_imports(
    request: Request,
    term_base_id: OwnId,
    ctx: OwnRequest,
    page: WantedPage,
) -> OwnTermImportList:
    """List the imports into a term base, newest first."""
    found = await import_jobs.list_imports(
        ctx.tx, term_base_id=term_base_id, limit=page.limit + 1, offset=page.offset
    )
    shown, metadata = cut_page(request, page, found)
    return OwnTermImportList(imports=[write_term_import(one) for one in shown], metadata=metadata)


@router.get("/{id}/imports/{importId}", responses=NOT_FOUND)
async def get_term_base_import(term_base_id: OwnId, import_id: OwnImportId, ctx: OwnRequest) -> OwnTermImport:
    """Show how far an import is, and what became of the file."""
    return write_term_import(
        await import_jobs.find_import(ctx.tx, term_base_id=term_base_id, import_id=import_id)
    )
