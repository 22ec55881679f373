"""SQL statements on reviews of segments, their comments, and what they were at the end of the first pass."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import sqlalchemy as sa

from dragoman.database.connections import Transaction
from dragoman.database.metadata import METADATA
from dragoman.projects.model import FileTranslation
from dragoman.projects.review_model import (
    ErrorCategory,
    ErrorCount,
    ErrorMark,
    ErrorSeverity,
    SegmentComment,
    SegmentVerdict,
)
from dragoman.projects.segment_model import ProjectSegment, SegmentReview
from dragoman.projects.segment_store import read_segment
from dragoman.projects.tables import PROJECT_SEGMENT_VERSIONS, PROJECT_SEGMENTS

_CLOCK: Final = sa.func.clock_timestamp()

PROJECT_SEGMENT_COMMENTS: Final = sa.Table(
    "project_segment_comments",
    METADATA,
    sa.Column("id", sa.Integer, sa.Identity(always=True), primary_key=True),
    sa.Column("translation_id", sa.Integer, nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("account_id", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False),
    sa.Column("revision", sa.Integer, nullable=False),  # of the segment
    sa.Column("actor", sa.Text, nullable=False),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("category", sa.Text),
    sa.Column("severity", sa.Text),
    sa.Column("resolved", sa.DateTime(timezone=True)),
    sa.Column("resolved_by", sa.Text),
    sa.ForeignKeyConstraint(
        ["translation_id", "number"],
        ["project_segments.translation_id", "project_segments.number"],
        name="project_segment_comments_segment_fkey",
        ondelete="CASCADE",
    ),
    sa.CheckConstraint(
        "category in ('accuracy', 'linguistic_conventions', 'terminology', 'style', 'locale_conventions', "
        "'audience_appropriateness', 'design_and_markup', 'custom')",
        name="category",
    ),
    sa.CheckConstraint("severity in ('neutral', 'minor', 'major', 'critical')", name="severity"),
    sa.CheckConstraint("(category is null) = (severity is null)", name="error"),
)
_C: Final = PROJECT_SEGMENT_COMMENTS.c
_S: Final = PROJECT_SEGMENTS.c
_V: Final = PROJECT_SEGMENT_VERSIONS.c
sa.Index("project_segment_comments_segment_idx", _C.translation_id, _C.number)

# Who wrote or confirmed each segment last, up to a revision. Locking and returning move no text.
_AUTHORS: Final = sa.text(
    """
    select distinct on (number) number, changed_by
    from (
      select number, revision, change, changed_by
      from project_segments where translation_id = :translation_id
      union all
      select number, revision, change, changed_by
      from project_segment_versions where translation_id = :translation_id
    ) v
    where changed_by is not null and change not in ('locked', 'unlocked', 'returned')
      and (cast(:until as integer) is null or revision <= cast(:until as integer))
    order by number, revision desc
    """
)


async def store_review(
    tx: Transaction, translation_id: int, numbers: Sequence[int], *, review: SegmentReview, by: str
) -> None:
    """Store what a reviewer thinks of segments. Their versions stay."""
    await tx.connection.execute(
        sa.update(PROJECT_SEGMENTS)
        .where(_S.translation_id == translation_id, _S.number.in_(numbers))
        .values(review=review.value, reviewed_by=by, reviewed=_CLOCK)
    )


async def count_returned(tx: Transaction, translation_id: int) -> int:
    """Count the segments that were returned and not changed since."""
    query = sa.select(sa.func.count()).where(
        _S.translation_id == translation_id, _S.review == SegmentReview.RETURNED.value
    )
    return int(await tx.connection.scalar(query) or 0)


async def insert_comment(
    tx: Transaction,
    translation: FileTranslation,
    row: ProjectSegment,
    *,
    actor: str,
    text: str,
    error: ErrorMark | None,
) -> SegmentComment:
    """Store a comment on a segment as it is now."""
    stored = await tx.connection.execute(
        sa.insert(PROJECT_SEGMENT_COMMENTS)
        .values(
            translation_id=translation.id,
            number=row.number,
            account_id=translation.account_id,
            revision=row.revision,
            actor=actor,
            created=_CLOCK,
            text=text,
            category=None if error is None else error.category.value,
            severity=None if error is None else error.severity.value,
        )
        .returning(PROJECT_SEGMENT_COMMENTS)
    )
    return _comment(stored.one())


async def list_comments(
    tx: Transaction,
    translation_id: int,
    *,
    number: int | None = None,
    resolved: bool | None = None,
    limit: int | None = None,
    offset: int = 0,
) -> Sequence[SegmentComment]:
    """List the comments of a segment or a translation by segment, the earliest of each first."""
    query = sa.select(PROJECT_SEGMENT_COMMENTS).where(_C.translation_id == translation_id)
    if number is not None:
        query = query.where(_C.number == number)
    if resolved is not None:
        query = query.where(_C.resolved.is_not(None) if resolved else _C.resolved.is_(None))
    rows = await tx.connection.execute(query.order_by(_C.number, _C.id).limit(limit).offset(offset))
    return [_comment(row) for row in rows]


async def count_comments(tx: Transaction, translation_id: int, *, number: int) -> int:
    """Count the comments of a segment."""
    query = sa.select(sa.func.count()).where(_C.translation_id == translation_id, _C.number == number)
    return int(await tx.connection.scalar(query) or 0)


async def find_comment(tx: Transaction, translation_id: int, comment_id: int) -> SegmentComment | None:
    """Find a comment of a translation, and lock it."""
    query = sa.select(PROJECT_SEGMENT_COMMENTS).where(
        _C.translation_id == translation_id, _C.id == comment_id
    )
    row = (await tx.connection.execute(query.with_for_update())).one_or_none()
    return None if row is None else _comment(row)


async def resolve_comment(tx: Transaction, comment_id: int, *, by: str | None) -> SegmentComment:
    """Store who resolved a comment; None: it is open again."""
    row = await tx.connection.execute(
        sa.update(PROJECT_SEGMENT_COMMENTS)
        .where(_C.id == comment_id)
        .values(resolved=None if by is None else _CLOCK, resolved_by=by)
        .returning(PROJECT_SEGMENT_COMMENTS)
    )
    return _comment(row.one())


async def delete_comment(tx: Transaction, comment_id: int) -> None:
    """Delete a comment."""
    await tx.connection.execute(sa.delete(PROJECT_SEGMENT_COMMENTS).where(_C.id == comment_id))


async def list_changed_since(
    tx: Transaction, translation_id: int, *, first_pass: int, limit: int | None = None, offset: int = 0
) -> Sequence[tuple[ProjectSegment, str | None]]:
    """List the segments whose target differs from that at a revision, each with its target then, in order."""
    before = (
        sa.select(_V.target)
        .where(_V.translation_id == _S.translation_id, _V.number == _S.number, _V.revision <= first_pass)
        .order_by(_V.revision.desc())
        .limit(1)
        .lateral()
    )
    rows = await tx.connection.execute(
        sa.select(PROJECT_SEGMENTS, before.c.target.label("first_target"))
        .outerjoin(before, sa.true())
        .where(
            _S.translation_id == translation_id,
            _S.revision > first_pass,
            _S.target.is_distinct_from(before.c.target),
        )
        .order_by(_S.number)
        .limit(limit)
        .offset(offset)
    )
    return [(read_segment(row), row.first_target) for row in rows]


async def list_verdicts(tx: Transaction, translation_id: int) -> Sequence[SegmentVerdict]:
    """List what a report needs of each segment of a translation, in order."""
    rows = await tx.connection.execute(
        sa.select(_S.number, sa.func.coalesce(_S.words, 1).label("words"), _S.review)
        .where(_S.translation_id == translation_id)
        .order_by(_S.number)
    )
    return [
        SegmentVerdict(
            number=row.number,
            words=row.words,
            review=None if row.review is None else SegmentReview(row.review),
        )
        for row in rows
    ]


async def count_errors(tx: Transaction, translation_id: int) -> Sequence[ErrorCount]:
    """Count the errors of segments by kind, resolved ones included, in the order of segments."""
    rows = await tx.connection.execute(
        sa.select(_C.number, _C.category, _C.severity, sa.func.count())
        .where(_C.translation_id == translation_id, _C.category.is_not(None))
        .group_by(_C.number, _C.category, _C.severity)
        .order_by(_C.number, _C.category, _C.severity)
    )
    return [
        ErrorCount(
            number=number,
            error=ErrorMark(category=ErrorCategory(category), severity=ErrorSeverity(severity)),
            count=count,
        )
        for number, category, severity, count in rows
    ]


async def find_authors(tx: Transaction, translation_id: int, *, until: int | None) -> Mapping[int, str]:
    """Find who wrote or confirmed each segment last, up to a revision, by number; where that is known."""
    rows = await tx.connection.execute(_AUTHORS, {"translation_id": translation_id, "until": until})
    return {row.number: row.changed_by for row in rows}


def _comment(row: sa.Row[Any]) -> SegmentComment:
    error = None
    if row.category is not None:
        error = ErrorMark(category=ErrorCategory(row.category), severity=ErrorSeverity(row.severity))
    return SegmentComment(
        id=row.id,
        number=row.number,
        revision=row.revision,
        actor=row.actor,
        created=row.created,
        text=row.text,
        error=error,
        resolved=row.resolved,
        resolved_by=row.resolved_by,
    )
