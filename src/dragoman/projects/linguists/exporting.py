"""Exporting a translation as a package for linguists: segments, memory proposals and terms (V2)."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from dragoman.access.staff import Staff
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.memories.lookup import LookupScope, MemoryMatch, Query, find_exact, find_similar
from dragoman.memories.model import Context
from dragoman.memories.segment_json import decode_segment
from dragoman.memories.usage import find_memories
from dragoman.projects.assets import find_project_members
from dragoman.projects.linguists.exchange import (
    MemoryProposal,
    Package,
    PackagedTerm,
    PackageHeader,
    Version,
    digest_of,
    write,
    write_project,
)
from dragoman.projects.linguists.tools import LinguistTools
from dragoman.projects.linguists.translation_context import (
    TranslationContext,
    find_definitions,
    find_glossary,
    find_style,
    read_work_now,
    record_event,
)
from dragoman.projects.segment_model import ProjectSegment, SegmentState
from dragoman.style_guides.instructions import write_everything
from dragoman.termbases.recognition import Glossary, TermMatch, recognise

LEAST: Final = 70  # of a proposal's score
_MOST: Final = 3  # proposals for a segment
_BATCH_SIZE: Final = 25
_TERM_BATCH_SIZE: Final = 200
_LONGEST_DEFINITION: Final = 500  # characters: it is repeated at every segment that has its term


@dataclass(frozen=True, slots=True, kw_only=True)
class Exported:
    """A package as a file."""

    name: str
    data: bytes


async def export_translation(
    tools: LinguistTools,
    project_id: int,
    translation_id: int,
    *,
    version: Version,
    matches: bool = True,
    staff: Staff,
) -> Exported:
    """Export a translation as XLIFF; `matches`: with memory proposals for segments without a translation.

    Raises `NotFound`, `NotOpen` for one without segments, `Forbidden`.
    """
    context, package = await _collect(tools, project_id, translation_id, matches=matches, staff=staff)
    data = await asyncio.to_thread(write, version, package)
    await _record_export(tools, context, package, form=version.value, staff=staff)
    return Exported(name=_file_name(context), data=data)


async def export_omegat_project(
    tools: LinguistTools, project_id: int, translation_id: int, *, matches: bool = True, staff: Staff
) -> Exported:
    """Export a translation as an OmegaT project, a ZIP archive; `matches` as for `export_translation`.

    The file in OmegaT's folder `target` is imported like any package. Raises as `export_translation`.
    """
    context, package = await _collect(tools, project_id, translation_id, matches=matches, staff=staff)
    data = await asyncio.to_thread(write_project, package, name=_file_name(context))
    await _record_export(tools, context, package, form="omegat", staff=staff)
    return Exported(name=f"{context.file.name}.{context.translation.target_language}.omegat.zip", data=data)


def _file_name(context: TranslationContext) -> str:
    return f"{context.file.name}.{context.translation.target_language}.xlf"


async def _record_export(
    tools: LinguistTools, context: TranslationContext, package: Package, *, form: str, staff: Staff
) -> None:
    async with transaction(tools.database, account=ALL_ACCOUNTS) as tx:
        await record_event(
            tx, staff, context, "translation.exported", version=form, segments=len(package.rows)
        )


async def _collect(
    tools: LinguistTools, project_id: int, translation_id: int, *, matches: bool, staff: Staff
) -> tuple[TranslationContext, Package]:
    """Collect the contents of a translation's package."""
    context, rows, exported = await read_work_now(tools, project_id, translation_id, staff=staff)
    glossary = await find_glossary(tools, context)
    return context, Package(
        header=header_of(context, rows, exported=exported),
        rows=rows,
        proposals=await _find_proposals(tools, context, rows) if matches else {},
        terms=await _find_terms(tools, context, glossary, rows) if glossary is not None else {},
        notes=await _find_notes(tools, context),
    )


def header_of(
    context: TranslationContext, rows: Sequence[ProjectSegment], *, exported: datetime | None = None
) -> PackageHeader:
    """Make the header of a translation's package."""
    return PackageHeader(
        project_id=context.project.id,
        translation_id=context.translation.id,
        file_name=context.file.name,
        source_language=context.source_language,
        target_language=context.translation.target_language,
        digest=digest_of(rows),
        exported=exported,
    )


