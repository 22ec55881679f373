"""Writing the segments of a delivered translation into memories, with their context, in a job of its own.

The job is idempotent: a delivered translation's segments do not change, and a unit of the same source in the
same context is replaced.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dragoman.database.connections import transaction
from dragoman.memories.learning import learn_units
from dragoman.memories.model import Context, MemoryUnit, UnitOrigin, UnitStatus
from dragoman.memories.segment_json import decode_segment
from dragoman.projects import segment_store
from dragoman.projects.assets import find_project_members
from dragoman.projects.linguists.exchange.deciding import JOINED
from dragoman.projects.linguists.translation_context import TranslationContext, find_translation_context
from dragoman.projects.model import ProjectStatus, Stage
from dragoman.projects.segment_model import ProjectSegment, SegmentState
from dragoman.resources import Resources
from dragoman.segments import keeps_codes, plain_text
from dragoman.telemetry import log

_BATCH_SIZE: Final = 500
_LEARNT: Final = frozenset({SegmentState.TRANSLATED, SegmentState.CONFIRMED})


async def learn_translation(
    resources: Resources, *, translation_id: int, project_id: int, account_id: int
) -> int:
    """Write linguists' translations into the project's writable memories; returns the number of units.

    These are the writable members of the pinned memory set, or the project's one memory. Segments that lack
    codes, and segments that a tool joined, are left out.
    """
    async with transaction(resources.database, account=account_id) as tx:
        context = await find_translation_context(tx, project_id, translation_id)
        is_delivered = context.translation.stage in (Stage.DELIVERING, Stage.DONE)
        if not is_delivered or context.translation.status is ProjectStatus.CANCELLED:
            return 0
        members = await find_project_members(tx, context.project)
        rows = await segment_store.list_segments(tx, translation_id) if members else []
    writable = sorted(member.memory_id for member in members if member.writable)
    written = 0
    for start in range(0, len(rows), _BATCH_SIZE):
        units = _units(context, rows[start : start + _BATCH_SIZE])
        for memory_id in writable:
            written += await learn_units(
                resources.database, units, memory_id=memory_id, account_id=account_id
            )
    log().info("project.learnt", translation=translation_id, memories=len(writable), units=written)
    return written


def _units(context: TranslationContext, rows: Sequence[ProjectSegment]) -> list[MemoryUnit]:
    return [_unit(context, row) for row in rows if _teaches(row)]


def _teaches(row: ProjectSegment) -> bool:
    if row.target is None or row.state not in _LEARNT or row.origin == JOINED:
        return False
    source, target = decode_segment(row.source), decode_segment(row.target)
    return bool(plain_text(target).strip()) and keeps_codes(source, target)


def _unit(context: TranslationContext, row: ProjectSegment) -> MemoryUnit:
    assert row.target is not None
    return MemoryUnit(
        source_language=context.source_language,
        target_language=context.translation.target_language,
        source=decode_segment(row.source),
        target=decode_segment(row.target),
        context=Context(previous=row.previous, next=row.next, document=context.file.name, key=row.key),
        origin=UnitOrigin.HUMAN,
        status=UnitStatus.CONFIRMED,
        created=row.changed,
        created_by=context.translation.delivered_by,
        changed=row.changed,
        changed_by=context.translation.delivered_by,
    )
