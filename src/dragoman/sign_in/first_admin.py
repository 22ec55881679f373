"""The first start: an admin without a name, a link that signs them in, and who they say they are."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from dragoman.access.keyring import Keyring
from dragoman.access.staff import OPERATOR
from dragoman.accounts import credentials
from dragoman.accounts.actions import change_user, create_unnamed_admin
from dragoman.accounts.model import CUSTOMER_ROLES, AccountKind, Role, User, UserChanges
from dragoman.accounts.passwords import require_good_password
from dragoman.catalog.new_accounts import open_account
from dragoman.database.connections import Transaction
from dragoman.errors import NotFound, RuleBroken
from dragoman.sign_in.model import LinkInvalid, LinkPurpose, NewLink
from dragoman.sign_in.one_time_links import create_link, take_admin_link
from dragoman.sign_in.tools import record_event

PROVIDER_ACCOUNT: Final = "Provider"
_ROLES: Final = frozenset({Role.ADMIN}) | CUSTOMER_ROLES  # who starts alone does everything


@dataclass(frozen=True, slots=True, kw_only=True)
class Welcome:
    """What the first admin says of themselves."""

    first_name: str
    last_name: str
    email: str
    password: str = field(repr=False)


async def first_admin_link(tx: Transaction, keyring: Keyring) -> NewLink | None:
    """Make the link of a first start, with account and admin where there are none; the one before stops.

    None as soon as a person has signed in, or an admin has an address to sign in with.
    """
    if await credentials.has_anyone_signed_in(tx):
        return None
    admins = await credentials.list_admins(tx, hold=True)
    if any(admin.email is not None for admin in admins):
        return None
    admin = admins[0] if admins else await _create_admin(tx, keyring)
    return await create_link(tx, user_id=admin.id, purpose=LinkPurpose.ADMIN)


async def admin_link(tx: Transaction, keyring: Keyring, *, email: str | None = None) -> NewLink:
    """Make a link for the operator: for the admin with the address, or the first of all.

    Raises `NotFound` when no admin has the address.
    """
    admins = await credentials.list_admins(tx, hold=True)
    if email is not None:
        user = await credentials.find_by_email(tx, email=email)
        admins = [admin for admin in admins if user is not None and admin.id == user.id]
        if not admins:
            raise NotFound(
                "There is no admin with this e-mail address.", hints="List them: dragoman admin user list."
            )
    admin = admins[0] if admins else await _create_admin(tx, keyring)
    return await create_link(tx, user_id=admin.id, purpose=LinkPurpose.ADMIN, staff=OPERATOR)


async def complete_welcome(tx: Transaction, *, token: str, welcome: Welcome) -> User:
    """Use the link up and make its admin a person with an address and a password.

    Raises `LinkInvalid`, `RulesBroken`, `PasswordRefused` or `EmailTaken`, which leave the link good.
    """
    user = await take_admin_link(tx, token=token)
    if user.email is not None:  # an admin who is known already: `use_admin_link`
        raise LinkInvalid
    if not welcome.email.strip():
        raise RuleBroken("You sign in with an e-mail address. Give yours.", field="email")
    changes = UserChanges(
        first_name=welcome.first_name,
        last_name=welcome.last_name,
        email=welcome.email,
        password=welcome.password,
    )
    changed, _ = await change_user(tx, user_id=user.id, changes=changes)
    require_good_password(welcome.password, changed)
    await record_event(tx, "user.invitation_accepted", changed)
    return changed


async def _create_admin(tx: Transaction, keyring: Keyring) -> User:
    account_id = await credentials.find_staff_account(tx)
    if account_id is None:
        kind = AccountKind.PRODUCTION
        account_id = (await open_account(tx, keyring, name=PROVIDER_ACCOUNT, kind=kind)).id
    user = await create_unnamed_admin(tx, account_id=account_id, roles=_ROLES)
    await record_event(
        tx, "user.created", user, actor=OPERATOR.actor, role=user.role, roles=sorted(user.roles)
    )
    return user
