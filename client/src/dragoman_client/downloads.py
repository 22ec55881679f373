"""Files that the server answers with, whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dragoman_client.errors import InvalidInputError
from dragoman_client.exchange import FileSink, Progress, file_name
from dragoman_client.flows import Flow
from dragoman_client.sending import Call, Connection, call


@dataclass(frozen=True, slots=True, kw_only=True)
class Download:
    """A file that was got: in a file, or in memory."""

    name: str | None  # as the server calls it
    path: Path | None = None
    content: bytes | None = field(default=None, repr=False)


def fetch_download(
    connection: Connection,
    path: str,
    output: str | os.PathLike[str] | None,
    *,
    query: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
) -> Flow[Download]:
    """Get a file into `output`, a file or a folder; None: into memory."""
    place = None if output is None else Path(output)
    if place is not None and not place.is_dir() and not place.absolute().parent.is_dir():
        raise InvalidInputError(f"There is no folder {place.absolute().parent}. Make it first.")

    def choose(headers: Mapping[str, str]) -> Path:
        assert place is not None
        return place / (file_name(headers) or path.rpartition("/")[2]) if place.is_dir() else place

    sink = FileSink(None if place is None else choose, progress)
    wanted = Call(method="GET", path=path, query=query or {}, sink=sink, headers={"Accept": "*/*"})
    answer = yield from call(connection, wanted)
    content = sink.content() if place is None else None
    return Download(name=file_name(answer.headers), path=sink.path, content=content)
