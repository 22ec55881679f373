"""Two accounts with an application each."""

from __future__ import annotations

import pytest
import pytest_asyncio

from dragoman.access.model import ApplicationDraft
from dragoman.access.store import insert_application
from dragoman.accounts.actions import create_account
from dragoman.accounts.model import AccountKind
from dragoman.database.connections import ALL_ACCOUNTS, Database, transaction
from dragoman.usage.model import Usage
from tests.waiting import CEILING


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that is slow for a moment refuses no call: other work of the machine may be what keeps it."""
    monkeypatch.setattr("dragoman.usage.recorder._DISK_SECONDS", CEILING)


@pytest.fixture
def flushing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who reads usage waits until it is there, however slow the database is."""
    monkeypatch.setattr("dragoman.usage.recorder._READ_SECONDS", CEILING)


class Customer:
    """An account and its application."""

    def __init__(self, account: int, application: int) -> None:
        self.account = account
        self.application = application

    def used(self, words: int = 0, *, characters: int = 0, segments: int = 0, documents: int = 0) -> Usage:
        return Usage(
            account_id=self.account,
            application_id=self.application,
            characters=characters,
            words=words,
            segments=segments,
            documents=documents,
        )


async def create_customer(database: Database, name: str) -> Customer:
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        account = await create_account(tx, name=name, kind=AccountKind.PRODUCTION)
        application = await insert_application(
            tx,
            draft=ApplicationDraft(account_id=account.id, name="CMS"),
            client_id=f"client-{name}",
            secrets={"secret_hash": "hash", "webhook_secret": b"secret"},
        )
    return Customer(account.id, application.id)


@pytest_asyncio.fixture
async def ours(database: Database) -> Customer:
    return await create_customer(database, "ours")


@pytest_asyncio.fixture
async def theirs(database: Database) -> Customer:
    return await create_customer(database, "theirs")
