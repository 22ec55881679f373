"""Who translates and reviews what: assigning translations, linguists' lists, handing work back (V2, V8)."""

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
from dragoman.projects.linguists.editing.refusals import NotHandedBack, ReviewForbidden
from dragoman.projects.linguists.translation_context import (
    TranslationContext,
    find_translation_context,
    record_event,
)
from dragoman.projects.model import FileTranslation, HoldReason, Project, ProjectFile, ProjectStatus, Stage
from dragoman.projects.progress import WordProgress, measure_work

_OVER = (ProjectStatus.FINISHED, ProjectStatus.CANCELLED)
_TRANSLATORS = (Role.LINGUIST, Role.MANAGER, Role.ADMIN)
_REVIEW_GOES_ON = {"review_ended": None, "review_ended_by": None}


class AssigneeUnknown(RuleBroken):
    """The user does not exist, is disabled, or is none of the provider's people."""

    code = "ASSIGNEE_NOT_FOUND"


class ReviewerIsTranslator(RuleBroken):
    """The second pass is another person's than the first."""

    code = "REVIEWER_IS_TRANSLATOR"


class TranslationsOver(Conflict):
    """Nobody can work on some of several translations, since they are finished or cancelled."""

    def __init__(self, over: Sequence[TranslationContext]) -> None:
        numbers = ", ".join(str(one.translation.id) for one in over)
        super().__init__(f"Translations that nobody works on any more: {numbers}.")
        self.over = tuple(over)


@dataclass(frozen=True, slots=True, kw_only=True)
class AssignedWork:
    """A translation in the list of its linguist: its translator, or its reviewer."""

    context: TranslationContext
    progress: WordProgress
    is_review: bool = False

    @property
    def is_open(self) -> bool:
        """Whether the linguist can work on it now: the reviewer, once the translator has handed it back."""
        translation, project = self.context.translation, self.context.project
        is_going_on = translation.stage is Stage.OPEN and project.hold is not HoldReason.STAFF
        if self.is_review:
            return is_going_on and translation.handed_back is not None and translation.review_ended is None
        return is_going_on and translation.handed_back is None


async def assign(
    tx: Transaction, translation_id: int, user_id: int | None, *, staff: Staff
) -> TranslationContext:
    """Assign a translation to a user of the provider's; None: to nobody.

    A translation that was handed back is open again for another user, whose first pass begins. Raises
    `NotFound`, `AssigneeUnknown`, `ReviewerIsTranslator`, `Forbidden`, or `Conflict` when it is over.
    """
    staff.require(StaffRole.MANAGER)
    context = await _find_locked(tx, translation_id)
    _require_not_over(context)
    if user_id is not None:
        await _require_translator(tx, user_id)
    return await _set_assignee(tx, context, user_id, staff=staff)


def _require_not_over(context: TranslationContext) -> None:
    translation = context.translation
    if translation.status in _OVER:
        raise Conflict(f"Translation {translation.id} is {translation.status}: nobody works on it.")


