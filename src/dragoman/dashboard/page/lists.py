"""The state of a list, which is all in the address of its page: filters, sort order, and part shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar
from urllib.parse import urlencode

from fastapi import Request

from dragoman.dashboard.page.locale import translate

_T = TypeVar("_T")
_SORT: Final = "sort"
_OFFSET: Final = "offset"
_LIMIT: Final = "limit"
_LIMITS: Final = (50, 100)
_LONGEST: Final = 500  # characters of a filter
_LARGEST: Final = 10_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ListState:
    """What of a list is shown."""

    path: str
    filters: Mapping[str, str]  # those that are set
    sort: str  # a column, with "-" before it for descending order; empty: as it comes
    limit: int
    usual_limit: int  # which an address need not say
    offset: int
    goes_on: bool = False

    def value(self, name: str) -> str:
        """The value of a filter; empty if it is not set."""
        return self.filters.get(name, "")

    def number(self, name: str) -> int | None:
        """The value of a filter that is an id or a number; None if it is none."""
        text = self.value(name)
        return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None

    def sorted_by(self, column: str) -> str:
        """`ascending` or `descending` if it is sorted by this column, for the attribute `aria-sort`."""
        if self.sort.removeprefix("-") != column:
            return ""
        return "descending" if self.sort.startswith("-") else "ascending"

    def sort_address(self, column: str) -> str:
        """The address that sorts by a column; by the one that sorts already, the other way round."""
        wanted = f"-{column}" if self.sort == column else column
        return self.address(sort=wanted)

    def page_address(self, offset: int) -> str:
        """The address of another part."""
        return self.address(offset=max(0, offset))

    def address(
        self, *, filters: Mapping[str, str] | None = None, sort: str | None = None, offset: int = 0
    ) -> str:
        """An address of this list; what is not given stays, but it begins at its first row."""
        values = {
            **(self.filters if filters is None else filters),
            _SORT: self.sort if sort is None else sort,
            _LIMIT: str(self.limit) if self.limit != self.usual_limit else "",
            _OFFSET: str(offset or ""),
        }
        query = urlencode({name: value for name, value in values.items() if value})
        return f"{self.path}?{query}" if query else self.path

    def earlier(self, before: int) -> str:
        """The address of the rows after the one with this id, in lists of the newest first."""
        return self.address(filters={**self.filters, "before": str(before)})

    def kept(self) -> Sequence[tuple[str, str]]:
        """What a form of filters sends along."""
        return [(_SORT, self.sort)] if self.sort else []

    def chosen(self, names: Mapping[str, str]) -> Sequence[tuple[str, str]]:
        """The filters that are set: the text of each, and the address of the list without it.

        `names` has the text of a filter, by its name; others are left out.
        """
        return [
            (
                names[name],
                self.address(filters={key: one for key, one in self.filters.items() if key != name}),
            )
            for name in self.filters
            if name in names
        ]

    def cut(self, items: Sequence[_T]) -> tuple[Sequence[_T], ListState]:
        """The rows to show, and the state: `items` has one more than `limit` if the list goes on."""
        return items[: self.limit], replace(self, goes_on=len(items) > self.limit)


def read_list(
    request: Request,
    *,
    filters: Sequence[str],
    sorts: Sequence[str] = (),
    sort: str = "",
    limits: Sequence[int] = _LIMITS,
) -> ListState:
    """Read the state of a list from the address. What it does not know, it leaves out.

    `filters` are the names of its filters, `sorts` the columns that sort, `sort` the order without a choice,
    `limits` how many rows may be asked for, the usual number first.
    """
    query = request.query_params
    wanted = query.get(_SORT, sort)
    limit = query.get(_LIMIT, "")
    offset = query.get(_OFFSET, "")
    return ListState(
        path=request.url.path,
        filters={name: text for name in filters if (text := _read(query.get(name, "")))},
        sort=wanted if wanted.removeprefix("-") in sorts else sort,
        limit=int(limit) if limit in {str(one) for one in limits} else limits[0],
        usual_limit=limits[0],
        offset=min(int(offset), _LARGEST)
        if offset.isascii() and offset.isdigit() and len(offset) < 10
        else 0,
    )


def _read(text: str) -> str:
    return text.replace("\0", "").strip()[:_LONGEST]


def show_filter(name: str, value: str) -> str:
    """The text of a chosen filter, such as "State: active"."""
    return translate("%(name)s: %(value)s") % {"name": name, "value": value}
