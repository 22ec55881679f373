"""An import of a term base as a job."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from dragoman.termbases.model import TermMatching
from dragoman.termbases.planning import ImportMode


class ImportStatus(enum.StrEnum):
    """Where an import is."""

    WAITING = "WAITING"
    RUNNING = "RUNNING"
    FINISHED = "FINISHED"
    FAILED = "FAILED"  # nothing of the file is in the term base


ACTIVE: Final = (ImportStatus.WAITING, ImportStatus.RUNNING)


@dataclass(frozen=True, slots=True, kw_only=True)
class TermImportOptions:
    """How a file is read, and what it does with what is there."""

    mode: ImportMode = ImportMode.MERGE
    dry_run: bool = False
    match: TermMatching | None = None  # of terms of which the file does not say it
    encoding: str = ""  # of a table, as the three below; "": it is found out
    delimiter: str = ""
    source: str = ""
    target: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TermImport:
    """A file's way into a term base."""

    id: int
    account_id: int
    term_base_id: int
    status: ImportStatus
    progress: float  # 0 to 1
    file_name: str
    size: int  # bytes
    options: TermImportOptions
    report: Mapping[str, Any] | None  # once it is finished, in the names of the interface
    failure: Mapping[str, str] | None  # why it failed: code, message, hints
    runs: int
    created: datetime
    created_by: str
    finished: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TermFile:
    """A file as it is handed in."""

    file_name: str
    data: bytes = field(repr=False)
    options: TermImportOptions
