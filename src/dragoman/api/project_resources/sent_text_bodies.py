"""What remote engines got of an account's texts."""

from __future__ import annotations

from datetime import date

from pydantic import Field

from dragoman.engine_registry.model import SentTextReport
from dragoman.http.models import ResponseModel


class SentTextBody(ResponseModel):
    """What a remote engine got of an account on one day."""

    date: date
    engine: str
    characters: int = Field(description="Code points, those of repeated calls included")
    calls: int


def write_sent_text(report: SentTextReport) -> list[SentTextBody]:
    """The days of a report, the earliest first."""
    return [
        SentTextBody(date=one.day, engine=one.engine, characters=one.characters, calls=one.calls)
        for one in report.days
    ]
