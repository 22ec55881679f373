"""What accounts had translated, added up by day, month, application or account."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, TypedDict

from dragoman_client.flows import Flow
from dragoman_client.languages import UsageAmount
from dragoman_client.record_calls import get_record
from dragoman_client.records import to_wire
from dragoman_client.sending import Connection


@dataclass(frozen=True, slots=True, kw_only=True)
class PartOfUsage:
    """A part of what was used, such as what memories gave."""

    characters: int = 0
    words: int = 0
    segments: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class UsageSum(UsageAmount):
    """What was used, and how much of it came from memories and was in documents."""

    memory: PartOfUsage = field(default_factory=PartOfUsage)
    in_documents: PartOfUsage = field(default_factory=PartOfUsage)


@dataclass(frozen=True, slots=True, kw_only=True)
class UsageGroup(UsageSum):
    """What was used on a day, in a month, by an application or by an account: one of the four is set."""

    day: date | None = None
    month: str | None = None  # "2025-03"
    application_id: int | None = None
    account_id: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class UsageSummary:
    """What was used between two days."""

    since: date = field(metadata={"wire": "from"})
    until: date = field(metadata={"wire": "to"})
    by: str
    groups: tuple[UsageGroup, ...] = ()
    total: UsageSum = field(default_factory=UsageSum)


class UsageFilter(TypedDict, total=False):
    """Which usage is wanted, and what it is added up by."""

    by: str  # "day", "month" or "application"; on the provider's interface also "account"
    application_id: int
    since: date  # without dates of this month
    until: date


def get_usage(connection: Connection, path: str, wanted: Mapping[str, Any]) -> Flow[UsageSummary]:
    """The flow of both interfaces."""
    query = to_wire(wanted)
    query["from"], query["to"] = query.pop("since", None), query.pop("until", None)
    return get_record(connection, UsageSummary, path, query=query)
