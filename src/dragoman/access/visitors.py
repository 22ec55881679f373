"""The account as which visitors act, which the operator names by `DRAGOMAN_VISITOR_ACCOUNT`."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from dragoman.accounts.actions import find_accounts
from dragoman.database.connections import Database, Transaction, transaction
from dragoman.settings import Settings
from dragoman.telemetry import log


class VisitorProblem(enum.StrEnum):
    """Why nobody can act as the account that the setting names."""

    MISSING = "missing"  # there is no such account
    DISABLED = "disabled"


@dataclass(frozen=True, slots=True, kw_only=True)
class VisitorAccount:
    """The account that the setting names. With a problem visitors are led to the sign-in page."""

    id: int
    problem: VisitorProblem | None


async def find_visitor_account(tx: Transaction, settings: Settings) -> VisitorAccount | None:
    """The account of visitors, with what is wrong with it; None: the operator names none."""
    account_id = settings.visitor_account
    if account_id is None:
        return None
    account = (await find_accounts(tx, [account_id])).get(account_id)
    if account is None:
        return VisitorAccount(id=account_id, problem=VisitorProblem.MISSING)
    return VisitorAccount(id=account_id, problem=VisitorProblem.DISABLED if account.disabled else None)


async def admits_visitors(database: Database, settings: Settings) -> bool:
    """Whether visitors may translate now. Nothing is read where the operator names no account for them."""
    found = await _find_outside(database, settings)
    return found is not None and found.problem is None


async def warn_of_visitor_account(database: Database, settings: Settings) -> None:
    """Log that visitors cannot translate, where the operator wants them to."""
    found = await _find_outside(database, settings)
    if found is not None and found.problem is not None:
        log().warning(
            "visitors.account_unusable",
            setting="DRAGOMAN_VISITOR_ACCOUNT",
            account=found.id,
            reason=found.problem.value,
            hint="Visitors are led to the sign-in page. Name an account that exists, or enable this one: "
            "`dragoman admin account list` shows them.",
        )


async def _find_outside(database: Database, settings: Settings) -> VisitorAccount | None:
    """The account of visitors, in a transaction of its own."""
    if settings.visitor_account is None:
        return None
    async with transaction(database, account=settings.visitor_account) as tx:
        return await find_visitor_account(tx, settings)
