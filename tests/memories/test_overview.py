"""Lists of memories with what they contain: counts stay right through every way that units come and go."""

from __future__ import annotations

import asyncio

import pytest

from dragoman.access.staff import OPERATOR
from dragoman.database.connections import ALL_ACCOUNTS, Database, transaction
from dragoman.errors import RuleBroken
from dragoman.memories.imports.actions import end_import
from dragoman.memories.imports.work import undo_import
from dragoman.memories.model import Member
from dragoman.memories.overview.actions import list_overviews, read_overview
from dragoman.memories.overview.compacting import compact_all_counts
from dragoman.memories.overview.model import DirectionCount, MemoryOrder, MemoryOverview, MemoryQuery
from dragoman.memories.refusals import TooManyUnits, UnitsChanged
from dragoman.memories.sets.actions import SetDraft, add_version, create_set
from dragoman.memories.units import actions
from dragoman.memories.units.model import UnitChanges, UnitDraft, UnitFilter
from dragoman.memories.units.selection import UnitSelection
from dragoman.memories.words import Side
from tests.memories.conftest import MemoryImports, new_memory, write_file


async def counted(database: Database, memory: int) -> dict[str, int]:
    """Units by direction, as they are counted; they must be as many as there are."""
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        contents = (await read_overview(tx, memory)).contents
        rows = await tx.connection.exec_driver_sql(
            "select source_language, target_language, count(*) from memory_units where memory_id = %s "
            "group by 1, 2 order by 3 desc, 1, 2",
            (memory,),
        )
        real = [
            DirectionCount(source_language=row[0], target_language=row[1], units=row[2]) for row in rows.all()
        ]
    assert list(contents.directions) == real
    return {f"{one.source_language}>{one.target_language}": one.units for one in contents.directions}


async def listed(database: Database, query: MemoryQuery) -> list[MemoryOverview]:
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        return list(await list_overviews(tx, query, limit=50))


def draft(source: str, target: str = "x", *, language: str = "es") -> UnitDraft:
    return UnitDraft(source_language="en", target_language=language, source=source, target=target)


async def test_counts_follow_units_that_are_added_changed_and_deleted(
    imports: MemoryImports, database: Database
) -> None:
    memory = imports.memory
    first = await imports.import_units(("One", "Uno"), ("Two", "Dos"), ("Three", "Tres"))
    assert await counted(database, memory) == {"en>es": 3}
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        kept, _ = await actions.add_unit(tx, memory, draft=draft("One", language="de"), staff=OPERATOR)
        await actions.add_unit(tx, memory, draft=draft("One", "y", language="de"), staff=OPERATOR)
        await actions.add_unit(tx, memory, draft=draft("Two", language="de"), staff=OPERATOR)
    assert await counted(database, memory) == {"en>es": 3, "en>de": 2}
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        before = (await read_overview(tx, memory)).contents.changed
        changes = UnitChanges(version=kept.version + 1, target="z")
        await actions.change_unit(tx, memory, kept.id, changes=changes, staff=OPERATOR)
        after = (await read_overview(tx, memory)).contents.changed
        await actions.delete_unit(tx, memory, kept.id, staff=OPERATOR)
    assert before is not None
    assert after is not None
    assert after > before
    await compact_all_counts(database)
    assert await counted(database, memory) == {"en>es": 3, "en>de": 1}
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        await end_import(tx, memory, first.id, undo=True, staff=OPERATOR)
    await undo_import(imports.resources, import_id=first.id, account_id=imports.account)
    assert await counted(database, memory) == {"en>de": 1}


async def test_counts_are_right_when_many_write_while_they_are_merged(
    imports: MemoryImports, database: Database
) -> None:
    async def add(number: int) -> None:
        async with transaction(database, account=imports.account) as tx:
            await actions.add_unit(tx, imports.memory, draft=draft(f"Unit {number}"), staff=OPERATOR)

    await asyncio.gather(*(add(n) for n in range(8)), *(compact_all_counts(database) for _ in range(4)))
    await compact_all_counts(database)
    assert await counted(database, imports.memory) == {"en>es": 8}
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        rows = await tx.connection.exec_driver_sql("select count(*) from memory_counts")
        assert rows.scalar_one() == 1


async def test_memories_are_listed_by_name_account_and_size(
    imports: MemoryImports, database: Database
) -> None:
    await imports.import_units(("One", "Uno"))
    _, other = await new_memory(database, imports.account, name="a 100%_sure one")
    theirs, third = await new_memory(database, "Contoso", name="Manuals")

    async def names(**query: object) -> list[str]:
        return [one.memory.name for one in await listed(database, MemoryQuery(**query))]  # type: ignore[arg-type]

    assert await names() == ["a 100%_sure one", "Manuals", "Memory"]
    assert await names(search="CONTO") == ["Manuals"]
    assert await names(search="%_s") == ["a 100%_sure one"]
    assert await names(account_id=theirs) == ["Manuals"]
    assert (await names(order=MemoryOrder.UNITS, descending=True))[0] == "Memory"
    async with transaction(database, account=theirs) as tx:
        seen = await list_overviews(tx, MemoryQuery(), limit=50)
    assert [(one.memory.id, one.account_name, one.contents.units) for one in seen] == [(third, "Contoso", 0)]
    assert other != third


async def test_the_sets_that_have_a_memory_now_are_counted(
    imports: MemoryImports, database: Database
) -> None:
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        for name in ("A", "B"):
            one = SetDraft(
                account_id=imports.account, name=name, members=[Member(memory_id=imports.memory, penalty=1)]
            )
            made = await create_set(tx, draft=one, staff=OPERATOR)
        await add_version(tx, made.memory_set.id, members=[], staff=OPERATOR)
        assert (await read_overview(tx, imports.memory)).sets == 1


async def test_units_are_deleted_by_a_search_if_they_are_as_many_as_was_seen(
    imports: MemoryImports, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = imports.memory
    await imports.import_units(("Red house", "Casa roja"), ("Red car", "Coche rojo"), ("Sun", "Sol"))
    red = UnitSelection(search="red", side=Side.SOURCE)
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        assert await actions.count_units(tx, memory, selection=red) == 2
        assert await actions.count_units(tx, memory, selection=UnitSelection()) == 3
        german = UnitSelection(wanted=UnitFilter(target_language="de"))
        assert await actions.count_units(tx, memory, selection=german) == 0
        with pytest.raises(UnitsChanged):
            await actions.delete_units(tx, memory, selection=red, expected=3, staff=OPERATOR)
        with pytest.raises(RuleBroken):
            await actions.count_units(tx, memory, selection=UnitSelection(search="?"))
        assert await actions.delete_units(tx, memory, selection=red, expected=2, staff=OPERATOR) == 2
    assert await imports.pairs() == [("Sun", "Sol")]
    assert await counted(database, memory) == {"en>es": 1}


async def test_more_units_than_can_be_deleted_at_once_are_refused(
    imports: MemoryImports, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(actions, "MOST_DELETED", 1)
    await imports.run(await imports.submit(write_file(("One", "Uno"), ("Two", "Dos"))))
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        everything = UnitSelection()
        assert await actions.count_units(tx, imports.memory, selection=everything) is None
        with pytest.raises(TooManyUnits):
            await actions.delete_units(tx, imports.memory, selection=everything, expected=2, staff=OPERATOR)
    assert len(await imports.units()) == 2
