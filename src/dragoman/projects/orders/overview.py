"""What a project's page shows beside its record: progress by file and language, analysis, timeline, history.

Actors are named as in the audit log: `application:12`, `user:3`, `operator`; None: the service itself, or
nobody recorded it.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, Final

from dragoman.accounts.actions import find_accounts
from dragoman.accounts.model import AccountKind
from dragoman.audit.actions import list_entries_about
from dragoman.audit.model import AuditEntry
from dragoman.catalog.actions import find_services
from dragoman.catalog.model import Service
from dragoman.database.connections import Transaction
from dragoman.projects import file_store, store
from dragoman.projects.file_refusals import no_such_project
from dragoman.projects.finishing import subject
from dragoman.projects.model import (
    Analysis,
    FileTranslation,
    Project,
    ProjectFile,
    ProjectStatus,
    TranslationFailure,
)
from dragoman.projects.orders.listing import is_by_people
from dragoman.projects.pricing import BandFigures, add_up
from dragoman.projects.progress import WordProgress, measure
from dragoman.projects.progress import add_up as add_up_progress

_CENT: Final = Decimal("0.01")
_MOST_ENTRIES: Final = 200  # of the audit log, in a timeline


class Remedy(enum.StrEnum):
    """What can be done about a failure. Stable."""

    RETRY = "retry"  # the translation, once its cause is gone
    DELIVER_FILE = "deliver-file"  # a finished file that was made elsewhere
    REMOVE_FILE = "remove-file"  # from the draft, by its client
    CANCEL_REST = "cancel-rest"  # finish the project without it


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageProgress:
    """A file's translation into one language, and how far it is."""

    translation: FileTranslation
    progress: WordProgress
    remedies: tuple[Remedy, ...]  # of its failure


