"""Events of accounts: none is lost, repeated or seen by others, in whatever order transactions commit."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest
import pytest_asyncio
import sqlalchemy as sa

from dragoman.access.actions import create_application, open_account
from dragoman.access.model import ApplicationDraft
from dragoman.accounts.model import AccountKind
from dragoman.database.connections import ALL_ACCOUNTS, NO_ACCOUNT, Transaction, transaction
from dragoman.errors import LimitExceeded
from dragoman.notifications.actions import announce, delete_notifications, remove_old_notifications
from dragoman.notifications.events.actions import find_start, read_events
from dragoman.notifications.events.cursors import parse_cursor, write_cursor
from dragoman.notifications.events.model import EventBatch, EventFilter, EventsForgotten, StreamStart
from dragoman.notifications.model import EventKind, NotificationDraft
from tests.notifications.conftest import ONCE, World

KEPT = timedelta(days=1)
ALL = EventFilter()


class RolledBack(Exception):
    """Undoes a transaction."""


def _roll_back(*, if_: bool) -> None:
    if if_:
        raise RolledBack


@pytest_asyncio.fixture
async def customer(world: World) -> AsyncIterator[World]:
    """A customer of the shared installation without events."""
    async with transaction(world.database, account=ALL_ACCOUNTS) as tx:
        account = await open_account(tx, world.keyring, name="Another", kind=AccountKind.PRODUCTION)
        draft = ApplicationDraft(account_id=account.id, name="CMS")
        new = await create_application(tx, world.keyring, draft=draft)
    yield World(database=world.database, keyring=world.keyring, new=new, deliverer=world.deliverer)


def _account(world: World) -> int:
    return world.new.application.account_id


async def _announce(world: World, tx: Transaction, body: str, **draft: Any) -> None:
    values: dict[str, Any] = {
        "account_id": _account(world),
        "application_id": world.new.application.id,
        "kind": EventKind.DOCUMENT_FINISHED,
        "subject": f"document:{body}",
        "url": None,
        "body": body.encode(),
        "schedule": ONCE,
        **draft,
    }
    await announce(tx, world.keyring, draft=NotificationDraft(**values))


async def _record(world: World, *bodies: str, **draft: Any) -> None:
    """Events, each in a transaction of its own."""
    for body in bodies:
        async with transaction(world.database, account=_account(world)) as tx:
            await _announce(world, tx, body, **draft)


async def _read(
    world: World, after: int = 0, *, account: Any = None, wanted: EventFilter = ALL
) -> EventBatch:
    async with transaction(world.database, account=account or _account(world)) as tx:
        return await read_events(tx, world.keyring, account_id=_account(world), after=after, wanted=wanted)


def _bodies(batch: EventBatch) -> list[str]:
    return [event.body.decode() for event in batch.events]


async def _start(world: World, **start: Any) -> int:
    async with transaction(world.database, account=_account(world)) as tx:
        return await find_start(tx, account_id=_account(world), start=StreamStart(**start), kept=KEPT)


async def test_what_began_earlier_and_commits_later_comes_later(customer: World) -> None:
    first = transaction(customer.database, account=_account(customer))
    tx = await first.__aenter__()
    await _announce(customer, tx, "slow")
    await _record(customer, "quick")
    seen = await _read(customer)
    assert _bodies(seen) == ["quick"]
    await first.__aexit__(None, None, None)
    rest = await _read(customer, seen.position)
    assert _bodies(rest) == ["slow"]
    assert rest.events[0].created <= seen.events[0].created
    assert _bodies(await _read(customer, rest.position)) == []


async def test_without_a_commit_there_is_no_event_and_no_gap(customer: World) -> None:
    with pytest.raises(RolledBack):
        async with transaction(customer.database, account=_account(customer)) as tx:
            await _announce(customer, tx, "undone")
            raise RolledBack
    await _record(customer, "one", "two")
    assert [(event.position, event.body) for event in (await _read(customer)).events] == [
        (1, b"one"),
        (2, b"two"),
    ]


@pytest.mark.parametrize("seed", range(3))
async def test_concurrent_writers_and_readers_that_resume(customer: World, seed: int) -> None:
    """Writers pause between event and commit, and some roll back. Readers stop and resume anywhere."""
    dice = random.Random(seed)
    committed: list[str] = []
    places = asyncio.Semaphore(2)  # the pool has four connections
    writing = True

    async def write(writer: int) -> None:
        for number in range(12):
            bodies = [f"{writer}.{number}.{part}" for part in range(dice.randint(1, 3))]
            try:
                async with places, transaction(customer.database, account=_account(customer)) as tx:
                    for body in bodies:
                        await _announce(customer, tx, body)
                        await asyncio.sleep(dice.choice((0, 0, 0.01)))
                    _roll_back(if_=dice.random() < 0.2)
                committed.extend(bodies)
            except RolledBack:
                pass

    async def read(wanted: EventFilter) -> list[str]:
        found: list[str] = []
        position = 0
        while True:
            was_writing = writing
            batch = await _read(customer, position, wanted=wanted)
            kept = batch.events[: dice.randint(0, len(batch.events))]  # the connection breaks there
            found += [event.body.decode() for event in kept]
            whole = len(kept) == len(batch.events)
            position = batch.position if whole else kept[-1].position if kept else position
            if not was_writing and whole and not batch.is_full:
                return found
            await asyncio.sleep(0)

    readers = [
        asyncio.create_task(read(EventFilter(application_id=application)))
        for application in (None, customer.new.application.id)
    ]
    await asyncio.gather(*(write(writer) for writer in range(6)))
    writing = False
    one, other = await asyncio.gather(*readers)
    assert sorted(one) == sorted(committed)
    assert one == other
    for writer in range(6):  # each writer's own order is kept
        own = [tuple(map(int, body.split("."))) for body in one if body.startswith(f"{writer}.")]
        assert [body[:2] for body in own] == sorted(body[:2] for body in own)


async def test_a_stream_goes_on_behind_what_its_filter_left_out(customer: World) -> None:
    await _record(customer, "a", "b")
    await _record(customer, "t", kind=EventKind.TEST_EVENT)
    await _record(customer, "c")
    wanted = EventFilter(kinds=frozenset({EventKind.TEST_EVENT}))
    batch = await _read(customer, wanted=wanted)
    assert (_bodies(batch), batch.position) == (["t"], 4)
    assert _bodies(await _read(customer, 3, wanted=wanted)) == []
    assert _bodies(await _read(customer, wanted=EventFilter(application_id=1))) == []


async def test_many_events_come_in_batches(customer: World) -> None:
    async with transaction(customer.database, account=_account(customer)) as tx:
        for number in range(120):
            await _announce(customer, tx, str(number))
    found: list[str] = []
    position, is_full = 0, True
    while is_full:
        batch = await _read(customer, position)
        found += _bodies(batch)
        position, is_full = batch.position, batch.is_full
    assert sorted(found, key=int) == [str(number) for number in range(120)]
    assert position == 120


async def test_another_account_sees_and_moves_nothing(customer: World, world: World) -> None:
    await _record(customer, "secret")
    for account in (_account(world), NO_ACCOUNT):
        assert _bodies(await _read(customer, account=account)) == []
        async with transaction(customer.database, account=account) as tx:
            await delete_notifications(tx, subjects=["document:secret"])
            statement = sa.text("update event_positions set last = 7 where account_id = :account")
            touched = await tx.connection.execute(statement, {"account": _account(customer)})
            assert touched.rowcount == 0
    with pytest.raises(Exception, match="row-level security"):
        async with transaction(customer.database, account=_account(world)) as tx:
            await _announce(customer, tx, "forged")
    assert _bodies(await _read(customer)) == ["secret"]


async def test_bodies_are_sealed(customer: World) -> None:
    await _record(customer, "Quarterly figures")
    async with transaction(customer.database, account=ALL_ACCOUNTS) as tx:
        stored = (await tx.connection.execute(sa.text("select body from account_events"))).scalars().all()
    assert stored
    assert not [body for body in stored if b"Quarterly" in body]


async def test_events_go_with_their_subject_and_leave_no_error(customer: World) -> None:
    await _record(customer, "a", "b", "c")
    async with transaction(customer.database, account=_account(customer)) as tx:
        await delete_notifications(tx, subjects=["document:a", "document:b"])
    assert await _start(customer, after=0) == 0
    assert _bodies(await _read(customer)) == ["c"]


async def test_old_events_are_removed_and_a_place_before_them_is_refused(customer: World) -> None:
    await _record(customer, "a", "b")
    later = customer.later(3 * 3600)
    await _record(later, "c")
    async with transaction(customer.later(25 * 3600).database, account=ALL_ACCOUNTS) as tx:
        await remove_old_notifications(tx, events_kept=KEPT)
    assert [await _start(customer, after=place) for place in (2, 3)] == [2, 3]
    for place in (0, 1, 4):  # the last one is of another state of the database
        with pytest.raises(EventsForgotten, match="24 hours"):
            await _start(customer, after=place)
    with pytest.raises(EventsForgotten):
        await _read(customer, 1)
    assert _bodies(await _read(customer, 2)) == ["c"]


async def test_where_a_stream_starts(customer: World) -> None:
    assert await _start(customer) == 0
    await _record(customer, "a")
    await _record(customer.later(60), "b", "c")
    async with transaction(customer.database, account=_account(customer)) as tx:
        now = tx.now
    assert await _start(customer) == 3
    assert await _start(customer, since=now - timedelta(hours=1)) == 0
    assert await _start(customer, since=now + timedelta(seconds=30)) == 1
    assert await _start(customer, since=now + timedelta(hours=1)) == 3
    with pytest.raises(LimitExceeded, match="24 hours"):
        await _start(customer, since=now - timedelta(hours=25))


def test_a_cursor_is_read_in_its_account_and_only_whole() -> None:
    cursor = write_cursor(account_id=7, position=2**40)
    assert parse_cursor(cursor, account_id=7) == 2**40
    assert parse_cursor(cursor, account_id=8) is None
    for place in range(len(cursor)):
        other = "A" if cursor[place] != "A" else "B"
        assert parse_cursor(cursor[:place] + other + cursor[place + 1 :], account_id=7) is None
        assert parse_cursor(cursor[:place], account_id=7) is None
    assert parse_cursor(f"{cursor}\n", account_id=7) is None
