"""People who sign in, on a database whose time a test can move."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
import pytest_asyncio

from dragoman.access.keyring import create_keyring
from dragoman.accounts.actions import create_user
from dragoman.accounts.model import Account, AccountKind, Role, User, UserDraft
from dragoman.audit.actions import list_entries
from dragoman.catalog.new_accounts import open_account
from dragoman.database.connections import ALL_ACCOUNTS, Database, Transaction, open_database, transaction
from dragoman.settings import Settings
from dragoman.sign_in.model import Device, NewSession
from dragoman.sign_in.passwords import sign_in_with_password
from dragoman.sign_in.sessions import find_session
from dragoman.sign_in.signed_in import SignedIn
from dragoman.sign_in.tools import SignInTools
from tests.conftest import Postgres

PASSWORD = "correct horse battery"
HOME = Device(address="192.0.2.1", user_agent="Firefox at home")
_numbers = itertools.count(1)
CAFE = Device(address="198.51.100.7", user_agent="Chromium in a café")


@dataclass(kw_only=True)
class House:
    """An installation with one account."""

    tools: SignInTools
    account: Account

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Transaction]:
        async with transaction(self.tools.database, account=ALL_ACCOUNTS) as tx:
            yield tx

    def later(self, **time: float) -> House:
        """The same installation, after a while."""
        offset = self.tools.database.clock_offset + timedelta(**time)
        database = dataclasses.replace(self.tools.database, clock_offset=offset)
        return dataclasses.replace(self, tools=dataclasses.replace(self.tools, database=database))

    async def add(self, *roles: Role, **fields: Any) -> User:
        """Somebody with `PASSWORD`, unless the fields say otherwise."""
        given = {"email": f"anna{next(_numbers)}@example.com", "first_name": "Anna", "password": PASSWORD}
        draft = UserDraft(**{"account_id": self.account.id, "roles": frozenset(roles), **given, **fields})
        async with self.transaction() as tx:
            return await create_user(tx, draft=draft)

    async def sign_in(self, user: User, *, password: str = PASSWORD, device: Device = HOME) -> NewSession:
        assert user.email is not None
        return await sign_in_with_password(self.tools, email=user.email, password=password, device=device)

    async def find(self, token: str) -> SignedIn | None:
        return await find_session(self.tools.database, self.tools.settings, token)

    async def signed_in(self, user: User) -> SignedIn:
        found = await self.find((await self.sign_in(user)).token)
        assert found is not None
        return found

    async def audited(self, user: User) -> list[tuple[str, str]]:
        """Who did what about a person, in the order in which it was done."""
        async with self.transaction() as tx:
            entries = await list_entries(tx, subject=f"user:{user.id}", limit=100)
        return [(entry.event.actor, entry.event.action) for entry in reversed(entries)]


async def open_house(tools: SignInTools) -> House:
    """An account of its own in an installation."""
    async with transaction(tools.database, account=ALL_ACCOUNTS) as tx:
        account = await open_account(tx, tools.keyring, name="Acme", kind=AccountKind.PRODUCTION)
    return House(tools=tools, account=account)


@pytest_asyncio.fixture(scope="session")
async def shared_tools(
    postgres: Postgres, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[SignInTools]:
    """An installation whose accounts the tests share."""
    await postgres.run('create database "sign_in" template "template_of_tests" owner dragoman_owner')
    settings = Settings(data=tmp_path_factory.mktemp("sign_in"))
    keyring = create_keyring(settings.master_key_path())
    async with open_database(postgres.named("sign_in").application, connections=8) as database:
        yield SignInTools(database=database, keyring=keyring, settings=settings)
    await postgres.run('drop database "sign_in" with (force)')


@pytest_asyncio.fixture
async def house(shared_tools: SignInTools) -> House:
    """A production account of customers and staff."""
    return await open_house(shared_tools)


@pytest_asyncio.fixture
async def empty(database: Database, make_settings: Callable[..., Settings]) -> SignInTools:
    """An installation in which nobody is yet."""
    settings = make_settings()
    keyring = create_keyring(settings.master_key_path())
    return SignInTools(database=database, keyring=keyring, settings=settings)
