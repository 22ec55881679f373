"""What a list of projects is filtered and sorted by (P9)."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import AfterValidator, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

from dragoman.api.project_resources.project_orders import ORDERS, describe_orders, order_parser
from dragoman.api.project_v1.any_case import LARGEST_ID
from dragoman.http.fields import CustomerText, LanguageCode
from dragoman.http.models import RequestModel
from dragoman.http.paging import Page
from dragoman.http.timestamps import Timestamp
from dragoman.languages import canonical
from dragoman.projects.model import ProjectFilter, ProjectStatus
from dragoman.projects.orders.checking import LONGEST_NUMBER, LONGEST_TITLE

_STATUSES: Final = {status.lower(): status for status in ProjectStatus}


def _status(value: str) -> str:
    status = _STATUSES.get(value.lower())
    if status is None:
        raise PydanticCustomError("enum", "Write Draft, Active, Finished or Cancelled")
    return status


_Status = Annotated[
    str, AfterValidator(_status), WithJsonSchema({"type": "string", "enum": [*ProjectStatus]})
]
_Order = Annotated[str, AfterValidator(order_parser(ORDERS))]


class ProjectQuery(RequestModel):
    """What a list of projects is of; all conditions together."""

    title: CustomerText | None = Field(
        default=None, max_length=LONGEST_TITLE, description="A piece of the title, in any case"
    )
    status: _Status | None = Field(default=None, description="In this state")
    target_language: LanguageCode | None = Field(
        default=None, description="That one of their files goes into"
    )
    created_after: Timestamp | None = Field(default=None, description="Created at this time or later")
    created_before: Timestamp | None = Field(default=None, description="Created before this time")
    updated_after: Timestamp | None = Field(default=None, description="Changed at this time or later")
    finished_after: Timestamp | None = Field(default=None, description="Finished at this time or later")
    external_id: CustomerText | None = Field(
        default=None, max_length=LONGEST_NUMBER, description="With this id in the client's own system"
    )
    purchase_order_number: CustomerText | None = Field(
        default=None, max_length=LONGEST_NUMBER, description="With this purchase order number"
    )
    sort: _Order = Field(default="-id", description=describe_orders(ORDERS))
    limit: int = Field(default=50, ge=1, le=500, description="Items of a page")
    offset: int = Field(default=0, ge=0, le=LARGEST_ID, description="Items to leave out")

    @property
    def page(self) -> Page:
        """Which part of the list is wanted."""
        return Page(limit=self.limit, offset=self.offset)

    def conditions(self, *, account_id: int) -> ProjectFilter:
        """The filter, for one item more than the page: whether the list goes on."""
        return ProjectFilter(
            account_id=account_id,
            title=self.title,
            status=None if self.status is None else ProjectStatus(self.status),
            target_language=None if self.target_language is None else canonical(self.target_language),
            created_after=self.created_after,
            created_before=self.created_before,
            updated_after=self.updated_after,
            finished_after=self.finished_after,
            external_id=self.external_id,
            purchase_order_number=self.purchase_order_number,
            sort=ORDERS[self.sort.removeprefix("-")],
            descending=self.sort.startswith("-"),
            limit=self.limit + 1,
            offset=self.offset,
        )
