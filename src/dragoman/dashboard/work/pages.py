"""`/ui/work`: the translations that are assigned to a linguist: packages out and in, handing back (V2)."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Path, Response

from dragoman.dashboard.page.lists import read_list
from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.needs import LinguistPage
from dragoman.dashboard.page.packages import package_kinds, read_import_options, read_package_kind
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.page.request import PageRequest
from dragoman.http.downloads import download_headers
from dragoman.http.fields import LARGEST_ID
from dragoman.http.route_policy import UploadLimit, route_policy
from dragoman.projects.linguists.assigning import AssignedWork, find_assigned, hand_back, list_assigned
from dragoman.projects.linguists.editing.opening import Editor, TranslationAddress
from dragoman.projects.linguists.editing.review_pass import return_translation
from dragoman.projects.linguists.exchange import Version
from dragoman.projects.linguists.exchange.model import LARGEST_FILE
from dragoman.projects.linguists.exporting import Exported, export_omegat_project, export_translation
from dragoman.projects.linguists.importing import PackageReport, import_translation
from dragoman.projects.linguists.packages import PackageKind
from dragoman.projects.linguists.tools import linguist_tools

_LIMIT: Final = UploadLimit(file_bytes=lambda _settings: LARGEST_FILE, advice="")
_AT_FILE: Final = dict.fromkeys(("XLIFF_INVALID", "PACKAGES_INVALID", "LIMIT_EXCEEDED"), "file")
_XLIFF: Final = "application/xliff+xml"
_ZIP: Final = "application/zip"

TranslationId = Annotated[int, Path(alias="id", ge=1, le=LARGEST_ID)]

router = APIRouter(prefix="/ui/work", include_in_schema=False, route_class=PageRoute)


@router.get("")
async def show_work(page: LinguistPage) -> Response:
    """List the reader's translations that are not over, by deadline."""
    state = read_list(page.request, filters=())
    async with page.transaction() as tx:
        found = await list_assigned(tx, page.person.user.id, limit=state.limit + 1, offset=state.offset)
    shown, state = state.cut(found)
    return page.render("work/list.html", work=shown, list=state, now=tx.now)


@router.get("/{id}")
async def show_translation(page: LinguistPage, translation_id: TranslationId) -> Response:
    """Show one of them, with its package and the way back."""
    return await _show(page, translation_id)


@router.get("/{id}/package")
async def download_package(page: LinguistPage, translation_id: TranslationId, kind: str = "") -> Response:
    """Download the package of one of them, for any CAT tool."""
    work = await _find(page, translation_id)
    wanted = read_package_kind(kind)
    made = await _export(page, work, wanted)
    media_type = _ZIP if wanted is PackageKind.OMEGAT else _XLIFF
    return Response(made.data, media_type=media_type, headers=download_headers(made.name))


async def _export(page: PageRequest, work: AssignedWork, kind: PackageKind) -> Exported:
    tools = linguist_tools(page.runtime)
    where = (tools, work.context.project.id, work.context.translation.id)
    if kind is PackageKind.OMEGAT:
        return await export_omegat_project(*where, staff=page.staff)
    return await export_translation(*where, version=Version(kind.value), staff=page.staff)


@router.post("/{id}/package")
@route_policy(body=_LIMIT)
async def take_package(page: LinguistPage, translation_id: TranslationId) -> Response:
    """Import the package of one of them: all of it, or nothing and the reasons."""
    work = await _find(page, translation_id)
    files = page.form.files("file")
    if not work.is_open:
        page.form.add(_("You cannot work on it now: see its state above."), at="file")
    elif not files:
        page.form.add(_("Choose a file."), at="file", code="MISSING")
    if page.form.problems:
        return await _show(page, translation_id)
    with page.form.catching(_AT_FILE):
        report = await import_translation(
            linguist_tools(page.runtime),
            work.context.project.id,
            translation_id,
            data=await files[0].read(),
            how=read_import_options(page.form),
            staff=page.staff,
        )
        return await _show(page, translation_id, report)
    return await _show(page, translation_id)


@router.post("/{id}/hand-back")
async def hand_translation_back(page: LinguistPage, translation_id: TranslationId) -> Response:
    """Tell the manager that one of them is ready."""
    with page.form.catching():
        async with page.transaction() as tx:
            await hand_back(tx, translation_id, staff=page.staff, user_id=page.person.user.id)
        return page.redirect("/ui/work", done=_("Handed back. Your project manager takes it from here."))
    return await _show(page, translation_id)


@router.post("/{id}/return")
async def return_to_translator(page: LinguistPage, translation_id: TranslationId) -> Response:
    """Reopen a translation that the reader reviews for its translator, who changes what was returned."""
    project_id = (await _find(page, translation_id)).context.project.id
    address = TranslationAddress(project_id=project_id, translation_id=translation_id)
    with page.form.catching():
        async with page.transaction() as tx:
            editor = Editor(staff=page.staff, user_id=page.person.user.id)
            await return_translation(tx, address, editor=editor)
        return page.redirect("/ui/work", done=_("Returned to its translator."))
    return await _show(page, translation_id)


async def _find(page: PageRequest, translation_id: int) -> AssignedWork:
    """Find one of the reader's own translations. Raises `NotFound`."""
    async with page.transaction() as tx:
        return await find_assigned(tx, page.person.user.id, translation_id)


async def _show(page: PageRequest, translation_id: int, report: PackageReport | None = None) -> Response:
    work = await _find(page, translation_id)
    return page.render("work/translation.html", work=work, report=report, kinds=package_kinds())
