"""Test events, what a try sent, counts, and what is shown of a webhook."""

from __future__ import annotations

import asyncio
import json
from uuid import UUID

import pytest
import sqlalchemy as sa
from standardwebhooks.webhooks import Webhook

from dragoman.access.provisioning import ApplicationChanges, change_application
from dragoman.access.staff import OPERATOR
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.errors import Conflict, NotFound, TooManyRequests
from dragoman.notifications.actions import count_dead_notifications, find_statuses, open_notification
from dragoman.notifications.callback_url import CallbackRefused
from dragoman.notifications.model import (
    DeliveryFailure,
    NotificationStatus,
    OpenedNotification,
    describe_failure,
)
from dragoman.notifications.receiver_testing import send_test_event
from tests.notifications.conftest import World
from tests.notifications.receiver import answer, run_receiver


async def send(world: World, url: str, application: int | None = None) -> UUID:
    async with transaction(world.database, account=ALL_ACCOUNTS) as tx:
        return await send_test_event(
            tx,
            world.keyring,
            application_id=application or world.new.application.id,
            url=url,
            staff=OPERATOR,
        )


async def opened(world: World, notification: UUID) -> OpenedNotification:
    async with transaction(world.database, account=world.new.application.account_id) as tx:
        return await open_notification(tx, world.keyring, notification_id=notification)


async def test_a_test_event_is_signed_delivered_and_shown_as_it_was_sent(fresh: World) -> None:
    async with run_receiver(answer(200, b"thanks")) as receiver:
        made = await send(fresh, receiver.url)
        await fresh.deliver(made)
    [received] = receiver.received
    event = Webhook(fresh.new.webhook_secret).verify(received.body, received.headers)
    application = fresh.new.application.id
    assert event == {
        "type": "test.event",
        "id": event["id"],
        "createdAt": event["createdAt"],
        "applicationId": application,
        "message": "A test of this address. Nothing was translated.",
    }
    shown = await opened(fresh, made)
    assert shown.body.encode() == received.body
    [one] = shown.notification.tries
    assert one.headers is not None
    assert {name.lower(): value for name, value in one.headers.items()} == received.headers
    assert (shown.notification.kind, shown.notification.status) == (
        "test.event",
        NotificationStatus.DELIVERED,
    )


async def test_a_test_event_is_tried_once_and_the_guard_refuses_as_for_any_other(fresh: World) -> None:
    made = await send(fresh, "http://10.0.0.1/")
    found = await fresh.deliver(made)
    [one] = found.tries
    assert (found.status, one.failure, one.headers) == (
        NotificationStatus.DEAD,
        DeliveryFailure.REFUSED,
        None,
    )
    with pytest.raises(CallbackRefused):
        await send(fresh, "ftp://example.com/")


async def test_an_application_sends_ten_test_events_in_a_minute(fresh: World) -> None:
    sent = await asyncio.gather(
        *(send(fresh, "https://example.com/") for _ in range(12)), return_exceptions=True
    )
    refused = [one for one in sent if isinstance(one, TooManyRequests)]
    assert (len(refused), len(sent) - len(refused)) == (2, 10)
    assert refused[0].retry_after == 60
    later = fresh.later(61)
    assert await send(later, "https://example.com/")


async def test_no_test_event_goes_out_for_what_is_disabled_or_unknown(fresh: World) -> None:
    with pytest.raises(NotFound):
        await send(fresh, "https://example.com/", application=2**31 - 1)
    async with transaction(fresh.database, account=ALL_ACCOUNTS) as tx:
        await change_application(
            tx, fresh.new.application.id, changes=ApplicationChanges(disabled=True), staff=OPERATOR
        )
    with pytest.raises(Conflict, match="disabled"):
        await send(fresh, "https://example.com/")
    assert await fresh.list() == []


async def test_dead_ones_are_counted_up_to_a_limit_and_statuses_found_by_subject(fresh: World) -> None:
    async with run_receiver(answer(500)) as receiver:
        dead = [await fresh.announce(receiver.url, subject=f"document:{n}") for n in range(3)]
        for one in dead:
            await fresh.deliver(one)
    await fresh.announce(receiver.url, subject="document:1")
    async with transaction(fresh.database, account=ALL_ACCOUNTS) as tx:
        account = fresh.new.application.account_id
        assert await count_dead_notifications(tx) == 3
        assert await count_dead_notifications(tx, account_id=account) == 3
        assert await count_dead_notifications(tx, most=2) == 2
        assert await count_dead_notifications(tx, account_id=account + 1) == 0
        assert await find_statuses(tx, subjects=["document:0", "document:1", "document:9"]) == {
            "document:0": NotificationStatus.DEAD,
            "document:1": NotificationStatus.PENDING,
        }
        await tx.connection.execute(sa.text("set local enable_seqscan = off"))
        plan = await tx.connection.scalars(
            sa.text("explain select 1 from notifications where status = 'dead' limit 1000")
        )
        assert "notifications_open_idx" in "\n".join(plan)
    newest = await fresh.list(application_id=fresh.new.application.id)
    assert (len(newest), newest[0].subject) == (4, "document:1")
    assert await fresh.list(application_id=fresh.new.application.id + 1) == []
    assert len(await fresh.list(kind="document.finished")) == 4
    assert await fresh.list(kind="test.event") == []


async def test_what_is_stored_of_a_try_reveals_nothing(fresh: World) -> None:
    async with run_receiver(answer(200)) as receiver:
        await fresh.deliver(await send(fresh, receiver.url))
    [received] = receiver.received
    async with transaction(fresh.database, account=ALL_ACCOUNTS) as tx:
        stored = await tx.connection.scalar(sa.text("select headers from notification_tries"))
    assert stored is not None
    assert received.headers["webhook-signature"].encode() not in bytes(stored)
    assert json.dumps(received.id).encode() not in bytes(stored)


@pytest.mark.parametrize("failure", DeliveryFailure)
def test_every_failure_has_words(failure: DeliveryFailure) -> None:
    assert describe_failure(failure).endswith(".")
