"""The names of the queue's messages about projects. Waiting jobs carry them: they stay for good."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from dragoman.conversion.legacy_types import find_legacy
from dragoman.jobs.queue import Message
from dragoman.projects.model import ProjectFile, Translation

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
    """Read a new file and count its words. An old document is converted first, where that can be done."""
    queue = CONVERSIONS if file.format and find_legacy(file.format) else QUEUE
    return Message(task=ANALYSE, arguments={"file": str(file.id), "account": file.account_id}, queue=queue)


def prepare_message(translation: Translation) -> Message:
    """Make a translation's segments, and ask memories and engines."""
    return _of_translation(translation, task=PREPARE)


def rebuild_message(translation: Translation) -> Message:
    """Make the translated file from a translation's segments, and finish with it."""
    return _of_translation(translation, task=REBUILD)


def delete_message(file_id: UUID) -> Message:
    """Delete the blobs of a file that is no more."""
    return Message(task=DELETE_FILES, arguments={"file": str(file_id)}, queue=QUEUE, priority=1)


def _of_translation(translation: Translation, *, task: str) -> Message:
    arguments = {"translation": translation.id, "account": translation.account_id}
    return Message(task=task, arguments=arguments, queue=QUEUE)
