"""`/ui/projects/new/3`: words, price and deadline, and the start: the last of the three steps (P12)."""

from __future__ import annotations

from fastapi import APIRouter, Response

from dragoman.dashboard.page.bands import name_band
from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.needs import OrdererPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.page.request import PageRequest
from dragoman.dashboard.projects.drafts import FIRST, Draft, address_without_draft, find_draft
from dragoman.dashboard.projects.facts import read_facts
from dragoman.projects.model import Analysis, ProjectStatus
from dragoman.projects.orders.overview import read_progress
from dragoman.projects.orders.quoting import ProjectQuote, quote_project
from dragoman.projects.starting import request_start

router = APIRouter(prefix="/ui/projects/new", include_in_schema=False, route_class=PageRoute)


@router.get("/3")
async def show_quote_step(page: OrdererPage) -> Response:
    """Show what the draft costs, as soon as its words are counted."""
    draft = await find_draft(page)
    if draft is None:
        return page.redirect(address_without_draft(page))
    if not draft.record.files_to_translate:
        return page.redirect(f"{FIRST}?project={draft.id}")
    return await _show(page, draft)


@router.post("/3")
async def start(page: OrdererPage) -> Response:
    """Start the project, or say what keeps it from starting."""
    draft = await find_draft(page)
    if draft is None:
        return page.redirect(address_without_draft(page))
    with page.form.catching():
        started = await request_start(
            page.runtime, draft.id, account_id=draft.caller.account_id, by=page.staff.actor
        )
        is_active = started.status is ProjectStatus.ACTIVE
        done = _("The project has started.") if is_active else _("The project is ordered.")
        return page.redirect(f"/ui/projects/{draft.id}", done=done)
    return await _show(page, draft)


async def _show(page: PageRequest, draft: Draft) -> Response:
    async with page.transaction() as tx:
        progress = await read_progress(tx, draft.id)
        facts = await read_facts(tx, progress.project)
    quote = await _quote(page, draft)
    return page.render(
        "projects/order_quote.html",
        draft=draft,
        project=progress.project,
        progress=progress,
        facts=facts,
        unreadable=[one for one in draft.record.files if one.failure is not None],
        quote=quote,
        is_sandbox=draft.caller.is_sandbox,
        name_band=name_band,
    )


async def _quote(page: PageRequest, draft: Draft) -> ProjectQuote | None:
    """Quote the draft; None while its words are counted, or where a file cannot be read."""
    if any(one.analysis is Analysis.FAILED for one in draft.record.files):
        return None
    return await quote_project(page.runtime, draft.id, account_id=draft.caller.account_id)
