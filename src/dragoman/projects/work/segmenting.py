"""Segmenting a document's units into the sentences of a translation, with their memory matches (P10).

A unit whose whole text has a memory match stays one segment. Rows refer to the document by the ids of units
and the numbers of sentences: `join_rows` puts them together again for the translated file.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from dragoman.formats.format import Document
from dragoman.memories.fingerprints import take_fingerprint, write_signature
from dragoman.memories.lookup import Query
from dragoman.memories.model import Context
from dragoman.memories.segment_json import decode_segment, encode_segment
from dragoman.projects.segment_model import ProjectSegment, SegmentState
from dragoman.segments import Code, Segment, Text, keeps_codes, normalise
from dragoman.text_io.errors import ConversionFailed
from dragoman.translation.assets import MemoryLookup
from dragoman.translation.codes.nested_links import separate_links
from dragoman.translation.documents.analysis_segments import count_sentences
from dragoman.translation.documents.preparing import PreparedUnit, prepare, restore
from dragoman.translation.documents.unit_context import UnitInContext, find_unit_contexts
from dragoman.translation.memory.retrieval import find_translations
from dragoman.translation.model import Translation, has_letters
from dragoman.translation.translator import Translator

_BATCH_SIZE: Final = 100  # units of one look-up in memories
MEMORY: Final = "memory"  # where a target is from
ENGINE: Final = "engine"


class RowsDiffer(ConversionFailed):
    """The document is segmented differently than when its rows were made."""

    def __init__(self) -> None:
        super().__init__(
            "The service now cuts this document in another way than when its segments were made. Deliver a "
            "finished file, or make a new project of it."
        )


@dataclass(frozen=True, slots=True)
class _SegmentDraft:
    """A segment before it has a number."""

    unit: str
    part: int | None
    key: str | None
    segment: Segment
    context: Context
    known: Translation | None
    note: str
    max_length: int | None  # None: also for a part of a unit that has one


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """A document's segments, and the ids of the memory units that were used for them."""

    rows: Sequence[ProjectSegment]
    units_used: Sequence[int]


async def prepare_document(
    translator: Translator, document: Document, *, language: str
) -> list[PreparedUnit]:
    """Prepare the units to translate, deterministically for a document; `language` is the source's."""
    wanted = [unit for unit in document.units if unit.reason is None and has_letters(unit.segment)]
    return await prepare(wanted, language=language, splitting=translator.splitting)


async def cut_document(
    document: Document, prepared: Sequence[PreparedUnit], *, name: str, look_up: MemoryLookup | None
) -> Cut:
    """Make the segments of a document of this name, in reading order, with memory matches (T5, P13)."""
    placed = [
        one
        for one in await asyncio.to_thread(find_unit_contexts, document, prepared, name=name)
        if one.prepared
    ]
    drafts: list[_SegmentDraft] = []
    for start in range(0, len(placed), _BATCH_SIZE):
        drafts += await _find_in_memories(placed[start : start + _BATCH_SIZE], look_up)
    used = [unit.unit_id for draft in drafts if draft.known is not None for unit in draft.known.units]
    return Cut(rows=await asyncio.to_thread(_rows, drafts), units_used=used)


async def _find_in_memories(
    placed: Sequence[UnitInContext], look_up: MemoryLookup | None
) -> list[_SegmentDraft]:
    """Look up whole units, then the sentences of those without a match."""
    wholes = [_draft_of_unit(one) for one in placed]
    sentences = [list(_drafts_of_sentences(one)) for one in placed]
    if look_up is None:
        return [draft for some in sentences for draft in some]
    known = await find_translations(
        look_up, [Query(segment=one.segment, context=one.context) for one in wholes]
    )
    cut = [draft for some, hit in zip(sentences, known, strict=True) if hit is None for draft in some]
    queries = [Query(segment=one.segment, context=one.context) for one in cut]
    hits = iter(await find_translations(look_up, queries, other_words=True))
    drafts: list[_SegmentDraft] = []
    for whole, some, hit in zip(wholes, sentences, known, strict=True):
        if hit is not None:
            drafts.append(_with_match(whole, hit))
        else:
            drafts += [_with_match(draft, next(hits)) for draft in some]
    return drafts


def _draft_of_unit(placed: UnitInContext) -> _SegmentDraft:
    assert placed.prepared is not None
    unit, inside = placed.unit, placed.inside
    # A unit of one sentence has the context of its sentence, as memories store it.
    context = inside[0] if len(inside) == 1 else placed.around
    return _SegmentDraft(
        unit.id,
        None,
        unit.context or None,
        placed.prepared.segment,
        context,
        None,
        unit.note,
        unit.max_length,
    )


