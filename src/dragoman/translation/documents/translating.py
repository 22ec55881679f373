"""Translate a document's units along a route: sentence by sentence, with a checkpoint after each batch.

`preparing` protects and segments them, `fidelity` reports on the result. `dragoman.documents` runs this as a
job; it neither reads files nor stores anything.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import orjson

from dragoman.cpu_work import DOCUMENT_THREAD, run, weigh
from dragoman.errors import DragomanError
from dragoman.formats.format import Document, Unit
from dragoman.memories.lookup import Query
from dragoman.memories.model import Context
from dragoman.segments import Segment, Text, plain_text
from dragoman.translation.assets import NO_ASSETS, Assets
from dragoman.translation.codes.nested_links import separate_links
from dragoman.translation.documents.fidelity import (
    FidelityReport,
    TranslatedSegment,
    TranslatedUnits,
    write_report,
)
from dragoman.translation.documents.preparing import PreparedUnit, prepare, restore
from dragoman.translation.memory.retrieval import find_translations
from dragoman.translation.model import Translation, has_letters
from dragoman.translation.routes import Route
from dragoman.translation.terms import report as report_terms
from dragoman.translation.translate import translate_segments
from dragoman.translation.translator import Translator

_BATCH_SEGMENTS: Final = 100
_BATCH_CHARACTERS: Final = 20_000
_RECALLED_AT_ONCE: Final = 200  # units
_IN_FLIGHT: Final = 2  # batches: one is prepared and recorded while the other is with the engine


class NothingTranslated(DragomanError):
    """There was text to translate, and every translation equals its source."""

    code = "TRANSLATION_FAILED"


class Checkpoints(Protocol):
    """Store of finished segments, so that a job that starts again does not translate them twice."""

    async def load(self) -> Mapping[str, Translation]:
        """All that was saved for this job, by `segment_key`."""

    async def save(self, finished: Mapping[str, Translation], *, progress: float) -> None:
        """Store a batch; `progress` is the share of segments done, 0 to 1. May raise to stop the work."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentTranslation:
    """The translations of a document's units, and the report about them."""

    targets: Mapping[str, Segment]  # unit id → translation, with exactly the codes of the unit
    report: FidelityReport
    done: TranslatedUnits  # what the report is about


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentOrder:
    """How a document is to be translated."""

    route: Route
    language: str  # of the source, for sentences and counting
    assets: Assets = NO_ASSETS
    name: str | None = None  # of the document: strings with keys are looked up in memories by it as well


async def translate_document(
    translator: Translator, document: Document, order: DocumentOrder, *, checkpoints: Checkpoints
) -> DocumentTranslation:
    """Translate every unit that has letters and no reason to stay unchanged.

    A unit that a memory has as a whole is translated from there, the others sentence by sentence. Raises
    `NothingTranslated`, and the errors of `translate_segments` and of `checkpoints`.
    """
    weight = weigh(unit.segment for unit in document.units)
    wanted = await run(weight, lambda: _wanted(document), thread=DOCUMENT_THREAD)
    prepared = await prepare(wanted, language=order.language, splitting=translator.splitting)
    from_memory = await _find_in_memory(document, prepared, order)
    different = await run(weight, lambda: _different(prepared, from_memory), thread=DOCUMENT_THREAD)
    results = dict(await checkpoints.load())
    missing = {key: segment for key, segment in different.items() if key not in results}
    await _translate_missing(
        _Work(translator, order, checkpoints),
        missing,
        results,
        already=len(different) - len(missing),
    )
    translation = await run(
        weight,
        lambda: _finish(document, prepared, results, from_memory, language=order.language),
        thread=DOCUMENT_THREAD,
    )
    if (
        wanted
        and not translation.report.units_used
        and await run(weight, lambda: _is_unchanged(wanted, translation), thread=DOCUMENT_THREAD)
    ):
        raise NothingTranslated(
            "Every translation equals its source, so the document would come back as it was sent. "
            "Check that it is written in the source language of the job."
        )
    return translation


def _wanted(document: Document) -> list[Unit]:
    return [unit for unit in document.units if unit.reason is None and has_letters(unit.segment)]


def _different(prepared: Sequence[PreparedUnit], from_memory: Container[str]) -> dict[str, Segment]:
    """The segments for the engine, each different one once, by `segment_key`."""
    return {
        segment_key(segment): segment
        for one in prepared
        if one.unit.id not in from_memory
        for segment in one.plan.units
        if has_letters(segment)
    }


