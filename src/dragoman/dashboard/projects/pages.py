"""`/ui/projects`: the list of projects, and one of them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from fastapi import APIRouter, Response

from dragoman.accounts.actions import search_accounts
from dragoman.catalog.actions import list_languages
from dragoman.dashboard.page.days import begin_of_day, end_of_day, read_day
from dragoman.dashboard.page.formats import write_number
from dragoman.dashboard.page.languages import name_languages
from dragoman.dashboard.page.lists import ListState, read_list
from dragoman.dashboard.page.needs import CustomerPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.page.request import PageRequest
from dragoman.dashboard.projects.showing import show_project
from dragoman.dashboard.projects.words import name_due, name_stage, name_status
from dragoman.database.connections import Transaction
from dragoman.http.fields import Id
from dragoman.languages import canonical, is_well_formed
from dragoman.notifications.actions import count_dead_notifications
from dragoman.projects.model import Due, ProjectFilter, ProjectStage, ProjectStatus
from dragoman.projects.orders.listing import (
    MOST_COUNTED,
    ListedProject,
    count_stages,
    count_statuses,
    list_projects,
)

_FILTERS: Final = ("stage", "search", "account", "language", "due", "from", "to")
_SORTS: Final = ("id", "title", "deadline", "updated")  # columns with an index
_LIMITS: Final = (25, 50, 100)  # rows, of two lines each
_MOST_CHOICES: Final = 500  # accounts in a list to choose from

router = APIRouter(prefix="/ui/projects", include_in_schema=False, route_class=PageRoute)


@router.get("")
async def show_projects(page: CustomerPage) -> Response:
    """List projects: of all accounts by stage for staff, of the reader's account by status for customers."""
    state = read_list(page.request, filters=_FILTERS, sorts=_SORTS, sort="-id", limits=_LIMITS)
    # Counts take the database about as long as a page of the list takes us: each has a transaction.
    (found, choices), counts = await asyncio.gather(_read(page, state), _count(page, state))
    shown, state = state.cut(found)
    return page.render(
        "projects/list.html",
        projects=shown,
        list=state,
        stage=_stage(page, state),
        days={name: read_day(state.value(name)) for name in ("from", "to")},
        dues=[(due.value, name_due(due)) for due in Due],
        **choices,
        **counts,
    )


async def _read(page: PageRequest, state: ListState) -> tuple[Sequence[ListedProject], dict[str, Any]]:
    """The projects of the page and one more, and what its filters offer."""
    async with page.transaction() as tx:
        found = await list_projects(tx, wanted=_read_filter(page, state))
        accounts = await search_accounts(tx, limit=_MOST_CHOICES) if page.is_staff else {}
        codes = [one.code for one in await list_languages(tx)]
    languages = [(one.code, one.name) for one in name_languages(codes)]
    return found, {"accounts": accounts, "languages_into": languages, "now": tx.now}


async def _count(page: PageRequest, state: ListState) -> dict[str, Any]:
    """The tabs with their counts, and on the managers' first page the webhooks that wait to be replayed."""
    async with page.transaction() as tx:
        is_first = page.is_staff and _stage(page, state) == ProjectStage.TO_DO
        dead = await count_dead_notifications(tx, account_id=state.number("account")) if is_first else 0
        return {"tabs": await _make_tabs(page, tx, state), "dead": dead}


def _stage(page: PageRequest, state: ListState) -> str:
    """The tab that is shown: for staff what waits for them, unless they choose."""
    value = state.value("stage")
    known = set(ProjectStage) if page.is_staff else {*ProjectStatus, ProjectStage.ALL}
    return value if value in known else ProjectStage.TO_DO if page.is_staff else ProjectStage.ALL


def _read_filter(page: PageRequest, state: ListState) -> ProjectFilter:
    stage, due, language = _stage(page, state), state.value("due"), state.value("language")
    return ProjectFilter(
        account_id=state.number("account") if page.is_staff else page.person.account.id,
        search=state.value("search") or None,
        status=ProjectStatus(stage) if stage in set(ProjectStatus) else None,
        stage=ProjectStage(stage) if page.is_staff else None,
        due=Due(due) if due in set(Due) else None,
        zone=page.locale.zone,
        target_language=canonical(language) if is_well_formed(language) else None,
        created_after=_before_day(page, state.value("from")),
        created_before=end_of_day(state.value("to"), page.locale.zone),
        sort=state.sort.removeprefix("-"),
        descending=state.sort.startswith("-"),
        limit=state.limit + 1,
        offset=state.offset,
    )


def _before_day(page: PageRequest, text: str) -> datetime | None:
    """The last time before a day: the filter leaves out what was created at the very time that it names."""
    return begin_of_day(text, page.locale.zone, plus=-timedelta(microseconds=1))


async def _make_tabs(
    page: PageRequest, tx: Transaction, state: ListState
) -> Sequence[tuple[str, str, int | str | None, str]]:
    """The tabs: value, name, how many projects, and address. All of all accounts are not counted."""
    counts: Mapping[str, int | str | None]
    if page.is_staff:
        stages = await count_stages(tx, state.number("account"))
        counts = {stage.value: stages.get(stage) for stage in ProjectStage}
        names = {stage.value: name_stage(stage) for stage in ProjectStage}
    else:
        statuses = await count_statuses(tx, page.person.account.id)
        counts = {one.value: _show_count([statuses[one]]) for one in ProjectStatus}
        counts["all"] = _show_count(list(statuses.values()))
        names = {
            **{one.value: name_status(one) for one in ProjectStatus},
            "all": name_stage(ProjectStage.ALL),
        }
    kept = {name: text for name, text in state.filters.items() if name != "stage"}
    return [
        (value, name, counts[value], state.address(filters={**kept, "stage": value}))
        for value, name in names.items()
    ]


def _show_count(counts: Sequence[int]) -> int | str:
    """A sum of counts, such as 512; "10,000+" where one of them went on."""
    known = sum(min(one, MOST_COUNTED) for one in counts)
    return f"{write_number(known)}+" if max(counts) > MOST_COUNTED else known


@router.get("/{id}")
async def show_one(page: CustomerPage, project_id: Id) -> Response:
    """Show a project: its files by language, its analysis, what happened, and what is due next."""
    return await show_project(page, project_id)
