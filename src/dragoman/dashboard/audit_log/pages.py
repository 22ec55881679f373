"""`/ui/audit-log`: who changed what (V7)."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Response

from dragoman.accounts.actions import find_account_names, search_accounts
from dragoman.audit.actions import find_entries
from dragoman.audit.exports import write_entries
from dragoman.audit.model import AuditFilter
from dragoman.dashboard.page.actor_names import find_names
from dragoman.dashboard.page.days import begin_of_day, end_of_day
from dragoman.dashboard.page.lists import ListState, read_list
from dragoman.dashboard.page.needs import AdminPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.page.request import PageRequest
from dragoman.http.downloads import download_headers

router = APIRouter(prefix="/ui/audit-log", include_in_schema=False, route_class=PageRoute)

_FILTERS: Final = ("account", "subject", "actor", "action", "from", "to", "before")
_MOST_CHOICES: Final = 500  # accounts in a list to choose from
_MOST_ROWS: Final = 10_000  # of a table


@router.get("")
async def show_audit_log(page: AdminPage) -> Response:
    """List entries, newest first."""
    state = read_list(page.request, filters=_FILTERS)
    async with page.transaction() as tx:
        found = await find_entries(tx, wanted=_filter(page, state), limit=state.limit + 1)
        choosable = await search_accounts(tx, limit=_MOST_CHOICES)
        shown = {one.event.account_id for one in found} | {state.number("account")}
        accounts = await find_account_names(tx, sorted(one for one in shown if one is not None))
        names = await find_names(tx, [text for one in found for text in (one.event.actor, one.event.subject)])
    entries, state = state.cut(found)
    return page.render(
        "audit_log/list.html",
        entries=entries,
        list=state,
        accounts=accounts,
        choosable=choosable,
        names=names,
    )


@router.get("/csv")
async def save_audit_log(page: AdminPage) -> Response:
    """The entries that the filters choose, as a table for spreadsheets: at most 10,000."""
    state = read_list(page.request, filters=_FILTERS)
    async with page.transaction() as tx:
        found = await find_entries(tx, wanted=_filter(page, state), limit=_MOST_ROWS)
    return Response(
        write_entries(found),
        media_type="text/csv; charset=utf-8",
        headers=download_headers("audit-log.csv"),
    )


def _filter(page: PageRequest, state: ListState) -> AuditFilter:
    return AuditFilter(
        account_id=state.number("account"),
        subject=state.value("subject") or None,
        actor=state.value("actor") or None,
        action=state.value("action") or None,
        since=begin_of_day(state.value("from"), page.locale.zone),
        until=end_of_day(state.value("to"), page.locale.zone),
        before=state.number("before"),
    )
