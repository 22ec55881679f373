"""Comparing segments with what they were when their translator handed the translation back first (V8)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz.distance import Levenshtein

from dragoman.database.connections import Transaction
from dragoman.memories.segment_json import decode_segment
from dragoman.memories.tokens import tokenise
from dragoman.projects import review_store
from dragoman.projects.linguists.editing.opening import Editor, TranslationAddress, open_translation
from dragoman.projects.linguists.editing.refusals import FirstPassGoingOn
from dragoman.projects.segment_model import ProjectSegment
from dragoman.segments import Segment, Text


@dataclass(frozen=True, slots=True, kw_only=True)
class EditAmount:
    """How much of a text was edited."""

    edits: int  # words, punctuation marks and codes that were inserted, deleted or replaced
    longest: int  # how many the longer of both texts has

    @property
    def share(self) -> float:
        """0: the same words; 1: nothing was kept."""
        return self.edits / self.longest if self.longest else 0.0

    def __add__(self, other: EditAmount) -> EditAmount:
        return EditAmount(edits=self.edits + other.edits, longest=self.longest + other.longest)


NOTHING_EDITED = EditAmount(edits=0, longest=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstPassDifference:
    """A segment whose translation is another one than at the end of the first pass."""

    segment: ProjectSegment
    first_target: str | None  # encoded; None: it had no translation
    amount: EditAmount


async def list_differences(
    tx: Transaction,
    address: TranslationAddress,
    *,
    limit: int | None = None,
    offset: int = 0,
    editor: Editor,
) -> Sequence[FirstPassDifference]:
    """List the segments that were changed since the end of the first pass, in reading order.

    Raises `NotFound`, `Forbidden`, `FirstPassGoingOn`.
    """
    context = await open_translation(tx, address, editor)
    first_pass = context.translation.first_pass
    if first_pass is None:
        raise FirstPassGoingOn(
            f"Translation {address.translation_id} has not been handed back yet.",
            hints="Compare it once its translator has handed it back.",
        )
    rows = await review_store.list_changed_since(
        tx, address.translation_id, first_pass=first_pass, limit=limit, offset=offset
    )
    return await asyncio.to_thread(measure_differences, rows)


def measure_differences(rows: Sequence[tuple[ProjectSegment, str | None]]) -> list[FirstPassDifference]:
    """Measure how much of each segment was edited."""
    return [
        FirstPassDifference(segment=row, first_target=first, amount=measure_edits(first, row.target))
        for row, first in rows
    ]


def measure_edits(before: str | None, after: str | None) -> EditAmount:
    """Measure how much of a target was edited; upper and lower case are the same."""
    old, new = list(_tokens(_read(before))), list(_tokens(_read(after)))
    return EditAmount(edits=Levenshtein.distance(old, new), longest=max(len(old), len(new)))


def _read(encoded: str | None) -> Segment:
    return () if encoded is None else decode_segment(encoded)


def _tokens(segment: Segment) -> Iterator[tuple[str, str]]:
    for part in segment:
        if isinstance(part, Text):
            yield from (("text", token) for token in tokenise(part.text))
        else:
            yield part.kind.value, part.id
