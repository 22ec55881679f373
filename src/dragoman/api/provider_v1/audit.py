"""`GET /provider/v1/audit-log` (V7)."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from pydantic import Field

from dragoman.api.provider_v1.responses import STAFF
from dragoman.api.provider_v1.roles import StaffRoute
from dragoman.audit.actions import find_entries
from dragoman.audit.model import AuditEntry, AuditFilter
from dragoman.http.fields import CustomerText, OfAccount
from dragoman.http.models import ResponseModel
from dragoman.http.paging import PageBody, WantedPage, cut_page
from dragoman.http.staff_request import AdminRequest
from dragoman.http.timestamps import Timestamp
from dragoman.timestamps import write_time

router = APIRouter(
    prefix="/provider/v1",
    tags=["Provider operation"],
    responses=STAFF,
    route_class=StaffRoute,
)


class EntryBody(ResponseModel):
    """Who did what to what. Entries are never changed and never deleted."""

    id: int
    created_at: str
    actor: str = Field(
        description="Kind and id, or `operator` for the command line", examples=["application:12"]
    )
    action: str = Field(examples=["memory.imported"])
    subject: str = Field(examples=["memory:3"])
    account_id: int | None
    details: dict[str, Any]


class AuditLogBody(ResponseModel):
    """Entries, newest first."""

    entries: list[EntryBody]
    metadata: PageBody


async def _read_filter(
    *,
    account_id: OfAccount = None,
    subject: Annotated[
        CustomerText | None, Query(max_length=100, description="About this only: `memory:3`")
    ] = None,
    kind: Annotated[
        CustomerText | None, Query(max_length=100, description="About things of this kind only: `memory`")
    ] = None,
    actor: Annotated[
        CustomerText | None, Query(max_length=100, description="By this one only: `application:12`")
    ] = None,
    action: Annotated[
        CustomerText | None, Query(max_length=100, description="This only: `memory.imported`")
    ] = None,
    since: Annotated[Timestamp | None, Query(alias="from", description="Since then")] = None,
    until: Annotated[Timestamp | None, Query(alias="to", description="Before then")] = None,
    before: Annotated[
        int | None,
        Query(ge=1, le=2**63 - 1, description="Id of an entry: the list goes on after it"),
    ] = None,
) -> AuditFilter:
    return AuditFilter(
        account_id=account_id,
        subject=subject,
        kind=kind,
        actor=actor,
        action=action,
        since=since,
        until=until,
        before=before,
    )


@router.get("/audit-log")
async def list_audit_events(
    request: Request,
    ctx: AdminRequest,
    page: WantedPage,
    wanted: Annotated[AuditFilter, Depends(_read_filter)],
) -> AuditLogBody:
    """List what was changed, and by whom. Needs the role admin."""
    entries = await find_entries(ctx.tx, wanted=wanted, limit=page.limit + 1, offset=page.offset)
    shown, metadata = cut_page(request, page, entries)
    return AuditLogBody(entries=[_entry(entry) for entry in shown], metadata=metadata)


def _entry(entry: AuditEntry) -> EntryBody:
    event = entry.event
    return EntryBody(
        id=entry.id,
        created_at=write_time(entry.at),
        actor=event.actor,
        action=event.action,
        subject=event.subject,
        account_id=event.account_id,
        details=dict(event.details),
    )
