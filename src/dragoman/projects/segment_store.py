"""SQL statements on the segments of translations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, Final

import sqlalchemy as sa

from dragoman.database.connections import Transaction
from dragoman.projects.model import FileTranslation
from dragoman.projects.segment_model import ProjectSegment, SegmentChangeKind, SegmentReview, SegmentState
from dragoman.projects.tables import PROJECT_SEGMENTS, PROJECT_TRANSLATIONS

_S: Final = PROJECT_SEGMENTS.c
_T: Final = PROJECT_TRANSLATIONS.c
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
    issues: Sequence[str] | None = None  # codes of the checks' findings; None: not checked
    locked: bool | None = None  # None: as before


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
    return [read_segment(row) for row in rows]


async def find_segments(
    tx: Transaction, translation_id: int, numbers: Sequence[int]
) -> Sequence[ProjectSegment]:
    """Find those of these segments that the translation has, in reading order."""
    rows = await tx.connection.execute(
        sa.select(PROJECT_SEGMENTS)
        .where(_S.translation_id == translation_id, _S.number.in_(numbers))
        .order_by(_S.number)
    )
    return [read_segment(row) for row in rows]


async def count_states(tx: Transaction, translation_id: int) -> dict[SegmentState, int]:
    """Count the segments by state; states without segments are left out."""
    rows = await tx.connection.execute(
        sa.select(_S.state, sa.func.count()).where(_S.translation_id == translation_id).group_by(_S.state)
    )
    return {SegmentState(state): count for state, count in rows}


# Words that nobody has counted are one: segments of processes of an earlier release, while it is replaced.
# What a person goes on writing within a minute is one version, unless it was confirmed in between, or the
# first pass ended then.
_CHANGE: Final = sa.text(
    """
    with changes as (
      select * from unnest(
        cast(:numbers as integer[]), cast(:targets as text[]), cast(:states as text[]),
        cast(:origins as text[]), cast(:scores as smallint[]), cast(:issues as text[]),
        cast(:locked as boolean[])
      ) as c (number, target, state, origin, score, issues, locked)
    ), before as (
      select s.*, coalesce(s.words, 1) as counted
      from project_segments s join changes c on c.number = s.number
      where s.translation_id = :translation_id
    ), kept as (
      insert into project_segment_versions (
        translation_id, number, revision, account_id, target, state, origin, score,
        change, changed, changed_by
      )
      select
        translation_id, number, revision, account_id, target, state, origin, score,
        change, changed, changed_by
      from before
      where (target is not null or revision > 0) and not (
        cast(:change as text) = 'edited' and change = 'edited' and state <> 'confirmed'
        and changed_by is not distinct from cast(:by as text)
        and changed > clock_timestamp() - interval '60 seconds'
        and revision > coalesce((select first_pass from project_translations where id = :translation_id), -1)
      )
    ), written as (
      update project_segments s
      set target = c.target, state = c.state, origin = c.origin, score = c.score,
          changed = clock_timestamp(), changed_by = cast(:by as text), change = cast(:change as text),
          revision = cast(:revision as integer), issues = string_to_array(c.issues, ' '),
          locked = coalesce(c.locked, s.locked),
          review = case when (c.target, c.state) is not distinct from (s.target, s.state) then s.review end,
          reviewed_by =
            case when (c.target, c.state) is not distinct from (s.target, s.state) then s.reviewed_by end,
          reviewed =
            case when (c.target, c.state) is not distinct from (s.target, s.state) then s.reviewed end
      from changes c
      where s.translation_id = :translation_id and s.number = c.number
      returning s.number, s.state
    ), moved as (
      select
        count(*) filter (where w.state in ('new', 'pretranslated'))
          - count(*) filter (where b.state in ('new', 'pretranslated')) as segments_left,
        coalesce(sum(case when w.state = 'pretranslated' then counted end), 0)
          - coalesce(sum(case when b.state = 'pretranslated' then counted end), 0) as suggested,
        coalesce(sum(case when w.state = 'translated' then counted end), 0)
          - coalesce(sum(case when b.state = 'translated' then counted end), 0) as translated,
        coalesce(sum(case when w.state = 'confirmed' then counted end), 0)
          - coalesce(sum(case when b.state = 'confirmed' then counted end), 0) as confirmed
      from written w join before b on b.number = w.number
    )
    update project_translations t
    set segments_left = t.segments_left + m.segments_left, suggested_words = suggested_words + m.suggested,
        translated_words = translated_words + m.translated, confirmed_words = confirmed_words + m.confirmed,
        revision = cast(:revision as integer)
    from moved m
    where t.id = :translation_id
    returning t.segments
    """
)
_STORE_ISSUES: Final = sa.text(
    """
    update project_segments s
    set issues = string_to_array(c.issues, ' ')
    from unnest(cast(:numbers as integer[]), cast(:revisions as integer[]), cast(:issues as text[]))
      as c (number, revision, issues)
    where s.translation_id = :translation_id and s.number = c.number and s.revision = c.revision
      and s.issues is distinct from string_to_array(c.issues, ' ')
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


