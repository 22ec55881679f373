"""A document's units as the segments of a translation: sentences, each with what memories have of it (P10).

A unit whose whole text a memory has stays one segment. The rows and the document belong together by the
units' ids and the sentences' numbers: `join_rows` finds both again when the translated file is made.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from dragoman.formats.format import Document
from dragoman.memories.coding import read_segment, write_segment
from dragoman.memories.lookup import Query
from dragoman.memories.model import Context
from dragoman.projects.model import ProjectSegment, SegmentState
from dragoman.segments import Code, Segment, Text, keeps_codes, normalise
from dragoman.text_io.errors import ConversionFailed
from dragoman.translation.assets import MemoryLookup
from dragoman.translation.codes.nested_links import separate_links
from dragoman.translation.documents.preparing import PreparedUnit, prepare, restore
from dragoman.translation.documents.unit_context import UnitInContext, find_unit_contexts
from dragoman.translation.memory.retrieval import find_translations
from dragoman.translation.model import Translation, has_letters
from dragoman.translation.translate import Translator

_AT_ONCE: Final = 100  # units that memories are asked about
MEMORY: Final = "memory"  # where a target is from
ENGINE: Final = "engine"
HUMAN: Final = "human"


class RowsDiffer(ConversionFailed):
    """The document is cut in another way than when its segments were made."""

    def __init__(self) -> None:
        super().__init__(
            "The service now cuts this document in another way than when its segments were made. Deliver a "
            "finished file, or make a new project of it."
        )


@dataclass(frozen=True, slots=True)
class _Piece:
    """A segment to be."""

    unit: str
    part: int | None
    key: str | None
    segment: Segment
    context: Context
    known: Translation | None
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """A document's segments, and the units of memories that were used for them."""

    rows: Sequence[ProjectSegment]
    units_used: Sequence[int]


async def prepare_document(
    translator: Translator, document: Document, *, language: str
) -> list[PreparedUnit]:
    """The units that are translated, as always when this document is cut; `language` is the source's."""
    wanted = [unit for unit in document.units if unit.reason is None and has_letters(unit.segment)]
    return await prepare(wanted, language=language, splitting=translator.splitting, bulk=translator.bulk)


async def cut_document(
    document: Document, prepared: Sequence[PreparedUnit], *, name: str, look_up: MemoryLookup | None
) -> Cut:
    """The segments of a document called `name`, in reading order, with what memories have (T5, P13)."""
    placed = [
        one
        for one in await asyncio.to_thread(find_unit_contexts, document, prepared, name=name)
        if one.prepared
    ]
    pieces: list[_Piece] = []
    for start in range(0, len(placed), _AT_ONCE):
        pieces += await _ask(placed[start : start + _AT_ONCE], look_up)
    used = [unit.unit_id for piece in pieces if piece.known is not None for unit in piece.known.units]
    return Cut(rows=await asyncio.to_thread(_rows, pieces), units_used=used)


async def _ask(placed: Sequence[UnitInContext], look_up: MemoryLookup | None) -> list[_Piece]:
    """Whole units first, then the sentences of those that no memory has whole."""
    wholes = [_whole(one) for one in placed]
    sentences = [list(_sentences(one)) for one in placed]
    if look_up is None:
        return [piece for some in sentences for piece in some]
    known = await find_translations(
        look_up, [Query(segment=one.segment, context=one.context) for one in wholes]
    )
    cut = [piece for some, hit in zip(sentences, known, strict=True) if hit is None for piece in some]
    queries = [Query(segment=one.segment, context=one.context) for one in cut]
    hits = iter(await find_translations(look_up, queries, other_words=True))
    pieces: list[_Piece] = []
    for whole, some, hit in zip(wholes, sentences, known, strict=True):
        if hit is not None:
            pieces.append(_known(whole, hit))
        else:
            pieces += [_known(piece, next(hits)) for piece in some]
    return pieces


def _whole(placed: UnitInContext) -> _Piece:
    assert placed.prepared is not None
    unit, inside = placed.unit, placed.inside
    # A unit of one sentence stands where its sentence stands, between sentences: as memories learn it.
    context = inside[0] if len(inside) == 1 else placed.around
    return _Piece(unit.id, None, unit.context or None, placed.prepared.segment, context, None, unit.note)


def _sentences(placed: UnitInContext) -> Iterator[_Piece]:
    """A unit's sentences; those without letters stay as they are and are no segments."""
    assert placed.prepared is not None
    unit = placed.unit
    for part, (segment, context) in enumerate(zip(placed.prepared.plan.units, placed.inside, strict=True)):
        if has_letters(segment):
            yield _Piece(unit.id, part, unit.context or None, segment, context, None, unit.note)


def _known(piece: _Piece, hit: Translation | None) -> _Piece:
    return replace(piece, known=hit)


def _rows(pieces: Sequence[_Piece]) -> list[ProjectSegment]:
    return [_row(number, piece) for number, piece in enumerate(pieces)]


def _row(number: int, piece: _Piece) -> ProjectSegment:
    known = piece.known
    memory = known.memory if known is not None else None
    return ProjectSegment(
        number=number,
        unit=clean(piece.unit),
        part=piece.part,
        key=clean(piece.key) if piece.key else None,
        note=clean(piece.note) or None,
        source=write_segment(piece.segment),
        target=write_segment(known.segment) if known is not None else None,
        state=SegmentState.NEW if known is None else SegmentState.PRETRANSLATED,
        origin=None if known is None else MEMORY,
        score=memory.score if memory is not None else None,
        previous=clean(piece.context.previous or ""),
        next=clean(piece.context.next or ""),
    )


def clean(text: str) -> str:
    """A text as the database takes it, the way `write_segment` has it."""
    return text.encode(errors="replace").decode().replace("\x00", "\ufffd")


def join_rows(prepared: Sequence[PreparedUnit], rows: Sequence[ProjectSegment]) -> dict[str, Segment]:
    """Each unit's translation, with exactly its codes, from the rows of a translation.

    What has no target stays as it is. Raises `RowsDiffer`.
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
    if write_segment(source) != row.source:
        raise RowsDiffer
    if row.target is None:
        return source
    return mend_codes(source, read_segment(row.target))


def mend_codes(source: Segment, target: Segment) -> Segment:
    """The target with exactly the codes of the source: where it has others, all stand around its text.

    Delivering such a translation takes a reason (V2); what a code holds together is then the whole text.
    """
    if keeps_codes(source, target):
        return target
    words = tuple(part for part in target if isinstance(part, Text))
    first = next((place for place, part in enumerate(source) if isinstance(part, Text)), len(source))
    before = tuple(part for part in source[:first] if isinstance(part, Code))
    after = tuple(part for part in source[first:] if isinstance(part, Code))
    return normalise((*before, *words, *after))
