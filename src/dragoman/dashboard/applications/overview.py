"""What the page of an application shows: the application, and what it did lately."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from dragoman.access.model import Application, RateRule
from dragoman.access.provisioning import find_application
from dragoman.accounts.actions import get_account
from dragoman.accounts.model import Account, AccountKind
from dragoman.dashboard.page.request import PageRequest
from dragoman.dashboard.page.usage_chart import UsageChart, draw_usage
from dragoman.database.connections import Transaction
from dragoman.notifications.actions import list_notifications
from dragoman.notifications.model import Notification, NotificationFilter
from dragoman.request_log.actions import count_statuses, read_requests
from dragoman.request_log.model import LoggedRequest, RequestFilter, StatusCounts
from dragoman.settings import Rate, Settings
from dragoman.usage.actions import summarize_usage
from dragoman.usage.model import UsageFilter, UsageGrouping, UsageSummary

_SHOWN_REQUESTS: Final = 6
_SHOWN_WEBHOOKS: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownApplication:
    """An application with its account and the rate limit that applies to it."""

    application: Application
    account: Account
    rate: Rate | None  # None: no limit
    now: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class RecentUse:
    """What an application did lately."""

    usage: UsageSummary
    chart: UsageChart | None
    statuses: StatusCounts
    requests: Sequence[LoggedRequest]
    webhooks: Sequence[Notification]


async def read_application(page: PageRequest, tx: Transaction, application_id: int) -> ShownApplication:
    """Find an application that the reader sees. Raises `NotFound`."""
    application = await find_application(tx, application_id)
    account = await get_account(tx, account_id=application.account_id)
    rate = _effective_rate(application, account, page.runtime.settings)
    return ShownApplication(application=application, account=account, rate=rate, now=tx.now)


async def read_recent_use(page: PageRequest, tx: Transaction, application_id: int) -> RecentUse:
    """Read what an application used this month, its last calls and webhooks."""
    usage = await summarize_usage(tx, wanted=UsageFilter(application_id=application_id), by=UsageGrouping.DAY)
    since = tx.now - timedelta(days=page.runtime.settings.request_log_days)
    requests = RequestFilter(application_id=application_id)
    webhooks = NotificationFilter(application_id=application_id)
    return RecentUse(
        usage=usage,
        chart=draw_usage(usage),
        statuses=await count_statuses(tx, application_id=application_id, since=since),
        requests=await read_requests(tx, wanted=requests, limit=_SHOWN_REQUESTS),
        webhooks=await list_notifications(tx, page.runtime.keyring, wanted=webhooks, limit=_SHOWN_WEBHOOKS),
    )


def _effective_rate(application: Application, account: Account, settings: Settings) -> Rate | None:
    if isinstance(application.rate, Rate):
        return application.rate
    if application.rate is RateRule.OFF:
        return None
    return {
        AccountKind.TRIAL: settings.rate_limit_trial,
        AccountKind.SANDBOX: settings.rate_limit_sandbox,
        AccountKind.PRODUCTION: settings.rate_limit_production,
    }[account.kind]
