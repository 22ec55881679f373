"""`GET /v2/usage` (T9)."""

from __future__ import annotations

from datetime import date

from fastapi import APIRouter
from pydantic import Field

from dragoman.api.project_resources.sent_text_bodies import SentTextBody, write_sent_text
from dragoman.api.project_resources.usage_bodies import FirstDay, LastDay, UsageAmountBody, amount_fields
from dragoman.database.connections import transaction
from dragoman.engine_registry.model import SentTextReport
from dragoman.engine_registry.reports import read_sent_text
from dragoman.http.auth import TranslateCaller
from dragoman.http.dependencies import OpenRuntime
from dragoman.http.models import ResponseModel
from dragoman.http.responses import PROTECTED
from dragoman.usage.actions import read_usage
from dragoman.usage.model import UsageReport

router = APIRouter(prefix="/v2", tags=["Usage"], responses=PROTECTED)


class DayBody(UsageAmountBody):
    """What was translated on one day."""

    date: date


class UsageReply(ResponseModel):
    """What the application had translated, by day and in all."""

    first_day: date = Field(serialization_alias="from", description="First day, UTC")
    last_day: date = Field(serialization_alias="to", description="Last day, UTC")
    days: list[DayBody] = Field(description="Days with use only, the earliest first")
    total: UsageAmountBody
    sent_to_engines: list[SentTextBody] = Field(
        description="What engines outside the provider's machines got of all the account's texts"
    )


@router.get("/usage")
async def get_usage(
    caller: TranslateCaller,
    runtime: OpenRuntime,
    first_day: FirstDay = None,
    last_day: LastDay = None,
) -> UsageReply:
    """Report how much the application had translated, up to now. At most 366 days."""
    await runtime.usage.flush()
    async with transaction(runtime.database, account=caller.account_id) as tx:
        report = await read_usage(
            tx, application_id=caller.application_id, first_day=first_day, last_day=last_day
        )
        sent = await read_sent_text(
            tx, account_id=caller.account_id, first_day=report.first_day, last_day=report.last_day
        )
    return _reply(report, sent)


def _reply(report: UsageReport, sent: SentTextReport) -> UsageReply:
    return UsageReply(
        first_day=report.first_day,
        last_day=report.last_day,
        days=[DayBody(date=one.day, **amount_fields(one.amount)) for one in report.days],
        total=UsageAmountBody(**amount_fields(report.total)),
        sent_to_engines=write_sent_text(sent),
    )
