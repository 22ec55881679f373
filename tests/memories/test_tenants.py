"""Two accounts act in any order: neither ever sees or changes data of the other."""

from __future__ import annotations

import asyncio
from collections import defaultdict

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dragoman.access.staff import OPERATOR
from dragoman.database.connections import Database, transaction
from dragoman.errors import DragomanError
from dragoman.memories.lookup import LookupScope, Query, find_exact, find_similar
from dragoman.memories.model import Member
from dragoman.memories.rows import write_row
from dragoman.memories.store import write_units
from dragoman.memories.units.actions import delete_unit, find_unit, find_units
from dragoman.memories.usage import count_usage
from dragoman.segments import render
from tests.memories.conftest import new_memory
from tests.memories.test_lookup import read, unit

SENTENCES = [f"The {word} house stands behind the old bridge" for word in ("red", "blue", "new")]
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["write", "steal", "search", "look up", "delete", "count"]),
        st.integers(0, 1),
        st.sampled_from(range(3)),
    ),
    min_size=3,
    max_size=12,
)


class Tenants:
    """Two accounts with a memory each, and the units that each has written."""

    def __init__(self, database: Database, homes: list[tuple[int, int]]) -> None:
        self.database = database
        self.homes = homes
        self.kept: dict[int, dict[str, str]] = defaultdict(dict)
        self.ids: dict[int, dict[str, int]] = defaultdict(dict)

    async def take(self, step: str, own: int, which: int) -> None:
        account, memory = self.homes[own]
        _, theirs = self.homes[1 - own]
        sentence = SENTENCES[which]
        if step == "write":
            await self.write(own, sentence)
        elif step == "steal":
            with pytest.raises(DragomanError):
                async with transaction(self.database, account=account) as tx:
                    await find_units(tx, theirs, page=(0, 10))
        elif step == "search":
            async with transaction(self.database, account=account) as tx:
                page = await find_units(tx, memory, search="old bridge", page=(0, 10))
            found = {render(one.unit.source): render(one.unit.target) for one in page.units}
            assert found == self.kept[own]
        elif step == "look up":
            await self.look_up(account, [memory, theirs], self.kept[own], sentence)
        elif step == "delete":
            await self.delete(own, sentence)
        else:
            await count_usage(self.database, [*self.ids[1 - own].values()], account_id=account)

    async def write(self, own: int, sentence: str) -> None:
        account, memory = self.homes[own]
        row = write_row(unit(sentence, f"{own} {sentence}"), memory_id=memory)
        async with transaction(self.database, account=account) as tx:
            written = await write_units(tx, [row], account_id=account, memory_id=memory)
        self.kept[own][sentence] = f"{own} {sentence}"
        for one in written:
            self.ids[own][sentence] = one.id

    async def look_up(self, account: int, memories: list[int], kept: dict[str, str], sentence: str) -> None:
        members = [Member(memory_id=one) for one in memories]
        scope = LookupScope(account_id=account, members=members, source_language="en", target_language="es")
        (exact,) = await find_exact(self.database, scope, [Query(segment=read(sentence))])
        (similar,) = await find_similar(
            self.database, scope, [Query(segment=read(sentence))], least=50, most=10
        )
        expected = [kept[sentence]] if sentence in kept else []
        assert [render(one.found.unit.target) for one in exact] == expected
        assert sorted(render(one.found.unit.target) for one in similar) == sorted(kept.values())

    async def delete(self, own: int, sentence: str) -> None:
        account, memory = self.homes[own]
        for number in self.ids[1 - own].values():
            with pytest.raises(DragomanError):
                async with transaction(self.database, account=account) as tx:
                    await delete_unit(tx, memory, number, staff=OPERATOR)
        if (mine := self.ids[own].pop(sentence, None)) is not None:
            del self.kept[own][sentence]
            async with transaction(self.database, account=account) as tx:
                assert (await find_unit(tx, memory, mine)).used == 0
                await delete_unit(tx, memory, mine, staff=OPERATOR)


async def run_steps(database: Database, steps: list[tuple[str, int, int]], number: int) -> None:
    homes = [await new_memory(database, f"{name} {number}") for name in ("Ours", "Theirs")]
    tenants = Tenants(database, homes)
    for own in (0, 1):
        await tenants.write(own, SENTENCES[own])
    for step in steps:
        await tenants.take(*step)


async def run(database: Database, examples: int) -> None:
    """Run the steps in this loop; hypothesis, which is not asynchronous, chooses them in a thread."""
    numbers = iter(range(10**6))
    loop = asyncio.get_running_loop()

    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(steps=STEPS)
    def machine(steps: list[tuple[str, int, int]]) -> None:
        asyncio.run_coroutine_threadsafe(run_steps(database, steps, next(numbers)), loop).result()

    await asyncio.to_thread(machine)


async def test_neither_of_two_accounts_reaches_the_other(database: Database) -> None:
    await run(database, 15)


@pytest.mark.campaign
@pytest.mark.timeout(1200)
async def test_neither_of_two_accounts_reaches_the_other_in_any_order(database: Database) -> None:
    await run(database, 500)
