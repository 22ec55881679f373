"""`/ui/term-bases/{id}`: the concepts of a term base, one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from fastapi import APIRouter, Response
from markupsafe import Markup

from dragoman.catalog.reading import list_choices
from dragoman.catalog.reference_types import LANGUAGE
from dragoman.dashboard.page.formats import write_language
from dragoman.dashboard.page.languages import name_languages
from dragoman.dashboard.page.lists import ListState, read_list, show_filter
from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.needs import MemoryPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.page.request import PageRequest
from dragoman.dashboard.term_bases import concept_forms as forms
from dragoman.dashboard.term_bases.concept_forms import TermRow
from dragoman.database.connections import Transaction
from dragoman.http.fields import ConceptId, Id
from dragoman.languages import canonical, is_well_formed
from dragoman.termbases import editing
from dragoman.termbases.bases import ConceptFilter, TermBaseOverview
from dragoman.termbases.checking import ProposedConcept
from dragoman.termbases.editing import ConceptDetails, ConceptTarget
from dragoman.termbases.model import TermStatus
from dragoman.termbases.overview.actions import list_languages, read_overview

_FILTERS: Final = ("search", "language", "status", "domain", "version")

router = APIRouter(prefix="/ui/term-bases/{id}", include_in_schema=False, route_class=PageRoute)


@router.get("")
async def show_concepts(page: MemoryPage, term_base_id: Id) -> Response:
    """List or search the concepts of a term base, as they are now or were in a version."""
    state = read_list(page.request, filters=_FILTERS)
    wanted = _read_filter(state)
    async with page.transaction() as tx:
        overview = await read_overview(tx, term_base_id)
        found = await editing.list_concepts(
            tx, term_base_id=term_base_id, wanted=wanted, limit=state.limit + 1, offset=state.offset
        )
        languages = await list_languages(tx, overview.base, wanted.version)
    shown, state = state.cut(found)
    return page.render(
        "term_bases/concepts.html",
        overview=overview,
        list=state,
        concepts=shown,
        named_languages=[(one.code, one.name) for one in name_languages(languages)],
        shown_filters=_show_filters(state),
        mark=_marker(state.value("search")),
        is_old=wanted.version is not None and wanted.version != overview.base.version,
    )


def _read_filter(state: ListState) -> ConceptFilter:
    language, status = state.value("language"), state.value("status")
    return ConceptFilter(
        version=state.number("version"),
        search=state.value("search") or None,
        language=canonical(language) if is_well_formed(language) else None,
        status=TermStatus(status) if status in set(TermStatus) else None,
        domain=state.value("domain") or None,
    )


def _show_filters(state: ListState) -> dict[str, str]:
    """The filters that have no control of their own."""
    domain = state.value("domain")
    return {"domain": show_filter(_("Domain"), domain)} if domain else {}


def _marker(search: str) -> Callable[[str], str]:
    """A function that marks in a term what was looked for."""
    wanted = search.casefold()

    def mark(text: str) -> str:
        folded = text.casefold()
        at = folded.find(wanted) if wanted and len(folded) == len(text) else -1
        if at < 0:
            return text
        end = at + len(wanted)
        return Markup("{}<mark>{}</mark>{}").format(text[:at], text[at:end], text[end:])

    return mark


@router.get("/concepts/new")
async def show_new_concept(page: MemoryPage, term_base_id: Id) -> Response:
    """Show the form of a new concept."""
    async with page.transaction() as tx:
        overview = await read_overview(tx, term_base_id)
        rows = forms.first_rows(await list_languages(tx, overview.base))
    return await _show_form(page, term_base_id, rows)


@router.post("/concepts/new")
async def add_concept(page: MemoryPage, term_base_id: Id) -> Response:
    """Add a concept; or add or remove a row of the form."""
    form, rows = page.form, forms.read_rows(page.form)
    if step := form.text("step"):
        return await _show_form(page, term_base_id, forms.apply_step(rows, step), status=200)
    proposal = forms.read_proposal(form, rows)
    if form:
        with form.catching(fields=forms.find_fields(form, rows)):
            async with page.transaction() as tx:
                made = await editing.create_concept(
                    tx, staff=page.staff, term_base_id=term_base_id, proposal=proposal
                )
            address = f"/ui/term-bases/{term_base_id}/concepts/{made.kept.number}"
            return page.redirect(address, done=_("Concept added."))
    return await _show_form(page, term_base_id, rows)


@router.get("/concepts/{conceptId}")
async def show_concept(page: MemoryPage, term_base_id: Id, concept_id: ConceptId) -> Response:
    """Show a concept with all its terms, and the concepts that share one."""
    async with page.transaction() as tx:
        overview, details = await _find(tx, term_base_id, concept_id)
    return page.render("term_bases/concept.html", overview=overview, details=details)


@router.get("/concepts/{conceptId}/edit")
async def show_concept_form(page: MemoryPage, term_base_id: Id, concept_id: ConceptId) -> Response:
    """Show the form of a concept."""
    async with page.transaction() as tx:
        _overview, details = await _find(tx, term_base_id, concept_id)
    return await _show_form(
        page, term_base_id, forms.rows_of(details.kept.concept), details=details, version=details.kept.version
    )


@router.post("/concepts/{conceptId}/edit")
async def change_concept(page: MemoryPage, term_base_id: Id, concept_id: ConceptId) -> Response:
    """Change a concept; both versions are shown if it was changed meanwhile. Or change the form's rows."""
    form, rows = page.form, forms.read_rows(page.form)
    version = form.number("version")
    async with page.transaction() as tx:
        _overview, details = await _find(tx, term_base_id, concept_id)
    if step := form.text("step"):
        shown = forms.apply_step(rows, step)
        return await _show_form(page, term_base_id, shown, details=details, version=version, status=200)
    proposal = forms.read_proposal(form, rows)
    target = ConceptTarget(term_base_id=term_base_id, number=concept_id, version=version or 0)
    if form:
        with form.catching(fields=forms.find_fields(form, rows)):
            if await _replace(page, target, proposal):
                address = f"/ui/term-bases/{term_base_id}/concepts/{concept_id}"
                return page.redirect(address, done=_("Concept saved."))
            return await _show_both(page, target, rows, proposal)
    return await _show_form(page, term_base_id, rows, details=details, version=version)


