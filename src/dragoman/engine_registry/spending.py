"""Count what remote engines get: a month's characters of an engine, and each account's by day."""

from __future__ import annotations

from dragoman.database.connections import NO_ACCOUNT, Database, transaction
from dragoman.engine_registry import store
from dragoman.engines.http import BudgetSpent
from dragoman.fair_semaphore import current_account


class CountedSpending:
    """The spending of one engine, in all processes together."""

    def __init__(self, database: Database, engine: str, *, budget: int | None) -> None:
        """`budget`: characters of a month; None: any number."""
        self._database = database
        self._engine = engine
        self._budget = budget

    async def reserve(self, characters: int) -> None:
        """Count characters before they are sent, for the account whose work this is.

        Raises `BudgetSpent`, and `Unavailable` when they cannot be counted: then nothing may be sent.
        """
        account = current_account()
        async with transaction(self._database, account=account or NO_ACCOUNT) as tx:
            await store.skip_waiting_for_disk(tx)
            if not await store.add_spending(tx, self._engine, characters, budget=self._budget):
                raise BudgetSpent(
                    f"The engine {self._engine} has used up its {self._budget} characters of this month."
                )
            if account is not None:
                await store.add_usage(tx, self._engine, account_id=account, characters=characters)

    async def give_back(self, characters: int) -> None:
        """Take back characters that were not translated."""
        account = current_account()
        async with transaction(self._database, account=account or NO_ACCOUNT) as tx:
            await store.skip_waiting_for_disk(tx)
            await store.add_spending(tx, self._engine, -characters, budget=None)
