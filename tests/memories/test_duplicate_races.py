"""The record of sources with several targets, through many random changes, and through changes at once."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta

import pytest
from sqlalchemy import text

from dragoman.access.staff import OPERATOR
from dragoman.database.connections import ALL_ACCOUNTS, Database, Transaction, transaction
from dragoman.memories.columns import write_columns
from dragoman.memories.model import MemoryUnit
from dragoman.memories.refusals import UnitChanged, UnitNotFound
from dragoman.memories.rows import write_row
from dragoman.memories.store import RowLock, delete_some_units, find_memory, write_unit_columns
from dragoman.memories.units import actions
from tests.memories.conftest import MemoryImports
from tests.memories.test_duplicates import change, placed, require_right, shown, write, write_in
from tests.waiting import until

WAITING = """
select count(*) from pg_locks l join pg_database d on d.oid = l.database
where d.datname = current_database() and l.locktype = 'advisory' and not l.granted
"""


@pytest.mark.parametrize(
    ("first", "second", "left"),
    [
        # Alone, each sees a memory in which what it writes is no duplicate.
        (("add", "Sun", "one", "a"), ("add", "Sun", "two", "b"), {"Sun": ["one", "two"]}),
        (("change", 0, "Hogar"), ("add", "House", "Casa", "c"), {"House": ["Hogar", "Casa", "Casa"]}),
        # Each would record a duplicate with what the other one changes or deletes.
        (("change", 0, "Hogar"), ("change", 1, "Hogar"), {}),
        (("change", 0, "Hogar"), ("delete", 1), {}),
        (("delete", 0), ("change", 1, "Hogar"), {}),
    ],
)
async def test_of_two_at_once_the_second_waits_and_sees_the_first(
    imports: MemoryImports,
    database: Database,
    first: Sequence[str | int],
    second: Sequence[str | int],
    left: dict[str, list[str]],
) -> None:
    memory, account = imports.memory, imports.account
    kept = await write(database, memory, account, *(placed("House", "Casa", place) for place in "ab"))

    async def do(tx: Transaction, step: Sequence[str | int]) -> None:
        match step:
            case ("add", str(source), str(target), str(place)):
                await write_in(tx, memory, account, placed(source, target, place))
            case ("change", int(which), str(target)):
                await change(tx, memory, kept[which], target)
            case ("delete", int(which)):
                await actions.delete_unit(tx, memory, kept[which], staff=OPERATOR)

    async def do_later() -> None:
        async with transaction(database, account=ALL_ACCOUNTS) as tx:
            await do(tx, second)

    async def count_waiting() -> object:
        async with transaction(database, account=ALL_ACCOUNTS) as tx:
            return await tx.connection.scalar(text(WAITING))

    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        await do(tx, first)
        later = asyncio.create_task(do_later())
        await until(count_waiting, lambda waiting: waiting == 1)
    await later
    assert await shown(database, memory) == left


class RandomSteps:
    """Random changes of a memory with so few sources and targets that duplicates come and go all the time."""

    def __init__(self, imports: MemoryImports, seed: str) -> None:
        self.memory, self.account = imports.memory, imports.account
        self.dice = random.Random(seed)

    def unit(self, tx: Transaction) -> MemoryUnit:
        return placed(
            self.dice.choice(("House", "Garden", "Sun", "<b>Sun</b>")),
            self.dice.choice(("one", "two")),
            self.dice.choice("abc"),
            changed=tx.now + timedelta(seconds=self.dice.randint(-1, 2)),
        )

    async def pick(self, tx: Transaction) -> int:
        """The id of a unit; 0 if there is none."""
        asked = text("select array_agg(id order by id) from memory_units where memory_id = :memory")
        ids = await tx.connection.scalar(asked, {"memory": self.memory})
        return int(self.dice.choice(ids or [0]))

    async def write(self, tx: Transaction) -> None:
        rows = [write_row(self.unit(tx), memory_id=self.memory) for _ in range(self.dice.randint(1, 6))]
        columns = write_columns(list({row.identity: row for row in rows}.values()))
        number = self.dice.randint(1, 3)
        await find_memory(tx, self.memory, hold=RowLock.UNITS)
        await write_unit_columns(
            tx, columns, account_id=self.account, memory_id=self.memory, import_id=number
        )

    async def change(self, tx: Transaction) -> None:
        await change(tx, self.memory, await self.pick(tx), self.dice.choice(("one", "two", "three")))

    async def delete(self, tx: Transaction) -> None:
        await actions.delete_unit(tx, self.memory, await self.pick(tx), staff=OPERATOR)

    async def delete_some(self, tx: Transaction) -> None:
        number = self.dice.choice((None, 1, 2))
        await delete_some_units(
            tx, self.memory, after=await self.pick(tx), most=self.dice.randint(1, 5), import_id=number
        )

    async def step(self, tx: Transaction) -> None:
        with suppress(UnitNotFound):
            await self.dice.choice((self.write, self.change, self.change, self.delete, self.delete_some))(tx)


async def test_the_record_is_right_after_each_of_many_random_changes(
    imports: MemoryImports, database: Database
) -> None:
    steps = RandomSteps(imports, "one after another")
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        seen = set()
        for _ in range(300):
            await steps.step(tx)
            await require_right(tx)
            seen.add(await tx.connection.scalar(text("select count(*) from memory_duplicates")))
    assert len(seen) > 3


async def test_the_record_is_right_after_many_random_changes_at_once(
    imports: MemoryImports, database: Database
) -> None:
    async def work(number: int) -> None:
        steps = RandomSteps(imports, f"at once {number}")
        for _ in range(20):
            async with transaction(database, account=ALL_ACCOUNTS) as tx:
                with suppress(UnitChanged):
                    await steps.step(tx)

    await asyncio.gather(*map(work, range(5)))
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        await require_right(tx)
