"""The end of translations and projects: status changes and notifications, in one transaction (P11, N1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson

from dragoman.access.keyring import Keyring
from dragoman.database.connections import Transaction
from dragoman.notifications.actions import announce
from dragoman.notifications.model import EventKind, NotificationDraft
from dragoman.notifications.schedule import PROJECTS
from dragoman.projects import file_store, files, store
from dragoman.projects.file_refusals import ProjectFinished, ProjectStarted, no_such_project
from dragoman.projects.model import (
    FileTranslation,
    Project,
    ProjectFile,
    ProjectStatus,
    Stage,
    TranslatedFile,
)
from dragoman.telemetry import log


def subject(project_id: int) -> str:
    """Name a project in notifications and in the audit log."""
    return f"project:{project_id}"


async def finish_translation(
    tx: Transaction,
    keyring: Keyring,
    *,
    project: Project,
    translation: FileTranslation,
    result: TranslatedFile,
    by: str | None = None,
) -> bool:
    """Finish a translation with its file, and with the last translation the project. Notifies the sender.

    The transaction has locked the project. Returns False and changes nothing when the run of `translation`
    is not its last one, or the translation has ended. `by` is who delivered it; None: the service itself.
    """
    values = {
        "status": ProjectStatus.FINISHED,
        "stage": Stage.DONE,
        "progress": 1.0,
        "failure": None,
        "finished": tx.now,
        "result": result,
        "delivered_by": by,
    }
    if not await file_store.update_translation(tx, translation.id, values, run=translation.run):
        return False
    await _notify(tx, keyring, project, translation, status=ProjectStatus.FINISHED, result=result)
    left = await file_store.is_anything_left(tx, project.id)
    ended = {"status": ProjectStatus.FINISHED, "finished": tx.now, "ended_by": by, "hold": None}
    done: dict[str, Any] = {} if left else ended
    await store.update_project(tx, project.id, done)
    log().info("project.translation_finished", project=project.id, translation=translation.id, last=not left)
    return True


async def request_cancel(
    tx: Transaction, keyring: Keyring, project_id: int, *, account_id: int, by: str | None = None
) -> Project:
    """Cancel a project for its client, who can do so before the start. A cancelled project stays unchanged.

    `by` is who asks, as the audit log names actors. Raises `NotFound`, `ProjectStarted`, `ProjectFinished`.
    """
    project = await store.find_project(tx, project_id, account_id=account_id, lock=True)
    if project is None:
        raise no_such_project()
    if project.status is ProjectStatus.ACTIVE:
        raise ProjectStarted(
            "The project has started, so only the provider can cancel it.",
            hints="Contact the project manager.",
        )
    if project.status is ProjectStatus.FINISHED:
        raise ProjectFinished("The project is finished.", hints="There is nothing left to cancel.")
    return await cancel_project(tx, keyring, project, reason=None, by=by)


async def cancel_project(
    tx: Transaction, keyring: Keyring, project: Project, *, reason: str | None, by: str | None = None
) -> Project:
    """Cancel a project that the transaction has locked, with its unfinished translations.

    Notifies the senders of their files. A finished or cancelled project stays unchanged.
    """
    if project.is_over:
        return project
    await _cancel_translations(tx, keyring, project)
    log().info("project.cancelled", project=project.id)
    values = {
        "status": ProjectStatus.CANCELLED,
        "hold": None,
        "starts_at": None,
        "cancelled": tx.now,
        "cancel_reason": reason,
        "ended_by": by,
    }
    return await store.update_project(tx, project.id, values)


async def finish_project(
    tx: Transaction, keyring: Keyring, project: Project, *, by: str | None = None
) -> Project:
    """Finish an active project that the transaction has locked, and cancel its unfinished translations.

    Notifies the senders of their files.
    """
    await _cancel_translations(tx, keyring, project)
    log().info("project.finished", project=project.id)
    values = {"status": ProjectStatus.FINISHED, "finished": tx.now, "ended_by": by, "hold": None}
    return await store.update_project(tx, project.id, values)


async def _cancel_translations(tx: Transaction, keyring: Keyring, project: Project) -> None:
    for translation in await file_store.list_translations(tx, [project.id]):
        if translation.status in (ProjectStatus.DRAFT, ProjectStatus.ACTIVE):
            ended = {"status": ProjectStatus.CANCELLED, "stage": Stage.DONE, "finished": tx.now}
            await file_store.update_translation(tx, translation.id, ended)
            await _notify(tx, keyring, project, translation, status=ProjectStatus.CANCELLED, result=None)


async def _notify(
    tx: Transaction,
    keyring: Keyring,
    project: Project,
    translation: FileTranslation,
    *,
    status: ProjectStatus,
    result: TranslatedFile | None,
) -> None:
    """Store the event of a translation, and its notification where its file has a callback URL."""
    file = await file_store.find_file(tx, translation.file_id)
    if file is None or file.application_id is None:
        return
    draft = NotificationDraft(
        account_id=project.account_id,
        application_id=file.application_id,
        kind=EventKind.PROJECT_TRANSLATION,
        subject=subject(project.id),
        url=files.open_callback_url(keyring, file),
        body=orjson.dumps(write_notification(file, translation, status=status, result=result)),
        schedule=PROJECTS,
    )
    await announce(tx, keyring, draft=draft)


def write_notification(
    file: ProjectFile, translation: FileTranslation, *, status: ProjectStatus, result: TranslatedFile | None
) -> Mapping[str, Any]:
    """Make the body of the notification (N1)."""
    return {
        "ProjectId": file.project_id,
        "TranslationId": translation.id,
        "SourceFileId": str(file.id),
        "SourceFileName": file.name,
        "TargetFileId": str(result.id) if result else None,
        "TargetFileName": result.name if result else None,
        "SourceLanguageCode": file.source_language,
        "TargetLanguageCode": translation.target_language,
        "Status": status.value,
    }
