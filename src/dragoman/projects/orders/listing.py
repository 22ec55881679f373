"""Lists of projects with what a reader of the list wants to know of each, and how many are at each stage."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from dragoman.accounts.actions import find_accounts
from dragoman.accounts.model import Account, AccountKind
from dragoman.catalog.actions import find_services
from dragoman.catalog.model import Service, ServiceKind
from dragoman.database.connections import Transaction
from dragoman.projects import file_store, stage_store, store
from dragoman.projects.model import (
    FileTranslation,
    Project,
    ProjectFile,
    ProjectFilter,
    ProjectStage,
    ProjectStatus,
    TranslationFailure,
)
from dragoman.projects.progress import WordProgress, add_up, measure
from dragoman.projects.stages import Attention, facts_of, find_attention, find_main_stage


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedFile:
    """A file that cannot be analysed or translated, and why."""

    name: str
    target_language: str | None  # None: it cannot be read at all
    failure: TranslationFailure


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedProject:
    """A project in a list."""

    project: Project
    account_name: str
    source_languages: tuple[str, ...]  # canonical, sorted, as the next
    target_languages: tuple[str, ...]
    stage: ProjectStage | None  # None: a draft of its client, finished or cancelled
    attention: Attention | None  # why staff must act
    failed: FailedFile | None  # the first one
    progress: WordProgress  # of all translations together
    translations: int
    ready: int  # translations that can be delivered
    finished: int


async def list_projects(tx: Transaction, *, wanted: ProjectFilter) -> Sequence[ListedProject]:
    """List projects that meet the filter, in its order, with their languages, stage and progress."""
    projects = await store.list_projects(tx, wanted)
    ids = [project.id for project in projects]
    files: dict[int, list[ProjectFile]] = defaultdict(list)
    for file in await file_store.list_files(tx, ids):
        files[file.project_id].append(file)
    translations: dict[int, list[FileTranslation]] = defaultdict(list)
    for translation in await file_store.list_translations(tx, ids):
        translations[translation.project_id].append(translation)
    accounts = await find_accounts(tx, {project.account_id for project in projects})
    services = await find_services(tx, _service_ids(projects))
    return [
        _listed(
            project,
            files[project.id],
            translations[project.id],
            account=accounts[project.account_id],
            by_people=is_by_people(project, services, accounts),
            now=tx.now,
        )
        for project in projects
    ]


def _service_ids(projects: Collection[Project]) -> set[int]:
    return {one.fields.service_id for one in projects if one.fields.service_id is not None}


def is_by_people(project: Project, services: Mapping[int, Service], accounts: Mapping[int, Account]) -> bool:
    """Whether linguists work on the segments of a project; in a sandbox nobody does."""
    service = services.get(project.fields.service_id or 0)
    is_sandbox = accounts[project.account_id].kind is AccountKind.SANDBOX
    return not is_sandbox and service is not None and service.kind is not ServiceKind.MACHINE


def _listed(
    project: Project,
    files: Sequence[ProjectFile],
    translations: Sequence[FileTranslation],
    *,
    account: Account,
    by_people: bool,
    now: datetime,
) -> ListedProject:
    facts = facts_of(project, translations)
    statuses = [one.status for one in translations]
    return ListedProject(
        project=project,
        account_name=account.name,
        source_languages=tuple(sorted({one.source_language for one in files if one.source_language})),
        target_languages=tuple(sorted({one.target_language for one in translations})),
        stage=find_main_stage(facts, now=now),
        attention=find_attention(facts, now=now),
        failed=None if project.is_over else _find_failed(files, translations),
        progress=add_up(measure(one, by_people=by_people) for one in translations),
        translations=len(translations),
        ready=sum(one.is_ready for one in translations),
        finished=statuses.count(ProjectStatus.FINISHED),
    )


def _find_failed(files: Sequence[ProjectFile], translations: Sequence[FileTranslation]) -> FailedFile | None:
    for file in files:
        if file.failure is not None:
            return FailedFile(name=file.name, target_language=None, failure=file.failure)
    names = {file.id: file.name for file in files}
    for one in translations:
        if one.has_failed and one.failure is not None:
            return FailedFile(
                name=names[one.file_id], target_language=one.target_language, failure=one.failure
            )
    return None


async def count_stages(tx: Transaction, account_id: int | None) -> Mapping[ProjectStage, int]:
    """Count the projects at each stage but `ALL`, of one account or of all that the transaction sees."""
    return await stage_store.count_stages(tx, account_id)


async def count_statuses(tx: Transaction, account_id: int) -> Mapping[ProjectStatus, int]:
    """Count an account's projects by status: what its own people choose by."""
    return await stage_store.count_statuses(tx, account_id)
