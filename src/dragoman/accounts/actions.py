"""What can be done with accounts and users. `access.actions` opens an account with its application."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Final

from argon2 import PasswordHasher

from dragoman.accounts import store
from dragoman.accounts.model import (
    Account,
    AccountKind,
    AccountUnknown,
    PersonRefused,
    Role,
    User,
    UserChanges,
    UserDraft,
    check_email,
    check_name,
    check_part_of_name,
    check_password,
)
from dragoman.database.connections import Transaction
from dragoman.errors import NotFound, RuleBroken, RulesBroken

# OWASP's parameters for Argon2id: 19 MiB, two passes, about 30 ms.
_HASHER: Final = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)


async def create_account(tx: Transaction, *, name: str, kind: AccountKind) -> Account:
    """Store an account. Raises `RuleBroken` for a name that cannot be one."""
    return await store.insert_account(tx, name=check_name(name), kind=kind)


async def get_account(tx: Transaction, *, account_id: int) -> Account:
    """The account. Raises `NotFound`."""
    return _found_account(await store.find_account(tx, account_id), account_id)


async def hold_account(tx: Transaction, *, account_id: int) -> Account:
    """Lock the account that a new row will belong to, so that names within it stay unique.

    Raises `AccountUnknown`.
    """
    account = await store.lock_account(tx, account_id)
    if account is None:
        raise AccountUnknown(
            f"There is no account {account_id}.", hints="List the accounts to see their ids."
        )
    return account


async def list_accounts(tx: Transaction, *, limit: int | None = None, offset: int = 0) -> Sequence[Account]:
    """Every account this transaction sees, oldest first."""
    return await store.list_accounts(tx, limit=limit, offset=offset)


async def change_account(
    tx: Transaction, *, account_id: int, name: str | None = None, disabled: bool | None = None
) -> tuple[Account, Sequence[str]]:
    """Rename an account, or refuse its credentials; the names of the fields that became different.

    Its kind stays: it is what its secrets and its bills were made for. Raises `NotFound`, `RuleBroken`.
    """
    account = _found_account(await store.lock_account(tx, account_id), account_id)
    values: dict[str, Any] = {}
    if name is not None and (checked := check_name(name)) != account.name:
        values["name"] = checked
    if disabled is not None and disabled is (account.disabled is None):
        values["disabled"] = tx.now if disabled else None
    if not values:
        return account, ()
    return _found_account(await store.update_account(tx, account_id, values), account_id), sorted(values)


async def find_user(tx: Transaction, *, user_id: int) -> User:
    """A user. Raises `NotFound`."""
    return _found_user(await store.find_user(tx, user_id), user_id)


async def list_users(
    tx: Transaction, *, account_id: int | None = None, limit: int | None = None, offset: int = 0
) -> Sequence[User]:
    """The users this transaction sees, of one account or all, oldest first."""
    return await store.list_users(tx, account_id=account_id, limit=limit, offset=offset)


async def list_people(
    tx: Transaction, *, account_id: int, limit: int | None = None, offset: int = 0
) -> Sequence[User]:
    """The account's customers who are not disabled, oldest first: projects may name them (P15)."""
    return await store.list_people(tx, account_id=account_id, limit=limit, offset=offset)


async def create_user(tx: Transaction, *, draft: UserDraft) -> User:
    """Store a person.

    Raises `RulesBroken` (several reasons), `AccountUnknown` or `EmailTaken`.
    """
    values = _check(draft)
    await hold_account(tx, account_id=draft.account_id)
    values["password_hash"] = await _hash(draft.password)
    return await store.insert_user(tx, {"account_id": draft.account_id, "role": draft.role, **values})


async def change_user(tx: Transaction, *, user_id: int, changes: UserChanges) -> tuple[User, Sequence[str]]:
    """Change a person; the names of the fields that became different.

    Raises `NotFound`, `RulesBroken` or `EmailTaken`.
    """
    user = _found_user(await store.find_user(tx, user_id, hold=True), user_id)
    wanted = UserDraft(
        account_id=user.account_id,
        role=changes.role or user.role,
        first_name=user.first_name if changes.first_name is None else changes.first_name,
        last_name=user.last_name if changes.last_name is None else changes.last_name,
        email=user.email if changes.email is None else changes.email,
        password=changes.password,
    )
    has_password = changes.password is not None or await store.can_sign_in(tx, user_id)
    values: dict[str, Any] = {**_check(wanted, has_password=has_password), "role": wanted.role}
    values = {name: value for name, value in values.items() if value != getattr(user, name)}
    if changes.password is not None:
        values["password_hash"] = await _hash(changes.password)
    if changes.disabled is not None and changes.disabled is (user.disabled is None):
        values["disabled"] = tx.now if changes.disabled else None
    if not values:
        return user, ()
    fields = sorted("password" if name == "password_hash" else name for name in values)
    return await store.update_user(tx, user_id, values), fields


async def _hash(password: str | None) -> str | None:
    return None if password is None else await asyncio.to_thread(_HASHER.hash, password)


def _check(draft: UserDraft, *, has_password: bool | None = None) -> dict[str, Any]:
    """Validate the columns that identify a user. Raises `RulesBroken` with every problem."""
    problems: list[RuleBroken] = []

    def tried(check: Callable[[str], str], text: str) -> str:
        try:
            return check(text)
        except RuleBroken as error:
            problems.extend(error.all_problems())
            return text

    first, last = (tried(check_part_of_name, name) for name in (draft.first_name, draft.last_name))
    email = None if draft.email is None else tried(check_email, draft.email)
    if draft.password is not None:
        tried(check_password, draft.password)
    signs_in = draft.password is not None if has_password is None else has_password
    problems += _missing(draft, named=bool(first or last or email), signs_in=signs_in)
    if problems:
        raise RulesBroken(problems)
    return {"first_name": first, "last_name": last, "email": email}


def _missing(draft: UserDraft, *, named: bool, signs_in: bool) -> list[RuleBroken]:
    """What every user must have, and what some must."""
    problems: list[RuleBroken] = []
    if not named:
        problems.append(PersonRefused("A user has a name or an e-mail address.", hints="Give one of them."))
    if signs_in and draft.email is None:
        problems.append(
            PersonRefused("Who signs in does it with an e-mail address.", hints="Give one, or no password.")
        )
    if draft.role is not Role.CUSTOMER and not signs_in:
        problems.append(
            PersonRefused("Staff need a password to sign in.", hints="Give one, or the role customer.")
        )
    return problems


def _found_account(account: Account | None, account_id: int) -> Account:
    if account is None:
        raise NotFound(f"There is no account {account_id}.")
    return account


def _found_user(user: User | None, user_id: int) -> User:
    if user is None:
        raise NotFound(f"There is no user {user_id}.")
    return user
