"""Models of use: its amounts, and its summary for customers and staff (T9)."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any

from fastapi import Query
from pydantic import Field

from dragoman.http.fields import Day
from dragoman.http.models import ResponseModel
from dragoman.usage.model import DocumentPart, UsageAmount, UsageGroup, UsageGrouping, UsageSummary

FirstDay = Annotated[
    Day | None, Query(alias="from", description="First day; default: the first of the last day's month")
]
LastDay = Annotated[Day | None, Query(alias="to", description="Last day; default: today, UTC")]
By = Annotated[UsageGrouping, Query(description="What it is added up by")]


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


class DocumentPartBody(ResponseModel):
    """So much of the source text was in documents; the rest was texts."""

    characters: int
    words: int
    segments: int


class SummaryAmountBody(UsageAmountBody):
    """So much source text was translated, in texts and documents."""

    in_documents: DocumentPartBody


class UsageGroupBody(SummaryAmountBody):
    """What was translated on a day, in a month, or for an application or account; the others are null."""

    day: date | None
    month: str | None = Field(examples=["2026-11"])
    application_id: int | None
    account_id: int | None = Field(description="Of the application, too")


class UsageSummaryBody(ResponseModel):
    """What was translated, in groups and in all."""

    first_day: date = Field(serialization_alias="from", description="First day, UTC")
    last_day: date = Field(serialization_alias="to", description="Last day, UTC")
    by: UsageGrouping
    groups: list[UsageGroupBody] = Field(
        description="Those with use only, the earliest day or lowest id first"
    )
    total: SummaryAmountBody


def amount_fields(amount: UsageAmount) -> dict[str, Any]:
    """The fields of an amount."""
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


def write_summary(summary: UsageSummary) -> UsageSummaryBody:
    """A summary on the wire."""
    return UsageSummaryBody(
        first_day=summary.first_day,
        last_day=summary.last_day,
        by=summary.by,
        groups=[_group(one) for one in summary.groups],
        total=SummaryAmountBody(**_divided(summary.total, summary.total_in_documents)),
    )


def _group(group: UsageGroup) -> UsageGroupBody:
    return UsageGroupBody(
        day=group.day,
        month=None if group.month is None else f"{group.month:%Y-%m}",
        application_id=group.application_id,
        account_id=group.account_id,
        **_divided(group.amount, group.in_documents),
    )


def _divided(amount: UsageAmount, in_documents: DocumentPart) -> dict[str, Any]:
    return {**amount_fields(amount), "in_documents": DocumentPartBody.model_validate(in_documents)}
