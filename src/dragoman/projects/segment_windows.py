"""SQL statements that filter the segments of a translation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import sqlalchemy as sa

from dragoman.database.connections import Transaction
from dragoman.projects.segment_model import MatchBand, ProjectSegment, SegmentFilter, SegmentState
from dragoman.projects.segment_store import read_segment
from dragoman.projects.tables import PROJECT_SEGMENTS

_S: Final = PROJECT_SEGMENTS.c


_SCORES: Final = {
    MatchBand.CONTEXT: (101, 101),
    MatchBand.EXACT: (100, 100),
    MatchBand.HIGH: (75, 99),
    MatchBand.LOW: (0, 74),
}


async def list_numbers(tx: Transaction, translation_id: int, wanted: SegmentFilter) -> Sequence[int]:
    """List the numbers of the segments that pass, in order."""
    query = sa.select(_S.number).where(_S.translation_id == translation_id, *_conditions(wanted))
    return (await tx.connection.scalars(query.order_by(_S.number))).all()


async def list_texts(
    tx: Transaction, translation_id: int, wanted: SegmentFilter
) -> Sequence[tuple[int, str, str | None]]:
    """List the numbers and encoded texts of the segments that pass: source and target."""
    query = sa.select(_S.number, _S.source, _S.target).where(
        _S.translation_id == translation_id, *_conditions(wanted)
    )
    rows = await tx.connection.execute(query.order_by(_S.number))
    return [(number, source, target) for number, source, target in rows]


async def list_states(tx: Transaction, translation_id: int) -> Sequence[tuple[SegmentState, bool]]:
    """List the state of each segment of a translation, and whether it is locked, in reading order."""
    rows = await tx.connection.execute(
        sa.select(_S.state, _S.locked).where(_S.translation_id == translation_id).order_by(_S.number)
    )
    return [(SegmentState(state), locked) for state, locked in rows]


async def list_issues(tx: Transaction, translation_id: int) -> Sequence[str]:
    """List the codes of what the checks have found in a translation, in alphabetical order."""
    codes = sa.select(sa.func.unnest(_S.issues)).where(_S.translation_id == translation_id).distinct()
    return sorted((await tx.connection.scalars(codes)).all())


async def count_segments(tx: Transaction, translation_id: int, wanted: SegmentFilter) -> int:
    """Count the segments that pass."""
    query = sa.select(sa.func.count()).where(_S.translation_id == translation_id, *_conditions(wanted))
    return int(await tx.connection.scalar(query) or 0)


async def list_window(
    tx: Transaction, translation_id: int, wanted: SegmentFilter, *, offset: int, limit: int
) -> Sequence[ProjectSegment]:
    """List a window of the segments that pass, in reading order."""
    rows = await tx.connection.execute(
        sa.select(PROJECT_SEGMENTS)
        .where(_S.translation_id == translation_id, *_conditions(wanted))
        .order_by(_S.number)
        .offset(offset)
        .limit(limit)
    )
    return [read_segment(row) for row in rows]


def _conditions(wanted: SegmentFilter) -> list[sa.ColumnElement[bool]]:
    conditions: list[sa.ColumnElement[bool]] = []
    if wanted.states:
        conditions.append(_S.state.in_([state.value for state in wanted.states]))
    if wanted.matches:
        conditions.append(sa.or_(*(_band(match) for match in wanted.matches)))
    if wanted.locked is not None:
        conditions.append(_S.locked == wanted.locked)
    if wanted.changed_by is not None:
        conditions.append(_S.changed_by == wanted.changed_by)
    if wanted.not_changed_by is not None:
        conditions.append(_S.changed_by != wanted.not_changed_by)
    if wanted.has_issues is not None:
        some = sa.func.cardinality(sa.func.coalesce(_S.issues, sa.text("'{}'::text[]"))) > 0
        conditions.append(some if wanted.has_issues else sa.not_(some))
    if wanted.review is not None:
        conditions.append(_S.review == wanted.review.value)
    if wanted.issue is not None:
        conditions.append(_S.issues.contains([wanted.issue]))
    return conditions


def _band(match: MatchBand) -> sa.ColumnElement[bool]:
    if match is MatchBand.MACHINE:
        return _S.origin == "engine"
    if match is MatchBand.NONE:
        return sa.or_(_S.origin.is_(None), _S.origin.not_in(["memory", "engine"]))
    least, most = _SCORES[match]
    return sa.and_(_S.origin == "memory", _S.score.between(least, most))