async def _replace(page: PageRequest, target: ConceptTarget, proposal: ProposedConcept) -> bool:
    """Replace a concept; False if somebody else has changed it since the form was shown."""
    try:
        async with page.transaction() as tx:
            await editing.replace_concept(tx, staff=page.staff, target=target, proposal=proposal)
    except editing.ConceptChanged:
        return False
    return True


async def _show_both(
    page: PageRequest, target: ConceptTarget, rows: Sequence[TermRow], proposal: ProposedConcept
) -> Response:
    """Show the form beside the version that somebody else has made; sending it again replaces that one."""
    async with page.transaction() as tx:
        _overview, details = await _find(tx, target.term_base_id, target.number)
    theirs = details.kept.concept
    differs = forms.differing(theirs, proposal.terms)
    return await _show_form(
        page,
        target.term_base_id,
        rows,
        details=details,
        version=details.kept.version,
        status=409,
        theirs=theirs,
        mark=lambda text: Markup("<mark>{}</mark>").format(text) if text in differs else text,
    )


@router.post("/concepts/{conceptId}/delete")
async def delete_concept(page: MemoryPage, term_base_id: Id, concept_id: ConceptId) -> Response:
    """Delete a concept; what is not confirmed is asked again, as it is where there is no script."""
    if not page.form.flag("confirmed"):
        async with page.transaction() as tx:
            overview, details = await _find(tx, term_base_id, concept_id)
        return page.render("term_bases/delete_concept.html", overview=overview, details=details)
    target = ConceptTarget(term_base_id=term_base_id, number=concept_id, version=page.form.number("version"))
    async with page.transaction() as tx:
        await editing.delete_concept(tx, staff=page.staff, target=target)
    return page.redirect(f"/ui/term-bases/{term_base_id}", done=_("Concept deleted."))


async def _find(tx: Transaction, term_base_id: int, number: int) -> tuple[TermBaseOverview, ConceptDetails]:
    overview = await read_overview(tx, term_base_id)
    return overview, await editing.get_concept(tx, term_base_id=term_base_id, number=number)


async def _show_form(
    page: PageRequest,
    term_base_id: int,
    rows: Sequence[TermRow],
    *,
    status: int | None = None,
    **values: Any,
) -> Response:
    """Show the form of a concept, or of a new one without `details`."""
    forms.write_plainly(page.form)
    async with page.transaction() as tx:
        overview = await read_overview(tx, term_base_id)
        used = await list_languages(tx, overview.base)
        offered = await list_choices(tx, LANGUAGE, account_id=overview.base.account_id, limit=None, offset=0)
    codes = dict.fromkeys([*used, *(one.code for one in offered)])
    return page.render(
        "term_bases/concept_form.html",
        status=status,
        overview=overview,
        rows=rows,
        languages_known=[(code, write_language(code)) for code in codes],
        most_rows=forms.MOST_ROWS,
        **{"details": None, "version": None, "theirs": None, "mark": None, **values},
    )
