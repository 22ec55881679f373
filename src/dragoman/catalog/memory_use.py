"""Where memories, sets of them, term bases and style guides are used: project templates name them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dragoman.catalog import store
from dragoman.database.connections import Transaction
from dragoman.memories.sets.actions import list_sets_with
from dragoman.memories.sets.model import MemorySet


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateName:
    """A project template that uses something."""

    id: int
    name: str
    is_disabled: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryReferences:
    """What uses a memory."""

    templates: Sequence[TemplateName]
    sets: Sequence[MemorySet]  # whose current version has it


async def find_memory_use(tx: Transaction, memory_id: int, *, account_id: int) -> MemoryReferences:
    """Find the templates that name a memory, and the sets of its account that have it."""
    return MemoryReferences(
        templates=await list_templates_with(tx, memory_id=memory_id),
        sets=await list_sets_with(tx, memory_id, account_id=account_id),
    )


async def list_templates_with(
    tx: Transaction,
    *,
    memory_id: int | None = None,
    memory_set_id: int | None = None,
    term_base_id: int | None = None,
    style_id: int | None = None,
) -> Sequence[TemplateName]:
    """List the templates that name a memory, a set of memories, a term base, or a style guide."""
    ids = {
        "memory_id": memory_id,
        "memory_set_id": memory_set_id,
        "term_base_id": term_base_id,
        "style_id": style_id,
    }
    ((column, id_),) = ((name, id_) for name, id_ in ids.items() if id_ is not None)
    rows = await store.list_templates_with(tx, column, id_)
    return [TemplateName(id=number, name=name, is_disabled=disabled) for number, name, disabled in rows]
