"""What remote engines may get and got of an account's texts, as pages show it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from dragoman.accounts.model import Account, AccountKind
from dragoman.database.connections import Transaction
from dragoman.engine_registry.actions import find_account_policy
from dragoman.engine_registry.model import SentText, SentTextReport
from dragoman.engine_registry.reports import read_sent_text
from dragoman.text_io.spreadsheets import write_table


@dataclass(frozen=True, slots=True, kw_only=True)
class SentSum:
    """What one engine got on a day, in a month, or in all of a range."""

    begins: date | None  # the day, or the first day of the month; None: all of the range
    engine: str
    characters: int
    calls: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoteTexts:
    """Where an account's texts may go, and how much went there this month."""

    allowed: Sequence[str]  # names of engines
    sent: Sequence[SentSum]
    is_sandbox: bool  # nothing leaves the operator's machines


async def read_remote_texts(tx: Transaction, account: Account) -> RemoteTexts:
    """What the people of an account are told."""
    policy = await find_account_policy(tx, account.id)
    report = await read_sent_text(tx, account_id=account.id)
    return RemoteTexts(
        allowed=sorted(policy.remote),
        sent=sum_by_engine(report),
        is_sandbox=account.kind is AccountKind.SANDBOX,
    )


def sum_by_engine(report: SentTextReport) -> Sequence[SentSum]:
    """The sums of the whole range."""
    return _sum(report.days, lambda _day: None)


def sum_by_day(report: SentTextReport) -> Sequence[SentSum]:
    """The sums of each day, the latest first."""
    return _sum(report.days, lambda day: day)


def sum_by_month(report: SentTextReport) -> Sequence[SentSum]:
    """The sums of each month, the latest first."""
    return _sum(report.days, lambda day: day.replace(day=1))


def write_sums(sums: Sequence[SentSum]) -> bytes:
    """Write the sums as a table for spreadsheets. `begins` is empty where a sum is of all of the range."""
    rows = ([str(one.begins or ""), one.engine, str(one.characters), str(one.calls)] for one in sums)
    return write_table([["begins", "engine", "characters", "calls"], *rows])


def _sum(days: Sequence[SentText], begin: Callable[[date], date | None]) -> Sequence[SentSum]:
    found: dict[tuple[date | None, str], tuple[int, int]] = {}
    for one in days:
        key = begin(one.day), one.engine
        characters, calls = found.get(key, (0, 0))
        found[key] = characters + one.characters, calls + one.calls
    sums = [
        SentSum(begins=begins, engine=engine, characters=characters, calls=calls)
        for (begins, engine), (characters, calls) in found.items()
    ]
    by_name = sorted(sums, key=lambda one: one.engine)
    return sorted(by_name, key=lambda one: one.begins or date.min, reverse=True)
