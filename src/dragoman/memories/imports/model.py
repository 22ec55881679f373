"""Imports of files into memories, as values."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final
from uuid import UUID

from dragoman.memories.model import MemoryUnit, UnitOrigin, UnitStatus

MOST_PROBLEMS: Final = 1000  # stored for an import; all are counted


class State(enum.StrEnum):
    """The state of an import."""

    WAITING = "WAITING"
    RUNNING = "RUNNING"
    FINISHED = "FINISHED"
    FAILED = "FAILED"  # the rest of the file cannot be read; units read before it are kept
    CANCELLED = "CANCELLED"  # by staff; units read before it are kept
    UNDOING = "UNDOING"  # the units that it added are being removed
    UNDONE = "UNDONE"


ACTIVE: Final = (State.WAITING, State.RUNNING)


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportOptions:
    """What an import takes of a file, and as what. A language includes its variants (`en`: `en-GB`)."""

    source_language: str | None = None  # canonical; None: all
    target_languages: tuple[str, ...] = ()  # canonical; none: all
    origin: UnitOrigin | None = None  # instead of that in the file
    status: UnitStatus | None = None

    def takes(self, unit: MemoryUnit) -> bool:
        """Whether a unit's languages are wanted."""
        return (self.source_language is None or is_variant(unit.source_language, self.source_language)) and (
            not self.target_languages
            or any(is_variant(unit.target_language, one) for one in self.target_languages)
        )


def is_variant(code: str, wanted: str) -> bool:
    """Whether a canonical code is `wanted` or a variant of it."""
    return code == wanted or code.startswith(f"{wanted}-")


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """Counts of the units read so far, by their outcome."""

    read: int = 0  # translation units of the file (`<tu>`), which may have several languages
    added: int = 0  # units of the memory, as all below
    updated: int = 0  # newer than what the memory had
    unchanged: int = 0  # the memory has them, or newer ones
    skipped: int = 0  # in other languages than the options name
    refused: int = 0  # translation units of the file that gave no unit
    problems: int = 0

    def plus(self, more: Counts) -> Counts:
        """Add two counts."""
        return Counts(**{name: getattr(self, name) + getattr(more, name) for name in Counts.__slots__})


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredProblem:
    """A problem of an import. The message quotes nothing of the file."""

    number: int  # of the translation unit in the file, from 1
    line: int | None
    code: str
    message: str


class FailureCode(enum.StrEnum):
    """Why an import failed. Stable."""

    TMX_UNREADABLE = "TMX_UNREADABLE"  # the file, or the rest of it
    FILE_LOST = "FILE_LOST"  # the stored file is missing or damaged
    IMPORT_FAILED = "IMPORT_FAILED"  # several times at the same unit


_HINTS: Final = {
    FailureCode.TMX_UNREADABLE: "Correct the file and import it again. Units read before are kept, and "
    "are not added twice.",
    FailureCode.FILE_LOST: "Import the file again.",
    FailureCode.IMPORT_FAILED: "Ask the operator: the service's log has the cause.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportFailure:
    """Why an import failed: a code for programs, a message for people."""

    code: FailureCode
    message: str

    @property
    def hints(self) -> str:
        """How to go on."""
        return _HINTS[self.code]


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryImport:
    """An import of a file into a memory."""

    id: int
    account_id: int
    memory_id: int
    state: State
    file_name: str
    file: UUID  # names the blob
    key: bytes | None = field(repr=False)  # wrapped; destroyed when the import ends, as is the file
    options: ImportOptions
    size: int  # bytes
    bytes_read: int
    counts: Counts
    created: datetime
    created_by: str
    run: int  # of a worker; only the last one may write
    idle_runs: int  # since the last batch
    finished: datetime | None
    failure: ImportFailure | None
    undone: int | None  # units that were removed again

    @property
    def progress(self) -> float:
        """The share of the file that is done, 0 to 1."""
        if self.state is State.FINISHED or self.size == 0:
            return 1.0
        return min(self.bytes_read / self.size, 1.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportDraft:
    """A stored file that is to be imported."""

    file_name: str
    file: UUID
    key: bytes = field(repr=False)
    size: int
    options: ImportOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryImportReport:
    """An import, with the first of its problems."""

    record: MemoryImport
    problems: Sequence[StoredProblem]
