"""Who has which segment open, so that two people do not write in the same one unseen (V8).

An editor says every few seconds which segment its window has open. What it said is forgotten after a while.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from dragoman.database.connections import Transaction
from dragoman.projects import segment_presence
from dragoman.projects.linguists.editing.opening import Editor, SegmentAddress, TranslationAddress
from dragoman.projects.linguists.editing.refusals import SegmentInUse
from dragoman.projects.linguists.translation_context import TranslationContext


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenWindow:
    """A window of an editor, as it was seen last."""

    window: str
    actor: str
    number: int | None  # of the open segment
    seen: datetime


async def announce(
    tx: Transaction, context: TranslationContext, editor: Editor, *, window: str, number: int | None
) -> Sequence[OpenWindow]:
    """Say which segment a window has open, and list the other windows of the translation."""
    await segment_presence.write_window(
        tx, context.translation, window=window, actor=editor.staff.actor, number=number
    )
    found = await segment_presence.list_windows(tx, context.translation.id)
    return [
        OpenWindow(window=row.window, actor=row.actor, number=row.number, seen=row.seen)
        for row in found
        if row.window != window
    ]


async def leave(tx: Transaction, address: TranslationAddress, *, window: str) -> None:
    """Forget a window that was closed."""
    await segment_presence.delete_window(tx, address.translation_id, window=window)


async def require_free(tx: Transaction, address: SegmentAddress, *, window: str | None) -> None:
    """Raise `SegmentInUse` where another window opened the segment before this one."""
    found = await segment_presence.list_windows(tx, address.translation_id, number=address.number)
    if found and found[0].window != window:
        raise SegmentInUse(address.number, found[0].actor)
