"""`/project/v1`: the account's translation memories, sets of them, term bases and style guides (P15)."""

from __future__ import annotations

from enum import Enum
from typing import Final

from fastapi import APIRouter

from dragoman.api.project_resources.style_guide_bodies import StyleGuideChoice, write_choice
from dragoman.api.project_v1.any_case import AnyCaseRoute
from dragoman.api.project_v1.project_bodies import CUSTOMER
from dragoman.api.project_v1.reference_bodies import (
    MemoryChoice,
    MemorySetChoice,
    TermBaseChoice,
    write_memory,
    write_memory_set,
    write_term_base,
)
from dragoman.api.project_v1.reference_request import OpenReferenceRequest, ReferenceId, WantedPart
from dragoman.catalog import reading
from dragoman.http.responses import NOT_FOUND

_MEMORIES: Final[list[str | Enum]] = ["Translation memories"]
_TERM_BASES: Final[list[str | Enum]] = ["Term bases"]
_STYLE_GUIDES: Final[list[str | Enum]] = ["Style guides"]

router = APIRouter(prefix="/project/v1", responses=CUSTOMER, route_class=AnyCaseRoute)


@router.get("/translation-memories", tags=_MEMORIES)
async def list_memories(ctx: OpenReferenceRequest, part: WantedPart) -> list[MemoryChoice]:
    """List the account's translation memories."""
    found = await reading.list_memories(
        ctx.tx, account_id=ctx.account_id, limit=part.limit, offset=part.offset
    )
    return [write_memory(one) for one in found]


@router.get("/translation-memories/{id}", tags=_MEMORIES, responses=NOT_FOUND)
async def get_memory(ctx: OpenReferenceRequest, reference_id: ReferenceId) -> MemoryChoice:
    """Show a translation memory."""
    return write_memory(await reading.get_memory(ctx.tx, reference_id, account_id=ctx.account_id))


@router.get("/translation-memory-sets", tags=_MEMORIES)
async def list_memory_sets(ctx: OpenReferenceRequest, part: WantedPart) -> list[MemorySetChoice]:
    """List the account's sets of translation memories."""
    found = await reading.list_memory_sets(
        ctx.tx, account_id=ctx.account_id, limit=part.limit, offset=part.offset
    )
    return [write_memory_set(one) for one in found]


@router.get("/translation-memory-sets/{id}", tags=_MEMORIES, responses=NOT_FOUND)
async def get_memory_set(ctx: OpenReferenceRequest, reference_id: ReferenceId) -> MemorySetChoice:
    """Show a set of translation memories."""
    return write_memory_set(await reading.get_memory_set(ctx.tx, reference_id, account_id=ctx.account_id))


@router.get("/term-bases", tags=_TERM_BASES)
async def list_term_bases(ctx: OpenReferenceRequest, part: WantedPart) -> list[TermBaseChoice]:
    """List the account's term bases."""
    found = await reading.list_term_bases(
        ctx.tx, account_id=ctx.account_id, limit=part.limit, offset=part.offset
    )
    return [write_term_base(one) for one in found]


@router.get("/term-bases/{id}", tags=_TERM_BASES, responses=NOT_FOUND)
async def get_term_base(ctx: OpenReferenceRequest, reference_id: ReferenceId) -> TermBaseChoice:
    """Show a term base."""
    return write_term_base(await reading.get_term_base(ctx.tx, reference_id, account_id=ctx.account_id))


@router.get("/style-guides", tags=_STYLE_GUIDES)
async def list_style_guides(ctx: OpenReferenceRequest, part: WantedPart) -> list[StyleGuideChoice]:
    """List the account's style guides."""
    found = await reading.list_style_guides(
        ctx.tx, account_id=ctx.account_id, limit=part.limit, offset=part.offset
    )
    return [write_choice(one) for one in found]


@router.get("/style-guides/{id}", tags=_STYLE_GUIDES, responses=NOT_FOUND)
async def get_style_guide(ctx: OpenReferenceRequest, reference_id: ReferenceId) -> StyleGuideChoice:
    """Show a style guide."""
    return write_choice(await reading.get_style_guide(ctx.tx, reference_id, account_id=ctx.account_id))
