"""What can be done with accounts and users. `access.actions` opens an account with its application."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

from argon2 import PasswordHasher

from dragoman.accounts import store
from dragoman.accounts.model import (
    Account,
    AccountKind,
    AccountUnknown,
    Role,
    User,
    check_email,
    check_name,
    check_password,
)
from dragoman.database.connections import Transaction
from dragoman.errors import NotFound

# OWASP's parameters for Argon2id: 19 MiB, two passes, about 30 ms.
_HASHER: Final = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)


async def create_account(tx: Transaction, *, name: str, kind: AccountKind) -> Account:
    """Store an account. Raises `RuleBroken` for a name that cannot be one."""
    return await store.insert_account(tx, name=check_name(name), kind=kind)


async def get_account(tx: Transaction, *, account_id: int) -> Account:
    """The account. Raises `NotFound`."""
    return _found_account(await store.find_account(tx, account_id), account_id)


async def hold_account(tx: Transaction, *, account_id: int) -> Account:
    """The account that something is to belong to; nobody else changes what is unique within it meanwhile.

    Raises `AccountUnknown`.
    """
    account = await store.lock_account(tx, account_id)
    if account is None:
        raise AccountUnknown("There is no such account.", hints="List the accounts to see their ids.")
    return account


async def list_accounts(tx: Transaction) -> Sequence[Account]:
    """Every account this transaction sees, oldest first."""
    return await store.list_accounts(tx)


async def disable_account(tx: Transaction, *, account_id: int) -> Account:
    """Refuse the account's credentials and tokens from the next call on. Raises `NotFound`."""
    return _found_account(await store.set_account_disabled(tx, account_id, tx.now), account_id)


async def enable_account(tx: Transaction, *, account_id: int) -> Account:
    """Undo `disable_account`. Raises `NotFound`."""
    return _found_account(await store.set_account_disabled(tx, account_id, None), account_id)


async def create_user(tx: Transaction, *, account_id: int, email: str, role: Role, password: str) -> User:
    """Store a person who can sign in. Raises `RuleBroken`, `NotFound` (account) or `Conflict` (address)."""
    email, password = check_email(email), check_password(password)
    await get_account(tx, account_id=account_id)
    password_hash = await asyncio.to_thread(_HASHER.hash, password)
    return await store.insert_user(
        tx, account_id=account_id, email=email, role=role, password_hash=password_hash
    )


async def list_users(tx: Transaction, *, account_id: int | None = None) -> Sequence[User]:
    """The users this transaction sees, of one account or all, oldest first."""
    return await store.list_users(tx, account_id=account_id)


async def disable_user(tx: Transaction, *, user_id: int) -> User:
    """Let the person sign in no longer. Raises `NotFound`."""
    return _found_user(await store.set_user_disabled(tx, user_id, tx.now), user_id)


async def enable_user(tx: Transaction, *, user_id: int) -> User:
    """Undo `disable_user`. Raises `NotFound`."""
    return _found_user(await store.set_user_disabled(tx, user_id, None), user_id)


def _found_account(account: Account | None, account_id: int) -> Account:
    if account is None:
        raise NotFound(f"There is no account {account_id}.")
    return account


def _found_user(user: User | None, user_id: int) -> User:
    if user is None:
        raise NotFound(f"There is no user {user_id}.")
    return user