@dataclass(frozen=True, slots=True, kw_only=True)
class FileProgress:
    """A file and its translations; a reference file has none."""

    file: ProjectFile
    languages: tuple[LanguageProgress, ...]
    failure: TranslationFailure | None  # of its analysis
    remedies: tuple[Remedy, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BandShare:
    """One band of a project's analysis: its text, and what that costs."""

    figures: BandFigures
    share: float  # of all words, 0 to 1
    amount: Decimal | None  # its line of the price at the service's price now; None in a sandbox


class TimelineEvent(enum.StrEnum):
    """What happened to a project. Stable."""

    ORDERED = "ordered"
    ANALYSED = "analysed"  # all of its files
    START_REQUESTED = "start-requested"
    STARTED = "started"
    HELD = "held"
    RELEASED = "released"
    DEADLINE_SET = "deadline-set"
    HANDED_BACK = "handed-back"  # a translation, by its linguist
    DELIVERED = "delivered"  # a translation
    FINISHED = "finished"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineEntry:
    """Something that happened to a project: when, and by whom."""

    at: datetime
    event: TimelineEvent
    by: str | None = None
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectProgress:
    """How far a project is."""

    project: Project
    by_people: bool  # linguists work on its segments
    files: tuple[FileProgress, ...]
    progress: WordProgress  # of all translations
    bands: tuple[BandShare, ...]  # without empty ones
    currency: str | None
    timeline: tuple[TimelineEntry, ...]  # oldest first


async def read_progress(
    tx: Transaction, project_id: int, *, account_id: int | None = None
) -> ProjectProgress:
    """Read how far a project is; with an account only one of the account. Raises `NotFound`."""
    project = await store.find_project(tx, project_id, account_id=account_id)
    if project is None:
        raise no_such_project()
    files = await file_store.list_files(tx, [project_id])
    translations = await file_store.list_translations(tx, [project_id])
    services = await find_services(tx, {project.fields.service_id or 0})
    accounts = await find_accounts(tx, {project.account_id})
    is_free = accounts[project.account_id].kind is AccountKind.SANDBOX
    by_people = is_by_people(project, services, accounts)
    shown = tuple(_file_progress(project, file, translations, by_people=by_people) for file in files)
    service = services.get(project.fields.service_id or 0)
    entries = await list_entries_about(tx, [subject(project_id)], limit=_MOST_ENTRIES)
    return ProjectProgress(
        project=project,
        by_people=by_people,
        files=shown,
        progress=add_up_progress(one.progress for file in shown for one in file.languages),
        bands=() if service is None else _share_bands(service, translations, is_free=is_free),
        currency=None if is_free or service is None else project.currency or service.currency,
        timeline=make_timeline(project, files, translations, entries),
    )


def _file_progress(
    project: Project, file: ProjectFile, translations: Sequence[FileTranslation], *, by_people: bool
) -> FileProgress:
    is_draft = project.status is ProjectStatus.DRAFT
    return FileProgress(
        file=file,
        languages=tuple(
            LanguageProgress(
                translation=one,
                progress=measure(one, by_people=by_people),
                remedies=_find_remedies(one, file),
            )
            for one in translations
            if one.file_id == file.id
        ),
        failure=file.failure,
        remedies=(Remedy.REMOVE_FILE,) if file.failure is not None and is_draft else (),
    )


def _find_remedies(translation: FileTranslation, file: ProjectFile) -> tuple[Remedy, ...]:
    if not translation.has_failed:
        return ()
    if file.failure is not None:  # it cannot be read, however often it is tried
        return (Remedy.DELIVER_FILE, Remedy.CANCEL_REST)
    return (Remedy.RETRY, Remedy.DELIVER_FILE, Remedy.CANCEL_REST)


def _share_bands(
    service: Service, translations: Sequence[FileTranslation], *, is_free: bool
) -> tuple[BandShare, ...]:
    figures = add_up([one.bands for one in translations if one.bands], weights=service.weights)
    words = sum(one.words for one in figures)
    return tuple(
        BandShare(
            figures=one,
            share=round(one.words / words, 4) if words else 0.0,
            amount=None if is_free else _price_line(service, one),
        )
        for one in figures
        if one.segments or one.words
    )


def _price_line(service: Service, figures: BandFigures) -> Decimal:
    amount = Decimal(figures.weight * figures.words) / 100 * service.price_per_word
    return amount.quantize(_CENT, rounding=ROUND_HALF_UP)


def make_timeline(
    project: Project,
    files: Sequence[ProjectFile],
    translations: Sequence[FileTranslation],
    entries: Sequence[AuditEntry],
) -> tuple[TimelineEntry, ...]:
    """Put together what happened, from the project's record and from audit entries about it; oldest first."""
    names = {file.id: file.name for file in files}
    found = [*_of_project(project, files), *_of_audit(entries)]
    for one in translations:
        details = {"translation": one.id, "file": names[one.file_id], "language": one.target_language}
        if one.handed_back is not None:
            handed = TimelineEvent.HANDED_BACK
            found.append(
                TimelineEntry(at=one.handed_back, event=handed, by=one.handed_back_by, details=details)
            )
        if one.status is ProjectStatus.FINISHED and one.finished is not None:
            found.append(
                TimelineEntry(
                    at=one.finished, event=TimelineEvent.DELIVERED, by=one.delivered_by, details=details
                )
            )
    order = list(TimelineEvent)
    return tuple(sorted(found, key=lambda entry: (entry.at, order.index(entry.event))))


def _of_project(project: Project, files: Sequence[ProjectFile]) -> list[TimelineEntry]:
    client = None if project.application_id is None else f"application:{project.application_id}"
    analysed = [file.analysed for file in files if not file.reference]
    found = [TimelineEntry(at=project.created, event=TimelineEvent.ORDERED, by=client)]
    moments = [one for one in analysed if one is not None]
    is_analysed = all(file.analysis is not Analysis.WAITING for file in files)
    if moments and len(moments) == len(analysed) and is_analysed:
        found.append(TimelineEntry(at=max(moments), event=TimelineEvent.ANALYSED))
    if project.start_requested is not None and project.start_requested != project.started:
        found.append(
            TimelineEntry(
                at=project.start_requested,
                event=TimelineEvent.START_REQUESTED,
                by=project.start_requested_by,
            )
        )
    if project.started is not None:
        found.append(_started(project))
    if project.finished is not None:
        found.append(TimelineEntry(at=project.finished, event=TimelineEvent.FINISHED, by=project.ended_by))
    if project.cancelled is not None:
        found.append(
            TimelineEntry(
                at=project.cancelled,
                event=TimelineEvent.CANCELLED,
                by=project.ended_by,
                details={"reason": project.cancel_reason},
            )
        )
    return found


def _started(project: Project) -> TimelineEntry:
    pinned = {
        "memory_set_id": project.fields.memory_set_id,
        "memory_set_version": project.memory_set_version,
        "term_base_id": project.fields.term_base_id,
        "term_base_version": project.term_base_version,
    }
    assert project.started is not None
    return TimelineEntry(
        at=project.started,
        event=TimelineEvent.STARTED,
        by=project.started_by,
        details={name: value for name, value in pinned.items() if value is not None},
    )


_OF_ACTIONS: Final = {
    "project.held": TimelineEvent.HELD,
    "project.released": TimelineEvent.RELEASED,
    "project.deadline_set": TimelineEvent.DEADLINE_SET,
}


def _of_audit(entries: Sequence[AuditEntry]) -> list[TimelineEntry]:
    return [
        TimelineEntry(
            at=entry.at,
            event=_OF_ACTIONS[entry.event.action],
            by=entry.event.actor,
            details=dict(entry.event.details),
        )
        for entry in entries
        if entry.event.action in _OF_ACTIONS
    ]


async def read_history(
    tx: Transaction, project_id: int, *, limit: int, offset: int = 0
) -> Sequence[AuditEntry]:
    """List the audit entries about a project and its translations, oldest first. Raises `NotFound`."""
    if await store.find_project(tx, project_id) is None:
        raise no_such_project()
    translations = await file_store.list_translations(tx, [project_id])
    subjects = [subject(project_id), *(f"translation:{one.id}" for one in translations)]
    return await list_entries_about(tx, subjects, limit=limit, offset=offset)
