"""Delivering a translation: from its segments, after the QA checks, or as a file made elsewhere (V2)."""

from __future__ import annotations

import asyncio
import uuid
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from dragoman.access.model import StaffRole
from dragoman.access.staff import Staff
from dragoman.conversion.detection import detect_type
from dragoman.conversion.legacy.types import LegacyType, find_type
from dragoman.conversion.names import check_file_name
from dragoman.database.connections import ALL_ACCOUNTS, Transaction, transaction
from dragoman.errors import Conflict, DragomanError, LimitExceeded, RuleBroken, RulesBroken, Unavailable
from dragoman.jobs.queue import enqueue
from dragoman.projects import file_store, files, segment_store, store
from dragoman.projects.finishing import finish_translation
from dragoman.projects.linguists.reviewing import UNCONFIRMED, Review, review
from dragoman.projects.linguists.tools import LinguistTools
from dragoman.projects.linguists.translation_context import (
    TranslationContext,
    find_translation_context,
    read_work,
    record_event,
)
from dragoman.projects.messages import learn_message, rebuild_message
from dragoman.projects.model import HoldReason, ProjectFile, Stage, TranslatedFile
from dragoman.projects.segment_model import SegmentState

LONGEST_REASON: Final = 1000
_TRIES: Final = 3


class DeliveryBlocked(RuleBroken):
    """The translation has blocking issues, and no reason for an override was given."""

    code = "DELIVERY_BLOCKED"


class ReasonInvalid(RuleBroken):
    """The reason for an override is empty or too long."""

    code = "OVERRIDE_REASON_INVALID"


class DeliveryNameInvalid(RuleBroken):
    """The file name is invalid."""

    code = "FILE_NAME_INVALID"


class DeliveryEmpty(RuleBroken):
    """The file has no bytes."""

    code = "FILE_EMPTY"


class DeliveryTypeDiffers(RuleBroken):
    """The file is of another type than the ordered one."""

    code = "DELIVERY_TYPE_DIFFERS"


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedFile:
    """A translated file that was made elsewhere."""

    name: str
    data: bytes = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """A translation that is being delivered, and the findings of its review."""

    context: TranslationContext
    review: Review


async def deliver_translation(
    tools: LinguistTools,
    project_id: int,
    translation_id: int,
    *,
    override_reason: str | None = None,
    staff: Staff,
) -> Delivery:
    """Check the segments and enqueue the rebuild of the file; `override_reason` allows blocking issues.

    Raises `NotFound`, `NotOpen`, `Forbidden`, `ReasonInvalid`, `DeliveryBlocked`.
    """
    staff.require(StaffRole.MANAGER)
    reason = _check_reason(override_reason)
    for _ in range(_TRIES):
        context, rows = await read_work(tools, project_id, translation_id, staff=staff)
        context.require_stage(Stage.OPEN)
        found = await review(tools, context, rows)
        async with transaction(tools.database, account=ALL_ACCOUNTS) as tx:
            context = await find_translation_context(tx, project_id, translation_id, lock=True)
            context.require_stage(Stage.OPEN)
            _require_free(context)
            if await segment_store.list_segments(tx, translation_id) != rows:
                continue  # the segments have changed since the check
            _require_harmless(found, reason)
            return await _deliver(tx, context, found, reason=reason, staff=staff)
    raise Conflict(
        "The segments change all the time. Deliver when no import into the translation is running."
    )


def _require_free(context: TranslationContext) -> None:
    if context.project.hold is HoldReason.STAFF:
        raise Conflict(f"Project {context.project.id} is held. Release it first.")


def _check_reason(given: str | None) -> str | None:
    if given is None:
        return None
    reason = " ".join(given.split())
    # Invisible characters alone are no reason.
    if not any(map(str.isalnum, reason)) or len(reason) > LONGEST_REASON:
        raise ReasonInvalid(
            f"A reason for an override has 1 to {LONGEST_REASON} characters, letters or digits among them."
        )
    return reason


def _require_harmless(found: Review, reason: str | None) -> None:
    if found.blocking and reason is None:
        counts = Counter(issue.finding.code for issue in found.issues if issue.blocking)
        named = ", ".join(f"{code} ({count})" for code, count in sorted(counts.items()))
        confirm = (
            "have a person confirm the segments in an imported package, " if UNCONFIRMED in counts else ""
        )
        issues = "1 blocking issue" if found.blocking == 1 else f"{found.blocking} blocking issues"
        raise DeliveryBlocked(
            f"The translation has {issues}: {named}.",
            hints=f"Mend them (see its QA report), {confirm}or deliver with an override and its reason.",
        )


async def _deliver(
    tx: Transaction, context: TranslationContext, found: Review, *, reason: str | None, staff: Staff
) -> Delivery:
    translation = context.translation
    overridden = reason if found.blocking else None
    values = {
        "stage": Stage.DELIVERING,
        "quality": found.summary(),
        "delivered_by": staff.actor,
        "override_reason": overridden,
    }
    await file_store.update_translation(tx, translation.id, values)
    await enqueue(tx, rebuild_message(translation))
    await enqueue(tx, learn_message(translation))
    await store.update_project(tx, context.project.id, {})
    await record_event(
        tx,
        staff,
        context,
        "translation.delivered",
        blocking=found.blocking,
        overridden=overridden is not None,
        reason=overridden,
    )
    return Delivery(
        context=await find_translation_context(tx, context.project.id, translation.id), review=found
    )


