"""Searching for words in the memories of a translation's project, and in its own confirmed segments (V8)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.memories.highlighting import Highlighter, highlight
from dragoman.memories.refusals import MemoryNotFound
from dragoman.memories.segment_json import decode_segment
from dragoman.memories.units.actions import find_units
from dragoman.memories.units.model import UnitFilter
from dragoman.memories.words import SearchEmpty
from dragoman.projects import segment_memory
from dragoman.projects.linguists.editing.helping import ProjectMemories, find_project_memories
from dragoman.projects.linguists.editing.opening import Editor, TranslationAddress, open_translation
from dragoman.projects.linguists.tools import LinguistTools
from dragoman.segments import Segment, plain_text

MOST: Final = 50  # units
LONGEST: Final = 200  # characters of a search


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundUnit:
    """A source and its translation that have the words of a search."""

    source: Segment
    target: Segment
    memory: str | None  # its name; None: the project's own confirmed segments


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundUnits:
    """What a search found, the project's own first, and how to mark the words in it."""

    units: Sequence[FoundUnit]
    highlighter: Highlighter


async def search_memories(
    tools: LinguistTools, address: TranslationAddress, search: str, *, editor: Editor
) -> FoundUnits:
    """Search sources and targets for words. Raises `NotFound`, `Forbidden`, `SearchEmpty`."""
    async with transaction(tools.database, account=ALL_ACCOUNTS) as tx:
        context = await open_translation(tx, address, editor)
        own = await segment_memory.list_texts(tx, context.translation)
    highlighter = highlight(search)
    if highlighter.pattern is None:
        raise SearchEmpty("The search has no words. Write at least one letter or digit.")
    units = await asyncio.to_thread(lambda: list(_find_own(own, highlighter, len(search.split()))))
    memories = await find_project_memories(tools, context)
    for member in memories.scope.members:
        if len(units) < MOST:
            units += await _search(tools, memories, member.memory_id, search)
    return FoundUnits(units=units[:MOST], highlighter=highlighter)


def _find_own(texts: Sequence[tuple[str, str]], highlighter: Highlighter, words: int) -> Iterator[FoundUnit]:
    found = 0
    for source, target in texts:
        pair = decode_segment(source), decode_segment(target)
        if found < MOST and any(len(highlighter.find(plain_text(one))) >= words for one in pair):
            found += 1
            yield FoundUnit(source=pair[0], target=pair[1], memory=None)


async def _search(
    tools: LinguistTools, memories: ProjectMemories, memory_id: int, search: str
) -> list[FoundUnit]:
    scope = memories.scope
    wanted = UnitFilter(source_language=scope.source_language, target_language=scope.target_language)
    try:
        async with transaction(tools.database, account=scope.account_id) as tx:
            page = await find_units(tx, memory_id, search=search, wanted=wanted, page=(0, MOST))
    except MemoryNotFound:  # it was deleted since
        return []
    name = memories.names.get(memory_id, "")
    return [FoundUnit(source=one.unit.source, target=one.unit.target, memory=name) for one in page.units]
