"""People of an account as callers: they act through its built-in application."""

from __future__ import annotations

from dragoman.access.actions import provide_builtin_application
from dragoman.access.keyring import Keyring
from dragoman.access.model import CUSTOMER_SCOPES, Caller
from dragoman.accounts.model import Account
from dragoman.database.connections import Transaction


async def caller_of_person(
    tx: Transaction, keyring: Keyring, *, account: Account, user_id: int | None
) -> Caller:
    """A person as the caller of what customers do; None: a visitor. Raises `Conflict` (account disabled).

    The application says whose things are made, and signs webhooks about them; the audit log names the person.
    """
    application = await provide_builtin_application(tx, keyring, account=account)
    return Caller(
        account_id=account.id,
        account_kind=account.kind,
        application_id=application.id,
        client_id=application.client_id,
        scopes=CUSTOMER_SCOPES,
        user_id=user_id,
    )
