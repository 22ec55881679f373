"""A translation as a package for linguists: segments, what memories propose for them, and terms (V2)."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from dragoman.access.staff import Staff
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.memories.coding import read_segment
from dragoman.memories.lookup import LookupScope, MemoryMatch, Query, find_exact, find_similar
from dragoman.memories.model import Context
from dragoman.memories.serving import find_memories
from dragoman.projects.assets import find_project_members
from dragoman.projects.linguists.exchange import (
    MemoryProposal,
    Package,
    PackageHeader,
    TermHint,
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
    read_work_now,
    record_deed,
)
from dragoman.projects.model import ProjectSegment, SegmentState
from dragoman.termbases.recognition import Glossary, TermMatch, recognise

LEAST: Final = 70  # of a proposal's score
_MOST: Final = 3  # proposals for a segment
_AT_ONCE: Final = 25
_TERMS_AT_ONCE: Final = 200
_LONGEST_DEFINITION: Final = 500  # characters: it stands at every segment that has its term


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
    """A translation as XLIFF; `matches`: with what memories propose where nothing is translated yet.

    Raises `NotFound`, `NotOpen` for one without segments, `Forbidden`.
    """
    place, package = await _collect(tools, project_id, translation_id, matches=matches, staff=staff)
    data = await asyncio.to_thread(write, version, package)
    await _record_export(tools, place, package, form=version.value, staff=staff)
    return Exported(name=_file_name(place), data=data)


async def export_omegat_project(
    tools: LinguistTools, project_id: int, translation_id: int, *, matches: bool = True, staff: Staff
) -> Exported:
    """A translation as a project of OmegaT, an archive; `matches` as above.

    What OmegaT writes into its folder `target` is imported as any package. Raises as `export_translation`.
    """
    place, package = await _collect(tools, project_id, translation_id, matches=matches, staff=staff)
    data = await asyncio.to_thread(write_project, package, name=_file_name(place))
    await _record_export(tools, place, package, form="omegat", staff=staff)
    return Exported(name=f"{place.file.name}.{place.translation.target_language}.omegat.zip", data=data)


def _file_name(place: TranslationContext) -> str:
    return f"{place.file.name}.{place.translation.target_language}.xlf"


async def _record_export(
    tools: LinguistTools, place: TranslationContext, package: Package, *, form: str, staff: Staff
) -> None:
    async with transaction(tools.database, account=ALL_ACCOUNTS) as tx:
        await record_deed(tx, staff, place, "translation.exported", version=form, segments=len(package.rows))


async def _collect(
    tools: LinguistTools, project_id: int, translation_id: int, *, matches: bool, staff: Staff
) -> tuple[TranslationContext, Package]:
    """All that goes out with a translation."""
    place, rows, exported = await read_work_now(tools, project_id, translation_id, staff=staff)
    glossary = await find_glossary(tools, place)
    return place, Package(
        header=header_of(place, rows, exported=exported),
        rows=rows,
        proposals=await _find_proposals(tools, place, rows) if matches else {},
        terms=await _find_terms(tools, place, glossary, rows) if glossary is not None else {},
        notes=tuple(filter(None, (place.project.fields.briefing, place.project.fields.briefing_for_experts))),
    )


def header_of(
    place: TranslationContext, rows: Sequence[ProjectSegment], *, exported: datetime | None = None
) -> PackageHeader:
    """What a package says of its translation."""
    return PackageHeader(
        project_id=place.project.id,
        translation_id=place.translation.id,
        file_name=place.file.name,
        source_language=place.source_language,
        target_language=place.translation.target_language,
        digest=digest_of(rows),
        exported=exported,
    )


async def _find_proposals(
    tools: LinguistTools, place: TranslationContext, rows: Sequence[ProjectSegment]
) -> dict[int, Sequence[MemoryProposal]]:
    """For each segment that no memory has translated, the best of what the project's memories have."""
    async with transaction(tools.database, account=place.project.account_id) as tx:
        members = await find_project_members(tx, place.project)
        ids = [member.memory_id for member in members]
        found = await find_memories(tx, ids, account_id=place.project.account_id)
    if not members:
        return {}
    scope = LookupScope(
        account_id=place.project.account_id,
        members=members,
        source_language=place.source_language,
        target_language=place.translation.target_language,
    )
    names = {memory.id: memory.name for memory in found.values()}
    wanted = [row for row in rows if row.state is SegmentState.NEW or (row.score or 0) < LEAST]
    proposals: dict[int, Sequence[MemoryProposal]] = {}
    for start in range(0, len(wanted), _AT_ONCE):
        some = wanted[start : start + _AT_ONCE]
        queries = [_query(place, row) for row in some]
        exact = await find_exact(tools.database, scope, queries)
        alike = await find_similar(tools.database, scope, queries, least=LEAST, most=_MOST)
        for row, query, one, other in zip(some, queries, exact, alike, strict=True):
            if best := _choose(query, [*one, *other], names):
                proposals[row.number] = best
    return proposals


def _query(place: TranslationContext, row: ProjectSegment) -> Query:
    context = Context(previous=row.previous, next=row.next, document=place.file.name, key=row.key)
    return Query(segment=read_segment(row.source), context=context)


def _choose(query: Query, matches: Sequence[MemoryMatch], names: Mapping[int, str]) -> list[MemoryProposal]:
    """The best, each unit and each translation once."""
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
    tools: LinguistTools, place: TranslationContext, glossary: Glossary, rows: Sequence[ProjectSegment]
) -> dict[int, Sequence[TermHint]]:
    found: dict[int, Sequence[TermMatch]] = {}
    for start in range(0, len(rows), _TERMS_AT_ONCE):
        found |= await asyncio.to_thread(_recognise, glossary, rows[start : start + _TERMS_AT_ONCE])
    keys = sorted({match.concept.id for matches in found.values() for match in matches})
    definitions: dict[str, str] = {}  # which glossaries do not hold
    for start in range(0, len(keys), _TERMS_AT_ONCE):
        definitions |= await find_definitions(tools, place, keys[start : start + _TERMS_AT_ONCE])
    return {number: _hints(matches, definitions) for number, matches in found.items()}


def _recognise(glossary: Glossary, rows: Sequence[ProjectSegment]) -> dict[int, Sequence[TermMatch]]:
    matches = ((row.number, recognise(glossary, read_segment(row.source))) for row in rows)
    return {number: found for number, found in matches if found}


def _hints(matches: Sequence[TermMatch], definitions: Mapping[str, str]) -> list[TermHint]:
    hints = {
        (match.text, match.concept.id): TermHint(
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
