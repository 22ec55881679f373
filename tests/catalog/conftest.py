"""Accounts with everything that a new one has."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from dragoman.access.keyring import create_keyring
from dragoman.accounts.model import Account, AccountKind
from dragoman.catalog.new_accounts import open_account
from dragoman.database.connections import Transaction

Open = Callable[..., Awaitable[Account]]


@pytest.fixture
def open_one(tx: Transaction, tmp_path: Path) -> Open:
    """Open an account in the test's transaction."""
    keyring = create_keyring(tmp_path / "master.key")

    async def make(name: str = "Acme Ltd", kind: AccountKind = AccountKind.PRODUCTION) -> Account:
        return await open_account(tx, keyring, name=name, kind=kind)

    return make
