"""Delivering one notification: claim it, send it, record the outcome, with no transaction open in between.

A process that dies on the way leaves a claim behind, which ends by itself: the job is done again, and at most
the receiver gets the same `webhook-id` twice.

No receiver can keep others waiting: the number of concurrent deliveries to it depends on its behaviour, for
all processes together (see `receiver_limits`). Further deliveries wait without a job; those that end enqueue
one.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

import sqlalchemy as sa

from dragoman.access.actions import read_webhook_secrets
from dragoman.access.keyring import Keyring
from dragoman.checked_network import Resolve
from dragoman.database.connections import ALL_ACCOUNTS, Database, Transaction, transaction
from dragoman.errors import Unavailable
from dragoman.notifications import store
from dragoman.notifications.addresses import parse_allow_list
from dragoman.notifications.callback_url import CallbackTarget, parse_callback_url
from dragoman.notifications.model import DeliveryFailure, NotificationStatus, webhook_id
from dragoman.notifications.queue import enqueue_delivery
from dragoman.notifications.receiver_limits import LimitChange, ReceiverQueues, judge
from dragoman.notifications.schedule import NextTry, plan_next
from dragoman.notifications.sealing import seal_headers, seal_response, unseal_body, unseal_url
from dragoman.notifications.sending import TOTAL_SECONDS, DeliveryOutcome, Sender, open_sender
from dragoman.notifications.signing import sign_delivery
from dragoman.notifications.webhook_keys import WebhookKey, list_webhook_keys
from dragoman.settings import Settings
from dragoman.telemetry import Metrics, log

# A job of a dead worker comes back no sooner than this, so that it finds the claim ended.
_CLAIM: Final = timedelta(seconds=TOTAL_SECONDS + 5)
_QUICK_SECONDS: Final = 0.5
_GONE: Final = 410
_CLOCK_STEP: Final = timedelta(seconds=2)  # that the database's clock may go back
_TRANSACTIONS: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Deliverer:
    """What one process delivers with."""

    database: Database
    keyring: Keyring
    sender: Sender
    metrics: Metrics
    events_kept: timedelta
    receiver_queues: ReceiverQueues = field(default_factory=ReceiverQueues)
    # Of its many jobs few use the database at once: the process's connections are for others as well.
    few: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(_TRANSACTIONS))


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A notification that is this job's to send, once."""

    id: UUID
    account_id: int
    kind: str
    receiver: bytes
    number: int  # of the try
    began: datetime
    target: CallbackTarget = field(repr=False)
    body: bytes = field(repr=False)
    secrets: Sequence[str] = field(repr=False)
    keys: Sequence[WebhookKey] = field(repr=False)


@asynccontextmanager
async def open_deliverer(
    settings: Settings,
    *,
    database: Database,
    keyring: Keyring,
    metrics: Metrics,
    resolve: Resolve | None = None,
) -> AsyncIterator[Deliverer]:
    """Open the connections to receivers. `resolve` replaces the system's resolver in tests.

    Raises `Misconfigured` when the settings of callbacks cannot be used.
    """
    allow = parse_allow_list(settings.callback_allow)
    async with open_sender(allow, ca_file=settings.callback_ca_file, resolve=resolve) as sender:
        yield Deliverer(
            database=database,
            keyring=keyring,
            sender=sender,
            metrics=metrics,
            events_kept=timedelta(seconds=settings.event_retention_seconds),
        )


async def deliver(deliverer: Deliverer, *, notification: UUID) -> None:
    """Try once to deliver it, if it is due and its receiver's limit allows it. Raises `Unavailable`."""
    async with _transaction(deliverer) as tx:
        claim = await _claim(tx, deliverer.keyring, notification)
    if claim is None:
        return
    try:
        outcome = await _send(deliverer.sender, claim)
    except asyncio.CancelledError:  # this process ends
        with suppress(Unavailable):
            await _give_back(deliverer, claim)
        raise
    async with _transaction(deliverer) as tx:
        status = await _record(tx, deliverer.keyring, claim, outcome)
    deliverer.receiver_queues.note(
        claim.receiver.hex(), quick=outcome.delivered and outcome.seconds < _QUICK_SECONDS
    )
    _report(deliverer.metrics, claim, outcome, status)


async def _claim(tx: Transaction, keyring: Keyring, notification_id: UUID) -> Claim | None:
    """Begin a try; None when there is nothing to do for this job."""
    row = await store.find_notification(tx, notification_id, lock=True)
    if row is None or row.status != NotificationStatus.PENDING:
        return None  # deleted, or at its end
    if row.next_try > tx.now:
        if row.next_try < tx.now + _CLOCK_STEP:  # this job may be the one for that time
            await enqueue_delivery(tx, row.id, row.receiver, account_id=row.account_id, start=row.next_try)
        return None
    if row.claimed_until is not None:
        if row.claimed_until > tx.now:  # of a process that died, or that another job of it runs in
            await enqueue_delivery(
                tx, row.id, row.receiver, account_id=row.account_id, start=row.claimed_until
            )
            return None
        await store.interrupt_tries(tx, row.id, failure=DeliveryFailure.INTERRUPTED)
    allowed = await store.lock_receiver(tx, row.receiver, LimitChange.NONE)
    running, _ = await store.count_busy(tx, row.receiver)
    if running >= allowed:
        await store.update_notification(tx, row.id, {"waiting": True, "claimed_until": None})
        return None
    number = await store.begin_try(tx, row, until=tx.now + _CLAIM)
    return Claim(
        id=row.id,
        account_id=row.account_id,
        kind=row.kind,
        receiver=row.receiver,
        number=number,
        began=tx.now,
        target=parse_callback_url(unseal_url(keyring, row.id, row.url)),
        body=unseal_body(keyring, row.id, row.body),
        secrets=await read_webhook_secrets(tx, keyring, application_id=row.application_id),
        keys=await list_webhook_keys(tx, keyring),
    )


