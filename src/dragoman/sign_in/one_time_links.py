"""Links that are good once: an invitation, a new password, an admin's sign-in.

A token has 256 random bits, is stored as a hash, and is used up in the transaction that does what it is for.
Verbs here need a transaction that sees every account: nobody knows yet whose the link is.
"""

from __future__ import annotations

from typing import Final

from dragoman.access.staff import Staff
from dragoman.accounts import credentials
from dragoman.accounts.actions import change_user, find_user, get_account
from dragoman.accounts.model import User, UserChanges
from dragoman.accounts.passwords import require_good_password
from dragoman.database.connections import ALL_ACCOUNTS, Transaction, transaction
from dragoman.errors import Conflict
from dragoman.sign_in import store
from dragoman.sign_in.attempts import count_attempt
from dragoman.sign_in.model import (
    LINK_LIFETIMES,
    Device,
    LinkInvalid,
    LinkPurpose,
    NewLink,
    OneTimeLink,
)
from dragoman.sign_in.tools import SignInTools, hash_token, new_token, record_event

RESET_ATTEMPT: Final = "reset"


async def create_link(
    tx: Transaction, *, user_id: int, purpose: LinkPurpose, staff: Staff | None = None
) -> NewLink:
    """Make a link for a person; one of the same purpose made before stops. Raises `NotFound`, `Conflict`.

    `staff` who made it are in the audit log.
    """
    user = await find_user(tx, user_id=user_id)
    if user.disabled is not None:
        raise Conflict(f"User {user_id} is disabled.")
    token, expires = new_token(), tx.now + LINK_LIFETIMES[purpose]
    await store.write_link(tx, user=user, purpose=purpose, token_hash=hash_token(token), expires=expires)
    if staff is not None:
        await record_event(tx, "user.link_made", user, actor=staff.actor, purpose=purpose)
    return NewLink(user_id=user_id, purpose=purpose, expires=expires, token=token)


async def peek_link(tx: Transaction, *, token: str, purpose: LinkPurpose) -> User:
    """Whose link it is, without using it. Raises `LinkInvalid`."""
    link = await store.find_link(tx, hash_token(token))
    if link is None or link.purpose is not purpose:
        raise LinkInvalid
    return await _find_owner(tx, link)


async def accept_invitation(
    tx: Transaction, *, token: str, password: str, first_name: str | None = None, last_name: str | None = None
) -> User:
    """Give an invited person their password and names.

    Raises `LinkInvalid`, `RulesBroken` or `PasswordRefused`, which undo the transaction: the link stays good.
    """
    user = await _take(tx, token, LinkPurpose.INVITATION)
    names = UserChanges(first_name=first_name, last_name=last_name)
    user, _ = await change_user(tx, user_id=user.id, changes=names)
    require_good_password(password, user)
    user = await _replace_password(tx, user, password)
    await record_event(tx, "user.invitation_accepted", user)
    return user


async def request_reset(tools: SignInTools, *, email: str, device: Device) -> NewLink | None:
    """Make a link for a new password, which the caller sends to the address; None: nobody has it.

    What the caller shows must be the same for both. Raises `TooManyAttempts`.
    """
    await count_reset(tools, email=email, device=device)
    async with transaction(tools.database, account=ALL_ACCOUNTS) as tx:
        return await make_reset_link(tx, email=email)


async def count_reset(tools: SignInTools, *, email: str, device: Device) -> None:
    """Count a request for a new password, whoever has the address. Raises `TooManyAttempts`."""
    async with transaction(tools.database, account=ALL_ACCOUNTS) as tx:
        await count_attempt(
            tx,
            tools.settings,
            kind=RESET_ATTEMPT,
            person=email.strip().casefold(),
            device=device,
            browser=None,
        )


async def make_reset_link(tx: Transaction, *, email: str) -> NewLink | None:
    """Make a link for who has the address and may sign in; None: nobody. It takes longer for somebody."""
    user = await credentials.find_by_email(tx, email=email)
    if user is None or user.disabled is not None:
        return None
    if (await get_account(tx, account_id=user.account_id)).disabled is not None:
        return None
    return await create_link(tx, user_id=user.id, purpose=LinkPurpose.RESET)


async def reset_password(tx: Transaction, *, token: str, password: str) -> User:
    """Give a person a new password; all their sessions end. Raises `LinkInvalid` or `PasswordRefused`.

    Their second factor stays.
    """
    user = await _take(tx, token, LinkPurpose.RESET)
    require_good_password(password, user)
    user = await _replace_password(tx, user, password)
    await record_event(tx, "user.password_changed", user, by="link")
    return user


async def use_admin_link(tx: Transaction, *, token: str) -> User:
    """Use an admin's link up: the caller opens a session for them. Raises `LinkInvalid`."""
    user = await _take(tx, token, LinkPurpose.ADMIN)
    if user.email is None:  # the first admin says who they are first: `first_admin.complete_welcome`
        raise LinkInvalid
    return user


async def take_admin_link(tx: Transaction, *, token: str) -> User:
    """Use up the link of an admin with or without a name. Raises `LinkInvalid`."""
    return await _take(tx, token, LinkPurpose.ADMIN)


async def _replace_password(tx: Transaction, user: User, password: str) -> User:
    user = await credentials.set_password(tx, user_id=user.id, password=password)
    await store.delete_sessions(tx, user.id)
    await store.delete_links(tx, user.id)
    return user


async def _take(tx: Transaction, token: str, purpose: LinkPurpose) -> User:
    link = await store.take_link(tx, hash_token(token), purpose=purpose)
    if link is None:
        raise LinkInvalid
    return await _find_owner(tx, link)


async def _find_owner(tx: Transaction, link: OneTimeLink) -> User:
    user = await find_user(tx, user_id=link.user_id)
    account = await get_account(tx, account_id=user.account_id)
    if user.disabled is not None or account.disabled is not None:
        raise LinkInvalid
    return user
