"""Import a file of terms into a term base, in one transaction and with a report."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import BinaryIO, Final, TypeAlias

from dragoman import cpu_work
from dragoman.access.staff import Staff
from dragoman.database.connections import Transaction
from dragoman.errors import LimitExceeded
from dragoman.termbases import concept_store, store
from dragoman.termbases.actions import choose_version, get_term_base, record_change
from dragoman.termbases.bases import MOST_CONCEPTS, StoredConcept, TermBase
from dragoman.termbases.editing import check_capacity, commit
from dragoman.termbases.planning import ImportMode, ImportPlan, make_plan, name_added
from dragoman.termbases.problems import Effect, TermEntry, TermProblem, TermsUnreadable
from dragoman.termbases.table import TableOptions, read_table
from dragoman.termbases.tbx import read_tbx

LARGEST_FILE: Final = 20 * 1024 * 1024  # bytes
_READ: Final = 0.4  # progress when the file is read
_PLANNED: Final = 0.7  # progress when the changes are planned
_ENTRIES_AT_ONCE: Final = 500  # read in 40 ms
_CONCEPT: Final = 100  # one concept takes about as long as so many characters of text
_MOST_PROBLEMS: Final = 1_000  # that a report lists
_BYTE_ORDER_MARKS: Final = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")


class FileCut(TermsUnreadable):
    """A truncated file cannot replace a term base."""

    code = "FILE_CUT"


@dataclass(frozen=True, slots=True, kw_only=True)
class TermFileImport:
    """A file to import, and how."""

    file: BinaryIO  # seekable
    mode: ImportMode = ImportMode.MERGE
    dry_run: bool = False  # make the report only, and change nothing
    table: TableOptions = field(default_factory=TableOptions)  # `table.defaults` apply to TBX, too


@dataclass(frozen=True, slots=True, kw_only=True)
class TermImportReport:
    """The result of an import; of a dry run, the result that it would have."""

    kind: str  # "tbx" or "table"
    dry_run: bool
    version: int  # of the term base; the same as before if nothing changed
    read: int  # entries of the file
    added: int
    updated: int
    unchanged: int
    removed: int  # concepts that were in the term base and are not in the file
    refused: int  # entries of the file that were left out
    problems: tuple[TermProblem, ...]  # the first of them, by line
    problem_count: int  # in all


# Is called with the progress of an import, 0 to 1.
ReportProgress: TypeAlias = Callable[[float], Awaitable[None]]


async def _ignore_progress(progress: float) -> None:
    """Report progress to no one."""


async def import_terms(
    tx: Transaction,
    *,
    staff: Staff,
    term_base_id: int,
    wanted: TermFileImport,
    report_progress: ReportProgress = _ignore_progress,
) -> TermImportReport:
    """Import all usable entries of a file; nothing if the file is refused.

    Raises `NotFound`, `TermsUnreadable` if it is neither TBX nor a table, `TermBaseFull`, `LimitExceeded`.
    """
    await get_term_base(tx, term_base_id=term_base_id)
    kind, entries = await _read(wanted)
    _check_entries(entries, wanted.mode)
    await report_progress(_READ)
    base = await get_term_base(tx, term_base_id=term_base_id, lock=True)
    existing, plan = await _plan(tx, base, entries, wanted.mode)
    await report_progress(_PLANNED)
    check_capacity(base.concepts + len(plan.added) - len(plan.removed))
    if not wanted.dry_run:
        base = await _carry_out(tx, base, existing, plan, staff=staff)
        await _record(tx, base, plan, staff=staff, wanted=wanted)
    return TermImportReport(
        kind=kind,
        dry_run=wanted.dry_run,
        version=base.version,
        read=len(plan.added) + len(plan.updated) + plan.unchanged + plan.refused,
        added=len(plan.added),
        updated=len(plan.updated),
        unchanged=plan.unchanged,
        removed=len(plan.removed),
        refused=plan.refused,
        problems=tuple(plan.problems[:_MOST_PROBLEMS]),
        problem_count=len(plan.problems),
    )


async def _read(wanted: TermFileImport) -> tuple[str, list[TermEntry]]:
    size = wanted.file.seek(0, 2)
    if size > LARGEST_FILE:
        raise LimitExceeded(f"A file of terms has at most {LARGEST_FILE} bytes. Split it.")
    wanted.file.seek(0)
    if _is_markup(wanted.file.read(1024)):
        kind, entries = "tbx", read_tbx(wanted.file, defaults=wanted.table.defaults)
    else:
        kind, entries = "table", read_table(wanted.file, wanted.table)
    return kind, await cpu_work.collect(size, _bounded(entries), at_once=_ENTRIES_AT_ONCE)


def _is_markup(head: bytes) -> bool:
    for mark in _BYTE_ORDER_MARKS:
        head = head.removeprefix(mark)
    return head.replace(b"\0", b"").lstrip().startswith(b"<")


def _bounded(entries: Iterable[TermEntry]) -> Iterator[TermEntry]:
    for count, entry in enumerate(entries):  # the first one may only report problems of the file
        if count > MOST_CONCEPTS:
            raise LimitExceeded(f"A file of terms has at most {MOST_CONCEPTS} entries. Split it.")
        yield entry


def _check_entries(entries: Sequence[TermEntry], mode: ImportMode) -> None:
    """Refuse to replace a term base by a truncated file, which would remove the concepts that it lacks."""
    cut = any(problem.effect is Effect.REST_LEFT_OUT for entry in entries for problem in entry.problems)
    if cut and mode is ImportMode.REPLACE:
        raise FileCut(
            "The file is truncated, so it cannot replace a term base.",
            hints="Send the complete file, or merge this one.",
        )


async def _plan(
    tx: Transaction, base: TermBase, entries: Sequence[TermEntry], mode: ImportMode
) -> tuple[list[StoredConcept], ImportPlan]:
    rows = [row async for some in concept_store.read_concepts(tx, choose_version(base, None)) for row in some]

    weight = _CONCEPT * (len(rows) + len(entries))
    existing = await cpu_work.collect(
        weight, map(concept_store.parse_concept, rows), at_once=_ENTRIES_AT_ONCE
    )
    return existing, await cpu_work.run(weight, lambda: make_plan(existing, entries, mode))


async def _carry_out(
    tx: Transaction, base: TermBase, existing: Sequence[StoredConcept], plan: ImportPlan, *, staff: Staff
) -> TermBase:
    if not (plan.added or plan.updated or plan.removed):
        return base
    version = base.version + 1
    first = await store.take_numbers(tx, base, len(plan.added))
    weight = _CONCEPT * (len(existing) + len(plan.added))
    added = await cpu_work.run(weight, lambda: name_added(plan, existing, first))
    ended = [*(kept.number for kept in plan.updated), *plan.removed]
    await concept_store.end_concepts(tx, base, ended, until=version)
    await concept_store.insert_concepts(tx, base, [*plan.updated, *added], since=version)
    return await commit(
        tx, base, staff=staff, added=len(added), changed=len(plan.updated), removed=len(plan.removed)
    )


async def _record(
    tx: Transaction, base: TermBase, plan: ImportPlan, *, staff: Staff, wanted: TermFileImport
) -> None:
    await record_change(
        tx,
        base,
        staff=staff,
        verb="imported",
        mode=wanted.mode,
        version=base.version,
        added=len(plan.added),
        updated=len(plan.updated),
        removed=len(plan.removed),
        refused=plan.refused,
    )
