"""Staff's actions on projects of all accounts: start, hold, release, finish, cancel (V1)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from dragoman.access.keyring import Keyring
from dragoman.access.staff import Staff
from dragoman.audit.actions import record
from dragoman.audit.model import AuditEvent
from dragoman.database.connections import Transaction
from dragoman.errors import Conflict, NotFound, RuleBroken
from dragoman.jobs.queue import enqueue
from dragoman.projects import file_store, store
from dragoman.projects.file_refusals import no_such_project
from dragoman.projects.finishing import cancel_project, finish_project, subject
from dragoman.projects.messages import prepare_message, rebuild_message
from dragoman.projects.model import (
    FileTranslation,
    HoldReason,
    Project,
    ProjectFilter,
    ProjectStatus,
    Setter,
    Stage,
)
from dragoman.projects.orders.checking import DeadlinePast
from dragoman.projects.starting import request_values, start_project
from dragoman.projects.work.preparing import restart_translation

LONGEST_REASON: Final = 500  # characters
LONGEST_MESSAGE: Final = 2000

# Controls, and marks that turn the direction of what follows. Joiners and no-break spaces belong to words.
_CONTROL: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff]")

_MESSAGES: Final = {Stage.PREPARING: prepare_message, Stage.DELIVERING: rebuild_message}


class CancellationReasonInvalid(RuleBroken):
    """The reason for a cancellation is empty, too long or not printable."""

    code = "REASON_INVALID"


class HoldMessageInvalid(RuleBroken):
    """The message of a hold is too long or not printable."""

    code = "HOLD_MESSAGE_INVALID"


async def list_projects(tx: Transaction, criteria: ProjectFilter) -> Sequence[Project]:
    """List projects of all accounts, or of one, that meet the criteria, in their order."""
    return await store.list_projects(tx, criteria)


async def find_project(tx: Transaction, project_id: int) -> Project:
    """Find a project of any account. Raises `NotFound`."""
    return await _find(tx, project_id, lock=False)


async def start(tx: Transaction, project_id: int, *, confirm_deadline: bool, staff: Staff) -> Project:
    """Start a project, as its client could; `confirm_deadline` accepts a tight deadline.

    If it does not start, its hold has the reason. Raises `NotFound`, `Conflict` when it is held, and what
    `start_project` raises.
    """
    project = await _find(tx, project_id)
    if project.hold is HoldReason.STAFF:
        raise Conflict(f"Project {project_id} is held. Release it first.")
    if confirm_deadline and project.status is ProjectStatus.DRAFT:
        project = await store.update_project(tx, project_id, {"deadline_confirmed": True})
    started = await start_project(tx, project, by=staff.actor)
    if started.status is not project.status:
        await _record(tx, started, staff, "project.started", confirmed=confirm_deadline)
    return started


async def hold(tx: Transaction, project_id: int, *, staff: Staff, message: str | None = None) -> Project:
    """Hold a project: a draft does not start, and nothing of an active project is prepared or delivered.

    Its client reads the `message` until the release; holding it again with another one replaces it. Raises
    `NotFound`, `HoldMessageInvalid`, or `Conflict` when the project is finished or cancelled.
    """
    message = _check_message(message)
    project = await _find_open(tx, project_id)
    is_held = project.hold is HoldReason.STAFF
    if is_held and message in (None, project.hold_message):
        return project
    requested = request_values(tx, project, by=None) if project.starts_at is not None else {}
    values = {"hold": HoldReason.STAFF, "hold_message": message, "starts_at": None, **requested}
    held = await store.update_project(tx, project_id, values)
    details = {} if message is None else {"message": message}
    await _record(tx, held, staff, "project.message_changed" if is_held else "project.held", **details)
    return held


def _check_message(given: str | None) -> str | None:
    """Return the message without surrounding white space; None when nothing is left of it."""
    message = None if given is None else "\n".join(given.strip().splitlines())
    if message and (
        len(message) > LONGEST_MESSAGE or _CONTROL.search(message.replace("\n", " ").replace("\t", " "))
    ):
        raise HoldMessageInvalid(
            f"The message has at most {LONGEST_MESSAGE} characters, without control characters.",
            hints="Its client reads it: say what is needed, so that the project can go on.",
        )
    return message or None


async def release(tx: Transaction, project_id: int, *, staff: Staff) -> Project:
    """Release a held project; a draft whose start was requested starts. Other projects stay unchanged.

    Raises `NotFound`, and what `start_project` raises.
    """
    project = await _find(tx, project_id)
    if project.hold is not HoldReason.STAFF:
        return project
    released = await store.update_project(tx, project_id, {"hold": None})
    await _record(tx, released, staff, "project.released")
    if released.status is ProjectStatus.DRAFT:
        return await start_project(tx, released) if released.start_requested is not None else released
    for translation in await file_store.list_translations(tx, [project_id]):
        if translation.status is ProjectStatus.ACTIVE and translation.stage in _MESSAGES:
            await enqueue(tx, _MESSAGES[translation.stage](translation))
    return released


async def set_deadline(tx: Transaction, project_id: int, *, deadline: datetime, staff: Staff) -> Project:
    """Set and confirm a deadline; a project that was held because of its deadline starts (P5).

    Raises `NotFound`, `Conflict` when it is finished or cancelled, `DeadlinePast`, and what `start_project`
    raises.
    """
    project = await _find_open(tx, project_id)
    if deadline <= tx.now:
        raise DeadlinePast("The deadline is past.", hints="Set one that is to come.")
    values: dict[str, Any] = {
        "deadline": deadline,
        "deadline_set_by": Setter.PROVIDER,
        "deadline_confirmed": True,
    }
    waited = project.hold is HoldReason.DEADLINE
    if waited:
        values["hold"] = None
    changed = await store.update_project(tx, project_id, values)
    await _record(tx, changed, staff, "project.deadline_set")
    return await start_project(tx, changed) if waited else changed


async def count_undelivered(tx: Transaction, project_id: int) -> int:
    """Count the translations that finishing the project now would cancel; it stays so in the transaction.

    Raises `NotFound`.
    """
    await _find(tx, project_id)
    return len(await _list_undelivered(tx, project_id))


async def finish(
    tx: Transaction,
    keyring: Keyring,
    project_id: int,
    *,
    cancel_rest: bool,
    reason: str | None = None,
    staff: Staff,
) -> Project:
    """Finish an active project; `cancel_rest` cancels the translations that are not delivered.

    The client can read the `reason` for that. Raises `NotFound`, `CancellationReasonInvalid`, or `Conflict`
    when the project is not active, or a translation is not delivered and `cancel_rest` is false.
    """
    project = await _find(tx, project_id)
    if project.status is ProjectStatus.FINISHED:
        return project
    if project.status is not ProjectStatus.ACTIVE:
        raise Conflict(f"Project {project_id} is {project.status}: only an active one can be finished.")
    left = await _list_undelivered(tx, project_id)
    if left and not cancel_rest:
        named = ", ".join(str(one.id) for one in left[:20])
        raise Conflict(
            f"Translations of project {project_id} that are not delivered: {len(left)} ({named}). "
            "Deliver what is left, or finish with cancelRest: true to cancel it."
        )
    if left:
        project = await store.update_project(tx, project_id, {"cancel_reason": _check_reason(reason or "")})
    finished = await finish_project(tx, keyring, project, by=staff.actor)
    await _record(tx, finished, staff, "project.finished", cancelled=len(left))
    return finished


async def cancel(tx: Transaction, keyring: Keyring, project_id: int, *, reason: str, staff: Staff) -> Project:
    """Cancel a draft or an active project; its client can read the reason. Notifies the senders of its files.

    A cancelled project stays unchanged. Raises `NotFound`, `CancellationReasonInvalid`, or `Conflict` when it
    is finished.
    """
    reason = _check_reason(reason)
    project = await _find(tx, project_id)
    if project.status is ProjectStatus.FINISHED:
        raise Conflict(f"Project {project_id} is finished.")
    if project.status is ProjectStatus.CANCELLED:
        return project
    cancelled = await cancel_project(tx, keyring, project, reason=reason, by=staff.actor)
    await _record(tx, cancelled, staff, "project.cancelled")
    return cancelled


async def retry_translation(
    tx: Transaction, project_id: int, translation_id: int, *, staff: Staff
) -> FileTranslation:
    """Retry a failed translation.

    Raises `NotFound`, or `Conflict` when it has not failed.
    """
    project = await _find(tx, project_id)
    found = await file_store.find_translation(tx, translation_id, project_id=project_id, lock=True)
    if found is None:
        raise NotFound("There is no such translation.")
    if found.stage is not Stage.FAILED or found.status is not ProjectStatus.ACTIVE:
        raise Conflict(f"Translation {translation_id} has not failed: its stage is {found.stage}.")
    await restart_translation(tx, found)
    await _record(tx, project, staff, "project.translation_retried", translation=translation_id)
    retried = await file_store.find_translation(tx, translation_id)
    assert retried is not None
    return retried


def _check_reason(given: str) -> str:
    reason = given.strip()
    if len(reason) > LONGEST_REASON or _CONTROL.search(reason) or not any(map(str.isalnum, reason)):
        raise CancellationReasonInvalid(
            f"The reason has 1 to {LONGEST_REASON} characters in one line, letters or digits among them.",
            hints="Its client reads it: INVOICING_ACCOUNT_OUT_OF_DATE, for example.",
        )
    return reason


async def _list_undelivered(tx: Transaction, project_id: int) -> Sequence[FileTranslation]:
    over = (ProjectStatus.FINISHED, ProjectStatus.CANCELLED)
    return [one for one in await file_store.list_translations(tx, [project_id]) if one.status not in over]


async def _find(tx: Transaction, project_id: int, *, lock: bool = True) -> Project:
    project = await store.find_project(tx, project_id, lock=lock)
    if project is None:
        raise no_such_project()
    return project


async def _find_open(tx: Transaction, project_id: int) -> Project:
    project = await _find(tx, project_id)
    if project.is_over:
        raise Conflict(f"Project {project_id} is {project.status}: nothing of it changes any more.")
    return project


async def _record(tx: Transaction, project: Project, staff: Staff, action: str, **details: Any) -> None:
    event = AuditEvent(
        actor=staff.actor,
        action=action,
        subject=subject(project.id),
        account_id=project.account_id,
        details=details,
    )
    await record(tx, event)
