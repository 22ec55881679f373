"""An installation that people sign in to by an identity provider of the test's own."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from dragoman.access.identity import Identity, open_identity
from dragoman.accounts import actions as accounts
from dragoman.accounts.model import AccountKind, Role, User, UserDraft
from dragoman.audit.actions import list_entries
from dragoman.database.connections import ALL_ACCOUNTS, Database, open_database, transaction
from dragoman.settings import ExternalIssuer, Settings
from dragoman.sign_in.openid.actions import begin_sign_in, finish_sign_in
from dragoman.sign_in.openid.model import OpenidCallback, OpenidSignIn
from dragoman.telemetry import Metrics
from tests.access.provider import ISSUER
from tests.conftest import Postgres
from tests.sign_in.openid.provider import REDIRECT, SignInProvider

_numbers = itertools.count(1)


@dataclass(frozen=True, kw_only=True)
class Company:
    """One process with the provider's entry."""

    identity: Identity
    provider: SignInProvider

    async def sign_in(self, key: str = "acme", **callback: Any) -> OpenidSignIn:
        """Sign in as a browser does; `callback` changes what it comes back with."""
        begun = await begin_sign_in(self.identity, key=key, redirect_uri=REDIRECT)
        returned = {**self.provider.visit(begun.url), **callback}
        return await self.come_back(begun.browser_token, key=key, **returned)

    async def come_back(self, browser_token: str, **callback: Any) -> OpenidSignIn:
        values = OpenidCallback(**{"key": "acme", **callback})
        return await finish_sign_in(self.identity, callback=values, browser_token=browser_token)

    def later(self, **time: Any) -> Company:
        database = replace(self.identity.database, **time)
        return replace(self, identity=replace(self.identity, database=database))

    async def person(self, *, account: int | None = None) -> User:
        number = next(_numbers)
        async with transaction(self.identity.database, account=ALL_ACCOUNTS) as tx:
            draft = UserDraft(
                account_id=account or await self.account(), role=Role.CUSTOMER, email=f"p{number}@example.com"
            )
            return await accounts.create_user(tx, draft=draft)

    async def account(self) -> int:
        async with transaction(self.identity.database, account=ALL_ACCOUNTS) as tx:
            return (await accounts.create_account(tx, name="Acme", kind=AccountKind.PRODUCTION)).id

    async def audited(self, user_id: int) -> list[tuple[str, str]]:
        async with transaction(self.identity.database, account=ALL_ACCOUNTS) as tx:
            entries = await list_entries(tx, subject=f"user:{user_id}", limit=20)
        return [(entry.event.actor, entry.event.action) for entry in reversed(entries)]

    def show(self, user: User | str, **claims: Any) -> None:
        """Let the provider's next token be about this address, of a new person."""
        email = user if isinstance(user, str) else user.email
        self.provider.changes = {
            "sub": f"sub-{next(_numbers)}", "email": email, "email_verified": True, **claims
        }  # fmt: skip


OpenCompany = Callable[..., Any]


@pytest_asyncio.fixture(scope="session")
async def openid_database(postgres: Postgres) -> AsyncIterator[Database]:
    """A database that these tests share: each has people of its own."""
    await postgres.run('create database "openid" template "template_of_tests" owner dragoman_owner')
    async with open_database(postgres.named("openid").application, connections=4) as database:
        yield database
    await postgres.run('drop database "openid" with (force)')


@pytest.fixture(scope="session")
def openid_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("openid")


@pytest_asyncio.fixture
async def provider() -> AsyncIterator[SignInProvider]:
    running = SignInProvider()
    await running.start()
    yield running
    await running.stop()


@pytest_asyncio.fixture
async def open_company(
    openid_database: Database, openid_data: Path, provider: SignInProvider
) -> AsyncIterator[OpenCompany]:
    """Open processes; keyword arguments are fields of `sign_in`, `others` further issuers."""
    async with AsyncExitStack() as stack:

        async def open_one(*, others: tuple[ExternalIssuer, ...] = (), **fields: Any) -> Company:
            settings = Settings(data=openid_data, issuers=[provider.sign_in_entry(**fields), *others])
            identity = open_identity(settings, openid_database, issuer=ISSUER, metrics=Metrics())
            return Company(identity=await stack.enter_async_context(identity), provider=provider)

        yield open_one


@pytest_asyncio.fixture
async def company(open_company: OpenCompany) -> Company:
    opened: Company = await open_company()
    return opened
