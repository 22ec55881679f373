"""A chart of use by day or month: places of its bars and lines, for attributes of an SVG."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from dragoman.dashboard.page.formats import write_compact, write_day, write_month
from dragoman.usage.model import UsageGroup, UsageGrouping, UsageSummary

WIDTH: Final = 720  # of the SVG's own units
HEIGHT: Final = 190
_START: Final = 44  # of the bars, after the numbers of the axis
_TOP: Final = 8
_BASE: Final = 168
_MOST_LABELS: Final = 8
_LINES: Final = 4  # at most, above the base


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartBar:
    """The characters of one day or month."""

    label: str
    is_labelled: bool  # below the axis, where there is room
    characters: int
    in_documents: int
    x: float
    width: float
    text_y: float
    text_height: float
    document_y: float
    document_height: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartLine:
    """A line across the chart and its number."""

    y: float
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UsageChart:
    """A whole chart."""

    bars: Sequence[ChartBar]
    lines: Sequence[ChartLine]
    by_month: bool
    first: str
    last: str
    total: int
    most: int


def draw_usage(summary: UsageSummary) -> UsageChart | None:
    """Draw use by day or month. None for other groupings, and where nothing was used."""
    if summary.by not in {UsageGrouping.DAY, UsageGrouping.MONTH} or not summary.groups:
        return None
    by_month = summary.by is UsageGrouping.MONTH
    found = {one.month if by_month else one.day: one for one in summary.groups}
    days = list(_months(summary) if by_month else _days(summary))
    most = max(one.amount.characters for one in summary.groups)
    step = _step(most)
    top = step * max(1, math.ceil(most / step))
    return UsageChart(
        bars=[
            _bar(found.get(day), day=day, index=index, count=len(days), top=top, by_month=by_month)
            for index, day in enumerate(days)
        ],
        lines=[ChartLine(y=_y(value, top), label=write_compact(value)) for value in range(0, top + 1, step)],
        by_month=by_month,
        first=_label(days[0], by_month),
        last=_label(days[-1], by_month),
        total=summary.total.characters,
        most=most,
    )


def _bar(
    group: UsageGroup | None, *, day: date, index: int, count: int, top: int, by_month: bool
) -> ChartBar:
    room = (WIDTH - _START) / count
    characters = 0 if group is None else group.amount.characters
    in_documents = 0 if group is None else group.in_documents.characters
    text_y, document_y = _y(characters, top), _y(in_documents, top)
    return ChartBar(
        label=_label(day, by_month),
        is_labelled=index % math.ceil(count / _MOST_LABELS) == 0,
        characters=characters,
        in_documents=in_documents,
        x=round(_START + room * index + room * 0.13, 1),
        width=round(min(room * 0.74, 48), 1),
        text_y=text_y,
        text_height=round(document_y - text_y, 1),
        document_y=document_y,
        document_height=round(_BASE - document_y, 1),
    )


def _y(characters: int, top: int) -> float:
    return round(_BASE - (_BASE - _TOP) * characters / top, 1)


def _step(most: int) -> int:
    """The distance of the lines: 1, 2 or 5 times a power of ten."""
    power = 1
    while True:
        for factor in (1, 2, 5):
            if factor * power * _LINES >= most:
                return factor * power
        power *= 10


def _days(summary: UsageSummary) -> Iterator[date]:
    for number in range((summary.last_day - summary.first_day).days + 1):
        yield summary.first_day + timedelta(days=number)


def _months(summary: UsageSummary) -> Iterator[date]:
    month = summary.first_day.replace(day=1)
    while month <= summary.last_day:
        yield month
        month = (month + timedelta(days=31)).replace(day=1)


def _label(day: date, by_month: bool) -> str:
    return write_month(day) if by_month else write_day(day)
