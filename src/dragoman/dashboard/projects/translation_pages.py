"""`/ui/projects/{id}/translations/{translation}`: a file in one language, for managers."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter, Response
from markupsafe import Markup

from dragoman.dashboard.page.chips import ChipWriter
from dragoman.dashboard.page.lists import read_list
from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.needs import ManagerPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.page.request import PageRequest
from dragoman.dashboard.projects.limits import FILES_LIMIT
from dragoman.dashboard.projects.showing import read_project, render_part
from dragoman.dashboard.projects.translators import list_translators
from dragoman.http.downloads import download_headers
from dragoman.http.fields import Id, TranslationId
from dragoman.http.route_policy import route_policy
from dragoman.memories.segment_json import decode_segment
from dragoman.memories.units.tagging import number_codes
from dragoman.projects.linguists import delivering
from dragoman.projects.linguists.assigning import assign, assign_reviewer
from dragoman.projects.linguists.editing.opening import Editor, TranslationAddress
from dragoman.projects.linguists.editing.review_pass import return_translation
from dragoman.projects.linguists.exchange import Version
from dragoman.projects.linguists.exporting import export_translation
from dragoman.projects.linguists.tools import linguist_tools
from dragoman.projects.linguists.translation_context import find_details, list_segments
from dragoman.projects.orders.managing import retry_translation
from dragoman.projects.segment_model import ProjectSegment

router = APIRouter(
    prefix="/ui/projects/{id}/translations/{translation}", include_in_schema=False, route_class=PageRoute
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentTexts:
    """A segment with its texts as HTML, codes as chips."""

    row: ProjectSegment
    source: Markup
    target: Markup


@router.get("")
async def show_translation(page: ManagerPage, project_id: Id, translation_id: TranslationId) -> Response:
    """Show a translation: who translates it, how far it is, and its segments with their matches."""
    return await _show(page, project_id, translation_id)


@router.post("/assign")
async def assign_translation(page: ManagerPage, project_id: Id, translation_id: TranslationId) -> Response:
    """Assign a translation to one of the provider's people, or to nobody."""
    with page.form.catching({"ASSIGNEE_NOT_FOUND": "user", "REVIEWER_IS_TRANSLATOR": "user"}):
        user = page.form.number("user", least=1)
        if not page.form.problems:
            async with page.transaction() as tx:
                await find_details(tx, project_id, translation_id)
                await assign(tx, translation_id, user, staff=page.staff)
            return _back(
                page, project_id, translation_id, _("Assigned.") if user else _("Assigned to nobody.")
            )
    return await _show(page, project_id, translation_id)


@router.post("/reviewer")
async def assign_translation_reviewer(
    page: ManagerPage, project_id: Id, translation_id: TranslationId
) -> Response:
    """Let one of the provider's people review a translation, or nobody."""
    with page.form.catching({"ASSIGNEE_NOT_FOUND": "reviewer", "REVIEWER_IS_TRANSLATOR": "reviewer"}):
        user = page.form.number("reviewer", least=1)
        if not page.form.problems:
            async with page.transaction() as tx:
                await assign_reviewer(tx, project_id, translation_id, user, staff=page.staff)
            done = _("The reviewer was assigned.") if user else _("Nobody reviews it.")
            return _back(page, project_id, translation_id, done)
    return await _show(page, project_id, translation_id)


@router.post("/return")
async def return_to_translator(page: ManagerPage, project_id: Id, translation_id: TranslationId) -> Response:
    """Reopen a translation for its translator, who changes what was returned."""
    address = TranslationAddress(project_id=project_id, translation_id=translation_id)
    with page.form.catching():
        async with page.transaction() as tx:
            await return_translation(tx, address, editor=Editor(staff=page.staff))
        return _back(page, project_id, translation_id, _("Returned to its translator."))
    return await _show(page, project_id, translation_id)


@router.post("/retry")
async def retry(page: ManagerPage, project_id: Id, translation_id: TranslationId) -> Response:
    """Try again what failed."""
    with page.form.catching():
        async with page.transaction() as tx:
            await retry_translation(tx, project_id, translation_id, staff=page.staff)
        return page.redirect(f"/ui/projects/{project_id}", done=_("It is tried again."))
    return await _show(page, project_id, translation_id)


@router.post("/deliver")
async def deliver(page: ManagerPage, project_id: Id, translation_id: TranslationId) -> Response:
    """Deliver a translation; blocking issues need a reason."""
    with page.form.catching({"DELIVERY_BLOCKED": "override", "OVERRIDE_REASON_INVALID": "override"}):
        await delivering.deliver_translation(
            linguist_tools(page.runtime),
            project_id,
            translation_id,
            override_reason=page.form.optional("override"),
            staff=page.staff,
        )
        return page.redirect(f"/ui/projects/{project_id}", done=_("The translation is being delivered."))
    return await _show(page, project_id, translation_id)


@router.post("/deliver-file")
@route_policy(body=FILES_LIMIT)
async def deliver_file(page: ManagerPage, project_id: Id, translation_id: TranslationId) -> Response:
    """Deliver a finished file that was made elsewhere."""
    files = page.form.files("file")
    if not files:
        page.form.add(_("Choose a file."), at="file", code="MISSING")
        return await _show(page, project_id, translation_id)
    at = {"DELIVERY_BLOCKED": "made_by", "OVERRIDE_REASON_INVALID": "made_by"}
    names = ("FILE_NAME_INVALID", "FILE_EMPTY", "DELIVERY_TYPE_DIFFERS", "LIMIT_EXCEEDED")
    with page.form.catching({**at, **dict.fromkeys(names, "file")}):
        finished = delivering.FinishedFile(name=files[0].filename or "", data=await files[0].read())
        await delivering.deliver_file(
            linguist_tools(page.runtime),
            project_id,
            translation_id,
            finished=finished,
            override_reason=page.form.optional("made_by"),
            staff=page.staff,
        )
        return page.redirect(f"/ui/projects/{project_id}", done=_("File delivered."))
    return await _show(page, project_id, translation_id)


@router.get("/package")
async def download_package(page: ManagerPage, project_id: Id, translation_id: TranslationId) -> Response:
    """Download the package of one translation, as XLIFF 2."""
    made = await export_translation(
        linguist_tools(page.runtime), project_id, translation_id, version=Version.TWO, staff=page.staff
    )
    return Response(made.data, media_type="application/xliff+xml", headers=download_headers(made.name))


async def _show(page: PageRequest, project_id: int, translation_id: int) -> Response:
    state = read_list(page.request, filters=())
    async with page.transaction() as tx:
        details = await find_details(tx, project_id, translation_id)
        rows = await list_segments(tx, project_id, translation_id, limit=state.limit + 1, offset=state.offset)
        shown = await read_project(tx, page, project_id)
        people = await list_translators(tx)
    found, state = state.cut(rows)
    chips = ChipWriter()
    return render_part(
        page,
        "projects/translation.html",
        shown,
        list=state,
        details=details,
        context=details.context,
        segments=[_show_segment(row, chips) for row in found],
        people=people,
        longest_override=delivering.LONGEST_REASON,
    )


def _show_segment(row: ProjectSegment, chips: ChipWriter) -> SegmentTexts:
    source = decode_segment(row.source)
    target = decode_segment(row.target) if row.target is not None else ()
    numbers = number_codes(source, target)
    return SegmentTexts(row=row, source=chips.write(source, numbers), target=chips.write(target, numbers))


def _back(page: PageRequest, project_id: int, translation_id: int, done: str) -> Response:
    return page.redirect(f"/ui/projects/{project_id}/translations/{translation_id}", done=done)
