"""Use as a table for spreadsheets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Final

from dragoman.text_io.spreadsheets import write_table
from dragoman.usage.model import DocumentPart, UsageAmount, UsageGroup, UsageGrouping, UsageSummary

_AMOUNTS: Final = tuple(one.name for one in fields(UsageAmount))
_IN_DOCUMENTS: Final = tuple(one.name for one in fields(DocumentPart))


def write_usage(summary: UsageSummary, *, names: Mapping[int, str] | None = None) -> bytes:
    """Write a row for each group. `names` of its applications or accounts, by id, make a column more."""
    header = [
        summary.by.value,
        *([] if names is None else ["name"]),
        *_AMOUNTS,
        *(f"document_{name}" for name in _IN_DOCUMENTS),
    ]
    return write_table([header, *(_row(one, summary.by, names) for one in summary.groups)])


def _row(group: UsageGroup, by: UsageGrouping, names: Mapping[int, str] | None) -> Sequence[str]:
    number = group.application_id or group.account_id
    return [
        _key(group, by),
        *([] if names is None or number is None else [names.get(number, "")]),
        *(str(getattr(group.amount, name)) for name in _AMOUNTS),
        *(str(getattr(group.in_documents, name)) for name in _IN_DOCUMENTS),
    ]


def _key(group: UsageGroup, by: UsageGrouping) -> str:
    if by is UsageGrouping.DAY:
        return str(group.day)
    if by is UsageGrouping.MONTH:
        return f"{group.month:%Y-%m}"
    return str(group.application_id or group.account_id)
