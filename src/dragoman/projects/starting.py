"""Starting projects: at the client's or the provider's request, or some time after the last upload (P12)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from dragoman.accounts.actions import get_account
from dragoman.accounts.model import AccountKind
from dragoman.catalog.actions import find_service
from dragoman.catalog.model import Service
from dragoman.database.connections import ALL_ACCOUNTS, Transaction, transaction
from dragoman.errors import Call, Operation, RuleBroken, RulesBroken
from dragoman.jobs.queue import enqueue
from dragoman.projects import deadlines, file_store, store
from dragoman.projects.assets import find_versions
from dragoman.projects.file_refusals import (
    FileNotReadable,
    ProjectCancelled,
    ProjectEmpty,
    no_such_project,
)
from dragoman.projects.messages import prepare_message
from dragoman.projects.model import (
    Analysis,
    FileTranslation,
    HoldReason,
    Project,
    ProjectFile,
    ProjectStatus,
    Setter,
    Stage,
)
from dragoman.projects.pricing import quote, weigh_translation
from dragoman.resources import Resources
from dragoman.telemetry import log

_BATCH_SIZE: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class _Work:
    """What the start of a project depends on."""

    service: Service
    sandbox: bool
    files: Sequence[ProjectFile]
    translations: Sequence[FileTranslation]

    @property
    def slowest(self) -> Decimal:
        """The weighted words of the translation with the most of them."""
        weighed = (weigh_translation(self.service, one.bands) for one in self.translations if one.bands)
        return max(weighed, default=Decimal(0))

    @property
    def words_per_day(self) -> int | None:
        """The speed of the service; None: it needs no time."""
        return None if self.sandbox else self.service.words_per_day


async def request_start(
    resources: Resources, project_id: int, *, account_id: int, by: str | None = None
) -> Project:
    """Start a project for its client, waiting a few seconds for its analysis; see its status and its hold.

    `by` is who asks, as the audit log names actors. A started project stays unchanged. Raises `NotFound`,
    `ProjectCancelled`, `ProjectEmpty`, `FileNotReadable`.
    """
    async with transaction(resources.database, account=account_id) as tx:
        project = await store.find_project(tx, project_id, account_id=account_id, lock=True)
        if project is None:
            raise no_such_project()
        project = await start_project(tx, project, by=by)
    if project.hold is not HoldReason.ANALYSIS or not await wait_for_analysis(resources, project_id):
        return project
    async with transaction(resources.database, account=account_id) as tx:
        found = await store.find_project(tx, project_id, account_id=account_id)
        if found is None:
            raise no_such_project()
        if found.hold is HoldReason.FILE:
            await _require_readable(tx, found)
        return found


async def wait_for_analysis(resources: Resources, project_id: int) -> bool:
    """Wait until every file of a project is analysed; False when that takes longer than the setting allows.

    The caller must not be in a transaction. All waits of the process share one query.
    """

    async def list_analysing(project_ids: Collection[int]) -> Collection[int]:
        async with transaction(resources.database, account=ALL_ACCOUNTS) as tx:
            return await file_store.list_analysing(tx, project_ids)

    seconds = resources.settings.project_analysis_wait_seconds
    return await resources.project_analyses.wait(project_id, list_analysing, seconds=seconds)


async def start_project(tx: Transaction, project: Project, *, by: str | None = None) -> Project:
    """Start a project that the transaction has locked, or set its hold to why it cannot start yet.

    `by` is who asks for it now; None: who has asked before, or the service. Raises `ProjectCancelled`,
    `ProjectEmpty`, `FileNotReadable`.
    """
    if project.status is ProjectStatus.CANCELLED:
        raise ProjectCancelled("The project is cancelled.", hints="Make a new project.")
    if project.status is not ProjectStatus.DRAFT:
        return project
    work = await _find_work(tx, project)
    if not work.translations:
        raise ProjectEmpty(
            "The project has no file to translate.",
            hints="Send one.",
            calls=[Call(Operation.UPLOAD_FILE, {"id": project.id})],
        )
    _check_readable(work.files)
    hold = _find_hold(tx, project, work)
    if hold is not None:
        values = {"hold": hold, "starts_at": None, **request_values(tx, project, by=by)}
        return await store.update_project(tx, project.id, values)
    return await _start(tx, project, work, by=by)


def request_values(tx: Transaction, project: Project, *, by: str | None) -> dict[str, Any]:
    """Make the columns of the request to start a project: the first one counts."""
    if project.start_requested is not None:
        return {"start_requested": project.start_requested}
    return {"start_requested": tx.now, "start_requested_by": by}


def _find_hold(tx: Transaction, project: Project, work: _Work) -> HoldReason | None:
    if project.hold is HoldReason.STAFF:
        return HoldReason.STAFF
    if any(file.analysis is Analysis.WAITING for file in work.files):
        return HoldReason.ANALYSIS
    if project.deadline is None or project.deadline_confirmed or work.sandbox:
        return None
    tight = deadlines.is_too_tight(
        project.deadline,
        now=tx.now,
        words_per_day=work.words_per_day,
        weighted_words=work.slowest,
    )
    return HoldReason.DEADLINE if tight else None


async def _start(tx: Transaction, project: Project, work: _Work, *, by: str | None) -> Project:
    """Pin versions, price and deadline, and enqueue the translations."""
    agreed = quote(work.service, [one.bands for one in work.translations if one.bands])
    values: dict[str, Any] = {
        "status": ProjectStatus.ACTIVE,
        "hold": None,
        "starts_at": None,
        **request_values(tx, project, by=by),
        "started": tx.now,
        "started_by": by or project.start_requested_by,
        "price": agreed.amount,
        "currency": agreed.currency,
        **await find_versions(tx, project),
    }
    if project.deadline is None:
        values["deadline"] = deadlines.assign(
            now=tx.now, words_per_day=work.words_per_day, weighted_words=work.slowest
        )
        values["deadline_set_by"] = Setter.PROVIDER
    for translation in work.translations:
        begun = {"status": ProjectStatus.ACTIVE, "stage": Stage.PREPARING, "started": tx.now}
        await file_store.update_translation(tx, translation.id, begun)
        await enqueue(tx, prepare_message(translation))
    log().info("project.started", project=project.id, translations=len(work.translations))
    return await store.update_project(tx, project.id, values)


async def resume_after_analysis(tx: Transaction, project: Project) -> None:
    """Start a project that waited for the analysis of its files, or for an unreadable file to be deleted."""
    waits = project.hold in (HoldReason.ANALYSIS, HoldReason.FILE)
    if waits and not await file_store.is_analysing(tx, project.id):
        await _start_or_hold(tx, project)


async def start_due_project(resources: Resources, *, project_id: int, account_id: int) -> None:
    """Start a project if its automatic start is due; later uploads have postponed it."""
    async with transaction(resources.database, account=account_id) as tx:
        project = await store.find_project(tx, project_id, lock=True)
        if project is None or project.starts_at is None or project.starts_at > tx.now:
            return
        await _start_or_hold(tx, project)


async def start_due_projects(resources: Resources) -> int:
    """Start every project whose automatic start is due, even if its job was lost; returns their number."""
    async with transaction(resources.database, account=ALL_ACCOUNTS) as tx:
        due = await file_store.list_due_projects(tx, limit=_BATCH_SIZE)
    for project_id, account_id in due:
        await start_due_project(resources, project_id=project_id, account_id=account_id)
    return len(due)


async def _start_or_hold(tx: Transaction, project: Project) -> None:
    """Start a project without a caller who could receive errors: the hold records them."""
    try:
        await start_project(tx, project)
    except RulesBroken:  # files that cannot be read
        values = {
            "hold": HoldReason.FILE,
            "starts_at": None,
            **request_values(tx, project, by=None),
        }
        await store.update_project(tx, project.id, values)
    except RuleBroken:  # empty: the next upload plans another start
        await store.update_project(
            tx,
            project.id,
            {"hold": None, "start_requested": None, "start_requested_by": None, "starts_at": None},
        )


async def _find_work(tx: Transaction, project: Project) -> _Work:
    assert project.fields.service_id is not None
    service = await find_service(tx, project.fields.service_id, account_id=project.account_id)
    assert service is not None  # services are disabled, never deleted
    account = await get_account(tx, account_id=project.account_id)
    return _Work(
        service=service,
        sandbox=account.kind is AccountKind.SANDBOX,
        files=await file_store.list_files(tx, [project.id]),
        translations=await file_store.list_translations(tx, [project.id]),
    )


async def _require_readable(tx: Transaction, project: Project) -> None:
    _check_readable(await file_store.list_files(tx, [project.id]))


def _check_readable(found: Sequence[ProjectFile]) -> None:
    """Raise a `FileNotReadable` for each file that cannot be read, all at once."""
    problems = [
        FileNotReadable(
            f"File {file.id} cannot be read: {file.failure.code}: {file.failure.reason}",
            hints="Take it out.",
            calls=[Call(Operation.DELETE_FILE, {"id": file.project_id, "fileId": file.id})],
        )
        for file in found
        if file.failure is not None
    ]
    if problems:
        raise RulesBroken(problems)
