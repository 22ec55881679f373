"""One document's units through a route: sentence by sentence, in batches that are remembered as they finish.

Formats know their own inline structure; tags and placeholders inside plain text become codes here, for all
formats alike. `dragoman.documents` runs this as a job; it neither reads files nor keeps anything.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Protocol

import orjson

from dragoman.counting import count_segment
from dragoman.errors import DragomanError
from dragoman.formats.format import Document, Reason, Unit, Warning  # noqa: A004
from dragoman.segments import Code, CodeKind, Part, Segment, Text, codes, is_nested, normalise, plain_text
from dragoman.translation.links import separate_links
from dragoman.translation.markup import parse
from dragoman.translation.model import CodesMethod, Origin, Translation
from dragoman.translation.placeholders import protect
from dragoman.translation.routes import Route
from dragoman.translation.splitting import Plan, Splitting, plan
from dragoman.translation.translate import Translator, has_letters, translate_segments

_BATCH_SEGMENTS: Final = 100
_BATCH_CHARACTERS: Final = 20_000
_IN_FLIGHT: Final = 2  # batches: one is prepared and recorded while the other is with the engine
_PREPARED_AT_ONCE: Final = 200  # units, in a thread: other requests get their turn in between
_MOVED: Final = frozenset({CodesMethod.PIECES, CodesMethod.PROPORTIONAL, CodesMethod.END})


class NothingTranslated(DragomanError):
    """There was text to translate, and every translation equals its source."""

    code = "TRANSLATION_FAILED"


class Checkpoints(Protocol):
    """Where finished segments are remembered, so that a job that starts again does not do them twice."""

    async def load(self) -> Mapping[str, Translation]:
        """All that was saved for this job, by `segment_key`."""

    async def save(self, finished: Mapping[str, Translation], *, progress: float) -> None:
        """Remember a batch; `progress` is the share of words done, 0 to 1. May raise to stop the work."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FidelityReport:
    """What became of a document's text: in numbers, without any of the text."""

    segments: int = 0  # sentences and strings with something to translate
    words: int = 0  # of the units they are from, by `dragoman.counting`, as for the limit
    translated: int = 0  # segments that an engine or a memory translated
    unchanged: int = 0  # segments whose translation equals their source
    left_alone: Mapping[str, int] = field(default_factory=dict)  # reason → places
    codes: int = 0  # inline codes, tags and placeholders; every one of them is in the result
    codes_moved: int = 0  # of these, in segments where the engine lost them and a fallback placed them
    methods: Mapping[str, int] = field(default_factory=dict)  # how codes were placed → segments
    issues: Mapping[str, int] = field(default_factory=dict)  # issue code → segments
    origins: Mapping[str, int] = field(default_factory=dict)  # engine and version, or "memory" → segments
    warnings: tuple[Warning, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentTranslation:
    """The translations of a document's units, and the report about them."""

    targets: Mapping[str, Segment]  # unit id → translation, with exactly the codes of the unit
    report: FidelityReport


@dataclass(frozen=True, slots=True)
class _Prepared:
    """One unit on its way: protected, and cut into what goes to the engine."""

    unit: Unit
    plan: Plan
    codes: int  # its own, and those of tags and placeholders in its texts


async def translate_document(
    translator: Translator, document: Document, *, route: Route, language: str, checkpoints: Checkpoints
) -> DocumentTranslation:
    """Translate every unit that has letters and no reason to stay as it is.

    `language` is that of the source, for sentences and counting. Raises `NothingTranslated`, what
    `translate_segments` raises, and whatever `checkpoints` raise to stop.
    """
    wanted = [unit for unit in document.units if unit.reason is None and has_letters(unit.segment)]
    prepared = await _prepare(translator, wanted, language)
    different = {
        segment_key(segment): segment
        for one in prepared
        for segment in one.plan.units
        if has_letters(segment)
    }
    results = dict(await checkpoints.load())
    missing = {key: segment for key, segment in different.items() if key not in results}
    await _translate_missing(
        _Work(translator, route, language, checkpoints),
        missing,
        results,
        already=len(different) - len(missing),
    )
    async with translator.bulk:
        targets = await asyncio.to_thread(_join, prepared, results)
        report = await asyncio.to_thread(_report, document, prepared, results, language)
    if wanted and all(targets[unit.id] == unit.segment for unit in wanted):
        raise NothingTranslated(
            "Every translation equals its source, so the document would come back as it was sent. "
            "Check that it is written in the source language of the job."
        )
    return DocumentTranslation(targets=targets, report=report)


def segment_key(segment: Segment) -> str:
    """A name for what goes to the engine: the same for equal segments, in every process."""
    parts = [
        part.text if isinstance(part, Text) else [part.id, part.kind, part.type, part.data]
        for part in segment
    ]
    # Lone surrogates cannot be in a document: formats refuse what does not decode.
    return hashlib.sha256(orjson.dumps(parts)).hexdigest()


async def _prepare(translator: Translator, units: Sequence[Unit], language: str) -> list[_Prepared]:
    prose = replace(translator.splitting, longest=0)
    prepared: list[_Prepared] = []
    for start in range(0, len(units), _PREPARED_AT_ONCE):
        some = units[start : start + _PREPARED_AT_ONCE]
        async with translator.bulk:
            prepared += await asyncio.to_thread(_prepare_some, some, language, prose, translator.splitting)
    return prepared


def _prepare_some(
    units: Sequence[Unit], language: str, prose: Splitting, strings: Splitting
) -> list[_Prepared]:
    prepared = []
    for unit in units:
        protected = _protect(unit.segment)
        planned = plan(protected, language=language, splitting=prose if unit.prose else strings)
        prepared.append(_Prepared(unit, planned, sum(1 for _ in codes(protected))))
    return prepared


# The format's own codes get ids that clash with no other. Where pairs overlap, as ranges in a document may,
# their halves travel as codes that stand alone, so that any order of them is right.
_FORMAT: Final = "f:"
_HALVES: Final = {CodeKind.OPEN: "fo:", CodeKind.CLOSE: "fc:", CodeKind.STANDALONE: _FORMAT}
_KINDS: Final = {prefix: kind for kind, prefix in _HALVES.items() if prefix != _FORMAT}


def _protect(segment: Segment) -> Segment:
    """Add codes for tags and placeholders within the texts."""
    parts: list[Part] = []
    nested = is_nested(segment)
    for number, part in enumerate(segment):
        if isinstance(part, Code) and nested:
            parts.append(replace(part, id=_FORMAT + part.id))
        elif isinstance(part, Code):
            parts.append(replace(part, id=_HALVES[part.kind] + part.id, kind=CodeKind.STANDALONE))
        elif "<" in part.text or "{" in part.text:
            parts += (
                replace(piece, id=f"m{number}.{piece.id}") if isinstance(piece, Code) else piece
                for piece in parse(part.text)
            )
        else:
            parts.append(part)
    return protect(normalise(parts))


def _restore(segment: Segment) -> Segment:
    """The format's codes alone; what was protected here is text again."""
    return normalise(part if isinstance(part, Text) else _original(part) for part in segment)


def _original(code: Code) -> Part:
    if code.id.startswith(_FORMAT):
        return replace(code, id=code.id.removeprefix(_FORMAT))
    if (kind := _KINDS.get(code.id[:3])) is not None:
        return replace(code, id=code.id[3:], kind=kind)
    return Text(text=code.data)


@dataclass(frozen=True, slots=True)
class _Work:
    """What translating one document goes with."""

    translator: Translator
    route: Route
    language: str
    checkpoints: Checkpoints


async def _translate_missing(
    work: _Work, missing: Mapping[str, Segment], results: dict[str, Translation], *, already: int
) -> None:
    """Fill `results` batch by batch; a few are on their way at once, and each is saved when it is done."""
    batches = iter(list(_batches(missing)))
    total, done = already + len(missing), already

    async def run() -> None:
        nonlocal done
        for batch in batches:
            translations = await translate_segments(work.translator, list(batch.values()), route=work.route)
            finished = dict(zip(batch, translations, strict=True))
            results.update(finished)
            done += len(finished)
            await work.checkpoints.save(finished, progress=done / total)

    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(_IN_FLIGHT):
                group.create_task(run())
    except BaseExceptionGroup as errors:
        raise errors.exceptions[0] from None


def _batches(segments: Mapping[str, Segment]) -> Iterator[dict[str, Segment]]:
    batch: dict[str, Segment] = {}
    characters = 0
    for key, segment in segments.items():
        size = len(plain_text(segment))
        if batch and (len(batch) >= _BATCH_SEGMENTS or characters + size > _BATCH_CHARACTERS):
            yield batch
            batch, characters = {}, 0
        batch[key] = segment
        characters += size
    if batch:
        yield batch


def _join(prepared: Sequence[_Prepared], results: Mapping[str, Translation]) -> dict[str, Segment]:
    return {one.unit.id: _join_unit(one, results) for one in prepared}


def _join_unit(one: _Prepared, results: Mapping[str, Translation]) -> Segment:
    translated = [
        results[segment_key(segment)].segment if has_letters(segment) else segment
        for segment in one.plan.units
    ]
    return separate_links(one.unit.segment, _restore(one.plan.join(translated)))


def _report(
    document: Document, prepared: Sequence[_Prepared], results: Mapping[str, Translation], language: str
) -> FidelityReport:
    """Count every occurrence: a sentence that stands in the document twice counts twice."""
    segments = [segment for one in prepared for segment in one.plan.units if has_letters(segment)]
    left: Counter[str] = Counter()
    for reason, number in document.left_alone.items():
        left[reason] += number
    for unit in document.units:
        if unit.reason is not None:
            left[unit.reason] += 1
        elif not has_letters(unit.segment):
            left[Reason.NO_TEXT] += 1
    counts, methods, issues, origins = (Counter[str]() for _ in range(4))
    for segment in segments:
        translation = results[segment_key(segment)]
        if translation.codes in _MOVED:
            counts["moved"] += sum(1 for _ in codes(segment))
        counts["translated"] += translation.origin is not Origin.UNCHANGED
        counts["unchanged"] += translation.segment == segment
        if translation.codes is not CodesMethod.NONE:
            methods[translation.codes] += 1
        issues.update(one.code for one in translation.issues)
        if translation.origin is not Origin.UNCHANGED:
            origins[translation.engine or translation.origin] += 1
    return FidelityReport(
        segments=len(segments),
        words=sum(count_segment(one.unit.segment, language=language) for one in prepared),
        translated=counts["translated"],
        unchanged=counts["unchanged"],
        left_alone=dict(left),
        codes=sum(one.codes for one in prepared),
        codes_moved=counts["moved"],
        methods=dict(methods),
        issues=dict(issues),
        origins=dict(origins),
        warnings=document.warnings,
    )
