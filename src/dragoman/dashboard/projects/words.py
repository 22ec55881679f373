"""What stages, events and actions of projects are called on pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dragoman.dashboard.page.locale import mark, translate
from dragoman.projects.model import Due, ProjectStage, ProjectStatus
from dragoman.projects.orders.overview import TimelineEvent

_STAGES: Final[Mapping[ProjectStage, str]] = {
    ProjectStage.TO_DO: mark("To do"),
    ProjectStage.HELD: mark("Held"),
    ProjectStage.IN_WORK: mark("In work"),
    ProjectStage.TO_DELIVER: mark("To deliver"),
    ProjectStage.ALL: mark("All"),
}

_STATUSES: Final[Mapping[ProjectStatus, str]] = {
    ProjectStatus.DRAFT: mark("Drafts"),
    ProjectStatus.ACTIVE: mark("In work"),
    ProjectStatus.FINISHED: mark("Finished"),
    ProjectStatus.CANCELLED: mark("Cancelled"),
}

_DUES: Final[Mapping[Due, str]] = {
    Due.OVERDUE: mark("Late"),
    Due.TODAY: mark("Due today"),
    Due.WEEK: mark("Due this week"),
    Due.NONE: mark("Without a deadline"),
}

_EVENTS: Final[Mapping[TimelineEvent, str]] = {
    TimelineEvent.ORDERED: mark("Created"),
    TimelineEvent.ANALYSED: mark("Words counted"),
    TimelineEvent.START_REQUESTED: mark("Ordered"),
    TimelineEvent.STARTED: mark("Started"),
    TimelineEvent.HELD: mark("Held"),
    TimelineEvent.RELEASED: mark("Released"),
    TimelineEvent.DEADLINE_SET: mark("Deadline set"),
    TimelineEvent.HANDED_BACK: mark("Translated"),
    TimelineEvent.DELIVERED: mark("Delivered"),
    TimelineEvent.FINISHED: mark("Finished"),
    TimelineEvent.CANCELLED: mark("Cancelled"),
}


def name_stage(stage: ProjectStage) -> str:
    """What a stage is called, for the provider's staff."""
    return translate(_STAGES[stage])


def name_status(status: ProjectStatus) -> str:
    """What projects of a status are called, for their customers."""
    return translate(_STATUSES[status])


def name_due(due: Due) -> str:
    """What a condition on deadlines is called."""
    return translate(_DUES[due])


def name_event(event: TimelineEvent) -> str:
    """What an event of a project's timeline is called."""
    return translate(_EVENTS[event])
