"""What staff do with projects: start, hold, release, set a deadline, finish, cancel, try again (V1, P5)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from dragoman.access.staff import OPERATOR
from dragoman.audit.actions import list_entries
from dragoman.catalog.model import ServiceKind
from dragoman.database.connections import ALL_ACCOUNTS, Transaction, transaction
from dragoman.errors import Conflict, NotFound
from dragoman.projects import file_store
from dragoman.projects.model import (
    HoldReason,
    Project,
    ProjectFilter,
    ProjectStatus,
    Setter,
    Stage,
    TranslationFailure,
)
from dragoman.projects.orders import managing
from dragoman.projects.orders.checking import DeadlinePast
from dragoman.projects.orders.managing import CancellationReasonInvalid
from tests.projects.shop import CALLBACK, Shop


async def human_draft(shop: Shop, *, deadline_in: timedelta | None = None) -> Project:
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        deadline = None if deadline_in is None else tx.now + deadline_in
    project = await shop.order(ServiceKind.HUMAN, deadline=deadline)
    await shop.send(project, callback_url=CALLBACK)
    await shop.work()
    return project


async def list_actions(tx: Transaction, project: Project) -> list[str]:
    entries = await list_entries(tx, subject=f"project:{project.id}", limit=50)
    return [entry.event.action for entry in reversed(entries)]


async def test_a_held_draft_starts_when_it_is_released(shop: Shop) -> None:
    project = await human_draft(shop)
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        assert (await managing.hold(tx, project.id, staff=OPERATOR)).hold is HoldReason.STAFF
    asked = await shop.start(project)
    assert (asked.status, asked.hold) == (ProjectStatus.DRAFT, HoldReason.STAFF)
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        with pytest.raises(Conflict, match="Release it first"):
            await managing.start(tx, project.id, confirm_deadline=False, staff=OPERATOR)
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        released = await managing.release(tx, project.id, staff=OPERATOR)
        assert (released.status, released.hold) == (ProjectStatus.ACTIVE, None)
        assert await list_actions(tx, project) == ["project.held", "project.released"]


async def test_a_held_draft_without_a_request_to_start_stays_a_draft(shop: Shop) -> None:
    project = await human_draft(shop)
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        await managing.hold(tx, project.id, staff=OPERATOR)
        released = await managing.release(tx, project.id, staff=OPERATOR)
    assert (released.status, released.hold) == (ProjectStatus.DRAFT, None)


async def test_messages_are_written_as_each_language_writes_them(shop: Shop) -> None:
    """No-break spaces in French, joiners in Persian and pictures; no controls, and none of direction."""
    project = await human_draft(shop)
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        for message in (
            "Lequel\xa0?\nLe bleu\u202f?",
            "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
            "\U0001f468\u200d\U0001f469",
        ):
            held = await managing.hold(tx, project.id, staff=OPERATOR, message=message)
            assert held.hold_message == message
        for bad in ("a\x00", "a\x1b[31m", "a\u202eb", "a\u2066b", "x" * 2001):
            with pytest.raises(managing.HoldMessageInvalid):
                await managing.hold(tx, project.id, staff=OPERATOR, message=bad)
        cancelled = await managing.cancel(
            tx, shop.resources.keyring, project.id, reason="Trop tard\xa0!", staff=OPERATOR
        )
    assert cancelled.cancel_reason == "Trop tard\xa0!"


async def test_nothing_of_a_held_project_is_prepared_until_its_release(shop: Shop) -> None:
    project = await shop.order(ServiceKind.MACHINE)
    await shop.send(project)
    await shop.work()
    await shop.start(project)
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        await managing.hold(tx, project.id, staff=OPERATOR)
    assert await shop.work() == ["projects.prepare"]
    held, _, (translation,) = await shop.look(project)
    assert (held.status, translation.stage) == (ProjectStatus.ACTIVE, Stage.PREPARING)
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        await managing.release(tx, project.id, staff=OPERATOR)
    assert await shop.work() == ["projects.prepare", "projects.rebuild"]
    assert (await shop.look(project))[0].status is ProjectStatus.FINISHED


async def test_p5_a_deadline_that_is_too_tight_waits_for_staff(shop: Shop) -> None:
    project = await human_draft(shop, deadline_in=timedelta(seconds=30))
    asked = await shop.start(project)
    assert (asked.status, asked.hold) == (ProjectStatus.DRAFT, HoldReason.DEADLINE)
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        wanted = ProjectFilter(account_id=shop.caller.account_id, hold=HoldReason.DEADLINE)
        assert [one.id for one in await managing.list_projects(tx, wanted)] == [project.id]
        started = await managing.start(tx, project.id, confirm_deadline=True, staff=OPERATOR)
    assert (started.status, started.deadline, started.deadline_set_by) == (
        ProjectStatus.ACTIVE,
        asked.deadline,
        Setter.CLIENT,
    )


async def test_p5_another_deadline_starts_what_waited_for_it(shop: Shop) -> None:
    project = await human_draft(shop, deadline_in=timedelta(seconds=30))
    await shop.start(project)
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        with pytest.raises(DeadlinePast):
            await managing.set_deadline(tx, project.id, deadline=tx.now, staff=OPERATOR)
        later = tx.now + timedelta(days=9)
        started = await managing.set_deadline(tx, project.id, deadline=later, staff=OPERATOR)
        assert (started.status, started.deadline, started.deadline_set_by) == (
            ProjectStatus.ACTIVE,
            later,
            Setter.PROVIDER,
        )
        assert await list_actions(tx, project) == ["project.deadline_set"]


async def test_a_project_is_not_finished_while_something_is_not_delivered(shop: Shop) -> None:
    project = await human_draft(shop)
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        keyring = shop.resources.keyring
        with pytest.raises(Conflict, match="only an active one"):
            await managing.finish(tx, keyring, project.id, cancel_rest=True, reason="Enough", staff=OPERATOR)
    await shop.start(project)
    await shop.work()
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        (translation,) = await file_store.list_translations(tx, [project.id])
        with pytest.raises(Conflict, match=rf"not delivered: 1 \({translation.id}\)"):
            await managing.finish(tx, keyring, project.id, cancel_rest=False, staff=OPERATOR)
        with pytest.raises(managing.CancellationReasonInvalid):
            await managing.finish(tx, keyring, project.id, cancel_rest=True, staff=OPERATOR)
        finished = await managing.finish(
            tx, keyring, project.id, cancel_rest=True, reason="No more need", staff=OPERATOR
        )
        assert finished.cancel_reason == "No more need"
    found, _, (translation,) = await shop.look(project)
    assert (finished.status, found.status, translation.status) == (
        ProjectStatus.FINISHED,
        ProjectStatus.FINISHED,
        ProjectStatus.CANCELLED,
    )
    assert await shop.count("notifications") == 1


async def test_p15_n1_staff_cancel_with_a_reason_and_the_sender_is_reported_once(shop: Shop) -> None:
    project = await human_draft(shop)
    await shop.start(project)
    keyring = shop.resources.keyring
    reason = "INVOICING_ACCOUNT_OUT_OF_DATE"
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        for bad in ("", "  ", "x" * 501, "two\nlines", "- -"):
            with pytest.raises(CancellationReasonInvalid):
                await managing.cancel(tx, keyring, project.id, reason=bad, staff=OPERATOR)
        for _ in range(2):
            cancelled = await managing.cancel(tx, keyring, project.id, reason=reason, staff=OPERATOR)
            assert (cancelled.status, cancelled.cancel_reason) == (ProjectStatus.CANCELLED, reason)
        assert await list_actions(tx, project) == ["project.cancelled"]
        with pytest.raises(Conflict, match="nothing of it changes"):
            await managing.hold(tx, project.id, staff=OPERATOR)
    assert await shop.count("notifications") == 1
    assert await shop.work() == ["projects.prepare"], "the job finds nothing to do"
    assert await shop.count("project_segments") == 0
    again = await shop.cancel(project)
    assert again.status is ProjectStatus.CANCELLED


async def test_what_failed_is_tried_again(shop: Shop) -> None:
    project = await human_draft(shop)
    await shop.start(project)
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        (translation,) = await file_store.list_translations(tx, [project.id])
        with pytest.raises(Conflict, match="has not failed"):
            await managing.retry_translation(tx, project.id, translation.id, staff=OPERATOR)
        failure = TranslationFailure(code="TRANSLATION_FAILED", reason="The engine is away.")
        await file_store.update_translation(tx, translation.id, {"stage": Stage.FAILED, "failure": failure})
    assert await shop.work() == ["projects.prepare"]
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        again = await managing.retry_translation(tx, project.id, translation.id, staff=OPERATOR)
        assert (again.stage, again.failure) == (Stage.PREPARING, None)
    assert await shop.work() == ["projects.prepare"]
    assert (await shop.look(project))[2][0].stage is Stage.OPEN


async def test_a_project_that_is_not_there_is_not_found(shop: Shop) -> None:
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        with pytest.raises(NotFound, match="There is no such project"):
            await managing.hold(tx, 2**31 - 1, staff=OPERATOR)
