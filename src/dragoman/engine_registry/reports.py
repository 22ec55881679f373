"""Reports on what remote engines got, and from whom they may get texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from dragoman.database.connections import Transaction
from dragoman.engine_registry import store
from dragoman.engine_registry.model import SentTextReport
from dragoman.usage.day_ranges import find_range


async def read_sent_text(
    tx: Transaction, *, account_id: int | None, first_day: date | None = None, last_day: date | None = None
) -> SentTextReport:
    """What remote engines got of an account, or of all that this transaction sees.

    The range is that of `day_ranges.find_range`, whose errors it raises.
    """
    first_day, last_day = find_range(tx, first_day, last_day)
    days = await store.list_usage(tx, account_id=account_id, first_day=first_day, last_day=last_day)
    return SentTextReport(first_day=first_day, last_day=last_day, days=days)


async def read_spending(tx: Transaction) -> Mapping[str, int]:
    """The characters that each engine with a count got this month, of all accounts."""
    return await store.find_spending(tx)


async def list_allowing_accounts(tx: Transaction, engine: str, *, limit: int) -> tuple[Sequence[int], int]:
    """The ids of the first accounts that let a remote engine get their texts, and how many do."""
    return await store.list_allowing_accounts(tx, engine, limit=limit)
