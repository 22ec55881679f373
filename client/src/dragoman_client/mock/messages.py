"""Requests and answers as values."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from types import MappingProxyType
from typing import Any
from urllib.parse import parse_qsl, quote, unquote

NO_STORE = {"Cache-Control": "no-store"}
DOWNLOAD_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"


@dataclass(frozen=True, kw_only=True)
class RecordedRequest:
    """One request as it arrived."""

    method: str
    target: str  # path and query as they were sent
    headers: Mapping[str, str]  # names in lower case; of a repeated one the last
    body: bytes  # without the framing of chunks

    @cached_property
    def path(self) -> str:
        """The decoded path, without the query."""
        return unquote(self.target.partition("?")[0])

    @cached_property
    def query(self) -> tuple[tuple[str, str], ...]:
        """Names and values of the query, in order."""
        return tuple(parse_qsl(self.target.partition("?")[2], keep_blank_values=True))

    @cached_property
    def json(self) -> Any:
        """The body parsed as JSON; ValueError where it is something else."""
        return json.loads(self.body)

    @property
    def content_type(self) -> str:
        """The media type without parameters, in lower case; empty where none was sent."""
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()


class Ending(Enum):
    """How the bytes of an answer end."""

    WHOLE = "whole"
    RESET = "reset"  # the connection is reset, nothing is sent
    RESET_MIDWAY = "reset-midway"  # head and half the body, then a reset
    CUT_SHORT = "cut-short"  # head and half the body, then the connection closes


@dataclass(frozen=True, kw_only=True)
class MockAnswer:
    """One answer. `stream` gives the body piece by piece instead, and may go on for ever."""

    status: int
    headers: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    body: bytes = b""
    stream: Iterator[bytes] | None = None
    ending: Ending = Ending.WHOLE
    delay: float = 0.0  # seconds before it is sent

    @property
    def is_success(self) -> bool:
        """Whether the status is 2xx."""
        return 200 <= self.status < 300


def json_answer(value: Any, *, status: int = 200, headers: Mapping[str, str] | None = None) -> MockAnswer:
    """An answer with a JSON body."""
    body = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    return MockAnswer(
        status=status, body=body, headers={"Content-Type": "application/json", **(headers or {})}
    )


def empty_answer(status: int = 204) -> MockAnswer:
    """An answer without body, which has the media type of the others all the same."""
    return MockAnswer(status=status, headers={"Content-Type": "application/json"})


def file_answer(data: bytes, *, name: str, content_type: str) -> MockAnswer:
    """A download, named as the service names it (RFC 6266, RFC 8187)."""
    plain = "".join(letter if " " <= letter < "\x7f" and letter not in '"\\' else "_" for letter in name)
    disposition = f'attachment; filename="{plain}"'
    if plain != name:
        disposition += f"; filename*=UTF-8''{quote(name, safe='')}"
    headers = {
        **NO_STORE,
        "Content-Type": content_type,
        "Content-Disposition": disposition,
        "Content-Security-Policy": DOWNLOAD_POLICY,
    }
    return MockAnswer(status=200, body=data, headers=headers)
