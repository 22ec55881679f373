"""`GET /provider/v1/audit-log` (V7)."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic import Field

from dragoman.api.provider_v1.responses import STAFF
from dragoman.api.provider_v1.roles import StaffRoute
from dragoman.audit.actions import list_entries
from dragoman.audit.model import AuditEntry
from dragoman.http.fields import CustomerText, OfAccount
from dragoman.http.models import ResponseModel
from dragoman.http.paging import PageBody, WantedPage, cut_page
from dragoman.http.staff_request import AdminRequest
from dragoman.timestamps import write_time

router = APIRouter(
    prefix="/provider/v1",
    tags=["Provider"],
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


@router.get("/audit-log")
async def get_audit_log(
    request: Request,
    ctx: AdminRequest,
    page: WantedPage,
    account_id: OfAccount = None,
    subject: Annotated[
        CustomerText | None, Query(max_length=100, description="About this only: `memory:3`")
    ] = None,
) -> AuditLogBody:
    """List what was changed, and by whom. Needs the role admin."""
    entries = await list_entries(
        ctx.tx, account_id=account_id, subject=subject, limit=page.limit + 1, offset=page.offset
    )
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
