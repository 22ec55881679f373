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
    """Insert the segments of a translation that has none yet, and count them."""
    owner = {"translation_id": translation.id, "account_id": translation.account_id}
    for start in range(0, len(rows), _BATCH_SIZE):
        values = [
            owner | {name: getattr(row, name) for name in _FIELDS}
            for row in rows[start : start + _BATCH_SIZE]
        ]
        await tx.connection.execute(sa.insert(PROJECT_SEGMENTS), values)
    await _count_all(tx, translation.id)


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


# Words that nobody has counted are one: segments of processes of an earlier release, while it is replaced.
_CHANGE: Final = sa.text(
    """
    with changes as (
      select * from unnest(
        cast(:numbers as integer[]), cast(:targets as text[]), cast(:states as text[]),
        cast(:origins as text[]), cast(:scores as smallint[])
      ) as c (number, target, state, origin, score)
    ), before as (
      select s.number, s.state, coalesce(s.words, 1) as words
      from project_segments s join changes c on c.number = s.number
      where s.translation_id = :translation_id
    ), written as (
      update project_segments s
      set target = c.target, state = c.state, origin = c.origin, score = c.score, changed = clock_timestamp()
      from changes c
      where s.translation_id = :translation_id and s.number = c.number
      returning s.number, s.state
    ), moved as (
      select
        count(*) filter (where w.state in ('new', 'pretranslated'))
          - count(*) filter (where b.state in ('new', 'pretranslated')) as segments_left,
        coalesce(sum(case when w.state = 'pretranslated' then words end), 0)
          - coalesce(sum(case when b.state = 'pretranslated' then words end), 0) as suggested,
        coalesce(sum(case when w.state = 'translated' then words end), 0)
          - coalesce(sum(case when b.state = 'translated' then words end), 0) as translated,
        coalesce(sum(case when w.state = 'confirmed' then words end), 0)
          - coalesce(sum(case when b.state = 'confirmed' then words end), 0) as confirmed
      from written w join before b on b.number = w.number
    )
    update project_translations t
    set segments_left = t.segments_left + m.segments_left, suggested_words = suggested_words + m.suggested,
        translated_words = translated_words + m.translated, confirmed_words = confirmed_words + m.confirmed
    from moved m
    where t.id = :translation_id
    returning t.segments
    """
)
_COUNT_ALL: Final = sa.text(
    """
    update project_translations t
    set segments = s.segments, segments_left = s.segments_left, total_words = s.total,
        suggested_words = s.suggested, translated_words = s.translated, confirmed_words = s.confirmed
    from (
      select count(*) as segments,
        count(*) filter (where state in ('new', 'pretranslated')) as segments_left,
        coalesce(sum(coalesce(words, 1)), 0) as total,
        coalesce(sum(coalesce(words, 1)) filter (where state = 'pretranslated'), 0) as suggested,
        coalesce(sum(coalesce(words, 1)) filter (where state = 'translated'), 0) as translated,
        coalesce(sum(coalesce(words, 1)) filter (where state = 'confirmed'), 0) as confirmed
      from project_segments where translation_id = :translation_id
    ) s
    where t.id = :translation_id
    """
)


async def update_targets(tx: Transaction, translation_id: int, changes: Sequence[SegmentChange]) -> None:
    """Write translations of segments with a timestamp, and the translation's counts of words.

    The transaction has locked the translation.
    """
    last = list({change.number: change for change in changes}.values())
    for start in range(0, len(last), _BATCH_SIZE):
        some = last[start : start + _BATCH_SIZE]
        values = {
            "translation_id": translation_id,
            "numbers": [one.number for one in some],
            "targets": [one.target for one in some],
            "states": [one.state.value for one in some],
            "origins": [one.origin for one in some],
            "scores": [one.score for one in some],
        }
        counted = (await tx.connection.execute(_CHANGE, values)).scalar()
        if counted is None:  # it was segmented by a process of an earlier release
            await _count_all(tx, translation_id)


async def _count_all(tx: Transaction, translation_id: int) -> None:
    """Count a translation's segments, and their words by state, from the beginning."""
    await tx.connection.execute(_COUNT_ALL, {"translation_id": translation_id})


async def read_clock(tx: Transaction) -> datetime:
    """Read the clock that timestamps changes of segments."""
    timestamp = await tx.connection.scalar(sa.select(_CLOCK))
    assert isinstance(timestamp, datetime)
    return timestamp


def _segment(row: sa.Row[Any]) -> ProjectSegment:
    values = {name: getattr(row, name) for name in _FIELDS}
    return ProjectSegment(**values | {"state": SegmentState(row.state)})
