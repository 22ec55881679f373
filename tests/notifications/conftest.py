"""An installation with a customer who gets notifications, and a worker that sends them."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
import pytest_asyncio

from dragoman.access.actions import create_application, open_account
from dragoman.access.keyring import Keyring, create_keyring
from dragoman.access.model import ApplicationDraft, NewApplication
from dragoman.accounts.model import AccountKind
from dragoman.database.connections import ALL_ACCOUNTS, Database, open_database, transaction
from dragoman.jobs.runner import Worker, run_worker
from dragoman.notifications.actions import announce, get_notification, list_notifications
from dragoman.notifications.delivery import Deliverer, deliver, open_deliverer
from dragoman.notifications.model import Notification, NotificationDraft, NotificationFilter
from dragoman.notifications.queue import QUEUE
from dragoman.notifications.schedule import Schedule
from dragoman.notifications.tasks import CONCURRENCY, notification_tasks
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from tests.conftest import Postgres

ONCE = Schedule(delays=(0,))


@dataclass(frozen=True, kw_only=True)
class World:
    """One installation."""

    database: Database
    keyring: Keyring
    new: NewApplication
    deliverer: Deliverer

    def later(self, seconds: float) -> World:
        """The same at a later time."""
        offset = self.database.clock_offset + timedelta(seconds=seconds)
        database = dataclasses.replace(self.database, clock_offset=offset)
        deliverer = dataclasses.replace(self.deliverer, database=database)
        return dataclasses.replace(self, database=database, deliverer=deliverer)

    async def announce(self, url: str, body: bytes = b'{"jobId":"1"}', **draft: Any) -> UUID:
        values: dict[str, Any] = {
            "account_id": self.new.application.account_id,
            "application_id": self.new.application.id,
            "kind": "document.finished",
            "subject": "document:1",
            "url": url,
            "body": body,
            "schedule": ONCE,
            **draft,
        }
        async with transaction(self.database, account=values["account_id"]) as tx:
            return await announce(tx, self.keyring, draft=NotificationDraft(**values))

    async def deliver(self, notification: UUID) -> Notification:
        await deliver(self.deliverer, notification=notification)
        return await self.find(notification)

    async def list(self, **wanted: Any) -> Sequence[Notification]:
        async with transaction(self.database, account=ALL_ACCOUNTS) as tx:
            return await list_notifications(
                tx, self.keyring, wanted=NotificationFilter(**wanted), limit=10_000
            )

    async def find(self, notification: UUID) -> Notification:
        async with transaction(self.database, account=ALL_ACCOUNTS) as tx:
            return await get_notification(tx, self.keyring, notification_id=notification)

    @asynccontextmanager
    async def worker(self) -> AsyncIterator[None]:
        """Deliver in the background."""
        worker = Worker(
            database=self.database,
            tasks=notification_tasks(self.deliverer),
            queues=[QUEUE],
            concurrency=CONCURRENCY,
            grace_seconds=1,
        )
        running = asyncio.create_task(run_worker(worker))
        try:
            yield
        finally:
            running.cancel()
            with suppress(asyncio.CancelledError):
                await running


OpenWorld = Callable[..., Any]


@asynccontextmanager
async def _installation(database: Database, folder: Path) -> AsyncIterator[OpenWorld]:
    keyring = create_keyring(folder / "master.key")
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        account = await open_account(tx, keyring, name="Customer", kind=AccountKind.PRODUCTION)
        draft = ApplicationDraft(account_id=account.id, name="CMS")
        new = await create_application(tx, keyring, draft=draft)
    async with AsyncExitStack() as stack:

        async def open_one(*, resolve: Any = None, **settings: Any) -> World:
            deliverer = await stack.enter_async_context(
                open_deliverer(
                    Settings(**{"callback_allow": ["127.0.0.1"], **settings}),
                    database=database,
                    keyring=keyring,
                    metrics=Metrics(),
                    resolve=resolve,
                )
            )
            return World(database=database, keyring=keyring, new=new, deliverer=deliverer)

        yield open_one


@pytest_asyncio.fixture(scope="session")
async def open_world(
    postgres: Postgres, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[OpenWorld]:
    """Open processes of an installation that tests share; keyword arguments are settings, and `resolve`."""
    await postgres.run('create database "notifications" template "template_of_tests" owner dragoman_owner')
    async with (
        open_database(postgres.named("notifications").application, connections=4) as database,
        _installation(database, tmp_path_factory.mktemp("notifications")) as opened,
    ):
        yield opened
    await postgres.run('drop database "notifications" with (force)')


@pytest_asyncio.fixture(scope="session")
async def world(open_world: OpenWorld) -> World:
    """The shared installation; it may call 127.0.0.1, and tests deliver by hand."""
    opened: World = await open_world()
    return opened


@pytest_asyncio.fixture
async def fresh(database: Database, tmp_path: Path) -> AsyncIterator[World]:
    """An installation of the test's own, for a worker."""
    async with _installation(database, tmp_path) as open_one:
        yield await open_one()
