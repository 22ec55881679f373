"""Paging of lists (P9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, TypeVar

from fastapi import Depends, Query, Request
from pydantic import Field
from starlette.datastructures import URL

from dragoman.http.models import ResponseModel

_T = TypeVar("_T")
_LARGEST = 2**31 - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """The part of a list that a request asks for."""

    limit: int
    offset: int


class PageBody(ResponseModel):
    """Where in a list one is: page numbers are 0 and links null where there is none."""

    previous_page: int = Field(examples=[0])
    current_page: int = Field(examples=[1])
    next_page: int = Field(examples=[2])
    items_per_page: int = Field(examples=[50])
    previous_page_link: str | None
    next_page_link: str | None


async def _read_page(
    limit: Annotated[int, Query(ge=1, le=500, description="Items of a page")] = 50,
    offset: Annotated[int, Query(ge=0, le=_LARGEST, description="Items to leave out")] = 0,
) -> Page:
    return Page(limit=limit, offset=offset)


WantedPage = Annotated[Page, Depends(_read_page)]


def cut_page(
    request: Request, page: Page, items: Sequence[_T], *, without: Sequence[str] = ()
) -> tuple[Sequence[_T], PageBody]:
    """The items of a page and its metadata. `items` has one more than the page if the list goes on.

    `without`: parameters that are instead of an offset, which the links have.
    """
    current = page.offset // page.limit + 1
    has_previous, has_next = page.offset > 0, len(items) > page.limit

    def link(offset: int) -> str:
        url = URL(str(request.url)).remove_query_params(without)
        return str(url.include_query_params(limit=page.limit, offset=offset))

    return items[: page.limit], PageBody(
        previous_page=max(current - 1, 1) if has_previous else 0,
        current_page=current,
        next_page=current + 1 if has_next else 0,
        items_per_page=page.limit,
        previous_page_link=link(max(0, page.offset - page.limit)) if has_previous else None,
        next_page_link=link(page.offset + page.limit) if has_next else None,
    )
