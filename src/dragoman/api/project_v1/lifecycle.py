"""Starting and cancelling projects (P12). Their bodies are ignored."""

from __future__ import annotations

from typing import Any, Final

from fastapi import APIRouter, Response

from dragoman.access.staff import act_for_account
from dragoman.api.project_resources.project_bodies import ProjectBody
from dragoman.api.project_resources.project_record import write_record
from dragoman.api.project_v1.any_case import AnyCaseRoute, ProjectId, with_aliases
from dragoman.api.project_v1.customer_request import OpenCustomerRequest
from dragoman.api.project_v1.project_bodies import CUSTOMER, NO_PROJECT, RETRY
from dragoman.database.connections import transaction
from dragoman.http.auth import ProjectsCaller
from dragoman.http.dependencies import OpenRuntime
from dragoman.http.errors import answer
from dragoman.projects.finishing import request_cancel
from dragoman.projects.model import HoldReason, ProjectStatus
from dragoman.projects.orders.record import read_record
from dragoman.projects.starting import request_start

_PATHS: Final = ("/projects/{id}", "/project/{id}")
_LATER: Final[dict[int | str, dict[str, Any]]] = {
    202: {"model": ProjectBody, "description": "It has not started: `hold` says why."}
}

router = APIRouter(prefix="/project/v1", tags=["Projects"], responses=CUSTOMER, route_class=AnyCaseRoute)


@with_aliases(
    router,
    "POST",
    [f"{path}/do-start" for path in _PATHS],
    response_model=ProjectBody,
    status_code=200,
    responses={**NO_PROJECT, **_LATER},
)
async def start_project(project_id: ProjectId, caller: ProjectsCaller, runtime: OpenRuntime) -> Response:
    """Start a project. One whose files are still being read starts by itself as soon as they are: 202."""
    actor = act_for_account(caller).actor
    project = await request_start(runtime, project_id, account_id=caller.account_id, by=actor)
    async with transaction(runtime.database, account=project.account_id) as tx:
        record = await read_record(tx, project)
    return answer(
        202 if project.status is ProjectStatus.DRAFT else 200,
        write_record(record, base_url=runtime.identity.issuer),
        headers=RETRY if project.hold is HoldReason.ANALYSIS else {},
    )


@with_aliases(
    router,
    "POST",
    [f"{path}/do-cancel" for path in _PATHS],
    response_model=ProjectBody,
    status_code=200,
    responses=NO_PROJECT,
)
async def cancel_project(project_id: ProjectId, ctx: OpenCustomerRequest) -> Response:
    """Cancel a project that has not started; of one that has, the provider decides."""
    project = await request_cancel(
        ctx.tx,
        ctx.runtime.keyring,
        project_id,
        account_id=ctx.caller.account_id,
        by=act_for_account(ctx.caller).actor,
    )
    return answer(200, write_record(await read_record(ctx.tx, project), base_url=ctx.base_url))
