"""`/provider/v1/work` and `/translations/{id}/…`: who translates what, and handing it back (V2)."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import ConfigDict, Field

from dragoman.api.provider_v1.responses import STAFF
from dragoman.api.provider_v1.roles import StaffJsonRoute
from dragoman.api.provider_v1.translation_bodies import (
    TranslationBody,
    TranslationListBody,
    write_translation,
)
from dragoman.http.fields import LARGEST_ID, Id
from dragoman.http.models import RequestModel, ResponseModel
from dragoman.http.responses import NOT_FOUND
from dragoman.http.staff_request import LinguistRequest, ManagerRequest
from dragoman.projects.linguists import assigning
from dragoman.timestamps import write_time

router = APIRouter(
    prefix="/provider/v1",
    tags=["Provider translations"],
    responses=STAFF,
    route_class=StaffJsonRoute,
)


class AssigneeBody(RequestModel):
    """Who translates it, or reviews it."""

    model_config = ConfigDict(strict=True)

    user_id: int | None = Field(ge=1, le=LARGEST_ID, description="Null: nobody")


class AssigneeOfSeveralBody(AssigneeBody):
    """Who translates several translations of a project."""

    translation_ids: list[Annotated[int, Field(ge=1, le=LARGEST_ID)]] = Field(min_length=1, max_length=1000)


class AssignedBody(TranslationBody):
    """A translation in the list of its linguist."""

    project_title: str
    deadline: str | None
    hold: str | None
    is_review: bool = Field(description="They review it, and another one translates it")
    is_open: bool = Field(description="It can be worked on now")
    total_words: int
    done_words: int = Field(description="Translated or confirmed")


class WorkBody(ResponseModel):
    """What a linguist translates or reviews and is not over, by deadline."""

    translations: list[AssignedBody]


@router.put("/translations/{id}/assignee", responses=NOT_FOUND)
async def assign_translation(translation_id: Id, body: AssigneeBody, ctx: ManagerRequest) -> TranslationBody:
    """Assign a translation to one of the provider's people, or to nobody. Needs the role manager."""
    return write_translation(await assigning.assign(ctx.tx, translation_id, body.user_id, staff=ctx.staff))


@router.put("/projects/{id}/assignee", responses=NOT_FOUND)
async def assign_translations(
    project_id: Id, body: AssigneeOfSeveralBody, ctx: ManagerRequest
) -> TranslationListBody:
    """Assign translations of a project to one of the provider's people, or to nobody: all of them or none.

    Needs the role manager.
    """
    assigned = await assigning.assign_several(
        ctx.tx, project_id, body.translation_ids, body.user_id, staff=ctx.staff
    )
    return TranslationListBody(translations=[write_translation(one) for one in assigned])


@router.post("/translations/{id}/hand-back", responses=NOT_FOUND)
async def hand_back_translation(translation_id: Id, ctx: LinguistRequest) -> TranslationBody:
    """Hand an open translation back to its manager: it is ready to be checked and delivered.

    Needs the role linguist.
    """
    return write_translation(await assigning.hand_back(ctx.tx, translation_id, staff=ctx.staff))


@router.get("/work")
async def list_work(
    ctx: LinguistRequest,
    user_id: Annotated[int, Query(alias="userId", ge=1, le=LARGEST_ID, description="Of this linguist")],
) -> WorkBody:
    """List what a linguist translates or reviews and is not over, by deadline. Needs the role linguist.

    A program acts for all linguists and names one; in the dashboard people see their own list.
    """
    found = await assigning.list_assigned(ctx.tx, user_id)
    return WorkBody(translations=[_write_work(one) for one in found])


def _write_work(work: assigning.AssignedWork) -> AssignedBody:
    project = work.context.project
    return AssignedBody(
        **write_translation(work.context).model_dump(by_alias=False),
        project_title=project.fields.title or "",
        deadline=write_time(project.deadline),
        hold=project.hold,
        is_review=work.is_review,
        is_open=work.is_open,
        total_words=work.progress.total,
        done_words=work.progress.done,
    )