def _is_unchanged(wanted: Iterable[Unit], translation: DocumentTranslation) -> bool:
    return all(translation.targets[unit.id] == unit.segment for unit in wanted)


def report_unwritten(
    document: Document, translation: DocumentTranslation, unwritten: Collection[str], *, language: str
) -> FidelityReport:
    """The report when the format could not write some units: they keep their source texts."""
    if not unwritten:
        return translation.report
    return write_report(document, translation.done.without(frozenset(unwritten)), language=language)


def segment_key(segment: Segment) -> str:
    """A hash of a segment for the engine: the same for equal segments, in every process."""
    parts = [
        part.text if isinstance(part, Text) else [part.id, part.kind, part.type, part.data]
        for part in segment
    ]
    # Lone surrogates cannot be in a document: formats refuse what does not decode.
    return hashlib.sha256(orjson.dumps(parts)).hexdigest()


async def _find_in_memory(
    document: Document, prepared: Sequence[PreparedUnit], order: DocumentOrder
) -> dict[str, Translation]:
    """Find translations of whole units in memories, by unit id. A later run repeats it: that costs less."""
    look_up, glossary = order.assets.look_up, order.assets.glossary
    if look_up is None:
        return {}
    weight = weigh(unit.segment for unit in document.units)
    contexts = await run(weight, lambda: _find_contexts(document, order.name), thread=DOCUMENT_THREAD)
    from_memory: dict[str, Translation] = {}
    for start in range(0, len(prepared), _RECALLED_AT_ONCE):
        some = prepared[start : start + _RECALLED_AT_ONCE]
        queries = [Query(segment=one.segment, context=contexts[one.unit.id]) for one in some]
        for one, hit in zip(some, await find_translations(look_up, queries), strict=True):
            if hit is not None:
                from_memory[one.unit.id] = report_terms(glossary, one.segment, hit) if glossary else hit
    return from_memory


def _find_contexts(document: Document, name: str | None) -> dict[str, Context]:
    """The context of each unit: its neighbours, and its key."""
    texts = ["", *(plain_text(unit.segment).strip() for unit in document.units), ""]
    return {
        unit.id: Context(
            previous=texts[number], next=texts[number + 2], document=name, key=unit.context or None
        )
        for number, unit in enumerate(document.units)
    }


@dataclass(frozen=True, slots=True)
class _Work:
    """The parameters of translating one document."""

    translator: Translator
    order: DocumentOrder
    checkpoints: Checkpoints


async def _translate_missing(
    work: _Work, missing: Mapping[str, Segment], results: dict[str, Translation], *, already: int
) -> None:
    """Fill `results` batch by batch; a few run in parallel, and each is saved when it is done."""
    batches = iter(list(_batches(missing)))
    total, done = already + len(missing), already

    async def run() -> None:
        nonlocal done
        for batch in batches:
            translations = await translate_segments(
                work.translator, list(batch.values()), route=work.order.route, assets=work.order.assets
            )
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


def _finish(
    document: Document,
    prepared: Sequence[PreparedUnit],
    results: Mapping[str, Translation],
    from_memory: Mapping[str, Translation],
    *,
    language: str,
) -> DocumentTranslation:
    """Each unit's translation, and the report about them."""
    targets = _join(prepared, results, from_memory)
    done = TranslatedUnits(prepared=prepared, passages=_passages(prepared, results, from_memory))
    return DocumentTranslation(
        targets=targets, report=write_report(document, done, language=language), done=done
    )


def _join(
    prepared: Sequence[PreparedUnit],
    results: Mapping[str, Translation],
    from_memory: Mapping[str, Translation],
) -> dict[str, Segment]:
    return {
        one.unit.id: separate_links(
            one.unit.segment,
            restore(
                from_memory[one.unit.id].segment if one.unit.id in from_memory else _join_unit(one, results),
                one.unit.segment,
            ),
        )
        for one in prepared
    }


def _join_unit(one: PreparedUnit, results: Mapping[str, Translation]) -> Segment:
    return one.plan.join(
        [
            results[segment_key(segment)].segment if has_letters(segment) else segment
            for segment in one.plan.units
        ]
    )


def _passages(
    prepared: Sequence[PreparedUnit],
    results: Mapping[str, Translation],
    from_memory: Mapping[str, Translation],
) -> list[list[TranslatedSegment]]:
    """Each unit's sentences and strings with their translations; a unit that a memory has whole is one."""
    return [
        [(one.segment, from_memory[one.unit.id])]
        if one.unit.id in from_memory
        else [(segment, results[segment_key(segment)]) for segment in one.plan.units if has_letters(segment)]
        for one in prepared
    ]