async def _find_notes(tools: LinguistTools, context: TranslationContext) -> tuple[str, ...]:
    """The briefings, and in one note what the style guide asks."""
    fields, style = context.project.fields, await find_style(tools, context)
    asked = "Style guide: " + " ".join(write_everything(style)) if style is not None else None
    return tuple(note for note in (fields.briefing, fields.briefing_for_experts, asked) if note)


async def _find_proposals(
    tools: LinguistTools, context: TranslationContext, rows: Sequence[ProjectSegment]
) -> dict[int, Sequence[MemoryProposal]]:
    """Find the best memory proposals for each segment that has no translation from a memory."""
    async with transaction(tools.database, account=context.project.account_id) as tx:
        members = await find_project_members(tx, context.project)
        ids = [member.memory_id for member in members]
        found = await find_memories(tx, ids, account_id=context.project.account_id)
    if not members:
        return {}
    scope = LookupScope(
        account_id=context.project.account_id,
        members=members,
        source_language=context.source_language,
        target_language=context.translation.target_language,
    )
    names = {memory.id: memory.name for memory in found.values()}
    wanted = [row for row in rows if row.state is SegmentState.NEW or (row.score or 0) < LEAST]
    proposals: dict[int, Sequence[MemoryProposal]] = {}
    for start in range(0, len(wanted), _BATCH_SIZE):
        some = wanted[start : start + _BATCH_SIZE]
        queries = [_query(context, row) for row in some]
        exact = await find_exact(tools.database, scope, queries)
        alike = await find_similar(tools.database, scope, queries, least=LEAST, most=_MOST)
        for row, query, one, other in zip(some, queries, exact, alike, strict=True):
            if best := _choose(query, [*one, *other], names):
                proposals[row.number] = best
    return proposals


def _query(context: TranslationContext, row: ProjectSegment) -> Query:
    neighbours = Context(previous=row.previous, next=row.next, document=context.file.name, key=row.key)
    return Query(segment=decode_segment(row.source), context=neighbours)


def _choose(query: Query, matches: Sequence[MemoryMatch], names: Mapping[int, str]) -> list[MemoryProposal]:
    """Choose the best proposals, each pair of source and target once."""
    best: dict[object, MemoryProposal] = {}
    for match in sorted(matches, key=lambda one: -one.score):
        unit = match.found.unit
        proposal = MemoryProposal(
            score=match.score,
            origin=names.get(match.found.memory_id, ""),
            source=query.segment if match.target is not None else unit.source,
            target=match.target if match.target is not None else unit.target,
            fits=match.target is not None,
        )
        if match.score >= LEAST:
            best.setdefault((proposal.source, proposal.target), proposal)
    return list(best.values())[:_MOST]


async def _find_terms(
    tools: LinguistTools, context: TranslationContext, glossary: Glossary, rows: Sequence[ProjectSegment]
) -> dict[int, Sequence[PackagedTerm]]:
    found: dict[int, Sequence[TermMatch]] = {}
    for start in range(0, len(rows), _TERM_BATCH_SIZE):
        found |= await asyncio.to_thread(_recognise, glossary, rows[start : start + _TERM_BATCH_SIZE])
    keys = sorted({match.concept.id for matches in found.values() for match in matches})
    definitions: dict[str, str] = {}  # a compiled glossary has none
    for start in range(0, len(keys), _TERM_BATCH_SIZE):
        definitions |= await find_definitions(tools, context, keys[start : start + _TERM_BATCH_SIZE])
    return {number: _hints(matches, definitions) for number, matches in found.items()}


def _recognise(glossary: Glossary, rows: Sequence[ProjectSegment]) -> dict[int, Sequence[TermMatch]]:
    matches = ((row.number, recognise(glossary, decode_segment(row.source))) for row in rows)
    return {number: found for number, found in matches if found}


def _hints(matches: Sequence[TermMatch], definitions: Mapping[str, str]) -> list[PackagedTerm]:
    hints = {
        (match.text, match.concept.id): PackagedTerm(
            source=match.text,
            targets=tuple(term.text for term in match.required),
            forbidden=tuple(term.text for term in match.forbidden),
            definition=_short(definitions.get(match.concept.id, "")),
        )
        for match in matches
    }
    return list(hints.values())


def _short(definition: str) -> str:
    return definition if len(definition) <= _LONGEST_DEFINITION else f"{definition[:_LONGEST_DEFINITION]}…"
