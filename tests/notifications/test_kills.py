"""What survives the death of a process, at any step."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import pytest
import sqlalchemy as sa

from dragoman.database.connections import ALL_ACCOUNTS, Database, transaction
from dragoman.errors import Unavailable
from dragoman.notifications import delivery
from dragoman.notifications.actions import resume_notifications
from dragoman.notifications.delivery import deliver
from dragoman.notifications.model import DeliveryFailure, NotificationStatus
from dragoman.notifications.schedule import DOCUMENTS
from tests.notifications.conftest import World
from tests.notifications.receiver import Received, answer, never, run_receiver
from tests.waiting import until


class Killed(BaseException):
    """Simulates the end of the process."""


async def _rows(database: Database) -> tuple[int, int]:
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        counted = await tx.connection.execute(
            sa.text("select (select count(*) from notifications), (select count(*) from notification_tries)")
        )
        notifications, tries = counted.one()
        return notifications, tries


@pytest.mark.parametrize("step", ["_claim", "_send", "_record"])
@pytest.mark.parametrize("timing", ["before", "after"])
async def test_a_process_killed_at_any_step_leads_to_one_more_try_at_most(
    fresh: World, monkeypatch: pytest.MonkeyPatch, step: str, timing: str
) -> None:
    original = getattr(delivery, step)

    async def killed(*arguments: Any) -> Any:
        if timing == "after":
            await original(*arguments)
        raise Killed

    async with run_receiver(answer(200)) as receiver:
        notification = await fresh.announce(receiver.url, schedule=DOCUMENTS)
        with monkeypatch.context() as patch, suppress(Killed):
            patch.setattr(delivery, step, killed)
            await deliver(fresh.deliverer, notification=notification)
        reached = len(receiver.received)
        claimed = step != "_claim"  # an interrupted transaction leaves nothing behind
        found = await fresh.deliver(notification)  # the rescued job, at once
        if claimed:
            assert (found.status, len(receiver.received)) == (NotificationStatus.PENDING, reached)
            assert await _waiting_jobs(fresh) == 2  # its own, and one for the end of the claim
        found = await fresh.later(21).deliver(notification)
    assert found.status is NotificationStatus.DELIVERED
    assert len(receiver.received) == reached + 1 <= 2
    assert len({request.id for request in receiver.received}) == 1
    failures = [one.failure for one in found.tries]
    assert failures == ([DeliveryFailure.INTERRUPTED, None] if claimed else [None])
    assert await _rows(fresh.database) == (1, len(failures))


async def _waiting_jobs(world: World) -> int:
    async with transaction(world.database, account=ALL_ACCOUNTS) as tx:
        return int(await tx.connection.scalar(sa.text("select count(*) from procrastinate_jobs")))


async def test_a_process_that_is_stopped_gives_its_claim_back(world: World) -> None:
    async with run_receiver(never) as receiver:
        notification = await world.announce(receiver.url, schedule=DOCUMENTS)
        running = asyncio.create_task(deliver(world.deliverer, notification=notification))
        await until(lambda: receiver.received)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        receiver.behave = answer(200)
        found = await world.deliver(notification)  # at once
    assert [one.failure for one in found.tries] == [DeliveryFailure.INTERRUPTED, None]
    assert found.status is NotificationStatus.DELIVERED


async def test_a_late_success_counts_although_its_claim_had_ended(world: World) -> None:
    release = asyncio.Event()

    async def late(request: Received, writer: Any) -> None:
        await release.wait()
        await answer(200)(request, writer)

    async with run_receiver(late) as receiver:
        notification = await world.announce(receiver.url, schedule=DOCUMENTS)
        running = asyncio.create_task(deliver(world.deliverer, notification=notification))
        await until(lambda: receiver.received)
        receiver.behave = answer(500)
        await world.later(21).deliver(notification)  # another process takes it for dead
        release.set()
        await running
        found = await world.find(notification)
    assert found.status is NotificationStatus.DELIVERED
    assert [one.answer for one in found.tries] == [200, 500]


async def test_one_whose_job_was_lost_gets_another(fresh: World) -> None:
    async with run_receiver(answer(200)) as receiver:
        notification = await fresh.announce(receiver.url)
        async with transaction(fresh.database, account=ALL_ACCOUNTS) as tx:
            await tx.connection.execute(sa.text("delete from procrastinate_jobs"))
        for seconds, resumed in ((50, 0), (61, 1), (200, 0)):  # once it has a job again, it needs none
            async with transaction(fresh.later(seconds).database, account=ALL_ACCOUNTS) as tx:
                assert await resume_notifications(tx) == resumed
        async with fresh.worker():
            await until(lambda: receiver.received)
    assert receiver.received[0].id == f"msg_{notification.hex}"


async def test_a_database_that_is_away_is_not_a_failed_attempt(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_: Any) -> None:
        raise Unavailable("The database cannot be reached.")

    async with run_receiver(answer(200)) as receiver:
        notification = await world.announce(receiver.url, schedule=DOCUMENTS)
        with monkeypatch.context() as patch:
            patch.setattr(delivery, "_record", away)
            with pytest.raises(Unavailable):
                await deliver(world.deliverer, notification=notification)
        found = await world.later(21).deliver(notification)
    assert (found.status, len(receiver.received)) == (NotificationStatus.DELIVERED, 2)
