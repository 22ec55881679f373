"""The request log: calls and how they were answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypedDict

from dragoman_client.flows import Flow
from dragoman_client.operations import Mark, Page
from dragoman_client.paging import marked_pages
from dragoman_client.records import to_wire
from dragoman_client.sending import Connection


@dataclass(frozen=True, slots=True, kw_only=True)
class LoggedRequest:
    """A call and how it was answered, without its contents."""

    id: str
    at: datetime
    account_id: int
    application_id: int
    method: str
    status: int
    request_id: str  # the `X-Request-Id` of the answer
    route: str | None = None  # such as "/v2/documents/{jobId}"
    path: str | None = None
    milliseconds: float = 0.0
    request_bytes: int = 0
    answer_bytes: int = 0
    error: str | None = None


class RequestFilter(TypedDict, total=False):
    """Which calls are wanted."""

    application_id: int
    status: str  # "404", or a class of them: "4xx"
    path: str  # the beginning of it
    request_id: str
    since: datetime
    until: datetime


def request_pages(
    connection: Connection, path: str, wanted: Mapping[str, Any]
) -> Callable[[Mark], Flow[Page[LoggedRequest]]]:
    """The pages of both interfaces."""
    query = to_wire(wanted)
    query["from"], query["to"] = query.pop("since", None), query.pop("until", None)
    return marked_pages(connection, path, ("requests", "nextBefore", "before"), LoggedRequest, query=query)