async def _send(sender: Sender, claim: Claim) -> DeliveryOutcome:
    headers = sign_delivery(
        webhook_id(claim.id),
        claim.body,
        signed_at=claim.began,
        secrets=claim.secrets,
        keys=[key.key for key in claim.keys],
    )
    return await sender.send(claim.target, headers=headers, body=claim.body)


async def _record(
    tx: Transaction, keyring: Keyring, claim: Claim, outcome: DeliveryOutcome
) -> NotificationStatus | None:
    """Note the outcome, and what follows; the notification's state, None when it was deleted meanwhile."""
    row = await store.find_notification(tx, claim.id, lock=True)
    status = None
    if row is not None:
        values = {
            "seconds": outcome.seconds,
            "answer": outcome.answer,
            "failure": outcome.failure,
            "response": seal_response(keyring, claim.id, outcome.response),
            "headers": seal_headers(keyring, claim.id, outcome.sent),
        }
        await store.finish_try(tx, claim.id, number=claim.number, values=values)
        status = NotificationStatus(row.status)
        # After a claim that ended before its delivery did, another try may be under way; its failure counts.
        if status is NotificationStatus.PENDING and (outcome.delivered or row.tries == claim.number):
            status = await _settle(tx, row, outcome)
    await _release_receiver(tx, claim.receiver, outcome)
    return status


async def _settle(tx: Transaction, row: sa.Row[Any], outcome: DeliveryOutcome) -> NotificationStatus:
    following = None if outcome.delivered or outcome.answer == _GONE else _plan(tx, row, outcome)
    if following is not None:
        values: dict[str, Any] = {"step": following.step, "next_try": following.due}
        await enqueue_delivery(tx, row.id, row.receiver, account_id=row.account_id, start=following.due)
        status = NotificationStatus.PENDING
    else:
        status = _final_status(outcome)
        values = {"status": status.value, "next_try": None, "finished": tx.now, "waiting": False}
    await store.update_notification(tx, row.id, {"claimed_until": None, **values})
    return status


def _final_status(outcome: DeliveryOutcome) -> NotificationStatus:
    if outcome.delivered:
        return NotificationStatus.DELIVERED
    return NotificationStatus.GONE if outcome.answer == _GONE else NotificationStatus.DEAD


def _plan(tx: Transaction, row: sa.Row[Any], outcome: DeliveryOutcome) -> NextTry | None:
    wish = outcome.retry_after
    not_before = tx.now + wish if isinstance(wish, timedelta) else wish
    return plan_next(row.delays, scheduled=row.scheduled, step=row.step, now=tx.now, not_before=not_before)


async def _release_receiver(tx: Transaction, receiver: bytes, outcome: DeliveryOutcome) -> None:
    """Adjust the receiver's concurrency limit, and enqueue deliveries that wait for it."""
    change = judge(delivered=outcome.delivered, seconds=outcome.seconds)
    allowed = await store.lock_receiver(tx, receiver, change)
    running, waiting = await store.count_busy(tx, receiver)
    free = min(allowed - running, waiting)
    if free > 0:
        for one in await store.take_waiting(tx, receiver, most=free):
            await enqueue_delivery(tx, one.id, one.receiver, account_id=one.account_id)


@asynccontextmanager
async def _transaction(deliverer: Deliverer) -> AsyncIterator[Transaction]:
    """A transaction that does not wait for the disk, as a receiver's row is locked until its end.

    Nothing is lost by that: the end of the job is written after it and waited for, so that a crash of the
    database that takes this back takes that back as well.
    """
    async with deliverer.few, transaction(deliverer.database, account=ALL_ACCOUNTS) as tx:
        await store.commit_without_waiting(tx)
        yield tx


async def _give_back(deliverer: Deliverer, claim: Claim) -> None:
    """End the claim now, so that another process need not wait for its end."""
    async with _transaction(deliverer) as tx:
        row = await store.find_notification(tx, claim.id, lock=True)
        if row is not None and row.tries == claim.number:
            await store.interrupt_tries(tx, claim.id, failure=DeliveryFailure.INTERRUPTED)
            await store.update_notification(tx, claim.id, {"claimed_until": None})


def _report(
    metrics: Metrics, claim: Claim, outcome: DeliveryOutcome, status: NotificationStatus | None
) -> None:
    end = status.value if status is not None else "deleted"
    metrics.notifications.labels(
        kind=claim.kind, outcome="failed" if end == NotificationStatus.PENDING else end
    ).inc()
    metrics.notification_seconds.observe(outcome.seconds)
    log().info(
        "notification.tried",
        notification=str(claim.id),
        number=claim.number,
        status=end,
        answer=outcome.answer,
        failure=outcome.failure,
        seconds=round(outcome.seconds, 3),
    )
