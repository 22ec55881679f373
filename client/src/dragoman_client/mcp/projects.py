"""Tools for projects that exist: list and follow them; and the services that can be ordered."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated

from pydantic import BaseModel, Field

from dragoman_client import errors
from dragoman_client.mcp.arguments import LimitArgument, ProjectIdArgument, WaitSecondsArgument
from dragoman_client.mcp.host import AgentContext, host_of
from dragoman_client.mcp.listings import take
from dragoman_client.mcp.progress import reported_progress, unless_stopping
from dragoman_client.projects.resource import ProjectFilter
from dragoman_client.projects.results import FileOfProject, Price, Project, ProjectSummary
from dragoman_client.reference import Service, Template

_NEXT = {
    "Draft": "It is not ordered: order_translation starts it where it is listed, else the account's people.",
    "Active": "Call follow_project with wait_seconds. People may need days.",
    "Finished": "Call download_project.",
}


class ProjectState(BaseModel):
    """A project: an order, or a draft of one."""

    project_id: int
    title: str
    status: Annotated[str, Field(description="Draft, Active, Finished or Cancelled")]
    progress: Annotated[float, Field(description="0 to 1")]
    hold: Annotated[str | None, Field(description="Why it does not start, in words")] = None
    price: Price | None = None
    deadline: str | None = None
    cancel_reason: str | None = None
    files: list[FileOfProject] = []
    next_step: str | None = None


class ProjectList(BaseModel):
    """Projects, the newest first."""

    projects: list[ProjectSummary]
    has_more: bool


class ServiceList(BaseModel):
    """What can be ordered, and templates that fill orders in."""

    services: list[Service]
    templates: list[Template]


async def list_services(context: AgentContext) -> ServiceList:
    """List the translation services that can be ordered (machine, post-editing, human), with prices."""
    async with host_of(context).client(context) as client:
        services = await client.reference.services()
        templates = await client.reference.templates()
    return ServiceList(
        services=[one for one in services if not one.disabled],
        templates=[one for one in templates if not one.disabled],
    )


async def list_projects(
    context: AgentContext,
    *,
    status: Annotated[str | None, Field(description="Draft, Active, Finished or Cancelled")] = None,
    title: Annotated[str | None, Field(description="A piece of the title")] = None,
    limit: LimitArgument = 20,
) -> ProjectList:
    """List the account's projects, the newest first."""
    async with host_of(context).client(context) as client:
        wanted: ProjectFilter = {"sort": "-creationDate"}
        if status is not None:
            wanted["status"] = status
        if title is not None:
            wanted["title"] = title
        listed = client.projects.list(**wanted)
        found = [project async for project in take(listed, limit + 1)]
    return ProjectList(projects=found[:limit], has_more=len(found) > limit)


async def follow_project(
    context: AgentContext, project_id: ProjectIdArgument, wait_seconds: WaitSecondsArgument = 0
) -> ProjectState:
    """Say how far a project is, file by file; with wait_seconds, wait for its end so long."""
    host = host_of(context)
    async with host.client(context) as client:
        if wait_seconds:
            async with reported_progress(context, "finished") as report:
                waiting = client.projects.wait(
                    project_id, timeout=min(wait_seconds, host.longest_wait), progress=report
                )
                # The record says it.
                with suppress(errors.DeadlineExceededError, errors.ProjectCancelledError):
                    await unless_stopping(host, waiting)
        return state_of(await client.projects.get(project_id))


def state_of(project: Project) -> ProjectState:
    """A project as results show it."""
    return ProjectState(
        project_id=project.id,
        title=project.title,
        status=str(project.status),
        progress=project.progress,
        hold=project.hold_message or project.hold,
        price=project.price,
        deadline=project.deadline.isoformat() if project.deadline else None,
        cancel_reason=project.cancel_reason,
        files=list(project.files),
        next_step=_NEXT.get(str(project.status)),
    )
