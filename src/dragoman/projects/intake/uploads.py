"""Adding files to projects, and deleting them (P13). `checking_files` has the validation."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from datetime import timedelta
from uuid import UUID

from dragoman.access.model import Caller
from dragoman.catalog.actions import find_service, find_template
from dragoman.catalog.model import SANDBOX_START_SECONDS
from dragoman.database.connections import Transaction, transaction
from dragoman.errors import DragomanError, Unavailable
from dragoman.idempotency.actions import answer_once, hold
from dragoman.idempotency.model import RepeatableRequest, StoredAnswer
from dragoman.jobs.queue import enqueue
from dragoman.projects import file_store, files, store
from dragoman.projects.file_refusals import ProjectStarted, no_such_file, no_such_project
from dragoman.projects.intake.checking_files import (
    Accepted,
    FileUpload,
    check_names,
    check_upload,
    require_open,
)
from dragoman.projects.messages import analyse_message, delete_message, start_message
from dragoman.projects.model import Analysis, FileTranslation, Project, ProjectFile, ProjectStatus, Stage
from dragoman.projects.starting import resume_after_analysis
from dragoman.resources import Resources

# Makes the answer that a repeat of the same request gets (E8).
Answer = Callable[[ProjectFile, Sequence[FileTranslation]], StoredAnswer]


async def upload_file(
    resources: Resources,
    project_id: int,
    upload: FileUpload,
    *,
    caller: Caller,
    repeatable: RepeatableRequest | None,
    answer: Answer,
) -> StoredAnswer:
    """Store a file and enqueue its analysis; both are durable when this returns.

    A repeated request gets the first one's answer, even if the project has changed since. Raises `NotFound`,
    `RulesBroken` with all problems, `LimitExceeded`, and what `hold` raises.
    """
    if repeatable is not None:
        async with transaction(resources.database, account=caller.account_id) as tx:
            if (kept := await hold(tx, repeatable)) is not None:
                return kept
    accepted = await check_upload(resources, project_id, upload, caller=caller)
    file_id = uuid.uuid4()
    secrets = files.make_secrets(resources.keyring, file_id, callback_url=accepted.callback_url)
    await files.write_source(resources.blobs, file_id, secrets.key, upload.data)
    try:
        async with transaction(resources.database, account=caller.account_id) as tx:
            file = ProjectFile(
                id=file_id,
                account_id=caller.account_id,
                project_id=project_id,
                application_id=caller.application_id,
                name=accepted.name,
                size=len(upload.data),
                reference=upload.reference,
                source_language=accepted.source_language,
                format=accepted.format,
                key=secrets.wrapped,
                callback_url=secrets.callback_url,
                analysis=Analysis.NONE if upload.reference else Analysis.WAITING,
                created=tx.now,
            )

            async def add() -> StoredAnswer:
                return answer(file, await _add(tx, resources, file, accepted))

            answered = await answer_once(tx, repeatable, add)
    except DragomanError as error:
        if not isinstance(error, Unavailable):  # else the commit may have succeeded: the sweep decides
            await files.delete_files(resources.blobs, file_id)
        raise
    if answered.is_repeat:
        await files.delete_files(resources.blobs, file_id)
    return answered.answer


async def _add(
    tx: Transaction, resources: Resources, file: ProjectFile, accepted: Accepted
) -> Sequence[FileTranslation]:
    project = await store.find_project(tx, file.project_id, account_id=file.account_id, lock=True)
    if project is None:
        raise no_such_project()
    require_open(project)
    await check_names(tx, project, accepted, most=resources.settings.project_max_files)
    await file_store.insert_file(tx, file)
    translations = [
        await file_store.insert_translation(
            tx, file, target_language=language, status=project.status, stage=Stage.WAITING
        )
        for language in accepted.target_languages
    ]
    if translations:
        await enqueue(tx, analyse_message(file))
    await store.update_project(tx, project.id, await _plan_start(tx, project, accepted))
    return translations


async def _plan_start(tx: Transaction, project: Project, accepted: Accepted) -> dict[str, object]:
    """Plan the automatic start, counted from this upload, and enqueue its job."""
    if not accepted.auto_start and project.starts_at is None:
        return {}
    if project.status is not ProjectStatus.DRAFT or (
        not accepted.target_languages and project.starts_at is None
    ):
        return {}
    seconds = await auto_start_seconds(tx, project, sandbox=accepted.sandbox)
    if seconds is None:
        return {}
    starts_at = tx.now + timedelta(seconds=seconds)
    await enqueue(tx, start_message(project, start=starts_at))
    return {"starts_at": starts_at}


async def auto_start_seconds(tx: Transaction, project: Project, *, sandbox: bool) -> int | None:
    """Find how many seconds after the last upload a project starts automatically; None: never.

    The template's setting has precedence over the service's. Sandbox projects always start automatically.
    """
    fields, account_id = project.fields, project.account_id
    if fields.template_id is not None:
        template = await find_template(tx, fields.template_id, account_id=account_id)
        if template is not None and template.auto_start_after is not None:
            return template.auto_start_after
    if sandbox:
        return SANDBOX_START_SECONDS
    assert fields.service_id is not None  # no project is without
    service = await find_service(tx, fields.service_id, account_id=account_id)
    return None if service is None else service.auto_start_after


async def delete_file(resources: Resources, project_id: int, file_id: UUID, *, account_id: int) -> None:
    """Delete a file of a draft. Raises `NotFound`, `ProjectStarted`, or what `require_open` raises."""
    async with transaction(resources.database, account=account_id) as tx:
        project = await store.find_project(tx, project_id, account_id=account_id, lock=True)
        file = await file_store.find_file(tx, file_id, account_id=account_id, project_id=project_id)
        if project is None or file is None:
            raise no_such_file()
        require_open(project)
        if project.status is not ProjectStatus.DRAFT:
            raise ProjectStarted(
                "The project has started, so its files stay.", hints="Contact the project manager."
            )
        await destroy_file(tx, file)
        await resume_after_analysis(tx, await store.update_project(tx, project.id, {}))


async def destroy_file(tx: Transaction, file: ProjectFile) -> None:
    """Delete a file's rows with its key; a job deletes its blobs after the commit."""
    await file_store.delete_file(tx, file.id)
    await enqueue(tx, delete_message(file.id))


async def destroy_files(tx: Transaction, project_id: int) -> None:
    """Delete all files of a project that is being deleted."""
    for file in await file_store.list_files(tx, [project_id]):
        await destroy_file(tx, file)
