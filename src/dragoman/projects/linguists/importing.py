"""Importing a package from linguists: either all of it or nothing (V2)."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from dragoman.access.model import StaffRole
from dragoman.access.staff import Staff
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.projects import file_store, segment_store
from dragoman.projects.linguists.exchange import SegmentProblem, compare, read
from dragoman.projects.linguists.exporting import header_of
from dragoman.projects.linguists.tools import LinguistTools
from dragoman.projects.linguists.translation_context import find_translation_context, record_event
from dragoman.projects.model import Stage
from dragoman.projects.segment_model import SegmentChangeKind, SegmentState


@dataclass(frozen=True, slots=True, kw_only=True)
class PackageImportOptions:
    """How a package is imported."""

    partial: bool = False  # units may be missing: they stay unchanged
    overwrite: bool = False  # also replaces segments that were changed since the export
    confirm: bool = False  # confirms all translations in the file, regardless of their states


@dataclass(frozen=True, slots=True, kw_only=True)
class PackageReport:
    """The outcome of an import."""

    segments: int  # in the file
    changed: int
    problems: Sequence[SegmentProblem]
    states: dict[SegmentState, int]  # of all segments, afterwards


async def import_translation(
    tools: LinguistTools,
    project_id: int,
    translation_id: int,
    *,
    data: bytes,
    how: PackageImportOptions = PackageImportOptions(),
    staff: Staff,
) -> PackageReport:
    """Import the translations of a file that `export_translation` made.

    Raises `NotFound`, `NotOpen`, `Forbidden`, or `RulesBroken` with everything that is wrong with the file.
    """
    staff.require(StaffRole.LINGUIST)
    async with transaction(tools.database, account=ALL_ACCOUNTS) as tx:
        (await find_translation_context(tx, project_id, translation_id)).require_stage(Stage.OPEN)
    returned = await asyncio.to_thread(read, data)
    async with transaction(tools.database, account=ALL_ACCOUNTS) as tx:
        context = await find_translation_context(tx, project_id, translation_id, lock=True)
        context.require_stage(Stage.OPEN)
        rows = await segment_store.list_segments(tx, translation_id)
        header = header_of(context, rows)
        outcome = await asyncio.to_thread(
            compare,
            returned,
            header,
            rows,
            partial=how.partial,
            overwrite=how.overwrite,
            confirm=how.confirm,
        )
        if outcome.changes:
            await segment_store.update_targets(
                tx, translation_id, outcome.changes, kind=SegmentChangeKind.IMPORTED, by=staff.actor
            )
            await file_store.update_translation(tx, translation_id, {"quality": None})
        await record_event(
            tx,
            staff,
            context,
            "translation.imported",
            segments=outcome.segments,
            changed=len(outcome.changes),
            overwrite=how.overwrite,
            confirm=how.confirm,
            problems=dict(Counter(problem.code for problem in outcome.problems)),
        )
        states = await segment_store.count_states(tx, translation_id)
    return PackageReport(
        segments=outcome.segments, changed=len(outcome.changes), problems=outcome.problems, states=states
    )