async def deliver_file(
    tools: LinguistTools,
    project_id: int,
    translation_id: int,
    *,
    finished: FinishedFile,
    override_reason: str | None = None,
    staff: Staff,
) -> TranslationContext:
    """Finish a translation with a file that was made elsewhere, of the type of the ordered one.

    Also where the service could not make the file. Only its type is checked, and no memory learns from it.
    Where the service asks for linguists, `override_reason` names who translated it, unless all segments are
    confirmed. Raises `NotFound`, `NotOpen`, `Forbidden`, `LimitExceeded`, `ReasonInvalid`, `DeliveryBlocked`,
    or `RulesBroken` with all problems.
    """
    staff.require(StaffRole.MANAGER)
    reason = _check_reason(override_reason)
    async with transaction(tools.database, account=ALL_ACCOUNTS) as tx:
        context = await find_translation_context(tx, project_id, translation_id)
    context.require_stage(Stage.OPEN, Stage.FAILED)
    name = await _check_file(tools, context.file, finished)
    key = files.open_key(tools.keyring, context.file)
    result = TranslatedFile(id=uuid.uuid4(), name=name, size=len(finished.data))
    await files.write_result(tools.blobs, context.file.id, result.id, key=key, data=finished.data)
    try:
        async with transaction(tools.database, account=ALL_ACCOUNTS) as tx:
            context = await find_translation_context(tx, project_id, translation_id, lock=True)
            context.require_stage(Stage.OPEN, Stage.FAILED)
            _require_free(context)
            overridden = await _require_confirmed(tx, context, reason)
            return await _finish(tx, tools, context, result, overridden=overridden, staff=staff)
    except DragomanError as error:
        if not isinstance(error, Unavailable):  # else the commit may have succeeded: the sweep decides
            await files.delete_result(tools.blobs, context.file.id, result.id)
        raise


async def _require_confirmed(tx: Transaction, context: TranslationContext, reason: str | None) -> str | None:
    """Return the reason to record; None where linguists have confirmed all segments, or need not."""
    if not context.by_people:
        return None
    rows = await segment_store.list_segments(tx, context.translation.id)
    left = sum(row.state not in (SegmentState.TRANSLATED, SegmentState.CONFIRMED) for row in rows)
    if not left and (rows or context.translation.stage is Stage.OPEN):
        return None
    if reason is None:
        raise DeliveryBlocked(
            "The order is for people, and they have not confirmed all of its segments here: "
            f"{left} of {len(rows)} are left.",
            hints="Say in `reason` who translated the file; the record keeps it.",
        )
    return reason


async def _finish(
    tx: Transaction,
    tools: LinguistTools,
    context: TranslationContext,
    result: TranslatedFile,
    *,
    overridden: str | None,
    staff: Staff,
) -> TranslationContext:
    claimed = await file_store.claim_translation(tx, context.translation.id, stage=context.translation.stage)
    assert claimed is not None  # the row is held
    await file_store.update_translation(tx, claimed.id, {"override_reason": overridden})
    await finish_translation(
        tx, tools.keyring, project=context.project, translation=claimed, result=result, by=staff.actor
    )
    await record_event(
        tx,
        staff,
        context,
        "translation.file_delivered",
        bytes=result.size,
        overridden=overridden is not None,
        reason=overridden,
    )
    return await find_translation_context(tx, context.project.id, context.translation.id)


async def _check_file(tools: LinguistTools, ordered: ProjectFile, finished: FinishedFile) -> str:
    most = tools.settings.max_document_bytes
    if len(finished.data) > most:
        raise LimitExceeded(
            f"File too large: it has {len(finished.data)} bytes, at most {most} are accepted."
        )
    problems: list[RuleBroken] = []
    name = finished.name
    try:
        name = check_file_name(finished.name)
    except RuleBroken as problem:
        problems.append(DeliveryNameInvalid(problem.message, hints=problem.hints))
    if not finished.data:
        problems.append(DeliveryEmpty("The file has 0 bytes.", hints="Send the file's contents."))
    elif not problems and not await asyncio.to_thread(_is_of_type, ordered, finished):
        problems.append(
            DeliveryTypeDiffers(
                f"The file is not of the type {ordered.format}, which was ordered.",
                hints="Save it as the same type as the source file, with that type's file extension.",
            )
        )
    if problems:
        raise RulesBroken(problems)
    return name


def _is_of_type(ordered: ProjectFile, finished: FinishedFile) -> bool:
    """Whether the finished file has the ordered type, or the result type of the ordered one."""
    assert ordered.format is not None  # a reference file is not translated
    try:
        found = detect_type(finished.data, finished.name)
    except RuleBroken:
        return False
    made = find_type(ordered.format).result
    suffix = finished.name.rpartition(".")[2].lower()
    return found.name == ordered.format or (
        made is not None and suffix == made.suffix and not isinstance(found, LegacyType)
    )
