"""The help beside a segment: matches of memories, terms, notes, the texts around; and concordance (V8)."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.memories.lookup import LookupScope, MemoryMatch, Query, find_exact, find_similar
from dragoman.memories.model import Context, Member
from dragoman.memories.segment_json import decode_segment
from dragoman.memories.units.tagging import number_codes, write_tagged
from dragoman.memories.usage import find_memories
from dragoman.projects.assets import find_project_members
from dragoman.projects.linguists.editing.fitting import fit_target
from dragoman.projects.linguists.editing.opening import (
    Editor,
    SegmentAddress,
    find_segment,
    open_translation,
)
from dragoman.projects.linguists.editing.project_memory import OwnMatch, find_own_matches
from dragoman.projects.linguists.tools import LinguistTools
from dragoman.projects.linguists.translation_context import (
    TranslationContext,
    find_definitions,
    find_glossary,
)
from dragoman.projects.segment_model import ProjectSegment
from dragoman.segments import Segment
from dragoman.termbases.recognition import TermMatch, recognise

LEAST: Final = 50  # of a match's score
_MOST: Final = 6  # matches


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpfulMatch:
    """What a memory has for a segment."""

    score: int  # 0 to 101, after penalties
    penalty: int
    source: Segment  # as the memory has it
    target: Segment  # with codes of the segment only; complete where `fits`
    target_tagged: str  # the same as tagged text, with the numbers of the segment's codes
    fits: bool  # the codes of the segment are all in their places
    memory: str | None  # its name; None: the project's own confirmed segments
    changed: datetime | None
    changed_by: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpfulTerm:
    """A term in a segment."""

    text: str  # as in the source
    start: int  # offsets into the source's plain text
    end: int
    targets: tuple[str, ...]  # the preferred one first
    forbidden: tuple[str, ...]
    definition: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentHelp:
    """The help beside a segment."""

    segment: ProjectSegment  # with its notes and the texts around it
    matches: Sequence[HelpfulMatch]  # best first
    terms: Sequence[HelpfulTerm]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectMemories:
    """The memories in which a translation looks up matches, and their names."""

    scope: LookupScope
    names: Mapping[int, str]


async def find_help(tools: LinguistTools, address: SegmentAddress, *, editor: Editor) -> SegmentHelp:
    """Find the help for a segment. Raises `NotFound`, `Forbidden`."""
    async with transaction(tools.database, account=ALL_ACCOUNTS) as tx:
        context = await open_translation(tx, address, editor)
        row = await find_segment(tx, address)
        own = await find_own_matches(tx, context, row, least=LEAST, most=_MOST)
    memories = await find_project_memories(tools, context)
    found = await _look_up(tools, memories, context, row)
    query = decode_segment(row.source)
    matches = [_own_match(query, one) for one in own]
    matches += [_memory_match(query, one, memories.names) for one in found]
    return SegmentHelp(segment=row, matches=_choose(matches), terms=await _find_terms(tools, context, query))


async def find_project_memories(tools: LinguistTools, context: TranslationContext) -> ProjectMemories:
    """Find the memories of a translation's project."""
    account_id = context.project.account_id
    async with transaction(tools.database, account=account_id) as tx:
        members: Sequence[Member] = await find_project_members(tx, context.project)
        ids = [member.memory_id for member in members]
        found = await find_memories(tx, ids, account_id=account_id)
    scope = LookupScope(
        account_id=account_id,
        members=members,
        source_language=context.source_language,
        target_language=context.translation.target_language,
    )
    return ProjectMemories(scope=scope, names={one.id: one.name for one in found.values()})


async def _look_up(
    tools: LinguistTools, memories: ProjectMemories, context: TranslationContext, row: ProjectSegment
) -> list[MemoryMatch]:
    if not memories.scope.members:
        return []
    around = Context(previous=row.previous, next=row.next, document=context.file.name, key=row.key)
    query = Query(segment=decode_segment(row.source), context=around)
    (exact,) = await find_exact(tools.database, memories.scope, [query])
    (alike,) = await find_similar(tools.database, memories.scope, [query], least=LEAST, most=_MOST)
    return [*exact, *alike]


def _own_match(query: Segment, match: OwnMatch) -> HelpfulMatch:
    row = match.segment
    assert row.target is not None
    source, target = decode_segment(row.source), decode_segment(row.target)
    fitted = match.target if match.target is not None else fit_target(query, source, target)
    return HelpfulMatch(
        score=match.score,
        penalty=0,
        source=source,
        target=fitted,
        target_tagged=write_tagged(fitted, number_codes(query)),
        fits=match.target is not None,
        memory=None,
        changed=row.changed,
        changed_by=row.changed_by,
    )


def _memory_match(query: Segment, match: MemoryMatch, names: Mapping[int, str]) -> HelpfulMatch:
    unit = match.found.unit
    fitted = match.target if match.target is not None else fit_target(query, unit.source, unit.target)
    return HelpfulMatch(
        score=match.score,
        penalty=match.penalty,
        source=unit.source,
        target=fitted,
        target_tagged=write_tagged(fitted, number_codes(query)),
        fits=match.target is not None,
        memory=names.get(match.found.memory_id, ""),
        changed=unit.changed,
        changed_by=unit.changed_by,
    )


def _choose(matches: Sequence[HelpfulMatch]) -> list[HelpfulMatch]:
    """Choose the best matches, each pair of source and target once; the project's own before others."""
    best: dict[object, HelpfulMatch] = {}
    for match in sorted(matches, key=lambda one: -one.score):
        if match.score >= LEAST:
            best.setdefault((match.source, match.target), match)
    return list(best.values())[:_MOST]


async def _find_terms(
    tools: LinguistTools, context: TranslationContext, source: Segment
) -> list[HelpfulTerm]:
    glossary = await find_glossary(tools, context)
    if glossary is None:
        return []
    matches = await asyncio.to_thread(recognise, glossary, source)
    keys = sorted({match.concept.id for match in matches})
    definitions = await find_definitions(tools, context, keys) if keys else {}
    return [_write_term(match, definitions) for match in matches]


def _write_term(match: TermMatch, definitions: Mapping[str, str]) -> HelpfulTerm:
    return HelpfulTerm(
        text=match.text,
        start=match.start,
        end=match.end,
        targets=tuple(term.text for term in match.required),
        forbidden=tuple(term.text for term in match.forbidden),
        definition=definitions.get(match.concept.id, ""),
    )
