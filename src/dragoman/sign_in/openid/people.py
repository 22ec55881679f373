"""Which user a person at a provider is: the one stored, the one with their verified address, or a new one.

And which roles they have, where the provider decides that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

from dragoman.accounts.actions import (
    change_user,
    create_user,
    find_user,
    get_account,
    hold_account,
    is_last_admin,
)
from dragoman.accounts.credentials import find_by_email, remove_password
from dragoman.accounts.model import Role, User, UserChanges, UserDraft, complete_roles
from dragoman.audit.actions import record
from dragoman.audit.model import AuditEvent
from dragoman.catalog.editing import refuse_default
from dragoman.catalog.refusals import IsDefault
from dragoman.database.connections import Transaction
from dragoman.settings import IssuerSignIn
from dragoman.sign_in import store as sessions
from dragoman.sign_in.openid import store
from dragoman.sign_in.openid.model import OpenidPerson, OpenidSignInRefused
from dragoman.sign_in.passkeys.actions import remove_all_passkeys
from dragoman.telemetry import log

_UNKNOWN = "{name} knows you, but you have no access here. Ask your administrator for an invitation."


async def find_or_make_user(tx: Transaction, person: OpenidPerson, *, sign_in: IssuerSignIn) -> int:
    """The id of the person's user, who may sign in. Raises `OpenidSignInRefused`."""
    known = await store.lock_identity(tx, issuer=person.issuer, subject=person.subject)
    if known is not None:
        user = await find_user(tx, user_id=known)
        await store.record_use(tx, issuer=person.issuer, subject=person.subject)
    else:
        user = await _find_by_email(tx, person, sign_in) or await _make(tx, person, sign_in)
        await store.insert_identity(tx, issuer=person.issuer, subject=person.subject, user_id=user.id)
    await _check_access(tx, user, sign_in)
    await _follow_groups(tx, user, person, sign_in)
    return user.id


async def _find_by_email(tx: Transaction, person: OpenidPerson, sign_in: IssuerSignIn) -> User | None:
    """The user with the person's address, once: later another person may get the address of one who left."""
    if person.email is None:
        return None
    user = await find_by_email(tx, email=person.email)
    if user is None:
        return None
    if await store.has_identity(tx, issuer=person.issuer, user_id=user.id):
        _refuse(sign_in, "another person has the address")
    await _end_other_ways(tx, user, sign_in)
    await _record(tx, "user.identity_linked", user, sign_in)
    return user


async def _end_other_ways(tx: Transaction, user: User, sign_in: IssuerSignIn) -> None:
    """End what the user signed in with until now: anybody may have written the address into their profile.

    A second factor stays. Who has not set it up themselves asks an admin to remove it.
    """
    await remove_password(tx, user_id=user.id)
    await remove_all_passkeys(tx, user=user, actor=f"issuer:{sign_in.key}")
    await sessions.delete_sessions(tx, user.id)
    await sessions.delete_links(tx, user.id)


async def _make(tx: Transaction, person: OpenidPerson, sign_in: IssuerSignIn) -> User:
    roles = choose_roles(person.groups or (), sign_in)
    if not sign_in.create or sign_in.account is None or person.email is None or not roles:
        _refuse(sign_in, "unknown person")
    draft = UserDraft(
        account_id=sign_in.account,
        roles=roles,
        first_name=person.first_name,
        last_name=person.last_name,
        email=person.email,
    )
    user = await create_user(tx, draft=draft)
    await _record(tx, "user.created", user, sign_in, roles=sorted(user.roles))
    return user


def choose_roles(groups: Sequence[str], sign_in: IssuerSignIn) -> frozenset[Role]:
    """The roles of a person: those of all their groups, or the default ones."""
    named = [name for group in groups for name in sign_in.roles.get(group, ())] or sign_in.default_roles
    return frozenset(Role(name) for name in named)


async def _follow_groups(tx: Transaction, user: User, person: OpenidPerson, sign_in: IssuerSignIn) -> None:
    """Give a user the roles of their groups now, where the operator maps groups to roles.

    The last admin stays one, and who is the default of their account's projects stays a customer.
    """
    if not sign_in.roles or person.groups is None:
        return
    roles = complete_roles(choose_roles(person.groups, sign_in))
    if roles == user.roles:
        return
    await hold_account(tx, account_id=user.account_id)
    if Role.ADMIN not in roles and await is_last_admin(tx, user_id=user.id):
        log().warning("openid.last_admin_kept", key=sign_in.key, user=user.id)
        roles |= {Role.ADMIN}
    if not roles:
        _refuse(sign_in, "no role")
    if Role.CUSTOMER not in roles and await _is_default(tx, user):
        roles |= {Role.CUSTOMER}
    changed, names = await change_user(tx, user_id=user.id, changes=UserChanges(roles=roles))
    if names:
        await _record(tx, "user.changed", changed, sign_in, fields=list(names), roles=sorted(changed.roles))


async def _is_default(tx: Transaction, user: User) -> bool:
    try:
        await refuse_default(tx, column="user_id", id_=user.id)
    except IsDefault:
        return True
    return False


async def _check_access(tx: Transaction, user: User, sign_in: IssuerSignIn) -> None:
    account = await get_account(tx, account_id=user.account_id)
    if user.disabled is not None or account.disabled is not None:
        _refuse(sign_in, "disabled")
    if sign_in.account is not None and user.account_id != sign_in.account:
        _refuse(sign_in, "of another account")


def _refuse(sign_in: IssuerSignIn, reason: str) -> NoReturn:
    log().warning("openid.person_refused", key=sign_in.key, reason=reason)
    raise OpenidSignInRefused(_UNKNOWN.format(name=sign_in.name))


async def _record(tx: Transaction, action: str, user: User, sign_in: IssuerSignIn, **details: Any) -> None:
    await record(
        tx,
        AuditEvent(
            actor=f"issuer:{sign_in.key}",
            action=action,
            subject=f"user:{user.id}",
            account_id=user.account_id,
            details=details,
        ),
    )
