"""The audit log: an entry is stored with its action, read newest first, and cannot be changed."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import ProgrammingError

from dragoman.audit.actions import find_entries, list_entries, record
from dragoman.audit.exports import write_entries
from dragoman.audit.model import AuditEntry, AuditEvent, AuditFilter
from dragoman.database.connections import ALL_ACCOUNTS, Database, Transaction, transaction
from tests.usage.conftest import Customer


def event(account_id: int | None, *, action: str = "memory.created", subject: str = "memory:3") -> AuditEvent:
    return AuditEvent(
        actor="application:7", action=action, subject=subject, account_id=account_id, details={"units": 12}
    )


async def test_entries_are_read_newest_first_of_an_account_or_about_a_thing(
    database: Database, ours: Customer, theirs: Customer
) -> None:
    first, second = event(ours.account), event(ours.account, action="memory.deleted")
    third = event(theirs.account, subject="memory:4")
    installation = event(None, action="language.added", subject="language:5")
    for one in (first, second, third, installation):
        async with transaction(database, account=ALL_ACCOUNTS) as tx:
            await record(tx, one)
            now = tx.now
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        everything = await list_entries(tx, limit=10)
        assert [entry.event for entry in everything] == [installation, third, second, first]
        assert everything[0].at == now
        assert [entry.event for entry in await list_entries(tx, account_id=ours.account, limit=10)] == [
            second,
            first,
        ]
        assert [entry.event for entry in await list_entries(tx, subject="memory:4", limit=10)] == [third]
        assert [entry.event for entry in await list_entries(tx, limit=1, offset=1)] == [third]


async def test_an_entry_is_there_only_if_what_was_done_is(database: Database, ours: Customer) -> None:
    async def fail() -> None:
        async with transaction(database, account=ALL_ACCOUNTS) as tx:
            await record(tx, event(ours.account))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        assert await list_entries(tx, limit=10) == []


async def test_an_account_sees_only_its_own_entries(
    database: Database, ours: Customer, theirs: Customer
) -> None:
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        for account_id in (ours.account, theirs.account, None):
            await record(tx, event(account_id))
    async with transaction(database, account=ours.account) as tx:
        assert [entry.event.account_id for entry in await list_entries(tx, limit=10)] == [ours.account]


@pytest.mark.parametrize(
    "statement", ["update audit_entries set actor = 'nobody'", "delete from audit_entries"]
)
async def test_entries_cannot_be_changed_or_deleted(
    database: Database, ours: Customer, statement: str
) -> None:
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        await record(tx, event(ours.account))
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        with pytest.raises(ProgrammingError, match="permission denied"):
            await tx.connection.execute(sa.text(statement))


async def test_entries_are_found_by_every_condition_and_by_all_together(
    database: Database, ours: Customer, theirs: Customer
) -> None:
    start = datetime(2026, 3, 1, tzinfo=UTC)
    events = [
        event(ours.account),
        event(ours.account, action="memory.deleted", subject="memory:30"),
        event(theirs.account, action="memory.deleted", subject="memory-set:3"),
        replace(event(ours.account, subject="application:4"), actor="user:5"),
    ]
    for number, one in enumerate(events):
        moved = start + timedelta(hours=number) - datetime.now(UTC)
        async with transaction(replace(database, clock_offset=moved), account=ALL_ACCOUNTS) as tx:
            await record(tx, one)

    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        ids = [entry.id for entry in await list_entries(tx, limit=9)]

        async def found(**wanted: Any) -> list[int]:
            entries = await find_entries(tx, wanted=AuditFilter(**wanted), limit=9)
            return [events.index(entry.event) for entry in entries]

        assert await found() == [3, 2, 1, 0]
        assert await found(account_id=ours.account) == [3, 1, 0]
        assert await found(subject="memory:3") == [0]
        assert await found(kind="memory") == [1, 0]
        assert await found(actor="user:5") == [3]
        assert await found(action="memory.deleted") == [2, 1]
        minute = timedelta(minutes=1)
        assert await found(
            since=start + timedelta(hours=1) - minute, until=start + timedelta(hours=3) - minute
        ) == [2, 1]
        assert await found(kind="memory", action="memory.deleted", account_id=theirs.account) == []
        assert await found(before=ids[1]) == [1, 0]
        assert await found(before=ids[1], account_id=ours.account, action="memory.created") == [0]
        assert await found(before=ids[-1]) == []
        assert await found(before=2**60) == []
    async with transaction(database, account=theirs.account) as tx:
        assert await find_entries(tx, wanted=AuditFilter(kind="memory", before=ids[0]), limit=9) == []


async def test_each_condition_has_an_index_that_row_level_security_lets_be_used(tx: Transaction) -> None:
    """How long a page takes then does not depend on how many entries there are."""
    await tx.connection.execute(
        sa.text(
            "insert into audit_entries (at, actor, action, subject, details) select"
            " timestamptz '2026-01-01' + n * interval '5 minutes', 'user:' || n % 100,"
            " 'thing' || n % 20 || '.changed', 'thing' || n % 20 || ':' || n % 500, '{}'"
            " from generate_series(1, 5000) n"
        )
    )
    for setting in ("enable_seqscan", "enable_sort"):
        await tx.connection.execute(sa.text(f"set local {setting} = off"))
    for condition, index in (
        ("kind = 'thing7'", "kind"),
        ("subject = 'thing7:3'", "subject"),
        ("actor = 'user:9'", "actor"),
        ("action = 'thing7.changed'", "action"),
        ("at >= timestamptz '2026-01-02' and at < timestamptz '2026-01-03'", "at"),
        ("(at, id) < (timestamptz '2026-01-05', 400)", "at"),
    ):
        query = f"select * from audit_entries where {condition} order by at desc, id desc limit 50"
        plan = "\n".join(await tx.connection.scalars(sa.text(f"explain {query}")))
        assert f"using audit_entries_{index}_idx on audit_entries" in plan
        assert "Index Cond" in plan


def test_a_table_of_entries_has_no_formulas() -> None:
    stored = AuditEntry(
        id=4,
        at=datetime(2026, 3, 1, 12, tzinfo=UTC),
        event=AuditEvent(
            actor="operator", action="a.b", subject="=1", account_id=None, details={"n": 1, "f": 'x"y'}
        ),
    )
    assert write_entries([stored]).decode("utf-8-sig") == (
        "id,created_at,actor,action,subject,account,details\r\n"
        '4,2026-03-01T12:00:00Z,operator,a.b,\'=1,,"{""f"":""x\\""y"",""n"":1}"\r\n'
    )
