"""Deliveries: what a receiver gets, and what is kept of each try."""

from __future__ import annotations

import asyncio
import json
import random
import uuid
from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

from dragoman.access.staff import OPERATOR
from dragoman.database.connections import ALL_ACCOUNTS, NO_ACCOUNT, transaction
from dragoman.errors import Conflict, NotFound
from dragoman.notifications.actions import (
    delete_notifications,
    get_notification,
    list_notifications,
    remove_old_notifications,
    replay_notification,
)
from dragoman.notifications.delivery import deliver
from dragoman.notifications.model import DeliveryFailure, NotificationFilter, NotificationStatus
from dragoman.notifications.schedule import DOCUMENTS, Schedule
from tests.notifications.conftest import World
from tests.notifications.receiver import Received, answer, reset, run_receiver
from tests.waiting import until


async def test_a_receiver_gets_it_after_the_commit_and_can_verify_it(
    fresh: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By listening: polls of this worker come too late for any test."""
    monkeypatch.setattr("dragoman.jobs.runner._POLL_SECONDS", 3600)
    body = json.dumps({"jobId": "7", "fileName": "Übersicht.docx"}).encode()
    async with run_receiver(answer(200, b"thanks")) as receiver, fresh.worker():

        async def listens() -> bool:
            async with transaction(fresh.database, account=NO_ACCOUNT) as tx:
                question = "select exists (select from pg_stat_activity where query ilike 'listen %')"
                return bool(await tx.connection.scalar(sa.text(question)))

        await until(listens)
        notification = await fresh.announce(receiver.url, body)
        await until(lambda: receiver.received)

        async def recorded() -> bool:
            return (await fresh.find(notification)).status is NotificationStatus.DELIVERED

        await until(recorded)
    [received] = receiver.received
    assert received.request_line == "POST /hook?key=S3CRET HTTP/1.1"
    assert received.body == body
    assert received.headers["content-type"] == "application/json"
    assert received.headers["host"] == f"127.0.0.1:{receiver.port}"
    assert Webhook(fresh.new.webhook_secret).verify(body, received.headers) == json.loads(body)
    with pytest.raises(WebhookVerificationError):
        Webhook(fresh.new.webhook_secret).verify(body.replace(b"7", b"8"), received.headers)
    found = await fresh.find(notification)
    assert (found.webhook_id, found.next_try) == (received.id, None)
    [one] = found.tries
    assert (one.number, one.answer, one.failure, one.response) == (1, 200, None, "thanks")


async def test_without_a_commit_there_is_neither_notification_nor_delivery(fresh: World) -> None:
    async with run_receiver() as receiver, fresh.worker():
        with pytest.raises(Exception, match="foreign key"):
            await fresh.announce(receiver.url, application_id=10**6)
        await asyncio.sleep(0.5)
    assert (receiver.connections, await fresh.list()) == (0, [])


async def test_every_try_is_kept(world: World) -> None:
    async with run_receiver(answer(500, b"broken")) as receiver:
        notification = await world.announce(receiver.url, schedule=DOCUMENTS)
        await world.deliver(notification)
        receiver.behave = reset
        await world.later(5).deliver(notification)
        receiver.behave = answer(202)
        found = await world.later(30).deliver(notification)
    assert [(one.number, one.answer, one.failure, one.response) for one in found.tries] == [
        (1, 500, None, "broken"),
        (2, None, DeliveryFailure.BROKEN_OFF, None),
        (3, 202, None, None),
    ]
    assert all(one.seconds is not None and one.seconds < 5 for one in found.tries)
    assert found.status is NotificationStatus.DELIVERED
    ids = {(request.id, request.headers["webhook-timestamp"]) for request in receiver.received}
    assert len({name for name, _ in ids}) == 1
    assert len({timestamp for _, timestamp in ids}) == 3


async def test_replay_keeps_the_id_and_begins_anew(world: World) -> None:
    async with run_receiver(answer(410)) as receiver:
        notification = await world.announce(receiver.url, schedule=DOCUMENTS)
        await world.deliver(notification)
        for behave, end in (
            (answer(200), NotificationStatus.DELIVERED),
            (answer(410), NotificationStatus.GONE),
            (answer(500), NotificationStatus.PENDING),
        ):
            receiver.behave = behave
            async with transaction(world.database, account=ALL_ACCOUNTS) as tx:
                await replay_notification(tx, notification_id=notification, staff=OPERATOR)
            found = await world.deliver(notification)
            assert found.status is end
        async with transaction(world.database, account=ALL_ACCOUNTS) as tx:
            with pytest.raises(Conflict):
                await replay_notification(tx, notification_id=notification, staff=OPERATOR)
            with pytest.raises(NotFound):
                await replay_notification(tx, notification_id=uuid.uuid4(), staff=OPERATOR)
    assert [one.number for one in found.tries] == [1, 2, 3, 4]
    assert len({request.id for request in receiver.received}) == 1


async def test_a_replay_has_the_whole_schedule_again(world: World) -> None:
    async with run_receiver(answer(500)) as receiver:
        notification = await world.announce(receiver.url, schedule=Schedule(delays=(0, 5)))
        await world.deliver(notification)
        later = world.later(6)
        assert (await later.deliver(notification)).status is NotificationStatus.DEAD
        async with transaction(later.database, account=ALL_ACCOUNTS) as tx:
            await replay_notification(tx, notification_id=notification, staff=OPERATOR)
        assert (await later.deliver(notification)).status is NotificationStatus.PENDING
        assert (await world.later(12).deliver(notification)).status is NotificationStatus.DEAD
    assert len(receiver.received) == 4


async def test_several_jobs_of_one_notification_send_it_once(world: World) -> None:
    async with run_receiver(answer(200)) as receiver:
        notifications = [await world.announce(receiver.url) for _ in range(4)]
        for notification in notifications:
            await asyncio.gather(*(world.deliver(notification) for _ in range(3)))
    assert len(receiver.received) == len(notifications)


async def test_a_deleted_subject_is_gone_and_nothing_more_is_sent(world: World) -> None:
    async with run_receiver(answer(500, b"echo")) as receiver:
        ours = await world.announce(receiver.url, subject="document:a", schedule=DOCUMENTS)
        other = await world.announce(receiver.url, subject="document:b", schedule=DOCUMENTS)
        await world.deliver(ours)
        async with transaction(world.database, account=world.new.application.account_id) as tx:
            assert await delete_notifications(tx, subjects=["document:a"]) == 1
        await deliver(world.later(5).deliverer, notification=ours)
        assert len(receiver.received) == 1
        assert (await world.find(other)).status is NotificationStatus.PENDING
    async with transaction(world.database, account=ALL_ACCOUNTS) as tx:
        left = sa.text("select count(*) from notification_tries where notification_id = :id")
        assert await tx.connection.scalar(left, {"id": ours}) == 0


async def test_one_deleted_while_it_is_sent_ends_quietly(world: World) -> None:
    async def delete(_: Received, writer: Any) -> None:
        async with transaction(world.database, account=ALL_ACCOUNTS) as tx:
            await delete_notifications(tx, subjects=["document:c"])
        await answer(500)(_, writer)

    async with run_receiver(delete) as receiver:
        notification = await world.announce(receiver.url, subject="document:c", schedule=DOCUMENTS)
        await deliver(world.deliverer, notification=notification)
    assert len(receiver.received) == 1
    assert await world.list(subject="document:c") == []


async def test_old_ones_are_removed_a_month_after_their_end(fresh: World) -> None:
    async with run_receiver(answer(200)) as receiver:
        ended = await fresh.announce(receiver.url)
        await fresh.deliver(ended)
        waiting = await fresh.announce(receiver.url)
    for days, kept in ((29, {ended, waiting}), (31, {waiting})):
        async with transaction(fresh.later(days * 86400).database, account=ALL_ACCOUNTS) as tx:
            await remove_old_notifications(tx, events_kept=timedelta(days=1))
        assert {one.id for one in await fresh.list()} == kept


async def test_an_account_sees_its_own_only(world: World) -> None:
    notification = await world.announce("https://example.com/hook", subject="document:own")
    mine = world.new.application.account_id
    for account, seen in ((mine, 1), (mine + 1, 0), (NO_ACCOUNT, 0)):
        async with transaction(world.database, account=account) as tx:
            wanted = NotificationFilter(subject="document:own")
            assert len(await list_notifications(tx, world.keyring, wanted=wanted)) == seen
            if not seen:
                for refused in (
                    get_notification(tx, world.keyring, notification_id=notification),
                    replay_notification(tx, notification_id=notification, staff=OPERATOR),
                ):
                    with pytest.raises(NotFound):
                        await refused
                assert await delete_notifications(tx, subjects=["document:own"]) == 0


async def test_nothing_of_the_customer_is_in_the_database_in_clear(world: World) -> None:
    secret = "Kanarienvogel-9c1f"

    async def echo(request: Received, writer: Any) -> None:
        await answer(500, request.body)(request, writer)

    async with run_receiver(echo) as receiver:
        url = f"http://127.0.0.1:{receiver.port}/{secret}"
        found = await world.deliver(await world.announce(url, json.dumps({"fileName": secret}).encode()))
    assert found.url == url
    assert secret in (found.tries[0].response or "")
    async with transaction(world.database, account=ALL_ACCOUNTS) as tx:
        for table in ("notifications", "notification_tries", "notification_receivers", "procrastinate_jobs"):
            rows = await tx.connection.execute(sa.text(f"select t::text from {table} t"))
            dump = " ".join(rows.scalars())
            assert secret not in dump
            assert secret.encode().hex() not in dump


@pytest.mark.parametrize(
    "count", [150, pytest.param(1000, marks=[pytest.mark.campaign, pytest.mark.timeout(600)])]
)
async def test_a_receiver_that_fails_three_times_in_ten_gets_everything(fresh: World, count: int) -> None:
    luck = random.Random(7)

    async def moody(request: Received, writer: Any) -> None:
        if luck.random() < 0.3:
            await luck.choice([answer(500), answer(503), reset])(request, writer)
        else:
            await answer(200)(request, writer)
            accepted.append(request.id)

    accepted: list[str] = []
    # So many tries, and so late, that neither luck nor this machine's speed decides.
    fast = Schedule(delays=tuple(0.5 * step for step in range(240)), jitter=0.2)
    async with run_receiver(moody) as receiver, fresh.worker():
        for _ in range(count):
            await fresh.announce(receiver.url, schedule=fast)

        async def ended() -> bool:
            async with transaction(fresh.database, account=ALL_ACCOUNTS) as tx:
                pending = sa.text("select count(*) from notifications where status = 'pending'")
                return await tx.connection.scalar(pending) == 0

        await until(ended)
        found = await fresh.list()
    assert Counter(one.status for one in found) == {NotificationStatus.DELIVERED: count}
    assert Counter(accepted) == {one.webhook_id: 1 for one in found}
    for request in receiver.received:
        Webhook(fresh.new.webhook_secret).verify(request.body, request.headers)
