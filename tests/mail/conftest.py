"""An installation whose mail goes to a server of the test's own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest_asyncio
from sqlalchemy import text

from dragoman.access.keyring import Keyring, create_keyring
from dragoman.database.connections import ALL_ACCOUNTS, Database, RowScope, open_database, transaction
from dragoman.mail.actions import send_mail
from dragoman.mail.model import MailDraft, MailLink, MailRecipient
from dragoman.mail.sending import Mailer, open_mailer
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from tests.conftest import Postgres
from tests.mail.server import MailServerOfTests

SECRET = "https://translate.example.com/ui/password/very-secret"


def draft(expires: datetime | None = None) -> MailDraft:
    return MailDraft(
        recipient=MailRecipient(address="zoe@example.com", name="Zoë"),
        subject="A link",
        before=("Hello Zoë,",),
        link=MailLink(label="Open", url=SECRET),
        expires=expires,
    )


@dataclass(frozen=True, kw_only=True)
class Post:
    """One process that sends mail, without a worker."""

    database: Database
    keyring: Keyring

    def settings(self, server: MailServerOfTests | None, **more: Any) -> Settings:
        values = {"mail_url": f"smtp://127.0.0.1:{server.port}?tls=no"} if server else {}
        return Settings(**{"mail_from": "Dragoman <dragoman@example.com>", **values, **more})

    def mailer(self, server: MailServerOfTests | None, **more: Any) -> Mailer:
        settings = self.settings(server, **more)
        return open_mailer(settings, database=self.database, keyring=self.keyring, metrics=Metrics())

    async def put(
        self, server: MailServerOfTests | None, *, account: int | RowScope = ALL_ACCOUNTS, **values: Any
    ) -> bool:
        async with transaction(self.database, account=account) as tx:
            expires = tx.now + values.pop("expires_in") if "expires_in" in values else None
            return await send_mail(tx, self.keyring, self.settings(server), message=draft(expires))

    async def rows(self, columns: str = "id") -> list[Any]:
        async with transaction(self.database, account=ALL_ACCOUNTS) as tx:
            return list(await tx.connection.execute(text(f"select {columns} from mails")))

    async def jobs(self) -> list[float]:
        """When the jobs that wait for a try are to start, in seconds from now."""
        async with transaction(self.database, account=ALL_ACCOUNTS) as tx:
            found = await tx.connection.execute(
                text(
                    "select coalesce(extract(epoch from scheduled_at - now()), 0)::float "
                    "from procrastinate_jobs where task_name = 'mail.send' order by id"
                )
            )
            return list(found.scalars())

    async def age(self, by: timedelta) -> None:
        """Let the messages have been put in so long ago."""
        async with transaction(self.database, account=ALL_ACCOUNTS) as tx:
            await tx.connection.execute(
                text("update mails set created = created - :by, claimed_until = claimed_until - :by"),
                {"by": by},
            )


@pytest_asyncio.fixture(scope="session")
async def mail_database(postgres: Postgres) -> AsyncIterator[Database]:
    """A database that these tests share, one after another."""
    await postgres.run('create database "mail" template "template_of_tests" owner dragoman_owner')
    async with open_database(postgres.named("mail").application, connections=8) as database:
        yield database
    await postgres.run('drop database "mail" with (force)')


@pytest_asyncio.fixture
async def post(mail_database: Database, tmp_path: Path) -> Post:
    async with transaction(mail_database, account=ALL_ACCOUNTS) as tx:
        for table in ("mails", "procrastinate_jobs"):
            await tx.connection.execute(text(f"delete from {table}"))
    return Post(database=mail_database, keyring=create_keyring(tmp_path / "master.key"))
