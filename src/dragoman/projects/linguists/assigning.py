"""Who translates what: assigning translations to linguists, their lists, and handing work back (V2)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from dragoman.access.model import StaffRole
from dragoman.access.staff import Staff
from dragoman.accounts.actions import find_user
from dragoman.accounts.model import Role
from dragoman.database.connections import Transaction
from dragoman.errors import Conflict, NotFound, RuleBroken
from dragoman.projects import file_store, store
from dragoman.projects.linguists.translation_context import (
    TranslationContext,
    find_translation_context,
    record_event,
)
from dragoman.projects.model import FileTranslation, HoldReason, Project, ProjectFile, ProjectStatus, Stage
from dragoman.projects.progress import WordProgress, measure_work

_OVER = (ProjectStatus.FINISHED, ProjectStatus.CANCELLED)
_TRANSLATORS = (Role.LINGUIST, Role.MANAGER, Role.ADMIN)


class AssigneeUnknown(RuleBroken):
    """The user does not exist, is disabled, or is none of the provider's people."""

    code = "ASSIGNEE_NOT_FOUND"


class TranslationsOver(Conflict):
    """Nobody can work on some of several translations, since they are finished or cancelled."""

    def __init__(self, over: Sequence[TranslationContext]) -> None:
        numbers = ", ".join(str(one.translation.id) for one in over)
        super().__init__(f"Translations that nobody works on any more: {numbers}.")
        self.over = tuple(over)


@dataclass(frozen=True, slots=True, kw_only=True)
class AssignedWork:
    """A translation in the list of its linguist."""

    context: TranslationContext
    progress: WordProgress

    @property
    def is_open(self) -> bool:
        """Whether the linguist can work on it now."""
        translation, project = self.context.translation, self.context.project
        is_held = project.hold is HoldReason.STAFF
        return translation.stage is Stage.OPEN and translation.handed_back is None and not is_held


async def assign(
    tx: Transaction, translation_id: int, user_id: int | None, *, staff: Staff
) -> TranslationContext:
    """Assign a translation to a user of the provider's; None: to nobody.

    A translation that was handed back is open again for another user. Raises `NotFound`, `AssigneeUnknown`,
    `Forbidden`, or `Conflict` when the translation is over.
    """
    staff.require(StaffRole.MANAGER)
    context = await _find_locked(tx, translation_id)
    if context.translation.status in _OVER:
        raise Conflict(f"Translation {translation_id} is {context.translation.status}: nobody works on it.")
    if user_id is not None:
        await _require_translator(tx, user_id)
    return await _set_assignee(tx, context, user_id, staff=staff)


async def assign_several(
    tx: Transaction, project_id: int, translation_ids: Collection[int], user_id: int | None, *, staff: Staff
) -> Sequence[TranslationContext]:
    """Assign translations of a project to a user of the provider's as `assign` does: all of them or none.

    Raises `NotFound`, `AssigneeUnknown`, `Forbidden`, or `TranslationsOver` with those that are over.
    """
    staff.require(StaffRole.MANAGER)
    contexts = [
        await find_translation_context(tx, project_id, one, lock=True) for one in sorted(set(translation_ids))
    ]
    if over := [one for one in contexts if one.translation.status in _OVER]:
        raise TranslationsOver(over)
    if user_id is not None:
        await _require_translator(tx, user_id)
    return [await _set_assignee(tx, context, user_id, staff=staff) for context in contexts]


def find_unassigned(
    translations: Iterable[FileTranslation], *, target_language: str | None = None
) -> Sequence[FileTranslation]:
    """Find the translations that nobody has and that are not over, into a language or all."""
    return [
        one
        for one in translations
        if one.assignee_id is None
        and one.status not in _OVER
        and target_language in (None, one.target_language)
    ]


async def _set_assignee(
    tx: Transaction, context: TranslationContext, user_id: int | None, *, staff: Staff
) -> TranslationContext:
    if user_id == context.translation.assignee_id:
        return context
    translation_id = context.translation.id
    values = {
        "assignee_id": user_id,
        "assigned": None if user_id is None else tx.now,
        "handed_back": None,
        "handed_back_by": None,
    }
    await file_store.update_translation(tx, translation_id, values)
    await store.update_project(tx, context.project.id, {})
    await record_event(tx, staff, context, "translation.assigned", user=user_id)
    return await find_translation_context(tx, context.project.id, translation_id)


async def _find_locked(tx: Transaction, translation_id: int) -> TranslationContext:
    found = await file_store.find_translation(tx, translation_id)
    if found is None:
        raise NotFound("There is no such translation.")
    return await find_translation_context(tx, found.project_id, translation_id, lock=True)


async def _require_translator(tx: Transaction, user_id: int) -> None:
    try:
        user = await find_user(tx, user_id=user_id)
    except NotFound:
        user = None
    if user is None or user.disabled is not None or user.role not in _TRANSLATORS:
        raise AssigneeUnknown(
            f"User {user_id} cannot be assigned.",
            hints="Choose an enabled user with the role linguist, manager or admin.",
        )


async def list_assigned(
    tx: Transaction, user_id: int, *, limit: int | None = None, offset: int = 0
) -> Sequence[AssignedWork]:
    """List a user's translations that are not over, by deadline, those without one last, then by id."""
    return await _add_contexts(tx, await file_store.list_assigned(tx, user_id, limit=limit, offset=offset))


async def find_assigned(tx: Transaction, user_id: int, translation_id: int) -> AssignedWork:
    """Find a translation of a user that is not over. Raises `NotFound`."""
    found = await file_store.find_translation(tx, translation_id)
    if found is None or found.assignee_id != user_id or found.status is not ProjectStatus.ACTIVE:
        raise NotFound("There is no such translation.")
    return (await _add_contexts(tx, [found]))[0]


async def _add_contexts(tx: Transaction, translations: Sequence[FileTranslation]) -> Sequence[AssignedWork]:
    projects: dict[int, Project] = {
        one.id: one for one in await store.find_projects(tx, {each.project_id for each in translations})
    }
    files: dict[object, ProjectFile] = {
        one.id: one for one in await file_store.list_files(tx, list(projects))
    }
    return [
        AssignedWork(
            context=TranslationContext(
                project=projects[one.project_id], file=files[one.file_id], translation=one, by_people=True
            ),
            progress=measure_work(one),
        )
        for one in translations
    ]


async def hand_back(
    tx: Transaction, translation_id: int, *, staff: Staff, user_id: int | None = None
) -> TranslationContext:
    """Mark an open translation as ready for the manager, whatever is confirmed; again: no effect.

    With `user_id` only one that is assigned to this user. Raises `NotFound`, `NotOpen`, `Forbidden`.
    """
    staff.require(StaffRole.LINGUIST)
    context = await _find_locked(tx, translation_id)
    if user_id is not None and context.translation.assignee_id != user_id:
        raise NotFound("There is no such translation.")
    context.require_stage(Stage.OPEN)
    if context.translation.handed_back is not None:
        return context
    values = {"handed_back": tx.now, "handed_back_by": staff.actor}
    await file_store.update_translation(tx, translation_id, values)
    await store.update_project(tx, context.project.id, {})
    left = context.translation.segments_left
    await record_event(tx, staff, context, "translation.handed_back", segments_left=left)
    return await find_translation_context(tx, context.project.id, translation_id)
