"""`/provider/v1/projects`: the projects of all accounts, and what staff do with them (V1).

`translations` has what is done with each file and language.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response
from pydantic import ConfigDict, Field

from dragoman.api.project_resources.project_bodies import ProjectBody, ProjectSummary
from dragoman.api.project_resources.project_record import write_record, write_summary
from dragoman.api.provider_v1.responses import STAFF
from dragoman.api.provider_v1.roles import StaffJsonRoute
from dragoman.http.errors import answer
from dragoman.http.fields import CustomerText, Id, OfAccount, TranslationId
from dragoman.http.models import RequestModel, ResponseModel
from dragoman.http.paging import PageBody, WantedPage, cut_page
from dragoman.http.responses import NOT_FOUND
from dragoman.http.staff_request import ManagerRequest, OpenStaffRequest, StaffRequest
from dragoman.http.timestamps import DEADLINE_FORM, Timestamp
from dragoman.projects.model import HoldReason, Project, ProjectFilter, ProjectStatus
from dragoman.projects.orders import managing
from dragoman.projects.orders.record import read_record

router = APIRouter(
    prefix="/provider/v1/projects",
    tags=["Provider"],
    responses=STAFF,
    route_class=StaffJsonRoute,
)


class StaffSummary(ProjectSummary):
    """A project in the provider's list."""

    hold: str | None = Field(description="Why it does not go on", examples=["DEADLINE_TOO_TIGHT"])


class StaffListBody(ResponseModel):
    """Projects, newest first."""

    projects: list[StaffSummary]
    metadata: PageBody


class StartBody(RequestModel):
    """How a project is started."""

    model_config = ConfigDict(strict=True)

    confirm_deadline: bool = Field(default=False, description="Start however tight its deadline is")


class DeadlineBody(RequestModel):
    """When a project is to be done."""

    deadline: Timestamp = Field(description=DEADLINE_FORM)


class FinishBody(RequestModel):
    """How a project is finished."""

    model_config = ConfigDict(strict=True)

    cancel_rest: bool = Field(default=False, description="Cancel what is not delivered, instead of refusing")
    reason: CustomerText | None = Field(
        default=None,
        max_length=managing.LONGEST_REASON,
        description="Why it is cancelled; its client reads it. Needed where something is",
    )


class CancelBody(RequestModel):
    """Why a project is cancelled."""

    model_config = ConfigDict(strict=True)

    reason: CustomerText = Field(
        min_length=1,
        max_length=managing.LONGEST_REASON,
        description="Its client reads it",
        examples=["INVOICING_ACCOUNT_OUT_OF_DATE"],
    )


async def _read_filter(
    page: WantedPage,
    account_id: OfAccount = None,
    status: Annotated[ProjectStatus | None, Query(description="Of this status only")] = None,
    hold: Annotated[HoldReason | None, Query(description="That do not go on for this reason")] = None,
    title: Annotated[
        CustomerText | None, Query(max_length=500, description="A piece of the title, in any case")
    ] = None,
) -> ProjectFilter:
    return ProjectFilter(
        account_id=account_id, status=status, hold=hold, title=title, limit=page.limit + 1, offset=page.offset
    )


@router.get("")
async def list_all_projects(
    request: Request,
    ctx: OpenStaffRequest,
    page: WantedPage,
    wanted: Annotated[ProjectFilter, Depends(_read_filter)],
) -> StaffListBody:
    """List the projects of all accounts, newest first."""
    shown, metadata = cut_page(request, page, await managing.list_projects(ctx.tx, wanted))
    return StaffListBody(projects=[_summary(project) for project in shown], metadata=metadata)


@router.get("/{id}", response_model=ProjectBody, responses=NOT_FOUND)
async def show_any_project(project_id: Id, ctx: OpenStaffRequest) -> Response:
    """Show a project as its client reads it."""
    return await _show(ctx, await managing.find_project(ctx.tx, project_id))


@router.post("/{id}/start", response_model=ProjectBody, responses=NOT_FOUND)
async def start_any_project(project_id: Id, ctx: ManagerRequest, body: StartBody | None = None) -> Response:
    """Start a project; its hold says why where it does not start. Needs the role manager."""
    confirm = (body or StartBody()).confirm_deadline
    return await _show(
        ctx, await managing.start(ctx.tx, project_id, confirm_deadline=confirm, staff=ctx.staff)
    )


@router.post("/{id}/hold", response_model=ProjectBody, responses=NOT_FOUND)
async def hold_project(project_id: Id, ctx: ManagerRequest) -> Response:
    """Hold a project until it is released. Needs the role manager."""
    return await _show(ctx, await managing.hold(ctx.tx, project_id, staff=ctx.staff))


@router.post("/{id}/release", response_model=ProjectBody, responses=NOT_FOUND)
async def release_project(project_id: Id, ctx: ManagerRequest) -> Response:
    """Release a held project. Needs the role manager."""
    return await _show(ctx, await managing.release(ctx.tx, project_id, staff=ctx.staff))


@router.put("/{id}/deadline", response_model=ProjectBody, responses=NOT_FOUND)
async def set_project_deadline(project_id: Id, body: DeadlineBody, ctx: ManagerRequest) -> Response:
    """Set another deadline; a project that waited for one starts. Needs the role manager."""
    project = await managing.set_deadline(ctx.tx, project_id, deadline=body.deadline, staff=ctx.staff)
    return await _show(ctx, project)


@router.post("/{id}/finish", response_model=ProjectBody, responses=NOT_FOUND)
async def finish_project(project_id: Id, ctx: ManagerRequest, body: FinishBody | None = None) -> Response:
    """Finish a project of which everything is delivered. Needs the role manager."""
    how = body or FinishBody()
    finished = await managing.finish(
        ctx.tx,
        ctx.runtime.keyring,
        project_id,
        cancel_rest=how.cancel_rest,
        reason=how.reason,
        staff=ctx.staff,
    )
    return await _show(ctx, finished)


@router.post("/{id}/cancel", response_model=ProjectBody, responses=NOT_FOUND)
async def cancel_any_project(project_id: Id, body: CancelBody, ctx: ManagerRequest) -> Response:
    """Cancel a project, started or not. Needs the role manager."""
    keyring = ctx.runtime.keyring
    return await _show(
        ctx, await managing.cancel(ctx.tx, keyring, project_id, reason=body.reason, staff=ctx.staff)
    )


@router.post("/{id}/translations/{translation}/retry", response_model=ProjectBody, responses=NOT_FOUND)
async def retry_translation(project_id: Id, translation_id: TranslationId, ctx: ManagerRequest) -> Response:
    """Retry what failed with a translation. Needs the role manager."""
    await managing.retry_translation(ctx.tx, project_id, translation_id, staff=ctx.staff)
    return await _show(ctx, await managing.find_project(ctx.tx, project_id))


async def _show(ctx: StaffRequest, project: Project) -> Response:
    record = await read_record(ctx.tx, project)
    return answer(200, write_record(record, base_url=ctx.runtime.identity.issuer))


def _summary(project: Project) -> StaffSummary:
    return StaffSummary(**write_summary(project).model_dump(), hold=project.hold)
