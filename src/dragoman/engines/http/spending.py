"""The characters that a service may be sent: reserved before a call, given back when it fails."""

from __future__ import annotations

from typing import Protocol


class Spending(Protocol):
    """The budget of one service."""

    async def reserve(self, characters: int) -> None:
        """Count characters that are about to be sent. Raises `BudgetSpent`."""

    async def give_back(self, characters: int) -> None:
        """Take back what was counted and not translated."""


class Unlimited:
    """No limit, and nothing is counted."""

    async def reserve(self, characters: int) -> None:
        """Allow any number."""

    async def give_back(self, characters: int) -> None:
        """Nothing was counted."""
