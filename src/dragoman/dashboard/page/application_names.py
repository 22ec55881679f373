"""Names of applications, for choosing one of them and for lists of what several did."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from dragoman.access.actions import list_applications
from dragoman.access.model import Application
from dragoman.accounts.actions import find_accounts
from dragoman.dashboard.page.request import PageRequest
from dragoman.database.connections import Transaction

_MOST: Final = 500  # to choose of


async def name_applications(page: PageRequest, tx: Transaction) -> Mapping[int, str]:
    """The applications that the reader sees, by id, up to 500; staff see whose they are."""
    found = await list_applications(tx, limit=_MOST)
    accounts = await find_account_names(page, tx, found)
    return {one.id: _name(one, accounts) for one in found}


async def find_account_names(
    page: PageRequest, tx: Transaction, applications: Sequence[Application]
) -> Mapping[int, str]:
    """The names of the accounts of applications, by id: for staff only."""
    if not page.is_staff:
        return {}
    found = await find_accounts(tx, {one.account_id for one in applications})
    return {account.id: account.name for account in found.values()}


def _name(application: Application, accounts: Mapping[int, str]) -> str:
    account = accounts.get(application.account_id)
    return application.name if account is None else f"{account} · {application.name}"
