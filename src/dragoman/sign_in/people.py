"""What people may do with other people of their account, or of all accounts: who may, and the verbs."""

from __future__ import annotations

from typing import Final

from dragoman.access.model import StaffRole
from dragoman.access.staff import Staff
from dragoman.accounts.actions import find_user
from dragoman.accounts.model import CUSTOMER_ROLES, Role, User, UserChanges
from dragoman.catalog import customers
from dragoman.database.connections import Transaction
from dragoman.errors import Conflict, Forbidden
from dragoman.sign_in import store
from dragoman.sign_in.invitations import roles_to_give
from dragoman.sign_in.model import LinkPurpose, NewLink
from dragoman.sign_in.one_time_links import create_link
from dragoman.sign_in.passkeys.actions import remove_all_passkeys
from dragoman.sign_in.passwords import require_recent_proof
from dragoman.sign_in.second_factors.actions import reset_second_factor
from dragoman.sign_in.sessions import end_all_sessions
from dragoman.sign_in.signed_in import SignedIn

_SENIOR: Final = frozenset({Role.MANAGER, Role.ADMIN})


class OneselfRefused(Conflict):
    """Somebody would take away their own access."""

    code = "ONESELF_REFUSED"


def may_manage(by: SignedIn, user: User) -> bool:
    """Whether somebody may change another person, disable them and end their sessions.

    Admins may for everybody, managers for all but managers and admins, a customer's developers and orderers
    for the customers of their account, also where they are linguists beside that.
    """
    allowed = roles_to_give(by)
    if Role.ADMIN in allowed:
        return True
    if Role.MANAGER in allowed:
        return not user.roles & _SENIOR
    return bool(allowed) and user.account_id == by.account.id and user.roles <= CUSTOMER_ROLES


def may_reset(by: SignedIn) -> bool:
    """Whether somebody may remove others' second factors, and make links for new passwords: admins only."""
    return by.staff is not None and by.staff.role is StaffRole.ADMIN


async def change_user(tx: Transaction, user_id: int, *, changes: UserChanges, staff: Staff) -> User:
    """Change a user. Links to an old address stop, and those of who is disabled or has a new password.

    Raises `NotFound`, `RulesBroken`, `EmailTaken`, `LastAdmin` or `IsDefault`.
    """
    user = await find_user(tx, user_id=user_id)
    changed = await customers.change_user(tx, user_id, changes=changes, staff=staff)
    if changed.email != user.email or changed.disabled is not None or changes.password is not None:
        await store.delete_links(tx, user_id)
    return changed


async def change_person(tx: Transaction, *, by: SignedIn, user_id: int, changes: UserChanges) -> User:
    """Change somebody's names, address or roles, disable or enable them, as `change_user` does.

    Raises `NotFound`, `Forbidden`, `RulesBroken`, `EmailTaken`, `LastAdmin`, `IsDefault`, `OneselfRefused`,
    and `ProofNeeded` for one's own address.
    """
    user = await find_user(tx, user_id=user_id)
    _check_right(by, user)
    new_roles = changes.new_roles(user)
    if not new_roles - user.roles <= roles_to_give(by):
        raise Forbidden("You may not give this role.", field="roles")
    if changes.disabled and user_id == by.user.id:
        raise OneselfRefused("You cannot disable yourself.", hints="Ask another administrator.")
    changed = await change_user(tx, user_id, changes=changes, staff=_actor(by))
    if changed.email != user.email:
        _check_own_proof(tx, by, user_id)
    return changed


async def end_persons_sessions(tx: Transaction, *, by: SignedIn, user_id: int) -> int:
    """Sign somebody out everywhere; how many sessions there were. Raises `NotFound` or `Forbidden`."""
    _check_right(by, await find_user(tx, user_id=user_id))
    return await end_all_sessions(tx, user_id=user_id, staff=_actor(by))


async def remove_persons_factor(tx: Transaction, *, by: SignedIn, user_id: int) -> bool:
    """Remove the second factor of somebody who lost it. Raises `NotFound` or `Forbidden`."""
    _check_admin(by)
    _check_own_proof(tx, by, user_id)
    return await reset_second_factor(tx, user_id=user_id, staff=_actor(by))


async def remove_persons_passkeys(tx: Transaction, *, by: SignedIn, user_id: int) -> int:
    """Remove all passkeys of somebody who lost their devices; their sessions end.

    How many there were. Raises `NotFound` or `Forbidden`.
    """
    _check_admin(by)
    _check_own_proof(tx, by, user_id)
    user = await find_user(tx, user_id=user_id)
    await end_all_sessions(tx, user_id=user_id, staff=_actor(by))
    return await remove_all_passkeys(tx, user=user, actor=by.actor)


async def make_persons_reset_link(tx: Transaction, *, by: SignedIn, user_id: int) -> NewLink:
    """Make a link for a new password of somebody. Raises `NotFound`, `Forbidden` or `Conflict`."""
    _check_admin(by)
    _check_own_proof(tx, by, user_id)
    return await create_link(tx, user_id=user_id, purpose=LinkPurpose.RESET, staff=_actor(by))


def _actor(by: SignedIn) -> Staff:
    return by.staff or Staff(actor=by.actor, role=StaffRole.MANAGER)


def _check_right(by: SignedIn, user: User) -> None:
    if not may_manage(by, user):
        raise Forbidden("You may not change this person. Ask an administrator.")


def _check_admin(by: SignedIn) -> None:
    if not may_reset(by):
        raise Forbidden("Only administrators may do this.")


def _check_own_proof(tx: Transaction, by: SignedIn, user_id: int) -> None:
    """What oneself signs in with changes as in the profile: shortly after a proof. Raises `ProofNeeded`."""
    if user_id == by.user.id:
        require_recent_proof(tx, by)
