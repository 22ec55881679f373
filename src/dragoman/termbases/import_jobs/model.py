"""Imports into term bases as jobs: values."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from dragoman.termbases.model import TermMatching
from dragoman.termbases.planning import ImportMode


class ImportStatus(enum.StrEnum):
    """The status of an import."""

    WAITING = "WAITING"
    RUNNING = "RUNNING"
    FINISHED = "FINISHED"
    FAILED = "FAILED"  # nothing of the file is in the term base


ACTIVE: Final = (ImportStatus.WAITING, ImportStatus.RUNNING)


@dataclass(frozen=True, slots=True, kw_only=True)
class TermImportOptions:
    """How a file is read, and how it changes the term base."""

    mode: ImportMode = ImportMode.MERGE
    dry_run: bool = False
    match: TermMatching | None = None  # of terms without one in the file
    encoding: str = ""  # of a table, as those below; "": detected
    delimiter: str = ""
    source: str = ""
    target: str = ""
    columns: tuple[str, ...] = ()  # the names of a table's columns; (): those in its first row
    has_names: bool = True  # whether the first row has names, where `columns` replaces them
    keep_file: bool = False  # after a dry run, so that the same file can be imported


@dataclass(frozen=True, slots=True, kw_only=True)
class TermImport:
    """An import of a file into a term base."""

    id: int
    account_id: int
    term_base_id: int
    status: ImportStatus
    progress: float  # 0 to 1
    file_name: str
    size: int  # bytes
    options: TermImportOptions
    report: Mapping[str, Any] | None  # of a finished import, with the names of the interface
    failure: Mapping[str, str] | None  # of a failed import: code, message, hints
    runs: int
    created: datetime
    created_by: str
    finished: datetime | None
    has_file: bool  # whether the file is kept


@dataclass(frozen=True, slots=True, kw_only=True)
class TermFile:
    """A file to import, as the client sends it."""

    file_name: str
    data: bytes = field(repr=False)
    options: TermImportOptions
