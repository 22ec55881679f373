"""Lists of projects with what a reader of the list wants to know of each, and how many are at each stage."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from dragoman.accounts.actions import find_accounts
from dragoman.accounts.model import Account, AccountKind
from dragoman.catalog.actions import find_services
from dragoman.catalog.model import Service, ServiceKind
from dragoman.database.connections import Transaction
from dragoman.projects import listing_store, stage_store, store
from dragoman.projects.model import (
    FileTranslation,
    Project,
    ProjectFilter,
    ProjectStage,
    ProjectStatus,
    TranslationFailure,
)
from dragoman.projects.progress import WordProgress, add_up, measure
from dragoman.projects.stages import Attention, facts_of, find_attention, find_main_stage

MOST_COUNTED: Final = 10_000  # projects of a status, for figures beside links


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
    translations: dict[int, list[FileTranslation]] = defaultdict(list)
    for translation in await listing_store.list_states(tx, ids):
        translations[translation.project_id].append(translation)
    sources = await listing_store.list_source_languages(tx, ids)
    failed = await _find_failed(tx, projects, translations)
    accounts = await find_accounts(tx, {project.account_id for project in projects})
    services = await find_services(tx, _service_ids(projects))
    return [
        _listed(
            project,
            translations[project.id],
            source_languages=sources.get(project.id, ()),
            failed=failed.get(project.id),
            account_name=accounts[project.account_id].name,
            by_people=is_by_people(project, services, accounts),
            now=tx.now,
        )
        for project in projects
    ]


async def _find_failed(
    tx: Transaction, projects: Sequence[Project], translations: Mapping[int, Sequence[FileTranslation]]
) -> Mapping[int, FailedFile]:
    """Find the first failure of each project that is not over: of reading a file, else of a translation."""
    open_ids = [project.id for project in projects if not project.is_over]
    failed = {id_: [one for one in translations[id_] if one.failure and one.has_failed] for id_ in open_ids}
    names = await listing_store.find_names(tx, {one.file_id for some in failed.values() for one in some})
    found = {
        id_: FailedFile(
            name=names.get(some[0].file_id, ""),
            target_language=some[0].target_language,
            failure=some[0].failure,
        )
        for id_, some in failed.items()
        if some and some[0].failure is not None
    }
    for id_, (name, failure) in (await listing_store.list_unreadable(tx, open_ids)).items():
        found[id_] = FailedFile(name=name, target_language=None, failure=failure)
    return found


def _service_ids(projects: Collection[Project]) -> set[int]:
    return {one.fields.service_id for one in projects if one.fields.service_id is not None}


def is_by_people(project: Project, services: Mapping[int, Service], accounts: Mapping[int, Account]) -> bool:
    """Whether linguists work on the segments of a project; in a sandbox nobody does."""
    service = services.get(project.fields.service_id or 0)
    is_sandbox = accounts[project.account_id].kind is AccountKind.SANDBOX
    return not is_sandbox and service is not None and service.kind is not ServiceKind.MACHINE


def _listed(
    project: Project, translations: Sequence[FileTranslation], *, by_people: bool, now: datetime, **shown: Any
) -> ListedProject:
    facts = facts_of(project, translations)
    return ListedProject(
        project=project,
        target_languages=tuple(sorted({one.target_language for one in translations})),
        stage=find_main_stage(facts, now=now),
        attention=find_attention(facts, now=now),
        progress=add_up(measure(one, by_people=by_people) for one in translations),
        translations=len(translations),
        ready=sum(one.is_ready for one in translations),
        finished=sum(one.status is ProjectStatus.FINISHED for one in translations),
        **shown,
    )


async def count_stages(tx: Transaction, account_id: int | None) -> Mapping[ProjectStage, int]:
    """Count the projects at each stage but `ALL`, of one account or of all that the transaction sees."""
    return await stage_store.count_stages(tx, account_id)


async def count_statuses(tx: Transaction, account_id: int) -> Mapping[ProjectStatus, int]:
    """Count an account's projects by status, for its own people: each up to one more than `MOST_COUNTED`."""
    return await stage_store.count_statuses(tx, account_id, most=MOST_COUNTED + 1)
