"""SQL statements on versions of segments, on repetitions, and on what was changed since."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from dragoman.database.connections import Transaction
from dragoman.projects.segment_model import ProjectSegment, SegmentChangeKind, SegmentState, SegmentVersion
from dragoman.projects.segment_store import read_segment
from dragoman.projects.tables import PROJECT_SEGMENT_VERSIONS, PROJECT_SEGMENTS, REPETITION

_S: Final = PROJECT_SEGMENTS.c
_V: Final = PROJECT_SEGMENT_VERSIONS.c


async def list_versions(tx: Transaction, translation_id: int, number: int) -> Sequence[SegmentVersion]:
    """List the earlier versions of a segment, the latest first."""
    rows = await tx.connection.execute(
        sa.select(PROJECT_SEGMENT_VERSIONS)
        .where(_V.translation_id == translation_id, _V.number == number)
        .order_by(_V.revision.desc())
    )
    return [_version(row) for row in rows]


async def find_versions_before(
    tx: Transaction, translation_id: int, numbers: Sequence[int], *, revision: int
) -> dict[int, SegmentVersion]:
    """Find what segments were before a revision that changed them, by their numbers."""
    rows = await tx.connection.execute(
        sa.select(PROJECT_SEGMENT_VERSIONS)
        .ext(postgresql.distinct_on(_V.number))
        .where(_V.translation_id == translation_id, _V.number.in_(numbers), _V.revision < revision)
        .order_by(_V.number, _V.revision.desc())
    )
    return {row.number: _version(row) for row in rows}


async def list_repetitions(tx: Transaction, translation_id: int, number: int) -> Sequence[ProjectSegment]:
    """List the other segments whose source is the same but for the ids of its codes, in reading order."""
    digest: sa.ColumnElement[str] = sa.literal_column(REPETITION)
    own = sa.select(digest).select_from(PROJECT_SEGMENTS)
    same = own.where(_S.translation_id == translation_id, _S.number == number).scalar_subquery()
    rows = await tx.connection.execute(
        sa.select(PROJECT_SEGMENTS)
        .where(_S.translation_id == translation_id, digest == same, _S.number != number)
        .order_by(_S.number)
    )
    return [read_segment(row) for row in rows]


async def list_of_revision(tx: Transaction, translation_id: int, revision: int) -> Sequence[ProjectSegment]:
    """List the segments that a revision changed last, in reading order."""
    rows = await tx.connection.execute(
        sa.select(PROJECT_SEGMENTS)
        .where(_S.translation_id == translation_id, _S.revision == revision)
        .order_by(_S.number)
    )
    return [read_segment(row) for row in rows]


async def list_changed(
    tx: Transaction, translation_id: int, *, since: int, limit: int
) -> Sequence[ProjectSegment]:
    """List segments that were changed after revision `since`, the earliest changes first."""
    rows = await tx.connection.execute(
        sa.select(PROJECT_SEGMENTS)
        .where(_S.translation_id == translation_id, _S.revision > since)
        .order_by(_S.revision, _S.number)
        .limit(limit)
    )
    return [read_segment(row) for row in rows]


def _version(row: sa.Row[Any]) -> SegmentVersion:
    return SegmentVersion(
        number=row.number,
        revision=row.revision,
        target=row.target,
        state=SegmentState(row.state),
        origin=row.origin,
        score=row.score,
        change=None if row.change is None else SegmentChangeKind(row.change),
        changed=row.changed,
        changed_by=row.changed_by,
    )
