"""The segments of a document for analysis: exactly those that translation would translate.

Their words add up to those of the limit and of the fidelity report: each unit is counted as a whole, and its
words are distributed among its sentences.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate, pairwise
from typing import Final

from dragoman.analysis.model import AnalysisSegment, File, LeftAlone, TextAmount, Treatment
from dragoman.counting import count_segment, count_text, countable_text
from dragoman.cpu_work import DOCUMENT_THREAD, LONG, run
from dragoman.formats.format import Document, Reason
from dragoman.memories.lookup import Query
from dragoman.memories.model import Context
from dragoman.segments import Segment, codes, plain_text
from dragoman.translation.documents.preparing import PreparedUnit, prepare, restore
from dragoman.translation.documents.unit_context import UnitInContext, find_unit_contexts
from dragoman.translation.model import has_letters
from dragoman.translation.translator import Translator

_AT_ONCE: Final = 200  # units, in a thread: other requests are served in between
_LONGEST_WHOLE: Final = (
    10_000  # characters; longer texts are rarely in a memory, and their look-up is expensive
)


async def measure_document(
    translator: Translator, document: Document, *, name: str, format_name: str, language: str
) -> File:
    """A document as a file to analyse; `language` is that of the source, for sentences and counting."""
    wanted = [unit for unit in document.units if unit.reason is None and has_letters(unit.segment)]
    prepared = await prepare(wanted, language=language, splitting=translator.splitting)
    rows = await asyncio.to_thread(find_unit_contexts, document, prepared, name=name)
    segments: list[AnalysisSegment] = []
    for start in range(0, len(rows), _AT_ONCE):
        some = rows[start : start + _AT_ONCE]
        segments += await run(LONG, partial(_measure, some, language), thread=DOCUMENT_THREAD)
    left = await asyncio.to_thread(_left_alone, document, language)
    return File(name=name, format=format_name, segments=segments, left_alone=left)


def count_sentences(one: PreparedUnit, *, language: str) -> list[int]:
    """Count the words of each sentence of a unit, as the analysis does: they add up to those of the unit."""
    texts = [restore(sentence.core, one.unit.segment) for sentence in one.plan.sentences]
    words = [count_segment(text, language=language) for text in texts]
    return _share(count_segment(one.unit.segment, language=language), words)


def _measure(rows: Sequence[UnitInContext], language: str) -> list[AnalysisSegment]:
    return [segment for row in rows for segment in _segments(row, language)]


def _segments(row: UnitInContext, language: str) -> Iterator[AnalysisSegment]:
    unit, one = row.unit, row.prepared
    if one is None:
        if plain_text(unit.segment).strip() or any(codes(unit.segment)):
            treatment = Treatment.NUMBERS if unit.reason in (None, Reason.NO_TEXT) else Treatment.PROTECTED
            amount = _amount(unit.segment, unit.segment, language)
            yield AnalysisSegment(query=Query(segment=unit.segment), amount=amount, treatment=treatment)
        return
    amounts = [
        _amount(restore(sentence.core, unit.segment), segment, language)
        for sentence, segment in zip(one.plan.sentences, one.plan.units, strict=True)
    ]
    words = _share(count_segment(unit.segment, language=language), [amount.count.words for amount in amounts])
    wholes = tuple(_wholes(one, row.inside, row.around))
    for segment, amount, share, context in zip(one.plan.units, amounts, words, row.inside, strict=True):
        yield AnalysisSegment(
            query=Query(segment=segment, context=context),
            amount=replace(amount, count=replace(amount.count, words=share)),
            treatment=Treatment.TRANSLATED if has_letters(segment) else Treatment.NUMBERS,
            wholes=wholes,
        )


def _wholes(one: PreparedUnit, inside: Sequence[Context], around: Context) -> Iterator[Query]:
    """The look-ups that translation makes before it splits: the whole unit, and the unit without its ends."""
    before, core, after = one.plan.stripped
    if len(plain_text(core)) > _LONGEST_WHOLE:
        return
    if before or after:
        yield Query(segment=one.segment, context=around)
    if len(inside) > 1 or inside[0] != around:
        yield Query(segment=core, context=around)


def _amount(counted: Segment, segment: Segment, language: str) -> TextAmount:
    """Measure a segment: the text of `counted`, and the codes of `segment`."""
    return TextAmount(
        count=count_text(countable_text(counted), language=language), codes=sum(1 for _ in codes(segment))
    )


def _share(total: int, parts: Sequence[int]) -> list[int]:
    """Divide `total` into whole numbers as nearly as possible in proportion to `parts`."""
    whole = sum(parts)
    if whole == total:
        return list(parts)
    if not whole:
        return [total, *[0] * (len(parts) - 1)]
    ends = [part * total // whole for part in accumulate(parts, initial=0)]
    return [end - start for start, end in pairwise(ends)]


def _left_alone(document: Document, language: str) -> dict[str, LeftAlone]:
    places, words = Counter[str](), Counter[str]()
    for reason, number in document.left_alone.items():
        places[reason.value] += number
    for unit in document.units:
        why = unit.reason or (None if has_letters(unit.segment) else Reason.NO_TEXT)
        if why is not None:
            places[why.value] += 1
            words[why.value] += count_segment(unit.segment, language=language)
    return {reason: LeftAlone(places=places[reason], words=words[reason]) for reason in places}
