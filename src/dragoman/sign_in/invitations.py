"""Inviting people: by the provider's staff to any account, by a customer's own people to theirs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Final

from dragoman.access.model import StaffRole
from dragoman.access.staff import Staff
from dragoman.accounts import credentials
from dragoman.accounts.actions import create_user, find_user
from dragoman.accounts.model import CUSTOMER_ROLES, PersonRefused, Role, User, UserDraft
from dragoman.database.connections import Transaction
from dragoman.errors import Forbidden
from dragoman.sign_in import store
from dragoman.sign_in.model import InvitationAccepted, LinkPurpose, NewLink
from dragoman.sign_in.one_time_links import create_link
from dragoman.sign_in.signed_in import SignedIn
from dragoman.sign_in.tools import record_event

_STAFF_ROLES: Final = tuple(StaffRole)  # each includes those before it


async def invite_person(tx: Transaction, *, by: SignedIn | Staff, draft: UserDraft) -> tuple[User, NewLink]:
    """Make a user without password, and the link with which they choose one. The caller sends it.

    Staff from managers on invite to any account, with roles up to their own; a customer's developers and
    orderers to their own account, as customers. Raises `Forbidden`, `RulesBroken`, `AccountUnknown` or
    `EmailTaken`.
    """
    _check_right(by, account_id=draft.account_id, roles=draft.all_roles())
    if draft.email is None or draft.password is not None:
        raise PersonRefused("An invited person has an e-mail address, and chooses the password.")
    user = await create_user(tx, draft=draft)
    await record_event(tx, "user.invited", user, actor=by.actor, roles=sorted(user.roles))
    return user, await create_link(tx, user_id=user.id, purpose=LinkPurpose.INVITATION)


async def invite_again(tx: Transaction, *, by: SignedIn | Staff, user_id: int) -> tuple[User, NewLink]:
    """Make a new invitation for somebody who has never signed in; the link before stops.

    Raises `NotFound`, `Forbidden`, `PersonRefused` (no address), `InvitationAccepted`, `Conflict` (disabled).
    """
    user = await find_user(tx, user_id=user_id)
    _check_right(by, account_id=user.account_id, roles=user.roles)
    if user.email is None:
        raise PersonRefused("An invited person has an e-mail address.", hints="Give the user one.")
    if await credentials.find_password_hash(tx, user_id=user_id) is not None:
        raise InvitationAccepted(
            "This person has a password already.", hints="They can ask for a new one where they sign in."
        )
    if user.signed_in is not None:  # by their identity provider: whoever has the link would be them
        raise InvitationAccepted("This person has signed in already.")
    link = await create_link(tx, user_id=user_id, purpose=LinkPurpose.INVITATION)
    await record_event(tx, "user.invited", user, actor=by.actor, roles=sorted(user.roles))
    return user, link


async def list_open_invitations(tx: Transaction, *, user_ids: Iterable[int]) -> Mapping[int, datetime]:
    """When the invitations of these people expire, of those who have one that can be used."""
    return await store.list_invited(tx, user_ids)


def roles_to_give(by: SignedIn | Staff) -> frozenset[Role]:
    """The roles that somebody may give to those whom they invite; none: they may not invite."""
    staff = by.staff if isinstance(by, SignedIn) else by
    if staff is not None and staff.role is not StaffRole.LINGUIST:
        held = _STAFF_ROLES[: _STAFF_ROLES.index(staff.role) + 1]
        return CUSTOMER_ROLES | {Role(role) for role in held}
    if isinstance(by, SignedIn) and (by.may_develop or by.may_order):
        return CUSTOMER_ROLES
    return frozenset()


def _check_right(by: SignedIn | Staff, *, account_id: int, roles: frozenset[Role]) -> None:
    allowed = roles_to_give(by)
    if not allowed:
        raise Forbidden("You may not invite people. Ask a developer of your account, or a manager.")
    is_customer = allowed == CUSTOMER_ROLES
    if is_customer and isinstance(by, SignedIn) and account_id != by.account.id:
        raise Forbidden("You may invite people to your own account only.")
    if not roles <= allowed:
        raise Forbidden(f"You may give these roles: {', '.join(sorted(allowed))}.")
