"""A person reads what a command line asks for, and approves or denies it.

Who approves has to be allowed to create the application by hand (decision 0070): administrators for every
account, developers for their own. It is checked when they approve, and again when the code is redeemed.
"""

from __future__ import annotations

from typing import Any

from dragoman.access.device_codes import codes, store
from dragoman.access.device_codes.model import (
    DeviceApproval,
    DeviceCodeState,
    DeviceRequest,
    UserCodeUnknown,
)
from dragoman.access.keyring import Keyring
from dragoman.access.model import CUSTOMER_SCOPES, AccessScope, StaffRole
from dragoman.access.own_applications import require_room
from dragoman.access.staff import Staff
from dragoman.accounts.actions import hold_account
from dragoman.accounts.model import Role, User
from dragoman.audit.actions import record
from dragoman.audit.model import AuditEvent
from dragoman.database.connections import Transaction
from dragoman.errors import Conflict, Forbidden, RuleBroken


async def find_pending(tx: Transaction, keyring: Keyring, *, typed: str) -> DeviceRequest:
    """The request that waits under a user code. Raises `UserCodeUnknown`."""
    code = codes.parse_user_code(typed)
    hashes = [] if code is None else codes.possible_hashes(keyring, code)
    found = await store.hold_by_user_code(tx, hashes)
    if found is None:
        raise UserCodeUnknown
    return found


async def approve(
    tx: Transaction, request: DeviceRequest, approval: DeviceApproval, *, user: User, most: int
) -> None:
    """Let the command line have what the approval names, at its next poll.

    Raises what `check_approval` raises, and `RuleBroken` for scopes that were not asked for.
    """
    if not approval.scopes <= request.scopes:
        raise RuleBroken("The command line did not ask for all of these scopes.", field="scopes")
    await check_approval(tx, approval, user=user, most=most)
    await store.update_request(tx, request.id, **store.approved_values(approval))
    granted = sorted(approval.scopes)
    await record_event(tx, "approved", request, user=user, account_id=approval.account_id, scopes=granted)


async def deny(tx: Transaction, request: DeviceRequest, *, user: User) -> None:
    """Refuse the command line: its next poll ends it."""
    await store.update_request(tx, request.id, state=DeviceCodeState.DENIED, user_id=user.id)
    await record_event(tx, "denied", request, user=user, account_id=user.account_id)


async def check_approval(tx: Transaction, approval: DeviceApproval, *, user: User, most: int) -> None:
    """Check that a person may create this application; `most` is how many a customer's account may have.

    Raises `Forbidden`, `RuleBroken` (no scope, or a reserved one), `AccountUnknown`, `Conflict` (account
    disabled), `LimitExceeded`.
    """
    is_admin = Role.ADMIN in user.roles
    if not is_admin and (Role.DEVELOPER not in user.roles or user.account_id != approval.account_id):
        raise Forbidden("Only administrators and the account's developers create applications.")
    if not approval.scopes:
        raise RuleBroken("Choose at least one scope.", field="scopes")
    if not approval.scopes <= grantable_scopes(user):
        raise RuleBroken("Only administrators give the scope provider.", field="scopes")
    account = await hold_account(tx, account_id=approval.account_id)
    if account.disabled is not None:
        raise Conflict(f"Account {account.id} is disabled.")
    if not is_admin:
        await require_room(tx, account_id=account.id, most=most)


def grantable_scopes(user: User) -> frozenset[AccessScope]:
    """The scopes that a person may give an application."""
    return frozenset(AccessScope) if Role.ADMIN in user.roles else CUSTOMER_SCOPES


def staff_of(user: User) -> Staff:
    """The person as who creates the application, for the audit log."""
    role = StaffRole.ADMIN if Role.ADMIN in user.roles else StaffRole.MANAGER
    return Staff(actor=f"user:{user.id}", role=role)


async def record_event(
    tx: Transaction, verb: str, request: DeviceRequest, *, user: User, account_id: int, **details: Any
) -> None:
    """Add an entry about a request to the audit log, with who asked, from where, and when."""
    asked = {
        "device": request.device_name,
        "address": request.address,
        "asked": request.created.isoformat(timespec="seconds"),
    }
    event = AuditEvent(
        actor=f"user:{user.id}",
        action=f"device_code.{verb}",
        subject=f"device_code:{request.id}",
        account_id=account_id,
        details={**asked, **details},
    )
    await record(tx, event)
