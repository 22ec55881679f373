"""The audit log: an entry is stored with its action, read newest first, and cannot be changed."""

from __future__ import annotations

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import ProgrammingError

from dragoman.audit.actions import list_entries, record
from dragoman.audit.model import AuditEvent
from dragoman.database.connections import ALL_ACCOUNTS, Database, transaction
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
