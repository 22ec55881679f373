"""`/provider/v1/projects/{id}`: a project of any account, and what staff do with it (V1).

`project_lists` has the lists, `translations` what is done with each file and language.
"""

from __future__ import annotations

from fastapi import APIRouter, Response
from pydantic import ConfigDict, Field

from dragoman.api.project_resources.project_bodies import ProjectBody
from dragoman.api.project_resources.project_record import write_record
from dragoman.api.provider_v1.responses import STAFF
from dragoman.api.provider_v1.roles import StaffJsonRoute
from dragoman.http.errors import answer
from dragoman.http.fields import CustomerText, Id, TranslationId
from dragoman.http.models import RequestModel
from dragoman.http.responses import NOT_FOUND
from dragoman.http.staff_request import ManagerRequest, OpenStaffRequest, StaffRequest
from dragoman.http.timestamps import DEADLINE_FORM, Timestamp
from dragoman.projects.model import Project
from dragoman.projects.orders import managing
from dragoman.projects.orders.record import read_record

router = APIRouter(
    prefix="/provider/v1/projects",
    tags=["Provider projects"],
    responses=STAFF,
    route_class=StaffJsonRoute,
)


class StartBody(RequestModel):
    """How a project is started."""

    model_config = ConfigDict(strict=True)

    confirm_deadline: bool = Field(default=False, description="Start however tight its deadline is")


class HoldBody(RequestModel):
    """How a project is held."""

    model_config = ConfigDict(strict=True)

    message: CustomerText | None = Field(
        default=None,
        max_length=managing.LONGEST_MESSAGE,
        description="To its client, who reads it until the release",
    )


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


@router.get("/{id}", response_model=ProjectBody, responses=NOT_FOUND)
async def get_project(project_id: Id, ctx: OpenStaffRequest) -> Response:
    """Show a project as its client reads it."""
    return await _show(ctx, await managing.find_project(ctx.tx, project_id))


@router.post("/{id}/start", response_model=ProjectBody, responses=NOT_FOUND)
async def start_project(project_id: Id, ctx: ManagerRequest, body: StartBody | None = None) -> Response:
    """Start a project; its hold says why where it does not start. Needs the role manager."""
    confirm = (body or StartBody()).confirm_deadline
    return await _show(
        ctx, await managing.start(ctx.tx, project_id, confirm_deadline=confirm, staff=ctx.staff)
    )


@router.post("/{id}/hold", response_model=ProjectBody, responses=NOT_FOUND)
async def hold_project(project_id: Id, ctx: ManagerRequest, body: HoldBody | None = None) -> Response:
    """Hold a project until it is released; its client reads the message. Needs the role manager."""
    message = (body or HoldBody()).message
    return await _show(ctx, await managing.hold(ctx.tx, project_id, staff=ctx.staff, message=message))


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
async def cancel_project(project_id: Id, body: CancelBody, ctx: ManagerRequest) -> Response:
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
