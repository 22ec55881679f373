"""Lists in pages (clause P9), as the pages of a `listing`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from dragoman_client.errors import UnexpectedAnswerError
from dragoman_client.flows import Flow
from dragoman_client.operations import Mark, Page
from dragoman_client.records import read, wire_value
from dragoman_client.sending import Call, Connection, call_json

T = TypeVar("T")
PAGE: Final = 200  # items of one request


def offset_pages(
    connection: Connection, path: str, name: str, kind: type[T], *, query: Mapping[str, Any] | None = None
) -> Callable[[Mark], Flow[Page[T]]]:
    """The pages of a list that is read by offset; its items are in the field `name` of each answer."""

    def fetch(mark: Mark) -> Flow[Page[T]]:
        offset = mark or 0
        asked = {**to_query(query), "limit": PAGE, "offset": offset}
        answer = yield from call_json(connection, Call(method="GET", path=path, query=asked))
        items = _items(answer, name, path)
        linked = (answer.get("metadata") or {}).get("nextPageLink")
        return Page([read(kind, one) for one in items], offset + len(items) if linked and items else None)

    return fetch


def marked_pages(
    connection: Connection,
    path: str,
    names: tuple[str, str, str],
    kind: type[T],
    *,
    query: Mapping[str, Any] | None = None,
) -> Callable[[Mark], Flow[Page[T]]]:
    """The pages of a list read by a mark; `names` are those of items, the next mark, and its parameter."""
    items_name, next_name, parameter = names

    def fetch(mark: Mark) -> Flow[Page[T]]:
        asked = {**to_query(query), "limit": PAGE, parameter: mark}
        answer = yield from call_json(connection, Call(method="GET", path=path, query=asked))
        return Page([read(kind, one) for one in _items(answer, items_name, path)], answer.get(next_name))

    return fetch


def bare_list(connection: Connection, path: str, kind: type[T]) -> Flow[list[T]]:
    """All of a list that is a bare array (clause P15)."""
    answer = yield from call_json(connection, Call(method="GET", path=path))
    if not isinstance(answer, list):
        raise UnexpectedAnswerError(f"The server's answer of {path} is not a list.")
    return [read(kind, one) for one in answer]


def to_query(query: Mapping[str, Any] | None) -> dict[str, Any]:
    """Parameters as they are written in an address; those that are None are left out."""
    return {name: _parameter(value) for name, value in (query or {}).items() if value is not None}


def _parameter(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else wire_value(value)


def _items(answer: Any, name: str, path: str) -> list[Any]:
    items = answer.get(name) if isinstance(answer, dict) else None
    if not isinstance(items, list):
        raise UnexpectedAnswerError(f"The server's answer of {path} has no list {name!r}.")
    return items
