"""The stages of projects for the provider's staff: a pure rule. `stage_store` has the same as SQL.

A project that is over is at no stage but `ALL`. One that is open can be at several: a held project may have
a translation to deliver, and waits for staff on both accounts.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from dragoman.projects.model import (
    Due,
    FileTranslation,
    HoldReason,
    Project,
    ProjectFilter,
    ProjectStage,
    ProjectStatus,
)

# A project whose analysis is running starts by itself.
STOPPING_HOLDS: Final = (HoldReason.DEADLINE, HoldReason.FILE, HoldReason.STAFF)


class Attention(enum.StrEnum):
    """Why a project waits for staff, the most urgent reason first. Stable; those of holds are theirs."""

    FAILED = "TRANSLATION_FAILED"  # retry it, deliver a finished file, or cancel it
    DEADLINE = HoldReason.DEADLINE.value
    FILE = HoldReason.FILE.value
    OVERDUE = "OVERDUE"
    READY = "READY_TO_DELIVER"
    STAFF = HoldReason.STAFF.value


@dataclass(frozen=True, slots=True, kw_only=True)
class StageFacts:
    """What the stages of a project depend on."""

    status: ProjectStatus
    hold: HoldReason | None
    deadline: datetime | None
    has_failed: bool  # one of its translations
    is_ready: bool  # one of its translations, which is not delivered


def facts_of(project: Project, translations: Iterable[FileTranslation]) -> StageFacts:
    """Collect the facts of a project and its translations."""
    given = list(translations)
    return StageFacts(
        status=project.status,
        hold=project.hold,
        deadline=project.deadline,
        has_failed=any(one.has_failed for one in given),
        is_ready=any(one.is_ready for one in given),
    )


def find_attention(facts: StageFacts, *, now: datetime) -> Attention | None:
    """Find why a project waits for staff; None: it does not."""
    is_active = facts.status is ProjectStatus.ACTIVE
    is_open = is_active or facts.status is ProjectStatus.DRAFT
    reasons = {
        Attention.FAILED: is_active and facts.has_failed,
        Attention.DEADLINE: is_open and facts.hold is HoldReason.DEADLINE,
        Attention.FILE: is_open and facts.hold is HoldReason.FILE,
        Attention.OVERDUE: is_active and facts.deadline is not None and facts.deadline < now,
        Attention.READY: is_active and facts.is_ready,
        Attention.STAFF: is_open and facts.hold is HoldReason.STAFF,
    }
    return next((reason for reason, holds in reasons.items() if holds), None)


def find_stages(facts: StageFacts, *, now: datetime) -> frozenset[ProjectStage]:
    """Find the stages that a project is at."""
    is_active = facts.status is ProjectStatus.ACTIVE
    is_open = is_active or facts.status is ProjectStatus.DRAFT
    is_held = is_open and facts.hold in STOPPING_HOLDS
    conditions = {
        ProjectStage.TO_DO: find_attention(facts, now=now) is not None,
        ProjectStage.HELD: is_held,
        ProjectStage.IN_WORK: is_active and not is_held,
        ProjectStage.TO_DELIVER: is_active and facts.is_ready,
        ProjectStage.ALL: True,
    }
    return frozenset(stage for stage, holds in conditions.items() if holds)


def find_main_stage(facts: StageFacts, *, now: datetime) -> ProjectStage | None:
    """Choose the one stage that says most of a project; None: a draft of its client, or it is over."""
    stages = find_stages(facts, now=now)
    order = (ProjectStage.HELD, ProjectStage.TO_DELIVER, ProjectStage.IN_WORK)
    return next((stage for stage in order if stage in stages), None)


def due_days(criteria: ProjectFilter, *, now: datetime) -> tuple[datetime, datetime]:
    """Calculate when the days of `Due.TODAY` or `Due.WEEK` begin, and when the day after them begins."""
    today = now.astimezone(criteria.zone).replace(hour=0, minute=0, second=0, microsecond=0)
    if criteria.due is Due.WEEK:
        monday = today - timedelta(days=today.weekday())
        return monday, monday + timedelta(days=7)
    return today, today + timedelta(days=1)


def is_due(project: Project, criteria: ProjectFilter, *, now: datetime) -> bool:
    """Whether a project meets the condition `due` of a filter."""
    if criteria.due is None:
        return True
    if project.is_over:
        return False
    if criteria.due is Due.NONE or project.deadline is None:
        return criteria.due is Due.NONE and project.deadline is None
    if criteria.due is Due.OVERDUE:
        return project.status is ProjectStatus.ACTIVE and project.deadline < now
    begin, end = due_days(criteria, now=now)
    return begin <= project.deadline < end
