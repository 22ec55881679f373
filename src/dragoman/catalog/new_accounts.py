"""Creating accounts with the reference data that their first projects need (P1)."""

from __future__ import annotations

from typing import Final

from dragoman.access import actions as access
from dragoman.access.keyring import Keyring
from dragoman.access.staff import OPERATOR, Staff
from dragoman.accounts.actions import create_user
from dragoman.accounts.model import Account, AccountKind, Role, UserDraft
from dragoman.audit.actions import record
from dragoman.audit.model import AuditEvent
from dragoman.catalog import store
from dragoman.catalog.model import ProjectDefaults, Template
from dragoman.catalog.reference_types import INVOICING_ACCOUNT, SERVICE, TEMPLATE, WORK_AREA
from dragoman.database.connections import Transaction
from dragoman.memories.actions import create_first_memory

FIRST_TEMPLATE: Final = "Default"
FIRST_USER: Final = ("Default", "user")
_GENERAL: Final = "General"  # the work area of revision 0013
_MACHINE: Final = "Machine translation"  # the service of revision 0013


async def open_account(
    tx: Transaction, keyring: Keyring, *, name: str, kind: AccountKind, staff: Staff = OPERATOR
) -> Account:
    """Create an account with everything that a first project needs.

    It has a primary translation memory, an invoicing account of its name, a user, a template with the machine
    service, and these as its defaults; a sandbox account has its built-in application too (A9).
    Raises `RuleBroken` for a name that cannot be one.
    """
    account = await access.open_account(tx, keyring, name=name, kind=kind)
    event = AuditEvent(
        actor=staff.actor,
        action="account.created",
        subject=f"account:{account.id}",
        account_id=account.id,
        details={"kind": kind},
    )
    await record(tx, event)
    await create_first_memory(tx, account=account, staff=staff)
    await _create_first_items(tx, account)
    return account


async def _create_first_items(tx: Transaction, account: Account) -> None:
    first_name, last_name = FIRST_USER
    draft = UserDraft(account_id=account.id, role=Role.CUSTOMER, first_name=first_name, last_name=last_name)
    user = await create_user(tx, draft=draft)
    invoicing = await store.insert(tx, INVOICING_ACCOUNT, {"account_id": account.id, "name": account.name})
    service = await store.find_first(tx, SERVICE, name=_MACHINE)
    template = Template(id=0, account_id=account.id, name=FIRST_TEMPLATE, service_id=service)
    await store.insert(tx, TEMPLATE, TEMPLATE.write(template))
    defaults = ProjectDefaults(
        invoicing_account_id=invoicing.id,
        user_id=user.id,
        work_area_id=await store.find_first(tx, WORK_AREA, name=_GENERAL),
    )
    await store.write_defaults(tx, account.id, defaults)
