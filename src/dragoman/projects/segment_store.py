"""SQL statements on the segments of translations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, Final

import sqlalchemy as sa

from dragoman.database.connections import Transaction
from dragoman.projects.model import FileTranslation, ProjectSegment, SegmentState
from dragoman.projects.tables import PROJECT_SEGMENTS

_S: Final = PROJECT_SEGMENTS.c
_FIELDS: Final = tuple(one.name for one in fields(ProjectSegment))
_BATCH_SIZE: Final = 1000
# Not the time when the transaction began, as it may have waited for the lock on the translation since.
_CLOCK: Final = sa.func.clock_timestamp()


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentChange:
    """The new translation of a segment."""

    number: int
    target: str | None  # encoded by `memories.segment_json.encode_segment`
    state: SegmentState
    origin: str | None  # memory, engine, human
    score: int | None = None  # of the memory's match


async def insert_segments(
    tx: Transaction, translation: FileTranslation, rows: Sequence[ProjectSegment]
) -> None:
    """Insert the segments of a translation that has none yet."""
    owner = {"translation_id": translation.id, "account_id": translation.account_id}
    for start in range(0, len(rows), _BATCH_SIZE):
        values = [
            owner | {name: getattr(row, name) for name in _FIELDS}
            for row in rows[start : start + _BATCH_SIZE]
        ]
        await tx.connection.execute(sa.insert(PROJECT_SEGMENTS), values)


async def has_segments(tx: Transaction, translation_id: int) -> bool:
    """Whether a translation has been segmented."""
    query = sa.select(sa.exists().where(_S.translation_id == translation_id))
    return bool(await tx.connection.scalar(query))


async def list_segments(
    tx: Transaction, translation_id: int, *, after: int = -1, limit: int | None = None
) -> Sequence[ProjectSegment]:
    """List a translation's segments in reading order, after the one with number `after`."""
    rows = await tx.connection.execute(
        sa.select(PROJECT_SEGMENTS)
        .where(_S.translation_id == translation_id, _S.number > after)
        .order_by(_S.number)
        .limit(limit)
    )
    return [_segment(row) for row in rows]


async def count_states(tx: Transaction, translation_id: int) -> dict[SegmentState, int]:
    """Count the segments by state; states without segments are left out."""
    rows = await tx.connection.execute(
        sa.select(_S.state, sa.func.count()).where(_S.translation_id == translation_id).group_by(_S.state)
    )
    return {SegmentState(state): count for state, count in rows}


_CHANGE: Final = (
    sa.update(PROJECT_SEGMENTS)
    .where(
        _S.translation_id == sa.bindparam("its_translation"),
        _S.number == sa.bindparam("its_number"),
    )
    .values({name: sa.bindparam(f"new_{name}") for name in ("target", "state", "origin", "score")})
    .values(changed=_CLOCK)
)


async def update_targets(tx: Transaction, translation_id: int, changes: Sequence[SegmentChange]) -> None:
    """Write translations of segments with a timestamp. The transaction has locked the translation."""
    values = [
        {
            "its_translation": translation_id,
            "its_number": change.number,
            "new_target": change.target,
            "new_state": change.state,
            "new_origin": change.origin,
            "new_score": change.score,
        }
        for change in changes
    ]
    for start in range(0, len(values), _BATCH_SIZE):
        await tx.connection.execute(_CHANGE, values[start : start + _BATCH_SIZE])


async def read_clock(tx: Transaction) -> datetime:
    """Read the clock that timestamps changes of segments."""
    timestamp = await tx.connection.scalar(sa.select(_CLOCK))
    assert isinstance(timestamp, datetime)
    return timestamp


def _segment(row: sa.Row[Any]) -> ProjectSegment:
    values = {name: getattr(row, name) for name in _FIELDS}
    return ProjectSegment(**values | {"state": SegmentState(row.state)})