async def assign_several(
    tx: Transaction, project_id: int, translation_ids: Collection[int], user_id: int | None, *, staff: Staff
) -> Sequence[TranslationContext]:
    """Assign translations of a project to a user of the provider's as `assign` does: all of them or none.

    Raises `NotFound`, `AssigneeUnknown`, `ReviewerIsTranslator`, `Forbidden`, or `TranslationsOver` with
    those that are over.
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
    _require_two_people(context, user_id, context.translation.reviewer_id)
    values = {
        "assignee_id": user_id,
        "assigned": None if user_id is None else tx.now,
        "handed_back": None,
        "handed_back_by": None,
        "first_pass": None,
        **_REVIEW_GOES_ON,
    }
    await file_store.update_translation(tx, translation_id, values)
    await store.update_project(tx, context.project.id, {})
    await record_event(tx, staff, context, "translation.assigned", user=user_id)
    return await find_translation_context(tx, context.project.id, translation_id)


def _require_two_people(context: TranslationContext, user_id: int | None, other_id: int | None) -> None:
    """Raise `ReviewerIsTranslator` where a user would translate and review it."""
    if user_id is not None and user_id == other_id:
        raise ReviewerIsTranslator(
            f"User {user_id} cannot both translate and review translation {context.translation.id}.",
            hints="Choose another user, so that two people read it.",
        )


async def assign_reviewer(
    tx: Transaction, project_id: int, translation_id: int, user_id: int | None, *, staff: Staff
) -> TranslationContext:
    """Let a user of the provider's review a translation after its translator; None: nobody reviews it.

    A review that was handed back is open again for another user. Raises `NotFound`, `AssigneeUnknown`,
    `ReviewerIsTranslator`, `Forbidden`, or `Conflict` when the translation is over.
    """
    staff.require(StaffRole.MANAGER)
    context = await find_translation_context(tx, project_id, translation_id, lock=True)
    _require_not_over(context)
    if user_id is not None:
        await _require_translator(tx, user_id)
    if user_id == context.translation.reviewer_id:
        return context
    _require_two_people(context, user_id, context.translation.assignee_id)
    values = {"reviewer_id": user_id, **_REVIEW_GOES_ON}
    await file_store.update_translation(tx, translation_id, values)
    await store.update_project(tx, context.project.id, {})
    await record_event(tx, staff, context, "translation.reviewer_assigned", user=user_id)
    return await find_translation_context(tx, project_id, translation_id)


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
    """List what a user translates or reviews and is not over, by deadline, without one last, then by id."""
    found = await file_store.list_assigned(tx, user_id, limit=limit, offset=offset)
    return await _add_contexts(tx, found, user_id)


async def find_assigned(tx: Transaction, user_id: int, translation_id: int) -> AssignedWork:
    """Find a translation that a user translates or reviews and that is not over. Raises `NotFound`."""
    found = await file_store.find_translation(tx, translation_id)
    if found is None or found.status is not ProjectStatus.ACTIVE or not _is_of(found, user_id):
        raise NotFound("There is no such translation.")
    return (await _add_contexts(tx, [found], user_id))[0]


def _is_of(translation: FileTranslation, user_id: int) -> bool:
    return user_id in (translation.assignee_id, translation.reviewer_id)


async def _add_contexts(
    tx: Transaction, translations: Sequence[FileTranslation], user_id: int
) -> Sequence[AssignedWork]:
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
            is_review=one.assignee_id != user_id,
        )
        for one in translations
    ]


async def hand_back(
    tx: Transaction, translation_id: int, *, staff: Staff, user_id: int | None = None
) -> TranslationContext:
    """Mark an open translation as ready for the manager, whatever is confirmed; again: no effect.

    The first pass ends when it is handed back first. With `user_id` only one that this user translates, or
    reviews: then the review is handed back. Raises `NotFound`, `NotOpen`, `NotHandedBack`, `Forbidden`.
    """
    staff.require(StaffRole.LINGUIST)
    context = await _find_locked(tx, translation_id)
    translation = context.translation
    if user_id is not None and not _is_of(translation, user_id):
        raise NotFound("There is no such translation.")
    context.require_stage(Stage.OPEN)
    if user_id is not None and user_id != translation.assignee_id:
        return await _end_review(tx, context, staff)
    if translation.handed_back is not None:
        return context
    first_pass = translation.revision if translation.first_pass is None else translation.first_pass
    values = {"handed_back": tx.now, "handed_back_by": staff.actor, "first_pass": first_pass}
    await file_store.update_translation(tx, translation_id, values)
    await store.update_project(tx, context.project.id, {})
    left = translation.segments_left
    await record_event(tx, staff, context, "translation.handed_back", segments_left=left)
    return await find_translation_context(tx, context.project.id, translation_id)


async def hand_back_review(
    tx: Transaction, project_id: int, translation_id: int, *, staff: Staff
) -> TranslationContext:
    """Mark the review of an open translation as done, on behalf of its reviewer; again: no effect.

    Raises `NotFound`, `NotOpen`, `NotHandedBack`, `ReviewForbidden` when nobody reviews it, `Forbidden`.
    """
    staff.require(StaffRole.LINGUIST)
    context = await find_translation_context(tx, project_id, translation_id, lock=True)
    context.require_stage(Stage.OPEN)
    if context.translation.reviewer_id is None:
        raise ReviewForbidden(
            f"Translation {translation_id} has no reviewer.", hints="Ask its manager to assign one."
        )
    return await _end_review(tx, context, staff)


async def _end_review(tx: Transaction, context: TranslationContext, staff: Staff) -> TranslationContext:
    translation = context.translation
    if translation.review_ended is not None:
        return context
    if translation.handed_back is None:
        raise NotHandedBack(
            f"Translation {translation.id} has not been handed back yet: its translator works on it.",
            hints="Hand the review back once its translator has handed the translation back.",
        )
    values = {"review_ended": tx.now, "review_ended_by": staff.actor}
    await file_store.update_translation(tx, translation.id, values)
    await store.update_project(tx, context.project.id, {})
    await record_event(tx, staff, context, "translation.review_handed_back")
    return await find_translation_context(tx, context.project.id, translation.id)
