"""Tools for the account's own words: terms, memories, style guides."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from dragoman_client.mcp.arguments import LimitArgument
from dragoman_client.mcp.host import AgentContext, host_of
from dragoman_client.mcp.listings import take
from dragoman_client.words.memories import Memory, Unit, UnitFilter
from dragoman_client.words.style_guides import StyleGuide
from dragoman_client.words.terms import Concept, ConceptFilter, TermBase


class FoundConcept(BaseModel):
    """A concept with its terms in all languages."""

    term_base_id: int
    term_base: Annotated[str, Field(description="Its name")]
    concept: Concept


class FoundConcepts(BaseModel):
    """The concepts that were found."""

    concepts: list[FoundConcept]
    has_more: Annotated[bool, Field(description="There are more than the limit: search for more letters")]


class FoundUnit(BaseModel):
    """An earlier translation."""

    memory_id: int
    memory: Annotated[str, Field(description="Its name")]
    unit: Unit


class FoundUnits(BaseModel):
    """The earlier translations that were found."""

    units: list[FoundUnit]
    has_more: Annotated[bool, Field(description="There are more than the limit: search for more words")]


class TermBaseList(BaseModel):
    """The account's term bases."""

    term_bases: list[TermBase]


class MemoryList(BaseModel):
    """The account's translation memories."""

    memories: list[Memory]


class StyleGuideList(BaseModel):
    """The account's style guides."""

    style_guides: list[StyleGuide]


async def look_up_terms(
    context: AgentContext,
    *,
    query: Annotated[str, Field(min_length=1, description="A term or its beginning, in any language")],
    term_base_id: Annotated[int | None, Field(description="Only in this one; null: in all")] = None,
    language: Annotated[str | None, Field(description="Only terms of this language")] = None,
    limit: LimitArgument = 20,
) -> FoundConcepts:
    """Look up terms in the account's term bases: preferred, admitted and forbidden ones, with notes."""
    wanted: ConceptFilter = {"search": query}
    if language is not None:
        wanted["language"] = language
    found: list[FoundConcept] = []
    async with host_of(context).client(context) as client:
        for base in await client.term_bases.list():
            if term_base_id not in {None, base.id}:
                continue
            concepts = client.term_bases.concepts(base.id, **wanted)
            found += [
                FoundConcept(term_base_id=base.id, term_base=base.name, concept=concept)
                async for concept in take(concepts, limit + 1 - len(found))
            ]
    return FoundConcepts(concepts=found[:limit], has_more=len(found) > limit)


async def search_memories(
    context: AgentContext,
    *,
    query: Annotated[str, Field(min_length=1, description="Words of the source or of the translation")],
    memory_id: Annotated[int | None, Field(description="Only in this one; null: in all")] = None,
    source_language: Annotated[str | None, Field(description="Only from this language")] = None,
    target_language: Annotated[str | None, Field(description="Only into this language")] = None,
    limit: LimitArgument = 20,
) -> FoundUnits:
    """Search earlier translations for words (concordance): how something was translated before."""
    wanted: UnitFilter = {"search": query}
    if source_language is not None:
        wanted["source_language"] = source_language
    if target_language is not None:
        wanted["target_language"] = target_language
    found: list[FoundUnit] = []
    async with host_of(context).client(context) as client:
        for memory in await client.memories.list():
            if memory_id not in {None, memory.id}:
                continue
            units = client.memories.units(memory.id, **wanted)
            found += [
                FoundUnit(memory_id=memory.id, memory=memory.name, unit=unit)
                async for unit in take(units, limit + 1 - len(found))
            ]
    return FoundUnits(units=found[:limit], has_more=len(found) > limit)


async def list_term_bases(context: AgentContext) -> TermBaseList:
    """List the account's term bases; those with use_for_translation are followed unasked."""
    async with host_of(context).client(context) as client:
        return TermBaseList(term_bases=list(await client.term_bases.list()))


async def list_memories(context: AgentContext) -> MemoryList:
    """List the account's translation memories; those with use_for_translation are used unasked."""
    async with host_of(context).client(context) as client:
        return MemoryList(memories=list(await client.memories.list()))


async def list_style_guides(context: AgentContext) -> StyleGuideList:
    """List the account's style guides: formality, numbers, quotation marks, instructions."""
    async with host_of(context).client(context) as client:
        return StyleGuideList(style_guides=list(await client.style_guides.list()))