async def update_targets(
    tx: Transaction,
    translation_id: int,
    changes: Sequence[SegmentChange],
    *,
    kind: SegmentChangeKind,
    by: str | None,
) -> int:
    """Write translations of segments, the translation's counts of words, and what the segments were before.

    All changes are one revision of the translation, whose number is returned. `by` is the actor, as the audit
    log names actors; None: the service. The transaction has locked the translation.
    """
    last = list({change.number: change for change in changes}.values())
    revision = await read_revision(tx, translation_id) + 1
    for start in range(0, len(last), _BATCH_SIZE):
        some = last[start : start + _BATCH_SIZE]
        values = {
            "translation_id": translation_id,
            "revision": revision,
            "change": kind.value,
            "by": by,
            "numbers": [one.number for one in some],
            "targets": [one.target for one in some],
            "states": [one.state.value for one in some],
            "origins": [one.origin for one in some],
            "scores": [one.score for one in some],
            "issues": [_write_codes(one.issues) for one in some],
            "locked": [one.locked for one in some],
        }
        counted = (await tx.connection.execute(_CHANGE, values)).scalar()
        if counted is None:  # it was segmented by a process of an earlier release
            await _count_all(tx, translation_id)
    return revision


async def read_revision(tx: Transaction, translation_id: int) -> int:
    """Read the number of a translation's last revision; 0: none yet."""
    found = await tx.connection.scalar(sa.select(_T.revision).where(_T.id == translation_id))
    return int(found or 0)


async def store_issues(
    tx: Transaction, translation_id: int, rows: Sequence[ProjectSegment], found: Mapping[int, Sequence[str]]
) -> None:
    """Store the codes of findings by segment, of those that have not changed since `rows` were read."""
    for start in range(0, len(rows), _BATCH_SIZE):
        some = rows[start : start + _BATCH_SIZE]
        values = {
            "translation_id": translation_id,
            "numbers": [row.number for row in some],
            "revisions": [row.revision for row in some],
            "issues": [_write_codes(found.get(row.number, ())) for row in some],
        }
        await tx.connection.execute(_STORE_ISSUES, values)


def _write_codes(codes: Sequence[str] | None) -> str | None:
    return None if codes is None else " ".join(dict.fromkeys(codes))


async def _count_all(tx: Transaction, translation_id: int) -> None:
    """Count a translation's segments, and their words by state, from the beginning."""
    await tx.connection.execute(_COUNT_ALL, {"translation_id": translation_id})


async def read_clock(tx: Transaction) -> datetime:
    """Read the clock that timestamps changes of segments."""
    timestamp = await tx.connection.scalar(sa.select(_CLOCK))
    assert isinstance(timestamp, datetime)
    return timestamp


def read_segment(row: sa.Row[Any]) -> ProjectSegment:
    """Make a segment of a row of the table."""
    values = {name: getattr(row, name) for name in _FIELDS}
    typed = {
        "state": SegmentState(row.state),
        "change": None if row.change is None else SegmentChangeKind(row.change),
        "issues": None if row.issues is None else tuple(row.issues),
        "review": None if row.review is None else SegmentReview(row.review),
    }
    return ProjectSegment(**values | typed)
