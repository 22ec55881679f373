"""Translations for staff: a translation with its project and file, its segments, its stage (V2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from dragoman.access.model import StaffRole
from dragoman.access.staff import Staff
from dragoman.audit.actions import record
from dragoman.audit.model import AuditEvent
from dragoman.catalog.actions import find_service
from dragoman.catalog.model import ServiceKind
from dragoman.database.connections import ALL_ACCOUNTS, Transaction, transaction
from dragoman.errors import Conflict, NotFound
from dragoman.projects import file_store, segment_store, store
from dragoman.projects.assets import find_project_style
from dragoman.projects.linguists.tools import LinguistTools
from dragoman.projects.model import FileTranslation, Project, ProjectFile, ProjectStatus, Stage
from dragoman.projects.segment_model import ProjectSegment, SegmentState
from dragoman.styles import Style
from dragoman.termbases import actions as term_bases
from dragoman.termbases.glossary_cache import glossary_of_version
from dragoman.termbases.model import Pin
from dragoman.termbases.recognition import Glossary

_CUT = (Stage.OPEN, Stage.DELIVERING)  # its segments are there, if its file has any


class NotOpen(Conflict):
    """The translation is at a stage in which linguists cannot work on it."""

    code = "TRANSLATION_NOT_OPEN"


@dataclass(frozen=True, slots=True, kw_only=True)
class TranslationContext:
    """A translation with its project and its file."""

    project: Project
    file: ProjectFile
    translation: FileTranslation
    by_people: bool  # its service is performed by people, who confirm each segment

    @property
    def source_language(self) -> str:
        """The file's source language; a reference file has no translations."""
        assert self.file.source_language is not None
        return self.file.source_language

    def require_stage(self, *stages: Stage) -> None:
        """Raise `NotOpen` unless the translation is active and at one of these stages."""
        translation = self.translation
        if translation.status is ProjectStatus.ACTIVE and translation.stage in stages:
            return
        wanted = " or ".join(stages)
        raise NotOpen(
            f"Translation {translation.id} is {translation.status}, and its stage is {translation.stage}; "
            f"this needs the stage {wanted}.",
            hints="Look at its project: it may not have started, or be over.",
        )


async def find_translation_context(
    tx: Transaction, project_id: int, translation_id: int, *, lock: bool = False
) -> TranslationContext:
    """Find a project's translation; `lock` locks the rows of both. Raises `NotFound`."""
    project = await store.find_project(tx, project_id, lock=lock)
    translation = None
    if project is not None:
        translation = await file_store.find_translation(tx, translation_id, project_id=project_id, lock=lock)
    if project is None or translation is None:
        raise NotFound("There is no such translation.")
    file = await file_store.find_file(tx, translation.file_id)
    assert file is not None  # a translation goes with its file
    by_people = await _is_by_people(tx, project)
    return TranslationContext(project=project, file=file, translation=translation, by_people=by_people)


async def _is_by_people(tx: Transaction, project: Project) -> bool:
    """Whether linguists perform a project's service, as post-editing or as translation."""
    if project.fields.service_id is None:
        return False
    service = await find_service(tx, project.fields.service_id, account_id=project.account_id)
    return service is not None and service.kind is not ServiceKind.MACHINE


