"""Deleting memories, term bases and style guides: only when no template refers to them.

Projects do not prevent a deletion: an active project continues without what was deleted.
"""

from __future__ import annotations

from dragoman.access.staff import Staff
from dragoman.accounts.actions import hold_account
from dragoman.catalog import store
from dragoman.catalog.refusals import InUse
from dragoman.database.connections import Transaction
from dragoman.memories import actions as memories
from dragoman.style_guides import actions as style_guides
from dragoman.termbases import actions as term_bases


async def delete_memory(tx: Transaction, memory_id: int, *, staff: Staff) -> None:
    """Delete a memory that no template refers to. Raises `MemoryNotFound` or `InUse`."""
    memory = await memories.find_memory(tx, memory_id)
    await _require_free(tx, memory.account_id, column="memory_id", id_=memory_id)
    await memories.delete_memory(tx, memory_id, staff=staff)


async def delete_term_base(tx: Transaction, term_base_id: int, *, staff: Staff) -> None:
    """Delete a term base that no template refers to. Raises `NotFound` or `InUse`."""
    base = await term_bases.get_term_base(tx, term_base_id=term_base_id)
    await _require_free(tx, base.account_id, column="term_base_id", id_=term_base_id)
    await term_bases.delete_term_base(tx, staff=staff, term_base_id=term_base_id)


async def delete_style_guide(tx: Transaction, style_guide_id: int, *, staff: Staff) -> None:
    """Delete a style guide that no template refers to. Raises `NotFound` or `InUse`."""
    guide = await style_guides.get_style_guide(tx, style_guide_id)
    await _require_free(tx, guide.account_id, column="style_id", id_=style_guide_id)
    await style_guides.delete_style_guide(tx, staff=staff, style_guide_id=style_guide_id)


async def _require_free(tx: Transaction, account_id: int, *, column: str, id_: int) -> None:
    await hold_account(tx, account_id=account_id)  # templates change under the same lock
    count = await store.count_templates(tx, column, id_)
    if count:
        raise InUse(
            f"Project templates that name it: {count}. Take it out of them first, or disable it instead."
        )
