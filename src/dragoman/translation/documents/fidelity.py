"""Fidelity report: figures about a document's translation, which its owner gets with the result.

`translating` translates the document; its results are counted here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from dragoman.counting import NOTHING, Count, count_characters, count_segment
from dragoman.formats.format import Document, DocumentWarning, Reason
from dragoman.segments import Segment, codes, plain_text
from dragoman.translation.documents.preparing import PreparedUnit
from dragoman.translation.model import (
    CodesMethod,
    IssueCode,
    Origin,
    Translation,
    has_letters,
    issue,
    leave_unchanged,
)

TranslatedSegment: TypeAlias = tuple[Segment, Translation]  # a segment as it was translated

_MOVED: Final = frozenset({CodesMethod.PIECES, CodesMethod.PARTS})


@dataclass(frozen=True, slots=True, kw_only=True)
class FidelityReport:
    """Figures about the translation of a document, without any of its text."""

    segments: int = 0  # sentences and strings with something to translate
    words: int = 0  # of the units they are from, by `dragoman.counting`, as for the limit
    translated: int = 0  # segments that an engine or a memory translated
    unchanged: int = 0  # segments whose translation equals their source
    left_alone: Mapping[str, int] = field(default_factory=dict)  # reason → places
    codes: int = 0  # inline codes, tags and placeholders; every one of them is in the result
    codes_moved: int = 0  # of these, in segments where the engine misplaced or lost some
    methods: Mapping[str, int] = field(default_factory=dict)  # how codes were placed → segments
    issues: Mapping[str, int] = field(default_factory=dict)  # issue code → segments
    # Engine and version, or "memory:" and the memory's id → segments; one of two memories counts for both.
    origins: Mapping[str, int] = field(default_factory=dict)
    terms_applied: int = 0  # places where a term of a term base is as it requires
    terms_missed: int = 0
    memory: Count = NOTHING  # the part of the text that memories had, so that no engine translated it
    units_used: Sequence[int] = ()  # of memories, for each segment that is from one
    warnings: tuple[DocumentWarning, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TranslatedUnits:
    """A document's units, each with its translated segments; repeated text is repeated here."""

    prepared: Sequence[PreparedUnit]
    passages: Sequence[Sequence[TranslatedSegment]]

    def without(self, unit_ids: Collection[str]) -> TranslatedUnits:
        """The same without the translations of some units, which could not be written."""
        issues = (issue(IssueCode.TRANSLATION_NOT_WRITTEN),)
        passages = [
            [(segment, leave_unchanged(segment, issues)) for segment, _ in own]
            if one.unit.id in unit_ids
            else own
            for one, own in zip(self.prepared, self.passages, strict=True)
        ]
        return replace(self, passages=passages)


def write_report(document: Document, done: TranslatedUnits, *, language: str) -> FidelityReport:
    """Count everything; `language` is that of the source."""
    counts, methods, issues, origins = (Counter[str]() for _ in range(4))
    units: list[int] = []
    passages = [passage for own in done.passages for passage in own]
    for segment, translation in passages:
        if translation.codes in _MOVED:
            counts["moved"] += sum(1 for _ in codes(segment))
        counts["translated"] += translation.origin is not Origin.UNCHANGED
        counts["unchanged"] += translation.segment == segment
        if translation.codes is not CodesMethod.NONE:
            methods[translation.codes] += 1
        issues.update(one.code for one in translation.issues)
        origins.update(_origins(translation))
        units += (unit.unit_id for unit in translation.units)
        counts["applied"] += sum(term.applied for term in translation.terms)
        counts["missed"] += sum(not term.applied for term in translation.terms)
    return FidelityReport(
        segments=len(passages),
        words=sum(count_segment(one.unit.segment, language=language) for one in done.prepared),
        translated=counts["translated"],
        unchanged=counts["unchanged"],
        left_alone=_left_alone(document),
        codes=sum(one.codes for one in done.prepared),
        codes_moved=counts["moved"],
        methods=dict(methods),
        issues=dict(issues),
        origins=dict(origins),
        terms_applied=counts["applied"],
        terms_missed=counts["missed"],
        memory=_count_memory(passages, language=language),
        units_used=tuple(units),
        warnings=document.warnings,
    )


def _count_memory(passages: Sequence[TranslatedSegment], *, language: str) -> Count:
    known = [segment for segment, translation in passages if translation.origin is Origin.MEMORY]
    return Count(
        segments=len(known),
        words=sum(count_segment(segment, language=language) for segment in known),
        characters=sum(len(plain_text(segment)) for segment in known),
        characters_without_spaces=sum(count_characters(plain_text(one), spaces=False) for one in known),
    )


def _origins(translation: Translation) -> set[str]:
    if translation.origin is Origin.UNCHANGED:
        return set()
    memories = {f"memory:{unit.memory_id}" for unit in translation.units}
    return memories | {translation.engine} if translation.engine is not None else memories


def _left_alone(document: Document) -> dict[str, int]:
    left: Counter[str] = Counter()
    for reason, number in document.left_alone.items():
        left[reason] += number
    for unit in document.units:
        if unit.reason is not None:
            left[unit.reason] += 1
        elif not has_letters(unit.segment):
            left[Reason.NO_TEXT] += 1
    return dict(left)
