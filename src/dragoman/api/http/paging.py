"""Paging of lists (P9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, TypeVar

from fastapi import Depends, Query, Request
from pydantic import BaseModel, Field
from starlette.datastructures import URL

_T = TypeVar("_T")
_LARGEST = 2**31 - 1


class Page(BaseModel):
    """The part of a list that a request asks for."""

    limit: int
    offset: int


class PageBody(BaseModel):
    """Where in a list one is: page numbers are 0 and links null where there is none."""

    previousPage: int = Field(examples=[0])  # noqa: N815 - the names of the interface
    currentPage: int = Field(examples=[1])  # noqa: N815
    nextPage: int = Field(examples=[2])  # noqa: N815
    itemsPerPage: int = Field(examples=[50])  # noqa: N815
    previousPageLink: str | None  # noqa: N815
    nextPageLink: str | None  # noqa: N815


async def _read_page(
    limit: Annotated[int, Query(ge=1, le=500, description="Items of a page")] = 50,
    offset: Annotated[int, Query(ge=0, le=_LARGEST, description="Items to leave out")] = 0,
) -> Page:
    return Page(limit=limit, offset=offset)


WantedPage = Annotated[Page, Depends(_read_page)]


def cut_page(request: Request, page: Page, items: Sequence[_T]) -> tuple[Sequence[_T], PageBody]:
    """The items of a page and its metadata. `items` has one more than the page if the list goes on."""
    current = page.offset // page.limit + 1
    has_previous, has_next = page.offset > 0, len(items) > page.limit

    def link(offset: int) -> str:
        return str(URL(str(request.url)).include_query_params(limit=page.limit, offset=offset))

    return items[: page.limit], PageBody(
        previousPage=max(current - 1, 1) if has_previous else 0,
        currentPage=current,
        nextPage=current + 1 if has_next else 0,
        itemsPerPage=page.limit,
        previousPageLink=link(max(0, page.offset - page.limit)) if has_previous else None,
        nextPageLink=link(page.offset + page.limit) if has_next else None,
    )
