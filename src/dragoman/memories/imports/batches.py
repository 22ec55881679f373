"""Cutting a file into batches that are written at once. Pure work, for a thread."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from dragoman.memories.imports.model import Counts, ImportOptions, KeptProblem
from dragoman.memories.model import Unit
from dragoman.memories.rows import UnitRow, write_row
from dragoman.memories.tmx import Entry, TmxRefused

UNITS_AT_ONCE: Final = 500
_ENTRIES_AT_ONCE: Final = 2000  # when few of them give units
_PROBLEMS_AT_ONCE: Final = 2000


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """The next part of a file: what is to be written, and what is known of it before it is."""

    rows: tuple[UnitRow, ...]  # no two of one identity
    counts: Counts  # without what the database will say: added, and updated or unchanged by what it had
    problems: tuple[KeptProblem, ...]
    bytes_read: int
    last: bool  # nothing follows
    refusal: str | None = None  # why nothing follows, when the file goes on


@dataclass(slots=True, kw_only=True)
class BatchReader:
    """Reads one file; `entries` goes on where the last batch ended."""

    entries: Iterator[Entry]
    options: ImportOptions
    memory_id: int

    def read(self) -> Batch:
        """The next batch, possibly empty at the end. `bytes_read` is for the caller to fill in."""
        rows: dict[bytes, UnitRow] = {}
        problems: list[KeptProblem] = []
        counts, refusal, last = Counts(), None, False
        while (
            len(rows) < UNITS_AT_ONCE
            and counts.read < _ENTRIES_AT_ONCE
            and len(problems) < _PROBLEMS_AT_ONCE
            and not last
        ):
            try:
                entry = next(self.entries, None)
            except TmxRefused as error:
                entry, refusal = None, error.message
            if entry is None:
                last = True
                continue
            problems += (
                KeptProblem(number=one.number, line=one.line, code=one.code.value, message=one.message)
                for one in entry.problems
            )
            counts = counts.plus(self._take(entry, rows))
        return Batch(
            rows=tuple(rows.values()),
            counts=replace(counts, problems=len(problems)),
            problems=tuple(problems),
            bytes_read=0,
            last=last,
            refusal=refusal,
        )

    def _take(self, entry: Entry, rows: dict[bytes, UnitRow]) -> Counts:
        """Put an entry's units into the batch: of one identity the newer one, as in the database."""
        skipped = updated = unchanged = 0
        for unit in entry.units:
            if not self.options.takes(unit):
                skipped += 1
                continue
            row = write_row(self._changed(unit), memory_id=self.memory_id)
            before = rows.get(row.identity)
            if before is None:
                rows[row.identity] = row
            elif _replaces(row.unit, before.unit):
                rows[row.identity] = row
                updated += 1
            else:
                unchanged += 1
        return Counts(
            read=1,
            updated=updated,
            unchanged=unchanged,
            skipped=skipped,
            refused=0 if entry.units else 1,
        )

    def _changed(self, unit: Unit) -> Unit:
        return replace(
            unit,
            origin=self.options.origin or unit.origin,
            status=self.options.status or unit.status,
        )


def _replaces(unit: Unit, before: Unit) -> bool:
    """As the database decides: not older, and different. What has no date is of now, the newest of all."""
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
