"""`GET /v2/usage` (T9)."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import Field

from dragoman.database.connections import transaction
from dragoman.http.auth import TranslateCaller
from dragoman.http.dependencies import OpenRuntime
from dragoman.http.fields import Day
from dragoman.http.models import ResponseModel
from dragoman.http.responses import PROTECTED
from dragoman.usage.actions import read_usage
from dragoman.usage.model import UsageAmount, UsageReport

router = APIRouter(prefix="/v2", tags=["Usage"], responses=PROTECTED)


class MemoryAmountBody(ResponseModel):
    """So much of the source text has translations that are a memory's."""

    characters: int
    words: int
    segments: int


class UsageAmountBody(ResponseModel):
    """So much source text was translated."""

    characters: int = Field(description="Code points")
    words: int = Field(description="Words by UAX #29; by characters in scripts without spaces")
    segments: int
    documents: int
    memory: MemoryAmountBody = Field(description="What of it memories had, so that no engine was asked")


class DayBody(UsageAmountBody):
    """What was translated on one day."""

    date: date


class UsageReply(ResponseModel):
    """What the application had translated, by day and in all."""

    first_day: date = Field(serialization_alias="from", description="First day, UTC")
    last_day: date = Field(serialization_alias="to", description="Last day, UTC")
    days: list[DayBody] = Field(description="Days with use only, the earliest first")
    total: UsageAmountBody


@router.get("/usage")
async def usage(
    caller: TranslateCaller,
    runtime: OpenRuntime,
    first_day: Annotated[
        Day | None, Query(alias="from", description="First day; default: the first of the last day's month")
    ] = None,
    last_day: Annotated[Day | None, Query(alias="to", description="Last day; default: today, UTC")] = None,
) -> UsageReply:
    """Report how much the application had translated, up to now. At most 366 days."""
    await runtime.usage.flush()
    async with transaction(runtime.database, account=caller.account_id) as tx:
        report = await read_usage(
            tx, application_id=caller.application_id, first_day=first_day, last_day=last_day
        )
    return _reply(report)


def _reply(report: UsageReport) -> UsageReply:
    return UsageReply(
        first_day=report.first_day,
        last_day=report.last_day,
        days=[DayBody(date=one.day, **_amount(one.amount)) for one in report.days],
        total=UsageAmountBody(**_amount(report.total)),
    )


def _amount(amount: UsageAmount) -> dict[str, Any]:
    return {
        "characters": amount.characters,
        "words": amount.words,
        "segments": amount.segments,
        "documents": amount.documents,
        "memory": MemoryAmountBody(
            characters=amount.memory_characters,
            words=amount.memory_words,
            segments=amount.memory_segments,
        ),
    }
