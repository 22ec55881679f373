"""Read what the page of a project shows, and make the page."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from fastapi import Response

from dragoman.accounts.actions import find_account_names
from dragoman.dashboard.page.actor_names import find_names
from dragoman.dashboard.page.bands import name_band
from dragoman.dashboard.page.request import PageRequest
from dragoman.dashboard.projects.facts import ProjectFacts, find_creator, read_facts
from dragoman.dashboard.projects.translators import read_assignments
from dragoman.dashboard.projects.words import name_event
from dragoman.database.connections import Transaction
from dragoman.projects.model import (
    Analysis,
    FileTranslation,
    HoldReason,
    ProjectFile,
    ProjectStatus,
    Stage,
)
from dragoman.projects.orders.managing import LONGEST_MESSAGE, LONGEST_REASON
from dragoman.projects.orders.overview import ProjectProgress, read_progress
from dragoman.projects.stages import Attention, facts_of, find_attention

_LONGEST: Final = {"message": LONGEST_MESSAGE, "reason": LONGEST_REASON}


class NextStep(enum.StrEnum):
    """What is due next with a project: the one action of its page that stands out."""

    ORDER = "order"
    CONFIRM = "confirm"  # the deadline
    CHANGE = "change"  # the deadline, by its customer
    REMOVE = "remove"  # a file that cannot be read
    RELEASE = "release"
    DELIVER = "deliver"
    DOWNLOAD = "download"
    NONE = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownProject:
    """A project as its pages show it."""

    progress: ProjectProgress
    facts: ProjectFacts
    account_name: str
    names: Mapping[str, str]  # of who did something, as the timeline names them
    attention: Attention | None  # why staff must act
    step: NextStep

    @property
    def translations(self) -> Sequence[FileTranslation]:
        """All translations."""
        return [one.translation for file in self.progress.files for one in file.languages]

    @property
    def languages(self) -> Sequence[str]:
        """The target languages, in the order in which they were asked for."""
        return list(dict.fromkeys(one.target_language for one in self.translations))

    @property
    def ready(self) -> int:
        """How many translations can be delivered."""
        return sum(one.is_ready for one in self.translations)

    @property
    def finished(self) -> int:
        """How many translations can be downloaded."""
        return sum(one.finished_result is not None for one in self.translations)

    @property
    def left(self) -> int:
        """How many translations are neither delivered nor cancelled."""
        over = (ProjectStatus.FINISHED, ProjectStatus.CANCELLED)
        return sum(one.status not in over for one in self.translations)

    @property
    def references(self) -> Sequence[ProjectFile]:
        """The files that only explain."""
        return [one.file for one in self.progress.files if one.file.reference]

    @property
    def is_moving(self) -> bool:
        """Whether the service works on it now, so that its page looks again."""
        if self.progress.project.is_over:
            return False
        is_counting = any(one.file.analysis is Analysis.WAITING for one in self.progress.files)
        moving = (Stage.PREPARING, Stage.DELIVERING)
        is_active = self.progress.project.status is ProjectStatus.ACTIVE
        return is_counting or (is_active and any(one.stage in moving for one in self.translations))


async def read_project(tx: Transaction, page: PageRequest, project_id: int) -> ShownProject:
    """Read a project with what its pages say of it. Raises `NotFound`."""
    progress = await read_progress(
        tx, project_id, account_id=None if page.is_staff else page.person.account.id
    )
    project = progress.project
    translations = [one.translation for file in progress.files for one in file.languages]
    names = await find_names(tx, [entry.by for entry in progress.timeline])
    return ShownProject(
        progress=progress,
        facts=await read_facts(tx, project),
        account_name=(await find_account_names(tx, [project.account_id]))[project.account_id],
        names={**names, **await find_creator(tx, project)},
        attention=find_attention(facts_of(project, translations), now=tx.now),
        step=_find_step(page, progress, translations),
    )


def _find_step(
    page: PageRequest, progress: ProjectProgress, translations: Sequence[FileTranslation]
) -> NextStep:
    may_order = page.may("orderer") or page.is_staff
    found = _staff_step(progress, translations) if page.is_staff else NextStep.NONE
    project = progress.project
    if found is NextStep.NONE and may_order and project.status is ProjectStatus.DRAFT:
        found = _DRAFT_STEPS.get(project.hold, NextStep.NONE)
    has_results = any(one.finished_result is not None for one in translations)
    return NextStep.DOWNLOAD if found is NextStep.NONE and has_results else found


_DRAFT_STEPS: Final = {
    None: NextStep.ORDER,
    HoldReason.FILE: NextStep.REMOVE,
    HoldReason.DEADLINE: NextStep.CHANGE,
}


def _staff_step(progress: ProjectProgress, translations: Sequence[FileTranslation]) -> NextStep:
    project = progress.project
    if project.is_over:
        return NextStep.NONE
    if project.hold is HoldReason.STAFF:
        return NextStep.RELEASE
    if project.hold is HoldReason.DEADLINE:
        return NextStep.CONFIRM
    return NextStep.DELIVER if any(one.is_ready for one in translations) else NextStep.NONE


async def show_project(page: PageRequest, project_id: int) -> Response:
    """Make the page of a project, with the problems of a form that was sent to it."""
    async with page.transaction() as tx:
        shown = await read_project(tx, page, project_id)
        is_open = page.is_staff and shown.left > 0
        assignments = await read_assignments(tx, shown.translations) if is_open else None
    return render_part(
        page,
        "projects/project.html",
        shown,
        assignments=assignments,
        name_band=name_band,
        name_event=name_event,
    )


def render_part(page: PageRequest, template: str, shown: ShownProject, **values: Any) -> Response:
    """Make one of the pages of a project; all of them have its head with what can be done."""
    return page.render(
        template,
        shown=shown,
        project=shown.progress.project,
        now=datetime.now(UTC),
        longest=_LONGEST,
        **values,
    )
