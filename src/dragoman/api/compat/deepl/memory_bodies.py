"""Bodies of translation memories of the DeepL dialect: memories, their segments, and jobs on them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Annotated, Any

from pydantic import BaseModel, Field

from dragoman.api.compat.deepl.glossary_fields import write_timestamp
from dragoman.api.compat.ids import IdKind, parse_id, write_id
from dragoman.errors import NotFound
from dragoman.http.fields import CustomerText
from dragoman.memories.imports.model import ACTIVE, State
from dragoman.memories.model import StoredUnit
from dragoman.memories.overview.model import MemoryOverview
from dragoman.memories.transfers.actions import TransferState
from dragoman.memories.words import LONGEST_SEARCH
from dragoman.segments import plain_text, render


class SourceFileFields(BaseModel):
    """A file that is going to be sent."""

    file_name: CustomerText = Field(min_length=1, max_length=255)
    content_length: Annotated[int, Field(ge=1)]
    content_type: Annotated[CustomerText, Field(max_length=255)] | None = None


class ImportParameters(BaseModel):
    """What becomes of a file."""

    display_name: CustomerText | None = None


class NewImport(BaseModel):
    """An import into a new translation memory."""

    source_file: SourceFileFields
    parameters: ImportParameters = ImportParameters()

    @property
    def name(self) -> str:
        """The name of the new memory: that of the file, unless it is given."""
        given = (self.parameters.display_name or "").strip()
        file = self.source_file.file_name
        return given or file.rpartition(".")[0] or file


class SegmentQuery(BaseModel):
    """Which segments of a memory are listed."""

    page_size: Annotated[int, Field(ge=1, le=100)] = 25
    page_cursor: Annotated[int, Field(ge=0, le=2**63 - 1)] = 0
    filter_text: Annotated[CustomerText, Field(max_length=LONGEST_SEARCH)] = ""
    filter_case_sensitive: bool = False

    def takes(self, one: StoredUnit) -> bool:
        """Whether a unit that the search found is wanted: the search ignores case."""
        if not (self.filter_text and self.filter_case_sensitive):
            return True
        return any(self.filter_text in plain_text(side) for side in (one.unit.source, one.unit.target))


def find_memory_number(memory_id: str) -> int:
    """The memory of an id. Raises `NotFound`."""
    number = parse_id(IdKind.MEMORY, memory_id)
    if number is None:
        raise NotFound("Translation memory not found.")
    return number


def write_memory(one: MemoryOverview) -> dict[str, Any]:
    """A memory: the source is that of the most units, the targets are those into which it has any."""
    directions = one.contents.directions
    source = directions[0].source_language if directions else ""
    targets = sorted({each.target_language for each in directions if each.source_language == source})
    return {
        "translation_memory_id": write_id(IdKind.MEMORY, one.memory.id),
        "name": one.memory.name,
        "source_language": source,
        "target_languages": targets,
        "segment_count": one.contents.units,
        "creation_time": write_timestamp(one.memory.created),
        "updated_time": write_timestamp(one.contents.changed or one.memory.created),
    }


def write_segments(units: Sequence[StoredUnit]) -> list[dict[str, Any]]:
    """Units as segments; neighbours of the same source are one, with several targets."""

    def source_of(one: StoredUnit) -> tuple[str, str]:
        return one.unit.source_language, render(one.unit.source)

    return [_write_segment(list(some)) for _, some in groupby(units, source_of)]


def _write_segment(units: Sequence[StoredUnit]) -> dict[str, Any]:
    first = units[0]
    return {
        "source_segment_id": str(first.id),
        "source_text": render(first.unit.source),
        "targets": [
            {
                "target_segment_id": str(one.id),
                "target_language": one.unit.target_language,
                "target_text": render(one.unit.target),
                **_times(one),
            }
            for one in units
        ],
        **_times(first),
    }


def _times(one: StoredUnit) -> dict[str, str]:
    known = {
        "creation_time": one.unit.created,
        "updated_time": one.unit.changed,
        "last_used_time": one.last_used,
    }
    return {name: write_timestamp(time) for name, time in known.items() if time is not None}


def write_job(state: TransferState, *, address: str) -> dict[str, Any]:
    """A job; `address` is where its file is sent to or fetched from."""
    one = state.transfer
    if one.is_import:
        parameters: dict[str, Any] = {"display_name": one.name}
        result = _import_result(state)
    else:
        parameters = {"translation_memory_id": write_id(IdKind.MEMORY, one.memory_id or 0)}
        result = _export_result(state, address)
    body = {
        "job_id": str(one.id),
        "product": "translation_memory",
        "operation": "import" if one.is_import else "export",
        "creation_time": write_timestamp(one.created),
        "updated_time": write_timestamp(one.updated),
        "parameters": parameters,
        "results": [result],
    }
    if one.is_import:
        body["source_file"] = {"content_type": one.content_type, "content_length": one.size}
    return body


def _import_result(state: TransferState) -> dict[str, Any]:
    one, found = state.transfer, state.found
    if one.memory_id is None:
        if state.is_over:
            return {"status": "expired"}
        action = "Upload the file to upload_url."
        return {"status": "awaiting_input", "status_metadata": {"required_action": action}}
    result: dict[str, Any] = {"translation_memory_id": write_id(IdKind.MEMORY, one.memory_id)}
    is_coming = one.import_id is None and not state.is_over  # else the process ended before it was stored
    if is_coming or (found is not None and found.state in ACTIVE):
        return {"status": "processing"}
    if found is not None and found.state is State.FINISHED:
        skipped = found.counts.refused + found.counts.skipped
        return {**result, "status": "completed", "skipped_segment_count": skipped}
    reason = "The import was cancelled, or its memory was deleted."
    if found is not None and found.failure is not None:
        reason = found.failure.message
    return {**result, "status": "failed", "error": {"message": reason}}


def _export_result(state: TransferState, address: str) -> dict[str, Any]:
    if state.is_over:
        return {"status": "expired"}
    expires = write_timestamp(state.transfer.expires)
    return {"status": "completed", "download_url": address, "expires_at": expires}
