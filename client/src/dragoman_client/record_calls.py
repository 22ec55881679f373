"""Calls that answer with one record: got, sent, deleted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from dragoman_client.flows import Flow
from dragoman_client.records import read
from dragoman_client.sending import Call, Connection, Repeats, call, call_json

T = TypeVar("T")


def get_record(
    connection: Connection, kind: type[T], path: str, *, query: Mapping[str, Any] | None = None
) -> Flow[T]:
    """The record at a path."""
    wanted = Call(method="GET", path=path, query=query or {})
    return read(kind, (yield from call_json(connection, wanted)))


def send_record(connection: Connection, kind: type[T], method: str, path: str, body: Any = None) -> Flow[T]:
    """Send JSON; the record of the answer. A POST is not sent twice unless the server has not begun it."""
    repeats = Repeats.UNSAFE if method == "POST" else Repeats.SAFE
    wanted = Call(method=method, path=path, json=body, repeats=repeats)
    return read(kind, (yield from call_json(connection, wanted)))


def delete_record(connection: Connection, path: str, *, query: Mapping[str, Any] | None = None) -> Flow[None]:
    """Delete what is at a path."""
    yield from call(connection, Call(method="DELETE", path=path, query=query or {}))
