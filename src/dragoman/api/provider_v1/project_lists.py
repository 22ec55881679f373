"""`/provider/v1/projects`: lists of the projects of all accounts, by stage, and their numbers (V1)."""

from __future__ import annotations

from typing import Annotated, Final
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Query, Request
from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from dragoman.api.project_resources.project_bodies import Price, ProjectSummary
from dragoman.api.project_resources.project_orders import STAFF_ORDERS, describe_orders, order_parser
from dragoman.api.project_resources.project_record import write_price, write_summary
from dragoman.api.provider_v1.responses import STAFF
from dragoman.api.provider_v1.roles import StaffRoute
from dragoman.http.fields import LARGEST_ID, CustomerText, LanguageCode, OfAccount
from dragoman.http.models import RequestModel, ResponseModel
from dragoman.http.paging import Page, PageBody, cut_page
from dragoman.http.staff_request import OpenStaffRequest
from dragoman.http.timestamps import Timestamp
from dragoman.languages import canonical
from dragoman.projects.model import Due, HoldReason, ProjectFilter, ProjectStage, ProjectStatus
from dragoman.projects.orders import listing
from dragoman.projects.orders.listing import FailedFile, ListedProject
from dragoman.projects.stages import Attention

router = APIRouter(
    prefix="/provider/v1/projects",
    tags=["Provider projects"],
    responses=STAFF,
    route_class=StaffRoute,
)

_LONGEST_TITLE: Final = 500
_Order = Annotated[str, AfterValidator(order_parser(STAFF_ORDERS))]


def _zone(name: str) -> str:
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # also what is a path, or a folder
        raise PydanticCustomError(
            "time_zone", "Write the name of a time zone, such as UTC or Europe/Berlin"
        ) from None
    return name


class StaffProjectQuery(RequestModel):
    """What a list of projects is of; all conditions together."""

    account_id: int | None = Field(default=None, ge=1, le=LARGEST_ID, description="Of this account only")
    status: ProjectStatus | None = Field(default=None, description="Of this status only")
    stage: ProjectStage | None = Field(
        default=None, description="`to_do`: staff must act; the others say where it is"
    )
    due: Due | None = Field(default=None, description="By deadline, of projects that are not over")
    time_zone: Annotated[str, AfterValidator(_zone)] = Field(
        default="UTC", max_length=60, description="Of the days of `due`"
    )
    hold: HoldReason | None = Field(default=None, description="That do not go on for this reason")
    target_language: LanguageCode | None = Field(
        default=None, description="That one of their files goes into"
    )
    created_after: Timestamp | None = Field(default=None, description="Created at this time or later")
    created_before: Timestamp | None = Field(default=None, description="Created before this time")
    title: CustomerText | None = Field(
        default=None, max_length=_LONGEST_TITLE, description="A piece of the title, in any case"
    )
    search: CustomerText | None = Field(
        default=None,
        max_length=_LONGEST_TITLE,
        description="A piece of the title in any case, the whole external id, or the id",
    )
    sort: _Order = Field(default="-id", description=describe_orders(STAFF_ORDERS))
    limit: int = Field(default=50, ge=1, le=500, description="Items of a page")
    offset: int = Field(default=0, ge=0, le=LARGEST_ID, description="Items to leave out")

    def conditions(self) -> ProjectFilter:
        """The filter, for one item more than the page: whether the list goes on."""
        return ProjectFilter(
            account_id=self.account_id,
            status=self.status,
            stage=self.stage,
            due=self.due,
            zone=ZoneInfo(self.time_zone),
            hold=self.hold,
            target_language=None if self.target_language is None else canonical(self.target_language),
            created_after=self.created_after,
            created_before=self.created_before,
            title=self.title,
            search=self.search,
            sort=STAFF_ORDERS[self.sort.removeprefix("-")],
            descending=self.sort.startswith("-"),
            limit=self.limit + 1,
            offset=self.offset,
        )


class FailedFileBody(ResponseModel):
    """A file that cannot be analysed or translated."""

    file_name: str
    target_language: str | None = Field(description="Null: it cannot be read")
    error_code: str = Field(examples=["DOCUMENT_ENCRYPTED"])
    reason: str


class StaffSummary(ProjectSummary):
    """A project in the provider's list."""

    company_name: str
    hold: str | None = Field(description="Why it does not go on", examples=["DEADLINE_TOO_TIGHT"])
    hold_message: str | None
    stage: ProjectStage | None = Field(description="Null: a draft of its client, or it is over")
    attention: Attention | None = Field(description="Why staff must act")
    failure: FailedFileBody | None = Field(description="The first of its failures")
    source_languages: list[str]
    target_languages: list[str]
    words: int = Field(description="Of all translations")
    progress: float = Field(description="0 to 1, by words that are translated")
    price: Price | None = Field(description="Agreed at the start")
    translation_count: int
    ready_count: int = Field(description="Translations that can be delivered")
    finished_count: int


class StaffListBody(ResponseModel):
    """Projects in the order that is asked for."""

    projects: list[StaffSummary]
    metadata: PageBody


class StageCountsBody(ResponseModel):
    """How many projects are at each stage. A project may be at several."""

    to_do: int
    held: int
    in_work: int
    to_deliver: int


@router.get("")
async def list_projects(
    request: Request, ctx: OpenStaffRequest, query: Annotated[StaffProjectQuery, Query()]
) -> StaffListBody:
    """List the projects of all accounts, newest first unless another order is asked for."""
    found = await listing.list_projects(ctx.tx, wanted=query.conditions())
    shown, metadata = cut_page(request, Page(limit=query.limit, offset=query.offset), found)
    return StaffListBody(projects=[_summary(one) for one in shown], metadata=metadata)


@router.get("/stages")
async def count_project_stages(ctx: OpenStaffRequest, account_id: OfAccount = None) -> StageCountsBody:
    """Count the projects at each stage, of all accounts or of one."""
    counted = await listing.count_stages(ctx.tx, account_id)
    return StageCountsBody(**{stage.value: count for stage, count in counted.items()})


def _summary(one: ListedProject) -> StaffSummary:
    project = one.project
    return StaffSummary(
        **write_summary(project).model_dump(by_alias=False),
        company_name=one.account_name,
        hold=project.hold,
        hold_message=project.hold_message,
        stage=one.stage,
        attention=one.attention,
        failure=None if one.failed is None else _failure(one.failed),
        source_languages=list(one.source_languages),
        target_languages=list(one.target_languages),
        words=one.progress.total,
        progress=one.progress.share,
        price=write_price(project),
        translation_count=one.translations,
        ready_count=one.ready,
        finished_count=one.finished,
    )


def _failure(failed: FailedFile) -> FailedFileBody:
    return FailedFileBody(
        file_name=failed.name,
        target_language=failed.target_language,
        error_code=failed.failure.code,
        reason=failed.failure.reason,
    )
