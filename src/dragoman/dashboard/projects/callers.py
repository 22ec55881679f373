"""Who a project belongs to, and as whom its pages act: staff act for the account of the project."""

from __future__ import annotations

from dragoman.access.dashboard_application import caller_of_person
from dragoman.access.model import Caller
from dragoman.accounts.actions import get_account
from dragoman.dashboard.page.request import PageRequest
from dragoman.database.connections import transaction
from dragoman.projects.model import Project
from dragoman.projects.orders import managing


async def find_project(page: PageRequest, project_id: int) -> Project:
    """Find a project that the reader may see. Raises `NotFound`."""
    async with page.transaction() as tx:
        return await managing.find_project(tx, project_id)


async def find_caller(page: PageRequest, account_id: int) -> Caller:
    """The reader as a caller of the customers' actions in an account: their own, or for staff any.

    Raises `NotFound`, or `Conflict` for an account that is disabled.
    """
    if not page.is_staff:
        return await page.caller()
    async with transaction(page.runtime.database, account=account_id) as tx:
        account = await get_account(tx, account_id=account_id)
        return await caller_of_person(tx, page.runtime.keyring, account=account, user_id=page.person.user.id)
