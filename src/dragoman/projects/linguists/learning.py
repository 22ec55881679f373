"""What memories learn from a delivered translation: its sentences where they stand, in a job of its own.

A delivered translation's segments do not change, and a unit of the same source in the same surroundings is
replaced: however often the job runs, the memories say the same afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dragoman.database.connections import transaction
from dragoman.memories.coding import read_segment
from dragoman.memories.learning import learn_units
from dragoman.memories.model import Context, MemoryUnit, UnitOrigin, UnitStatus
from dragoman.projects import segment_store
from dragoman.projects.assets import find_project_members
from dragoman.projects.linguists.exchange.deciding import JOINED
from dragoman.projects.linguists.translation_context import TranslationContext, find_place
from dragoman.projects.model import ProjectSegment, ProjectStatus, SegmentState, Stage
from dragoman.resources import Resources
from dragoman.segments import keeps_codes, plain_text
from dragoman.telemetry import log

_AT_ONCE: Final = 500
_LEARNT: Final = frozenset({SegmentState.TRANSLATED, SegmentState.CONFIRMED})


async def learn_translation(
    resources: Resources, *, translation_id: int, project_id: int, account_id: int
) -> int:
    """Write what linguists translated into the writable memories of a delivered translation; how many units.

    Those are the writable members of the set that the start pinned, or the project's one memory. Segments
    that lack codes, and those of which a tool made one, teach nothing.
    """
    async with transaction(resources.database, account=account_id) as tx:
        place = await find_place(tx, project_id, translation_id)
        is_delivered = place.translation.stage in (Stage.DELIVERING, Stage.DONE)
        if not is_delivered or place.translation.status is ProjectStatus.CANCELLED:
            return 0
        members = await find_project_members(tx, place.project)
        rows = await segment_store.list_segments(tx, translation_id) if members else []
    writable = sorted(member.memory_id for member in members if member.writable)
    written = 0
    for start in range(0, len(rows), _AT_ONCE):
        units = _units(place, rows[start : start + _AT_ONCE])
        for memory_id in writable:
            written += await learn_units(
                resources.database, units, memory_id=memory_id, account_id=account_id
            )
    log().info("project.learnt", translation=translation_id, memories=len(writable), units=written)
    return written


def _units(place: TranslationContext, rows: Sequence[ProjectSegment]) -> list[MemoryUnit]:
    return [_unit(place, row) for row in rows if _teaches(row)]


def _teaches(row: ProjectSegment) -> bool:
    if row.target is None or row.state not in _LEARNT or row.origin == JOINED:
        return False
    source, target = read_segment(row.source), read_segment(row.target)
    return bool(plain_text(target).strip()) and keeps_codes(source, target)


def _unit(place: TranslationContext, row: ProjectSegment) -> MemoryUnit:
    assert row.target is not None
    return MemoryUnit(
        source_language=place.source_language,
        target_language=place.translation.target_language,
        source=read_segment(row.source),
        target=read_segment(row.target),
        context=Context(previous=row.previous, next=row.next, document=place.file.name, key=row.key),
        origin=UnitOrigin.HUMAN,
        status=UnitStatus.CONFIRMED,
        created=row.changed,
        created_by=place.translation.delivered_by,
        changed=row.changed,
        changed_by=place.translation.delivered_by,
    )