async def list_translation_contexts(tx: Transaction, project_id: int) -> Sequence[TranslationContext]:
    """List all translations of a project, oldest first. Raises `NotFound`."""
    project = await store.find_project(tx, project_id)
    if project is None:
        raise NotFound("There is no such project.")
    files = {file.id: file for file in await file_store.list_files(tx, [project_id])}
    by_people = await _is_by_people(tx, project)
    return [
        TranslationContext(project=project, file=files[one.file_id], translation=one, by_people=by_people)
        for one in await file_store.list_translations(tx, [project_id])
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class TranslationDetails:
    """A translation, and the number of its segments by state."""

    context: TranslationContext
    states: dict[SegmentState, int]


async def find_details(tx: Transaction, project_id: int, translation_id: int) -> TranslationDetails:
    """Find a translation with the number of its segments by state. Raises `NotFound`."""
    context = await find_translation_context(tx, project_id, translation_id)
    return TranslationDetails(context=context, states=await segment_store.count_states(tx, translation_id))


async def list_segments(
    tx: Transaction, project_id: int, translation_id: int, *, limit: int, offset: int
) -> Sequence[ProjectSegment]:
    """List a page of a translation's segments, which are numbered from 0. Raises `NotFound`."""
    await find_translation_context(tx, project_id, translation_id)
    return await segment_store.list_segments(tx, translation_id, after=offset - 1, limit=limit)


async def read_work(
    tools: LinguistTools, project_id: int, translation_id: int, *, staff: Staff
) -> tuple[TranslationContext, Sequence[ProjectSegment]]:
    """Read a translation and its segments; a file without text, such as one of links only, has none.

    Raises `NotFound`, `NotOpen`, `Forbidden`.
    """
    staff.require(StaffRole.LINGUIST)
    async with transaction(tools.database, account=ALL_ACCOUNTS) as tx:
        context = await find_translation_context(tx, project_id, translation_id)
        return context, await list_work(tx, context)


async def read_work_now(
    tools: LinguistTools, project_id: int, translation_id: int, *, staff: Staff
) -> tuple[TranslationContext, Sequence[ProjectSegment], datetime]:
    """Read a translation, its segments, of which there is at least one, and the database's time of reading.

    The segments contain all changes before that time and none after it.
    """
    staff.require(StaffRole.LINGUIST)
    async with transaction(tools.database, account=ALL_ACCOUNTS) as tx:
        # Changes of segments lock their translation too, and set the timestamp under that lock.
        context = await find_translation_context(tx, project_id, translation_id, lock=True)
        rows = await list_work(tx, context)
        if not rows:
            raise NotOpen(
                f"Translation {translation_id} has no segments: nothing in its file is to be translated.",
                hints="A manager can deliver it without changes.",
            )
        return context, rows, await segment_store.read_clock(tx)


async def list_work(tx: Transaction, context: TranslationContext) -> Sequence[ProjectSegment]:
    """List the segments of a translation. Raises `NotOpen` while they are not made."""
    rows = await segment_store.list_segments(tx, context.translation.id)
    translation = context.translation
    if not rows and translation.stage not in _CUT and translation.status is not ProjectStatus.FINISHED:
        raise NotOpen(
            f"Translation {translation.id} has no segments yet; its stage is {translation.stage}.",
            hints="They are made when the project starts.",
        )
    return rows


async def find_glossary(tools: LinguistTools, context: TranslationContext) -> Glossary | None:
    """Load the glossary of a translation in the version that the start pinned; None when there is none."""
    pin = _pinned(context)
    if pin is None:
        return None
    return await glossary_of_version(
        tools.glossary_cache,
        tools.database,
        account_id=context.project.account_id,
        pin=pin,
        source=context.source_language,
        target=context.translation.target_language,
    )


async def find_style(tools: LinguistTools, context: TranslationContext) -> Style | None:
    """Find what the project's style guide asks of a translation; None: nothing."""
    async with transaction(tools.database, account=context.project.account_id) as tx:
        return await find_project_style(tx, context.project, target=context.translation.target_language)


async def find_definitions(
    tools: LinguistTools, context: TranslationContext, keys: Sequence[str]
) -> dict[str, str]:
    """Find the definitions of concepts of the pinned version, by key, where there are any."""
    pin = _pinned(context)
    if pin is None:
        return {}
    async with transaction(tools.database, account=context.project.account_id) as tx:
        return await term_bases.find_definitions(tx, pin, keys)


def _pinned(context: TranslationContext) -> Pin | None:
    base, version = context.project.fields.term_base_id, context.project.term_base_version
    return None if base is None or version is None else Pin(base, version)


async def record_event(
    tx: Transaction, staff: Staff, context: TranslationContext, action: str, **details: Any
) -> None:
    """Record an audit event about a translation: counts, names and reasons, nothing of its text."""
    await record(
        tx,
        AuditEvent(
            actor=staff.actor,
            action=action,
            subject=f"translation:{context.translation.id}",
            account_id=context.project.account_id,
            details={"project": context.project.id, **details},
        ),
    )
