"""Pages of lists (P9)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import urlencode

from dragoman_client.mock.messages import MockAnswer, json_answer
from dragoman_client.mock.routing import MockCall


def page_answer(
    call: MockCall, name: str, rows: Iterable[Any], write: Callable[[Any], Any] = lambda row: row
) -> MockAnswer:
    """A page of a list as `{name: [...], "metadata": {...}}`."""
    listed = list(rows)
    limit, offset = call.query["limit"], call.query["offset"]
    current = offset // limit + 1
    has_next = len(listed) > offset + limit
    metadata = {
        "previousPage": max(current - 1, 1) if offset else 0,
        "currentPage": current,
        "nextPage": current + 1 if has_next else 0,
        "itemsPerPage": limit,
        "previousPageLink": _link(call, max(0, offset - limit)) if offset else None,
        "nextPageLink": _link(call, offset + limit) if has_next else None,
    }
    shown = [write(row) for row in listed[offset : offset + limit]]
    return json_answer({name: shown, "metadata": metadata})


def cut(call: MockCall, rows: Iterable[Any]) -> list[Any]:
    """A page of a bare array."""
    limit = call.query.get("limit") or 500
    offset = call.query.get("offset") or 0
    return list(rows)[offset : offset + limit]


def _link(call: MockCall, offset: int) -> str:
    names = {one["name"].lower(): one["name"] for one in call.operation.find_parameters("query")}
    given = {names.get(name.lower(), name): value for name, value in call.request.query}
    words = urlencode({**given, "limit": call.query["limit"], "offset": offset})
    return f"{call.state.url}{call.request.path}?{words}"
