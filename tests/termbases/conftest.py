"""Term bases of two accounts, on the test's own database."""

from __future__ import annotations

import pytest_asyncio

from dragoman.access.staff import OPERATOR
from dragoman.accounts.actions import create_account
from dragoman.accounts.model import AccountKind
from dragoman.database.connections import ALL_ACCOUNTS, Database, transaction
from dragoman.termbases.actions import create_term_base
from dragoman.termbases.bases import TermBase


async def make_base(database: Database, name: str, account_id: int | None = None) -> TermBase:
    """Create an empty term base, for a new account if none is given."""
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        if account_id is None:
            account_id = (await create_account(tx, name=name, kind=AccountKind.PRODUCTION)).id
        return await create_term_base(tx, staff=OPERATOR, account_id=account_id, name=name)


@pytest_asyncio.fixture
async def ours(database: Database) -> TermBase:
    return await make_base(database, "Ours")


@pytest_asyncio.fixture
async def theirs(database: Database) -> TermBase:
    return await make_base(database, "Theirs")
