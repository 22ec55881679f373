"""Replacing a text in the translations of many segments: a preview, then all of it as one change (V8)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from dragoman.database.connections import ALL_ACCOUNTS, Transaction, transaction
from dragoman.memories.segment_json import decode_segment, encode_segment
from dragoman.projects import segment_store
from dragoman.projects.linguists.editing.opening import (
    Editor,
    TranslationAddress,
    open_for_changes,
    open_translation,
)
from dragoman.projects.linguists.editing.saving import store_changes
from dragoman.projects.linguists.editing.searching import Finder, TextSearch
from dragoman.projects.linguists.editing.windows import SearchedTexts, WantedSegments, list_wanted
from dragoman.projects.linguists.exchange.deciding import HUMAN
from dragoman.projects.linguists.tools import LinguistTools
from dragoman.projects.linguists.translation_context import record_event
from dragoman.projects.segment_model import (
    EVERY_SEGMENT,
    ProjectSegment,
    SegmentChangeKind,
    SegmentFilter,
    SegmentState,
)
from dragoman.projects.segment_store import SegmentChange


@dataclass(frozen=True, slots=True, kw_only=True)
class TextReplacement:
    """What is replaced, in the targets of which segments."""

    search: TextSearch
    replacement: str
    filter: SegmentFilter = EVERY_SEGMENT


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplacedSegment:
    """A segment and what its target becomes."""

    segment: ProjectSegment
    target: str  # encoded


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenSegment:
    """A segment of a preview that is to be changed."""

    number: int
    version: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplacementOutcome:
    """What a replacement did."""

    segments: Sequence[ProjectSegment]
    kept: Sequence[int]  # that were changed or locked since the preview
    revision: int  # of the change, which can be undone


async def preview_replacement(
    tools: LinguistTools, address: TranslationAddress, wanted: TextReplacement, *, editor: Editor
) -> Sequence[ReplacedSegment]:
    """List what a replacement would change; codes stay where they are. Locked segments are left out.

    Raises `NotFound`, `Forbidden`, `SearchInvalid`.
    """
    async with transaction(tools.database, account=ALL_ACCOUNTS) as tx:
        await open_translation(tx, address, editor)
        rows = await _find_rows(tx, address, wanted)
    return await asyncio.to_thread(_replace_all, rows, wanted)


async def replace_texts(
    tools: LinguistTools,
    address: TranslationAddress,
    wanted: TextReplacement,
    chosen: Sequence[ChosenSegment],
    *,
    editor: Editor,
) -> ReplacementOutcome:
    """Replace in the chosen segments of a preview, as one change; they are then to be confirmed again.

    Raises `NotFound`, `Forbidden`, `SearchInvalid`, `NotOpen`, `HandedBack`, `ProjectHeld`.
    """
    versions = {one.number: one.version for one in chosen}
    made = {
        one.segment.number: one
        for one in await preview_replacement(tools, address, wanted, editor=editor)
        if versions.get(one.segment.number) == one.segment.revision
    }
    async with transaction(tools.database, account=ALL_ACCOUNTS) as tx:
        context = await open_for_changes(tx, address, editor)
        rows = await segment_store.find_segments(tx, address.translation_id, sorted(made))
        changes = [
            SegmentChange(
                number=row.number,
                target=made[row.number].target,
                state=SegmentState.TRANSLATED,
                origin=HUMAN,
            )
            for row in rows
            if row.revision == versions[row.number] and not row.locked
        ]
        revision = context.translation.revision
        if changes:
            revision = await store_changes(
                tx, context, changes, kind=SegmentChangeKind.REPLACED, editor=editor
            )
            await record_event(tx, editor.staff, context, "translation.text_replaced", segments=len(changes))
        done = [one.number for one in changes]
        return ReplacementOutcome(
            segments=await segment_store.find_segments(tx, address.translation_id, done),
            kept=sorted(set(versions) - set(done)),
            revision=revision,
        )


async def _find_rows(
    tx: Transaction, address: TranslationAddress, wanted: TextReplacement
) -> Sequence[ProjectSegment]:
    unlocked = replace(wanted.filter, locked=False)
    searched = WantedSegments(filter=unlocked, search=wanted.search, texts=SearchedTexts.TARGET)
    numbers = await list_wanted(tx, address.translation_id, searched)
    return await segment_store.find_segments(tx, address.translation_id, numbers)


def _replace_all(rows: Sequence[ProjectSegment], wanted: TextReplacement) -> list[ReplacedSegment]:
    finder = Finder(wanted.search)
    replaced = []
    for row in rows:
        if row.target is None:
            continue
        target = encode_segment(finder.replace(decode_segment(row.target), wanted.replacement))
        if target != row.target:
            replaced.append(ReplacedSegment(segment=row, target=target))
    return replaced
