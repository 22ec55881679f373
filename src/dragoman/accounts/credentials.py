"""What signing in needs of a person: their password's hash, and that it was used or replaced."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from dragoman.accounts import store
from dragoman.accounts.model import User, check_email
from dragoman.accounts.passwords import hash_password
from dragoman.database.connections import Transaction
from dragoman.errors import RuleBroken


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonCredentials:
    """A person with the hash of their password."""

    user: User
    password_hash: str | None = field(repr=False)  # None: no password yet


async def find_by_email(tx: Transaction, *, email: str) -> User | None:
    """Find a person of any account by what they typed; None also for what is no address."""
    try:
        address = check_email(email)
    except RuleBroken:
        return None
    return await store.find_user_by_email(tx, address)


async def find_credentials(tx: Transaction, *, email: str) -> PersonCredentials | None:
    """Find who signs in with an address."""
    user = await find_by_email(tx, email=email)
    if user is None:
        return None
    return PersonCredentials(user=user, password_hash=await store.find_password_hash(tx, user.id))


async def find_password_hash(tx: Transaction, *, user_id: int) -> str | None:
    """The hash of a person's password; None: no password yet."""
    return await store.find_password_hash(tx, user_id)


async def set_password(tx: Transaction, *, user_id: int, password: str) -> User:
    """Give a person a password that was found good. Sessions that began before are over."""
    hashed = await hash_password(password)
    return await store.update_user(tx, user_id, {"password_hash": hashed, "sessions_from": tx.now})


async def set_password_hash(tx: Transaction, *, user_id: int, hashed: str) -> None:
    """Store the same password under today's parameters."""
    await store.update_user(tx, user_id, {"password_hash": hashed})


async def remove_password(tx: Transaction, *, user_id: int) -> None:
    """Let a person sign in by their password no more. Sessions that began before are over."""
    await store.update_user(tx, user_id, {"password_hash": None, "sessions_from": tx.now})


async def end_earlier_sessions(tx: Transaction, *, user_id: int) -> None:
    """Let all sessions of a person be over that were verified before now."""
    await store.update_user(tx, user_id, {"sessions_from": tx.now})


async def find_sessions_start(tx: Transaction, *, user_id: int) -> datetime | None:
    """Since when the sessions of a person count; None: all do."""
    return await store.find_sessions_start(tx, user_id)


async def record_sign_in(tx: Transaction, *, user_id: int) -> User:
    """Remember that a person signed in."""
    return await store.update_user(tx, user_id, {"signed_in": tx.now})


async def has_anyone_signed_in(tx: Transaction) -> bool:
    """Whether a person of any account has ever signed in."""
    return await store.has_anyone_signed_in(tx)


async def list_admins(tx: Transaction, *, hold: bool = False) -> list[User]:
    """The admins who are not disabled, oldest first; `hold` keeps others from changing who they are."""
    if hold:
        await store.lock_admins(tx)
    return list(await store.list_admins(tx))


async def find_staff_account(tx: Transaction) -> int | None:
    """The account of the provider's staff: that of the first of them."""
    return await store.find_staff_account(tx)