def _drafts_of_sentences(placed: UnitInContext) -> Iterator[_SegmentDraft]:
    """Make drafts of a unit's sentences; sentences without letters stay unchanged and are no segments."""
    assert placed.prepared is not None
    unit = placed.unit
    most = unit.max_length if len(placed.inside) == 1 else None
    for part, (segment, context) in enumerate(zip(placed.prepared.plan.units, placed.inside, strict=True)):
        if has_letters(segment):
            yield _SegmentDraft(unit.id, part, unit.context or None, segment, context, None, unit.note, most)


def _with_match(draft: _SegmentDraft, hit: Translation | None) -> _SegmentDraft:
    return replace(draft, known=hit)


def _rows(drafts: Sequence[_SegmentDraft]) -> list[ProjectSegment]:
    return [_row(number, draft) for number, draft in enumerate(drafts)]


def _row(number: int, draft: _SegmentDraft) -> ProjectSegment:
    known = draft.known
    memory = known.memory if known is not None else None
    return ProjectSegment(
        number=number,
        unit=clean(draft.unit),
        part=draft.part,
        key=clean(draft.key) if draft.key else None,
        note=clean(draft.note) or None,
        max_length=draft.max_length,
        source=encode_segment(draft.segment),
        target=encode_segment(known.segment) if known is not None else None,
        state=SegmentState.NEW if known is None else SegmentState.PRETRANSLATED,
        origin=None if known is None else MEMORY,
        score=memory.score if memory is not None else None,
        previous=clean(draft.context.previous or ""),
        next=clean(draft.context.next or ""),
        signature=clean(write_signature(take_fingerprint(draft.segment).tokens)),
    )


def count_words_of(
    rows: Sequence[ProjectSegment], prepared: Sequence[PreparedUnit], *, language: str
) -> list[ProjectSegment]:
    """Count the words of each segment's source as its analysis does: price and progress have the same.

    `language` is the source's. A placeholder counts as what it looks like, though it is a code in the row.
    """
    words = {clean(one.unit.id): count_sentences(one, language=language) for one in prepared}
    return [
        replace(row, words=sum(words[row.unit]) if row.part is None else words[row.unit][row.part])
        for row in rows
    ]


def clean(text: str) -> str:
    """A text as the database takes it, the way `encode_segment` has it."""
    return text.encode(errors="replace").decode().replace("\x00", "\ufffd")


def join_rows(prepared: Sequence[PreparedUnit], rows: Sequence[ProjectSegment]) -> dict[str, Segment]:
    """Each unit's translation, with exactly its codes, from the rows of a translation.

    Texts without a target stay unchanged. Raises `RowsDiffer`.
    """
    by_unit: dict[str, dict[int | None, ProjectSegment]] = defaultdict(dict)
    for row in rows:
        by_unit[row.unit][row.part] = row
    targets = {one.unit.id: _join(one, by_unit.pop(clean(one.unit.id), {})) for one in prepared}
    if by_unit:
        raise RowsDiffer
    return targets


def _join(one: PreparedUnit, rows: Mapping[int | None, ProjectSegment]) -> Segment:
    if None in rows:
        whole = _target(one.segment, rows[None])
    else:
        wanted = {part for part, segment in enumerate(one.plan.units) if has_letters(segment)}
        if set(rows) != wanted:
            raise RowsDiffer
        whole = one.plan.join(
            [
                _target(segment, rows[part]) if part in wanted else segment
                for part, segment in enumerate(one.plan.units)
            ]
        )
    return separate_links(one.unit.segment, restore(whole, one.unit.segment))


def _target(source: Segment, row: ProjectSegment) -> Segment:
    if encode_segment(source) != row.source:
        raise RowsDiffer
    if row.target is None:
        return source
    return repair_codes(source, decode_segment(row.target))


def repair_codes(source: Segment, target: Segment) -> Segment:
    """Return the target with exactly the codes of the source; where they differ, all are put around its text.

    Delivering such a translation takes a reason for an override (V2).
    """
    if keeps_codes(source, target):
        return target
    words = tuple(part for part in target if isinstance(part, Text))
    first = next((position for position, part in enumerate(source) if isinstance(part, Text)), len(source))
    before = tuple(part for part in source[:first] if isinstance(part, Code))
    after = tuple(part for part in source[first:] if isinstance(part, Code))
    return normalise((*before, *words, *after))
