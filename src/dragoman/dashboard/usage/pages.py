"""`/ui/usage`: what was translated, by day, month or application (T9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from fastapi import APIRouter, Response

from dragoman.accounts.actions import search_accounts
from dragoman.dashboard.page.application_names import name_applications
from dragoman.dashboard.page.lists import ListState, read_list
from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.needs import DeveloperPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.page.request import PageRequest
from dragoman.dashboard.page.sent_texts import SentSum, sum_by_day, sum_by_engine, sum_by_month, write_sums
from dragoman.dashboard.page.usage_chart import draw_usage
from dragoman.database.connections import Transaction
from dragoman.engine_registry.actions import find_account_policy
from dragoman.engine_registry.model import SentTextReport
from dragoman.engine_registry.reports import read_sent_text
from dragoman.errors import NotFound
from dragoman.http.downloads import download_headers
from dragoman.usage.actions import summarize_usage
from dragoman.usage.exports import write_usage
from dragoman.usage.model import UsageFilter, UsageGrouping, UsageSummary

router = APIRouter(prefix="/ui/usage", include_in_schema=False, route_class=PageRoute)

_MOST_CHOICES: Final = 500  # accounts in a list to choose from
_FILTERS: Final = ("from", "to", "by", "application", "account")


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownUsage:
    """Use as it was asked for, and the names that its tables and filters need."""

    summary: UsageSummary
    applications: Mapping[int, str]
    accounts: Mapping[int, str]  # for staff only
    sent: Sequence[SentSum]  # to remote engines; of all applications, which are not told apart
    allowed: Sequence[str]  # remote engines that may get texts of the account; of staff only if one is chosen

    @property
    def names(self) -> Mapping[int, str] | None:
        """The names of what it is added up by."""
        by = {UsageGrouping.APPLICATION: self.applications, UsageGrouping.ACCOUNT: self.accounts}
        return by.get(self.summary.by)


@router.get("")
async def show_usage(page: DeveloperPage) -> Response:
    """Show use in a range of days: figures, chart and table."""
    state = read_list(page.request, filters=_FILTERS)
    shown = await _read(page, state)
    return page.render(
        "usage/usage.html",
        list=state,
        shown=shown,
        summary=shown.summary,
        chart=draw_usage(shown.summary),
        groupings=_groupings(page),
        csv=_csv(state),
        sent_csv=_csv(replace(state, filters={**state.filters, "table": "sent"})),
    )


@router.get("/csv")
async def download_usage(page: DeveloperPage) -> Response:
    """Download the same as a table for spreadsheets; with `table=sent` what was sent to engines elsewhere."""
    state = read_list(page.request, filters=(*_FILTERS, "table"))
    shown = await _read(page, state)
    summary = shown.summary
    is_sent = state.value("table") == "sent"
    name = f"{'sent' if is_sent else 'usage'}-{summary.first_day}-{summary.last_day}.csv"
    return Response(
        write_sums(shown.sent) if is_sent else write_usage(summary, names=shown.names),
        media_type="text/csv; charset=utf-8",
        headers=download_headers(name),
    )


def _csv(state: ListState) -> str:
    return replace(state, path="/ui/usage/csv").address()


async def _read(page: PageRequest, state: ListState) -> ShownUsage:
    """Read use. A range that cannot be, is a problem of the form, and this month is shown."""
    await page.runtime.usage.flush()
    wanted, by = _read_filter(page, state), _read_grouping(page, state)
    summary = None
    async with page.transaction() as tx:
        with page.form.catching():
            summary = await summarize_usage(tx, wanted=wanted, by=by)
        if summary is None:
            summary = await summarize_usage(tx, wanted=UsageFilter(), by=by)
        account_id = wanted.account_id if page.is_staff else page.person.account.id
        sent = await read_sent_text(
            tx, account_id=account_id, first_day=summary.first_day, last_day=summary.last_day
        )
        accounts = await search_accounts(tx, limit=_MOST_CHOICES) if page.is_staff else {}
        return ShownUsage(
            summary=summary,
            applications=await name_applications(page, tx),
            accounts=accounts,
            sent=_sum_sent(sent, by),
            allowed=await _read_allowed(tx, account_id),
        )


def _sum_sent(report: SentTextReport, by: UsageGrouping) -> Sequence[SentSum]:
    sums = {UsageGrouping.DAY: sum_by_day, UsageGrouping.MONTH: sum_by_month}
    return sums.get(by, sum_by_engine)(report)


async def _read_allowed(tx: Transaction, account_id: int | None) -> Sequence[str]:
    if account_id is None:
        return ()
    with suppress(NotFound):  # of a filter that names no account
        return sorted((await find_account_policy(tx, account_id)).remote)
    return ()


def _read_filter(page: PageRequest, state: ListState) -> UsageFilter:
    return UsageFilter(
        account_id=state.number("account"),
        application_id=state.number("application"),
        first_day=_read_day(page, state, "from"),
        last_day=_read_day(page, state, "to"),
    )


def _read_day(page: PageRequest, state: ListState, name: str) -> date | None:
    text = state.value(name)
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        page.form.add(_("Write a day as 2026-11-25."), at=name)
        return None


def _read_grouping(page: PageRequest, state: ListState) -> UsageGrouping:
    return next((by for by, _name in _groupings(page) if by == state.value("by")), UsageGrouping.DAY)


def _groupings(page: PageRequest) -> list[tuple[UsageGrouping, str]]:
    of_staff = [(UsageGrouping.ACCOUNT, _("By account"))] if page.is_staff else []
    return [
        (UsageGrouping.DAY, _("By day")),
        (UsageGrouping.MONTH, _("By month")),
        (UsageGrouping.APPLICATION, _("By application")),
        *of_staff,
    ]
