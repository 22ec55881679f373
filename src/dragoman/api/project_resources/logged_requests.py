"""Entries of the request log, as the provider's staff and customers read them (A9, V7)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated, Final
from uuid import UUID

from fastapi import Depends, Query
from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from dragoman.database.connections import Transaction
from dragoman.http.fields import LARGEST_ID, CustomerText
from dragoman.http.models import ResponseModel
from dragoman.http.timestamps import Timestamp
from dragoman.request_log.actions import read_requests
from dragoman.request_log.model import LONGEST_PATH, LoggedRequest, RequestFilter, StatusRange
from dragoman.timestamps import write_milliseconds

_STATUS: Final = re.compile(r"[1-5]([0-9]{2}|xx)", re.ASCII | re.IGNORECASE)


class LoggedRequestBody(ResponseModel):
    """A call and how it was answered. No text, query or header of the call is kept."""

    id: UUID
    at: str = Field(description="When it began, UTC", examples=["2030-01-31T17:00:00.125Z"])
    account_id: int
    application_id: int
    method: str = Field(examples=["GET"])
    route: str | None = Field(
        description="The path as this document has it; null where it has none",
        examples=["/v2/documents/{jobId}"],
    )
    path: str | None = Field(description="With its ids; as `route` where something else was sent for an id")
    status: int = Field(description="499: the client left before the answer", examples=[200])
    milliseconds: float
    request_id: str = Field(description="The header `X-Request-Id` of the answer")
    request_bytes: int = Field(description="Of the body, as far as it was read")
    answer_bytes: int = Field(description="Of the body")
    error: str | None = Field(description="Why it was refused", examples=["LANGUAGE_PAIR_UNSUPPORTED"])


class LoggedRequestListBody(ResponseModel):
    """Calls, newest first."""

    requests: list[LoggedRequestBody]
    next_before: UUID | None = Field(description="For `before`, to go on; null at the end")


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedPart:
    """The part of the log that is asked for."""

    limit: int
    before: UUID | None


def _check_status(value: str) -> str:
    if _STATUS.fullmatch(value) is None:
        raise PydanticCustomError("status", "Write a status such as 404, or a class such as 4xx")
    return value


async def _read_filter(
    *,
    application_id: Annotated[
        int | None,
        Query(alias="applicationId", ge=1, le=LARGEST_ID, description="Of this application only"),
    ] = None,
    status: Annotated[
        Annotated[str, AfterValidator(_check_status)] | None,
        Query(description="Answered with this status, or class of statuses", examples=["404", "4xx"]),
    ] = None,
    path: Annotated[
        CustomerText | None, Query(max_length=LONGEST_PATH, description="The path begins with this")
    ] = None,
    request_id: Annotated[
        CustomerText | None,
        Query(alias="requestId", max_length=64, description="The header `X-Request-Id` of the answer"),
    ] = None,
    begins: Annotated[Timestamp | None, Query(alias="from", description="Began then or later")] = None,
    ends: Annotated[Timestamp | None, Query(alias="to", description="Began earlier")] = None,
) -> RequestFilter:
    return RequestFilter(
        application_id=application_id,
        status=None if status is None else _status_range(status),
        path_prefix=path,
        request_id=request_id,
        begins=begins,
        ends=ends,
    )


def _status_range(status: str) -> StatusRange:
    if status[1:].isdecimal():
        return StatusRange(first=int(status), last=int(status))
    first = int(status[0]) * 100
    return StatusRange(first=first, last=first + 99)


async def _read_part(
    limit: Annotated[int, Query(ge=1, le=500, description="Items of a page")] = 50,
    before: Annotated[UUID | None, Query(description="`nextBefore` of the page before")] = None,
) -> WantedPart:
    return WantedPart(limit=limit, before=before)


WantedRequests = Annotated[RequestFilter, Depends(_read_filter)]
WantedPartOfLog = Annotated[WantedPart, Depends(_read_part)]


async def write_requests(
    tx: Transaction, *, wanted: RequestFilter, part: WantedPart
) -> LoggedRequestListBody:
    """A page of the log, as far as the transaction sees it."""
    found = await read_requests(tx, wanted=wanted, limit=part.limit + 1, before=part.before)
    shown = found[: part.limit]
    return LoggedRequestListBody(
        requests=[_body(one) for one in shown],
        next_before=shown[-1].id if len(found) > part.limit else None,
    )


def _body(one: LoggedRequest) -> LoggedRequestBody:
    return LoggedRequestBody(
        id=one.id,
        at=write_milliseconds(one.at),
        account_id=one.account_id,
        application_id=one.application_id,
        method=one.method,
        route=one.route,
        path=one.path,
        status=one.status,
        milliseconds=round(one.milliseconds, 1),
        request_id=one.request_id,
        request_bytes=one.request_bytes,
        answer_bytes=one.answer_bytes,
        error=one.error,
    )
