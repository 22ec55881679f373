"""The stages of projects as SQL: conditions of lists, and counts. `stages` has the rule.

Conditions read only what `projects_open_idx` has, and two small indexes on translations: those that have
failed and those that are ready.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.sql.selectable import NamedFromClause

from dragoman.database.connections import Transaction
from dragoman.projects.model import Due, ProjectFilter, ProjectStage, ProjectStatus, Stage
from dragoman.projects.stages import STOPPING_HOLDS, due_days
from dragoman.projects.tables import PROJECT_TRANSLATIONS, PROJECTS

_P: Final = PROJECTS.c
_T: Final = PROJECT_TRANSLATIONS.c
# Literals, as an index with a condition is used only where the planner knows that the query has it.
_IS_OPEN: Final = "status in ('Draft', 'Active')"
_FAILED: Final = sa.select(_T.project_id).where(
    sa.text(f"project_translations.status = 'Active' and project_translations.stage = '{Stage.FAILED}'")
)
_READY: Final = sa.select(_T.project_id).where(
    sa.text(
        f"project_translations.status = 'Active' and project_translations.stage = '{Stage.OPEN}' "
        "and (project_translations.handed_back is not null or project_translations.segments_left = 0) "
        "and (project_translations.reviewer_id is null or project_translations.review_ended is not null)"
    )
)


def is_limited_to_open(criteria: ProjectFilter) -> bool:
    """Whether a filter can find only projects that are not over."""
    return criteria.stage not in (None, ProjectStage.ALL) or criteria.due is not None


def open_conditions(
    tx: Transaction, criteria: ProjectFilter, table: NamedFromClause[Any]
) -> Sequence[sa.ColumnElement[bool]]:
    """Make the conditions on stage and due date; `table` is the alias by which the query has the projects."""
    columns = table.c
    conditions: list[sa.ColumnElement[bool]] = [sa.literal_column(f"{table.name}.{_IS_OPEN}", sa.Boolean)]
    if criteria.stage is not None and criteria.stage is not ProjectStage.ALL:
        conditions.append(stage_conditions(columns, tx)[criteria.stage])
    if criteria.due is not None:
        conditions.append(_due_condition(columns, tx, criteria))
    return conditions


def stage_conditions(columns: Any, tx: Transaction) -> Mapping[ProjectStage, sa.ColumnElement[bool]]:
    """Make the condition of each stage on a project that is open."""
    is_active, held = columns.status == ProjectStatus.ACTIVE, _is_held(columns)
    is_ready = sa.and_(is_active, columns.id.in_(_READY))
    has_failed = sa.and_(is_active, columns.id.in_(_FAILED))
    return {
        ProjectStage.TO_DO: sa.or_(held, _is_late(columns, tx), has_failed, is_ready),
        ProjectStage.HELD: held,
        ProjectStage.IN_WORK: sa.and_(is_active, sa.not_(held)),
        ProjectStage.TO_DELIVER: is_ready,
    }


def _is_held(columns: Any) -> sa.ColumnElement[bool]:
    return sa.and_(columns.hold.is_not(None), columns.hold.in_(STOPPING_HOLDS))


def _is_late(columns: Any, tx: Transaction) -> sa.ColumnElement[bool]:
    is_active = columns.status == ProjectStatus.ACTIVE
    return sa.and_(is_active, columns.deadline.is_not(None), columns.deadline < tx.now)


def _due_condition(columns: Any, tx: Transaction, criteria: ProjectFilter) -> sa.ColumnElement[bool]:
    if criteria.due is Due.NONE:
        missing: sa.ColumnElement[bool] = columns.deadline.is_(None)
        return missing
    if criteria.due is Due.OVERDUE:
        return sa.and_(columns.status == ProjectStatus.ACTIVE, columns.deadline < tx.now)
    begin, end = due_days(criteria, now=tx.now)
    return sa.and_(columns.deadline >= begin, columns.deadline < end)


async def count_stages(tx: Transaction, account_id: int | None) -> Mapping[ProjectStage, int]:
    """Count the projects at each stage but `ALL`, of one account or of all that the transaction sees.

    Those that are open are passed over once, by their index. The few with a failed or a ready translation are
    found by theirs: to look for each open project among them takes twice as long.
    """
    own: list[sa.ColumnElement[bool]] = [] if account_id is None else [_P.account_id == account_id]
    is_active, held, is_late = _P.status == ProjectStatus.ACTIVE, _is_held(_P), _is_late(_P, tx)
    by_themselves = sa.select(
        sa.func.count().filter(sa.or_(held, is_late)).label("to_do"),
        sa.func.count().filter(held).label("held"),
        sa.func.count().filter(is_active, sa.not_(held)).label("in_work"),
    ).where(sa.text(f"projects.{_IS_OPEN}"), *own)
    some = sa.union_all(
        _FAILED.add_columns(sa.false().label("is_ready")), _READY.add_columns(sa.true().label("is_ready"))
    ).subquery()
    noted = sa.select(some.c.project_id, sa.func.bool_or(some.c.is_ready).label("is_ready"))
    noted_once = noted.group_by(some.c.project_id).subquery()
    by_translations = (
        sa.select(
            sa.func.count().filter(sa.not_(sa.or_(held, is_late))).label("also_to_do"),
            sa.func.count().filter(noted_once.c.is_ready).label("to_deliver"),
        )
        .select_from(noted_once.join(PROJECTS, _P.id == noted_once.c.project_id))
        .where(is_active, *own)
    )
    one, other = by_themselves.subquery(), by_translations.subquery()
    both = sa.select(one, other).select_from(one.join(other, sa.true()))
    row = (await tx.connection.execute(both)).one()
    return {
        ProjectStage.TO_DO: row.to_do + row.also_to_do,
        ProjectStage.HELD: row.held,
        ProjectStage.IN_WORK: row.in_work,
        ProjectStage.TO_DELIVER: row.to_deliver,
    }


async def count_statuses(tx: Transaction, account_id: int, *, most: int) -> Mapping[ProjectStatus, int]:
    """Count an account's projects by status; beyond `most` they are not counted."""
    counts = []
    for status in ProjectStatus:
        some = sa.select(sa.literal(1)).where(_P.account_id == account_id, _P.status == status).limit(most)
        counts.append(sa.select(sa.func.count()).select_from(some.subquery()).scalar_subquery())
    row = (await tx.connection.execute(sa.select(*counts))).one()
    return dict(zip(ProjectStatus, row, strict=True))
