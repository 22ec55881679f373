"""The queue's messages about projects. Their names are stable, as waiting jobs carry them."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Final
from uuid import UUID

from dragoman.conversion.legacy.types import find_legacy
from dragoman.jobs.queue import CONTINUED, Message, Share
from dragoman.projects.model import FileTranslation, Project, ProjectFile

QUEUE: Final = "projects"
CONVERSIONS: Final = "conversions"  # of old documents: few at once, and slow
ANALYSE: Final = "projects.analyse"
START_DUE_ALL: Final = "projects.start_due_all"
START_DUE: Final = "projects.start_due"
PREPARE: Final = "projects.prepare"
REBUILD: Final = "projects.rebuild"
LEARN: Final = "projects.learn"
DELETE_FILES: Final = "projects.delete_files"
SWEEP: Final = "projects.sweep"


def analyse_message(file: ProjectFile) -> Message:
    """Make the message to analyse a new file. The queue of legacy documents is the one of conversions."""
    queue = CONVERSIONS if file.format and find_legacy(file.format) else QUEUE
    arguments = {"file": str(file.id), "account": file.account_id}
    share = _share(account_id=file.account_id, project_id=file.project_id)
    return Message(task=ANALYSE, arguments=arguments, queue=queue, share=share)


def start_message(project: Project, *, start: datetime) -> Message:
    """Make the message to start a project at `start`, if it is due then."""
    arguments = {"project": project.id, "account": project.account_id}
    share = _share(account_id=project.account_id, project_id=project.id)
    return Message(task=START_DUE, arguments=arguments, queue=QUEUE, share=share, start=start)


def prepare_message(translation: FileTranslation, *, priority: int = 0) -> Message:
    """Make the message to segment a translation and pre-translate it with memories and engines."""
    return _of_translation(translation, task=PREPARE, priority=priority)


def rebuild_message(translation: FileTranslation) -> Message:
    """Make the message to rebuild the translated file from its segments and finish the translation."""
    return _of_translation(translation, task=REBUILD, priority=CONTINUED)


def delete_message(file_id: UUID) -> Message:
    """Make the message to delete the blobs of a deleted file."""
    return Message(task=DELETE_FILES, arguments={"file": str(file_id)}, queue=QUEUE, priority=1)


def learn_message(translation: FileTranslation) -> Message:
    """Make the message to write a translation that is being delivered into the project's memories."""
    learn = _of_translation(translation, task=LEARN)
    return replace(learn, arguments={**learn.arguments, "project": translation.project_id})


def _of_translation(translation: FileTranslation, *, task: str, priority: int = 0) -> Message:
    arguments = {"translation": translation.id, "account": translation.account_id}
    share = _share(account_id=translation.account_id, project_id=translation.project_id)
    return Message(task=task, arguments=arguments, queue=QUEUE, share=share, priority=priority)


def _share(*, account_id: int, project_id: int) -> Share:
    """Share the workers fairly among an account's projects."""
    return Share(account=account_id, stream=f"project:{project_id}")
