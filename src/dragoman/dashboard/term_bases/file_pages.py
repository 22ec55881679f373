"""`/ui/term-bases/{id}/imports` and `/export`: files into a term base, and a term base as a file.

A file is tried first: a dry run says what would become of it. Then it is imported, or tried again with other
options, such as what its columns are.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Query, Response
from starlette.responses import StreamingResponse

from dragoman.blobs.blob import started
from dragoman.dashboard.page.actor_names import find_names
from dragoman.dashboard.page.lists import read_list
from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.needs import MemoryKeeperPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.page.request import PageRequest
from dragoman.dashboard.term_bases import import_forms as forms
from dragoman.database.connections import Transaction
from dragoman.http.downloads import download_headers
from dragoman.http.fields import Id, ImportId
from dragoman.http.route_policy import UploadLimit, route_policy
from dragoman.termbases.exports import ExportFormat, export_terms, find_export
from dragoman.termbases.import_jobs import actions
from dragoman.termbases.import_jobs.model import TermFile, TermImport, TermImportOptions
from dragoman.termbases.imports import LARGEST_FILE
from dragoman.termbases.overview.actions import read_overview

router = APIRouter(prefix="/ui/term-bases/{id}", include_in_schema=False, route_class=PageRoute)


@router.get("/imports")
async def show_imports(page: MemoryKeeperPage, term_base_id: Id) -> Response:
    """List the imports and dry runs of a term base, newest first."""
    return await _show_imports(page, term_base_id)


@router.post("/imports")
@route_policy(body=UploadLimit(file_bytes=lambda _settings: LARGEST_FILE))
async def try_file(page: MemoryKeeperPage, term_base_id: Id) -> Response:
    """Try a file: a dry run says what would become of it."""
    form = page.form
    with form.catching(fields={"RULE_BROKEN": "file", "LIMIT_EXCEEDED": "file"}):
        if files := form.files("file"):
            file = TermFile(
                file_name=files[0].filename or "",
                data=await files[0].read(),
                options=forms.FIRST_OPTIONS,
            )
            async with page.transaction() as tx:
                made = await actions.submit_import(tx, staff=page.staff, term_base_id=term_base_id, file=file)
            return page.redirect(f"/ui/term-bases/{term_base_id}/imports/{made.id}")
        form.add(_("Choose a file."), at="file", code="MISSING")
    return await _show_imports(page, term_base_id)


async def _show_imports(page: PageRequest, term_base_id: int) -> Response:
    state = read_list(page.request, filters=())
    async with page.transaction() as tx:
        overview = await read_overview(tx, term_base_id)
        found = await actions.list_imports(
            tx, term_base_id=term_base_id, limit=state.limit + 1, offset=state.offset
        )
        names = await find_names(tx, [one.created_by for one in found])
    shown, state = state.cut(found)
    return page.render("term_bases/imports.html", overview=overview, imports=shown, list=state, names=names)


@router.get("/imports/{importId}")
async def show_import(page: MemoryKeeperPage, term_base_id: Id, import_id: ImportId) -> Response:
    """Show what became of a file, or what would; and after a dry run, how it is read."""
    return await _show_import(page, term_base_id, import_id)


@router.post("/imports/{importId}/try")
async def try_again(page: MemoryKeeperPage, term_base_id: Id, import_id: ImportId) -> Response:
    """Try the file again with other options."""
    form = page.form
    async with page.transaction() as tx:
        earlier = await actions.find_import(tx, term_base_id=term_base_id, import_id=import_id)
        table = forms.show_table(await actions.read_beginning(tx, earlier), earlier.options)
    options = forms.read_options(form, earlier, table=table)
    if form:
        with form.catching():
            return await _repeat(page, earlier, options)
    return await _show_import(page, term_base_id, import_id)


@router.post("/imports/{importId}/start")
async def start_import(page: MemoryKeeperPage, term_base_id: Id, import_id: ImportId) -> Response:
    """Import the file of a dry run, as it was tried."""
    async with page.transaction() as tx:
        earlier = await actions.find_import(tx, term_base_id=term_base_id, import_id=import_id)
    with page.form.catching():
        return await _repeat(page, earlier, replace(earlier.options, dry_run=False, keep_file=False))
    return await _show_import(page, term_base_id, import_id)


async def _repeat(page: PageRequest, earlier: TermImport, options: TermImportOptions) -> Response:
    async with page.transaction() as tx:
        made = await actions.repeat_import(
            tx, staff=page.staff, term_base_id=earlier.term_base_id, import_id=earlier.id, options=options
        )
    return page.redirect(f"/ui/term-bases/{earlier.term_base_id}/imports/{made.id}")


async def _show_import(page: PageRequest, term_base_id: int, import_id: int) -> Response:
    async with page.transaction() as tx:
        overview = await read_overview(tx, term_base_id)
        one = await actions.find_import(tx, term_base_id=term_base_id, import_id=import_id)
        names = await find_names(tx, [one.created_by])
        table = await _read_table(tx, one)
    return page.render(
        "term_bases/import.html",
        overview=overview,
        one=one,
        names=names,
        table=table,
        kinds=forms.column_kinds(),
        most_columns=forms.MOST_COLUMNS,
    )


async def _read_table(tx: Transaction, one: TermImport) -> forms.ShownTable | None:
    if not one.has_file or one.finished is None:
        return None
    return forms.show_table(await actions.read_beginning(tx, one), one.options)


@router.get("/export")
async def export_term_base(
    page: MemoryKeeperPage,
    term_base_id: Id,
    wanted: Annotated[str, Query(alias="format")] = "",
    version: str = "",
) -> Response:
    """Download a version of a term base, the current one if none is named."""
    chosen = ExportFormat(wanted) if wanted in set(ExportFormat) else ExportFormat.TBX
    number = int(version) if version.isascii() and version.isdigit() and len(version) < 10 else None
    async with page.transaction() as tx:
        export = await find_export(tx, term_base_id=term_base_id, file_format=chosen, version=number)
    return StreamingResponse(
        await started(export_terms(page.runtime.database, export)),
        media_type=export.media_type,
        headers=download_headers(export.name),
    )
