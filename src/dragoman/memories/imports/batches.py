"""Read a file in batches, each written to the database at once. Pure work, for a thread."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from dragoman.memories.columns import UnitColumns, write_columns
from dragoman.memories.imports.model import Counts, ImportOptions, StoredProblem
from dragoman.memories.model import MemoryUnit
from dragoman.memories.rows import UnitRow, write_row
from dragoman.memories.tmx import ImportProblem, TmxRefused, TmxUnits

UNITS_AT_ONCE: Final = 2_000
_CHARACTERS_AT_ONCE: Final = 4_000_000  # of sources and targets
_ENTRIES_AT_ONCE: Final = 8_000  # a limit for files in which few entries give units
_PROBLEMS_AT_ONCE: Final = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportBatch:
    """The next part of a file: units to write, and what is counted before they are written."""

    units: UnitColumns  # no two of one identity
    counts: Counts  # without those that only the database knows: units added, updated or unchanged there
    problems: tuple[StoredProblem, ...]
    bytes_read: int
    last: bool  # the last batch of the file
    refusal: str | None = None  # why the rest of the file cannot be read


@dataclass(slots=True, kw_only=True)
class BatchReader:
    """Reads one file; `entries` continues behind the last batch."""

    entries: Iterator[TmxUnits]
    options: ImportOptions
    memory_id: int

    def read(self) -> ImportBatch:
        """Read the next batch, perhaps an empty one at the end. The caller sets `bytes_read`."""
        part = _Part()
        refusal, last = None, False
        while not part.is_full() and not last:
            try:
                entry = next(self.entries, None)
            except TmxRefused as error:
                entry, refusal = None, error.message
            if entry is None:
                last = True
            else:
                self._take(entry, part)
        return ImportBatch(
            units=write_columns(list(part.rows.values())),
            counts=part.count(),
            problems=tuple(part.problems),
            bytes_read=0,
            last=last,
            refusal=refusal,
        )

    def _take(self, entry: TmxUnits, part: _Part) -> None:
        """Add an entry's units to the batch; of two with the same identity the newer one stays."""
        part.read += 1
        if entry.problems:
            part.problems += map(_keep, entry.problems)
        if not entry.units:
            part.refused += 1
        for unit in entry.units:
            if not self.options.takes(unit):
                part.skipped += 1
                continue
            row = write_row(self._changed(unit), memory_id=self.memory_id)
            before = part.rows.get(row.identity)
            if before is None:
                part.put(row)
            elif _replaces(row.unit, before.unit):
                part.put(row)
                part.updated += 1
            else:
                part.unchanged += 1

    def _changed(self, unit: MemoryUnit) -> MemoryUnit:
        if self.options.origin is None and self.options.status is None:
            return unit
        return replace(
            unit,
            origin=self.options.origin or unit.origin,
            status=self.options.status or unit.status,
        )


@dataclass(slots=True)
class _Part:
    """A batch that is being read."""

    rows: dict[bytes, UnitRow] = field(default_factory=dict)
    problems: list[StoredProblem] = field(default_factory=list)
    characters: int = 0
    read: int = 0
    updated: int = 0
    unchanged: int = 0
    skipped: int = 0
    refused: int = 0

    def put(self, row: UnitRow) -> None:
        self.rows[row.identity] = row
        self.characters += len(row.source) + len(row.target)

    def is_full(self) -> bool:
        return (
            len(self.rows) >= UNITS_AT_ONCE
            or self.characters >= _CHARACTERS_AT_ONCE
            or self.read >= _ENTRIES_AT_ONCE
            or len(self.problems) >= _PROBLEMS_AT_ONCE
        )

    def count(self) -> Counts:
        return Counts(
            read=self.read,
            updated=self.updated,
            unchanged=self.unchanged,
            skipped=self.skipped,
            refused=self.refused,
            problems=len(self.problems),
        )


def _keep(problem: ImportProblem) -> StoredProblem:
    return StoredProblem(
        number=problem.number, line=problem.line, code=problem.code.value, message=problem.message
    )


def _replaces(unit: MemoryUnit, before: MemoryUnit) -> bool:
    """Whether a unit replaces another one, by the rules of the database: it differs, and is not older.

    A unit without a date counts as new.
    """
    date, date_before = unit.changed or unit.created, before.changed or before.created
    if date is not None and (date_before is None or date < date_before):
        return False
    return (unit.source, unit.target, unit.origin, unit.status, dict(unit.properties)) != (
        before.source,
        before.target,
        before.origin,
        before.status,
        dict(before.properties),
    )
