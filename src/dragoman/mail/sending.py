"""Sending one message that waits: claim it, submit it, record the outcome, as three steps.

No transaction is open while the server is spoken to. A process that dies on the way leaves a claim behind,
which ends by itself: the message is submitted again, under the same `Message-ID`.
"""

from __future__ import annotations

import asyncio
import ssl
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

import sqlalchemy as sa

from dragoman.access.keyring import Keyring
from dragoman.database.connections import ALL_ACCOUNTS, Database, Transaction, transaction
from dragoman.errors import Misconfigured, Unavailable
from dragoman.mail import store
from dragoman.mail.actions import enqueue_try
from dragoman.mail.composing import compose_test
from dragoman.mail.model import MailDraft, MailNotSent, MailOutcome, MailRecipient, MailResult
from dragoman.mail.rendering import render_message
from dragoman.mail.sealing import unseal_draft
from dragoman.mail.submission import TOTAL_SECONDS, submit, trust
from dragoman.notifications.schedule import plan_next
from dragoman.settings import MailSender, MailServer, Settings
from dragoman.telemetry import Metrics, log

_CLAIM: Final = timedelta(seconds=TOTAL_SECONDS + 10)
_AT_ONCE: Final = 4  # connections of one process to the mail server
_CLOCK_STEP: Final = timedelta(seconds=2)  # that the database's clock may go back


@dataclass(frozen=True, slots=True, kw_only=True)
class MailSetup:
    """The server and sender of an installation that has mail."""

    server: MailServer
    sender: MailSender
    trusted: ssl.SSLContext


@dataclass(frozen=True, slots=True, kw_only=True)
class Mailer:
    """What one process sends mail with."""

    database: Database
    keyring: Keyring
    metrics: Metrics
    setup: MailSetup | None  # None: this process has no server; what waits is tried later
    few: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(_AT_ONCE))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Claim:
    """A message that is this job's to submit, once."""

    id: UUID
    number: int  # of the try
    created: datetime
    draft: MailDraft = field(repr=False)


def open_mailer(settings: Settings, *, database: Database, keyring: Keyring, metrics: Metrics) -> Mailer:
    """Put together what mail is sent with. Raises `Misconfigured` for a `mail_ca_file` of no use."""
    return Mailer(database=database, keyring=keyring, metrics=metrics, setup=read_setup(settings))


def read_setup(settings: Settings) -> MailSetup | None:
    """The server and sender of the settings; None without them. Raises `Misconfigured`."""
    server, sender = settings.mail_server(), settings.mail_sender()
    if server is None or sender is None:
        return None
    return MailSetup(server=server, sender=sender, trusted=trust(settings.mail_ca_file))


async def send_waiting(mailer: Mailer, *, mail: UUID) -> None:
    """Try once to submit a message, if it still waits and no other job does. Raises `Unavailable`."""
    async with mailer.few:
        async with transaction(mailer.database, account=ALL_ACCOUNTS) as tx:
            claim = await _claim(tx, mailer.keyring, mail)
        if claim is None:
            return
        try:
            outcome = await _submit(mailer.setup, claim)
        except asyncio.CancelledError:  # this process ends
            with suppress(Unavailable):
                await _give_back(mailer, claim)
            raise
        async with transaction(mailer.database, account=ALL_ACCOUNTS) as tx:
            end = await _record(tx, claim, outcome)
    mailer.metrics.mails.labels(outcome=end).inc()
    report = log().warning if end == "given_up" else log().info
    report(f"mail.{end}", mail=str(claim.id), number=claim.number, code=outcome.code, failure=outcome.failure)


async def send_test(settings: Settings, *, address: str, mail_id: UUID, now: datetime) -> str:
    """Submit a test message at once; what the server answered.

    Raises `Misconfigured` without mail settings, and `MailNotSent` with the server's words.
    """
    setup = read_setup(settings)
    if setup is None:
        raise Misconfigured("There is no mail server. Set DRAGOMAN_MAIL_URL and DRAGOMAN_MAIL_FROM.")
    claim = _Claim(id=mail_id, number=1, created=now, draft=compose_test(MailRecipient(address=address)))
    outcome = await _submit(setup, claim)
    said = " ".join(str(part) for part in (outcome.code, outcome.answer) if part)
    if outcome.result is not MailResult.SENT:
        raise MailNotSent(
            f"{setup.server.host}:{setup.server.port} did not take the message: {said or 'no answer'}."
        )
    return said


async def _claim(tx: Transaction, keyring: Keyring, mail_id: UUID) -> _Claim | None:
    """Begin a try; None when there is nothing to do for this job."""
    row = await store.lock_mail(tx, mail_id)
    if row is None:
        return None
    if row.expires is not None and row.expires <= tx.now:
        await store.delete_mail(tx, mail_id)
        log().warning("mail.expired", mail=str(mail_id), number=row.tries)
        return None
    if row.claimed_until is not None and row.claimed_until > tx.now:  # of a process that died, or runs it
        await enqueue_try(tx, mail_id, start=row.claimed_until)
        return None
    due = row.created + timedelta(seconds=row.delays[row.step])
    if due > tx.now + _CLOCK_STEP:  # another job is there for that time
        return None
    await store.update_mail(tx, mail_id, {"tries": row.tries + 1, "claimed_until": tx.now + _CLAIM})
    draft = unseal_draft(keyring, mail_id, row.draft)
    return _Claim(id=mail_id, number=row.tries + 1, created=row.created, draft=draft)


async def _submit(setup: MailSetup | None, claim: _Claim) -> MailOutcome:
    if setup is None:
        return MailOutcome(result=MailResult.FAILED, code=None, answer="", failure="NoMailServer")
    try:
        message = render_message(claim.draft, sender=setup.sender, mail_id=claim.id, date=claim.created)
    except ValueError:
        return MailOutcome(
            result=MailResult.REFUSED,
            code=None,
            answer="mail cannot have this address",
            failure="AddressRefused",
        )
    return await submit(
        message, server=setup.server, trusted=setup.trusted, sender_domain=setup.sender.domain
    )


async def _record(tx: Transaction, claim: _Claim, outcome: MailOutcome) -> str:
    """Note the outcome and what follows; the end of the try, for logs and metrics."""
    row = await store.lock_mail(tx, claim.id)
    if row is None or outcome.result is not MailResult.FAILED:
        await store.delete_mail(tx, claim.id)
        return outcome.result.value
    if row.tries != claim.number:  # our claim ended before the try did, and another one is under way
        return outcome.result.value
    following = _plan(tx, row)
    if following is None:
        await store.delete_mail(tx, claim.id)
        return "given_up"
    step, due = following
    await store.update_mail(tx, claim.id, {"step": step, "claimed_until": None})
    await enqueue_try(tx, claim.id, start=due)
    return outcome.result.value


def _plan(tx: Transaction, row: sa.Row[Any]) -> tuple[int, datetime] | None:
    """The step and the time of the next try; None after the last one, or when it would be too late."""
    following = plan_next(row.delays, scheduled=row.created, step=row.step, now=tx.now, not_before=None)
    if following is None or (row.expires is not None and following.due >= row.expires):
        return None
    return following.step, following.due


async def _give_back(mailer: Mailer, claim: _Claim) -> None:
    """End the claim now, so that another process need not wait for its end."""
    async with transaction(mailer.database, account=ALL_ACCOUNTS) as tx:
        row = await store.lock_mail(tx, claim.id)
        if row is not None and row.tries == claim.number:
            await store.update_mail(tx, claim.id, {"claimed_until": None})
