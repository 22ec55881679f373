"""More of a project: what the checks find, what was announced to receivers, and who did what."""

from __future__ import annotations

from collections import Counter
from typing import Final

from fastapi import APIRouter, Response

from dragoman.dashboard.page.actor_names import find_names
from dragoman.dashboard.page.lists import read_list
from dragoman.dashboard.page.needs import DeveloperPage, ManagerPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.projects.showing import read_project, render_part
from dragoman.http.fields import Id
from dragoman.notifications.actions import list_notifications
from dragoman.notifications.model import NotificationFilter
from dragoman.projects.finishing import subject
from dragoman.projects.linguists.reviewing import Review, review_translation
from dragoman.projects.linguists.tools import linguist_tools
from dragoman.projects.linguists.translation_context import NotOpen
from dragoman.projects.orders.overview import read_history

_UNCHECKED: Final = Review(segments=0, issues=())

router = APIRouter(prefix="/ui/projects/{id}", include_in_schema=False, route_class=PageRoute)


@router.get("/quality")
async def show_quality(page: ManagerPage, project_id: Id) -> Response:
    """Show what the checks find: for all translations as of their last check, for a chosen one as of now."""
    state = read_list(page.request, filters=("translation", "code"))
    async with page.transaction() as tx:
        shown = await read_project(tx, page, project_id)
    chosen = next((one for one in shown.translations if one.id == state.number("translation")), None)
    review, problem = _UNCHECKED, ""
    if chosen is not None:
        try:
            tools = linguist_tools(page.runtime)
            review = await review_translation(tools, project_id, chosen.id, staff=page.staff)
        except NotOpen as error:
            problem = error.message
    code = state.value("code")
    issues = [one for one in review.issues if not code or one.finding.code == code]
    found, state = state.cut(issues[state.offset : state.offset + state.limit + 1])
    return render_part(
        page,
        "projects/quality.html",
        shown,
        list=state,
        chosen=chosen,
        review=review,
        problem=problem,
        issues=found,
        codes=sorted(Counter(one.finding.code for one in review.issues).items()),
    )


@router.get("/webhooks")
async def show_webhooks(page: DeveloperPage, project_id: Id) -> Response:
    """List what was announced about the project, with every try."""
    state = read_list(page.request, filters=())
    async with page.transaction() as tx:
        shown = await read_project(tx, page, project_id)
        found = await list_notifications(
            tx,
            page.runtime.keyring,
            wanted=NotificationFilter(subject=subject(project_id)),
            limit=state.limit + 1,
            offset=state.offset,
        )
    webhooks, state = state.cut(found)
    return render_part(page, "projects/webhooks.html", shown, list=state, webhooks=webhooks)


@router.get("/log")
async def show_log(page: ManagerPage, project_id: Id) -> Response:
    """List what was done with the project and its translations, oldest first."""
    state = read_list(page.request, filters=())
    async with page.transaction() as tx:
        shown = await read_project(tx, page, project_id)
        found = await read_history(tx, project_id, limit=state.limit + 1, offset=state.offset)
        names = await find_names(tx, [one.event.actor for one in found])
    entries, state = state.cut(found)
    translations = {f"translation:{one.id}": one for one in shown.translations}
    return render_part(
        page,
        "projects/log.html",
        shown,
        list=state,
        entries=entries,
        actors={**shown.names, **names},
        about=translations,
    )
