"""Memories and sets: changes by staff, their effect on look-ups, and isolation of accounts."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy.exc import ProgrammingError

from dragoman.access.staff import OPERATOR
from dragoman.audit.actions import list_entries
from dragoman.database.connections import ALL_ACCOUNTS, Database, transaction
from dragoman.database.migrations.policies import APPLICATION
from dragoman.errors import RuleBroken, RulesBroken
from dragoman.memories.actions import (
    MemoryChanges,
    MemoryDraft,
    change_memory,
    create_memory,
    delete_memory,
    list_memories,
)
from dragoman.memories.imports.work import run_import
from dragoman.memories.lookup import LookupScope, Query, find_exact, find_similar
from dragoman.memories.model import Context, Member
from dragoman.memories.refusals import DisabledPrimary, MemoryNameTaken, MemoryNotFound
from dragoman.memories.removal import remove_memory
from dragoman.memories.rows import write_row
from dragoman.memories.sets.actions import SetDraft, add_version, create_set, find_members, find_version
from dragoman.memories.sets.model import MembersRefused
from dragoman.memories.store import write_units
from dragoman.memories.units.actions import change_unit, list_duplicates
from dragoman.memories.units.model import UnitChanges
from dragoman.memories.usage import count_usage, members_for_translation
from dragoman.segments import render
from tests.memories.conftest import MemoryImports, new_memory, write_file
from tests.memories.test_lookup import read, unit

SENTENCE = "The red house stands behind the old bridge"


async def change(database: Database, memory: int, **changes: object) -> None:
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        await change_memory(tx, memory, changes=MemoryChanges(**changes), staff=OPERATOR)  # type: ignore[arg-type]


async def in_use(database: Database, account: int) -> list[int]:
    return [member.memory_id for member in await members_for_translation(database, account_id=account)]


async def hits(database: Database, account: int, memory: int) -> tuple[int, int]:
    """How many units an exact and a fuzzy look-up find."""
    scope = LookupScope(
        account_id=account, members=[Member(memory_id=memory)], source_language="en", target_language="es"
    )
    query = [Query(segment=read(SENTENCE))]
    (exact,) = await find_exact(database, scope, query)
    (similar,) = await find_similar(database, scope, query, least=70, most=5)
    return len(exact), len(similar)


async def test_translation_looks_into_the_memories_that_are_enabled_for_it(
    imports: MemoryImports, database: Database
) -> None:
    account, first = imports.account, imports.memory
    _, second = await new_memory(database, account, name="Second")
    theirs, _ = await new_memory(database, "Theirs")
    for memory in (first, second):
        number = await imports.submit(write_file((SENTENCE, "x")), memory=memory)
        await run_import(imports.resources, import_id=number, account_id=account)
    await change(database, first, use_for_translation=False)
    assert await in_use(database, account) == []
    await change(database, first, use_for_translation=True)
    await change(database, second, use_for_translation=True, primary=True)
    assert await in_use(database, account) == [second, first]
    await change(database, first, disabled=True)
    assert await in_use(database, account) == [second]
    assert await in_use(database, theirs) == []


async def test_memories_without_units_are_not_looked_into(imports: MemoryImports, database: Database) -> None:
    await change(database, imports.memory, use_for_translation=True)
    assert await in_use(database, imports.account) == []
    await imports.import_units((SENTENCE, "x"))
    assert await in_use(database, imports.account) == [imports.memory]


async def test_uses_are_counted_for_the_account_alone(imports: MemoryImports, database: Database) -> None:
    await imports.import_units((SENTENCE, "x"), ("Other", "y"))
    one, other = (unit.id for unit in await imports.units())
    await count_usage(database, [one, one, other], account_id=imports.account)
    await count_usage(database, [one], account_id=imports.account + 1)
    await asyncio.gather(
        *(count_usage(database, [one, other][:: (-1) ** n], account_id=imports.account) for n in range(8))
    )
    assert [unit.used for unit in await imports.units()] == [10, 9]
    assert all(unit.last_used is not None and unit.version == 1 for unit in await imports.units())


async def test_a_deleted_memory_is_not_found_from_then_on(imports: MemoryImports, database: Database) -> None:
    await imports.import_units((SENTENCE, "x"))
    await change(database, imports.memory, use_for_translation=True, primary=True)
    assert await hits(database, imports.account, imports.memory) == (1, 1)
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        await delete_memory(tx, imports.memory, staff=OPERATOR)
    assert await hits(database, imports.account, imports.memory) == (0, 0)
    assert await in_use(database, imports.account) == []
    await remove_memory(imports.resources, memory_id=imports.memory, account_id=imports.account)
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        for table in ("memories", "memory_units", "memory_imports"):
            rows = await tx.connection.exec_driver_sql(f"select * from {table}")
            assert rows.all() == []
    _, again = await new_memory(database, imports.account)
    assert again != imports.memory


async def test_units_of_a_memory_that_is_not_deleted_are_kept(imports: MemoryImports) -> None:
    await imports.import_units((SENTENCE, "x"))
    await remove_memory(imports.resources, memory_id=imports.memory, account_id=imports.account)
    assert len(await imports.units()) == 1


async def test_an_enabled_memory_is_found_again(imports: MemoryImports, database: Database) -> None:
    await imports.import_units((SENTENCE, "x"))
    await change(database, imports.memory, disabled=True)
    assert await hits(database, imports.account, imports.memory) == (0, 0)
    await change(database, imports.memory, disabled=False)
    assert await hits(database, imports.account, imports.memory) == (1, 1)


async def test_concurrent_requests_cannot_share_a_name_or_make_two_primaries(database: Database) -> None:
    account, first = await new_memory(database, "Ours")

    async def make(name: str) -> object:
        async with transaction(database, account=ALL_ACCOUNTS) as tx:
            draft = MemoryDraft(account_id=account, name=name, primary=True)
            return await create_memory(tx, draft=draft, staff=OPERATOR)

    made = await asyncio.gather(*(make(f"m{n // 2}") for n in range(6)), return_exceptions=True)
    assert sum(isinstance(one, MemoryNameTaken) for one in made) == 3
    await asyncio.gather(*(change(database, first, primary=True) for _ in range(3)))
    async with transaction(database, account=account) as tx:
        assert [one.id for one in await list_memories(tx, limit=10) if one.primary] == [first]
    with pytest.raises(DisabledPrimary):
        await change(database, first, disabled=True)
    with pytest.raises(MemoryNameTaken):
        await change(database, first, name="m1")


async def test_another_account_cannot_touch_a_memory(database: Database) -> None:
    _, memory = await new_memory(database, "Ours")
    theirs, _ = await new_memory(database, "Theirs")
    for wrong in (memory, 2**31 - 1):
        with pytest.raises(MemoryNotFound, match=r"^There is no such translation memory\.$"):
            async with transaction(database, account=theirs) as tx:
                await delete_memory(tx, wrong, staff=OPERATOR)


async def test_every_change_is_in_the_audit_log(imports: MemoryImports, database: Database) -> None:
    await imports.import_units((SENTENCE, "secret"))
    (kept,) = await imports.units()
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        changes = UnitChanges(version=1, target="hidden")
        await change_unit(tx, imports.memory, kept.id, changes=changes, staff=OPERATOR)
        await delete_memory(tx, imports.memory, staff=OPERATOR)
        entries = await list_entries(tx, subject=f"memory:{imports.memory}", limit=10)
    assert [entry.event.action for entry in entries] == [
        *("memory.deleted", "memory.unit_changed", "memory.import_started", "memory.created")
    ]
    assert not {"secret", "hidden", SENTENCE} & set(str(entries).split("'"))


async def test_look_ups_find_the_edited_unit(imports: MemoryImports, database: Database) -> None:
    await imports.import_units(("A <bpt i='1'>x</bpt>red<ept i='1'>y</ept> house", "Una casa"))
    (kept,) = await imports.units()
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        changes = UnitChanges(version=1, target="Una casa <1>roja</1>", properties={"by": "hand"})
        changed = await change_unit(tx, imports.memory, kept.id, changes=changes, staff=OPERATOR)
        same = await change_unit(
            tx,
            imports.memory,
            kept.id,
            changes=UnitChanges(version=2, properties={"by": "hand"}),
            staff=OPERATOR,
        )
    assert (render(changed.unit.target), changed.version, same.version) == ("Una casa xrojay", 2, 2)
    assert await imports.units() == [changed]


async def test_sources_with_several_targets_are_found(imports: MemoryImports, database: Database) -> None:
    units = [
        unit(SENTENCE, "one"),
        unit(SENTENCE, "two", context=Context(previous="a", next="b")),
        unit("Other", "same"),
        unit("Other", "same", context=Context(previous="a", next="b")),
    ]
    rows = [write_row(one, memory_id=imports.memory) for one in units]
    async with transaction(database, account=imports.account) as tx:
        await write_units(tx, rows, account_id=imports.account, memory_id=imports.memory)
        groups, following = await list_duplicates(tx, imports.memory, limit=10)
    assert [[render(one.unit.target) for one in group] for group in groups] == [["one", "two"]]
    assert following is None


async def make_set(database: Database, account: int, *members: Member) -> int:
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        draft = SetDraft(account_id=account, name="Set", members=members)
        return (await create_set(tx, draft=draft, staff=OPERATOR)).memory_set.id


async def test_a_version_does_not_change(database: Database) -> None:
    account, first = await new_memory(database, "Ours")
    _, second = await new_memory(database, account, name="Second")
    members = [Member(memory_id=second, penalty=5, writable=True), Member(memory_id=first)]
    number = await make_set(database, account, *members)
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        await add_version(tx, number, members=members[:1], staff=OPERATOR)
        assert await find_members(tx, number, 1) == members
        assert await find_members(tx, number, 2) == members[:1]
        await delete_memory(tx, second, staff=OPERATOR)
        assert await find_members(tx, number, 1) == members[1:]
        assert (await find_version(tx, number, version=1)).members == members


@pytest.mark.parametrize(
    "statement",
    ["update memory_set_versions set version = 9", "delete from memory_set_versions"],
    ids=["update", "delete"],
)
async def test_the_service_cannot_change_a_version(database: Database, statement: str) -> None:
    account, memory = await new_memory(database, "Ours")
    await make_set(database, account, Member(memory_id=memory))
    assert APPLICATION == "dragoman_app"
    with pytest.raises(ProgrammingError, match="permission denied"):
        async with transaction(database, account=ALL_ACCOUNTS) as tx:
            await tx.connection.exec_driver_sql(statement)


async def test_versions_are_counted_one_after_another(database: Database) -> None:
    account, memory = await new_memory(database, "Ours")
    number = await make_set(database, account, Member(memory_id=memory))

    async def add() -> int:
        async with transaction(database, account=ALL_ACCOUNTS) as tx:
            return (await add_version(tx, number, members=[], staff=OPERATOR)).current.version

    assert sorted(await asyncio.gather(*(add() for _ in range(5)))) == [2, 3, 4, 5, 6]


async def test_invalid_members_are_refused(database: Database) -> None:
    account, memory = await new_memory(database, "Ours")
    one = Member(memory_id=memory)
    for wrong in (
        [one, one],
        [Member(memory_id=memory, penalty=101)],
        [Member(memory_id=n) for n in range(51)],
    ):
        with pytest.raises(MembersRefused):
            await make_set(database, account, *wrong)


async def test_another_accounts_memory_is_refused_as_an_absent_one(database: Database) -> None:
    account, _ = await new_memory(database, "Ours")
    _, theirs = await new_memory(database, "Theirs")
    errors = []
    for wrong in (theirs, 2**31 - 1):
        with pytest.raises(RulesBroken) as caught:
            await make_set(database, account, Member(memory_id=wrong))
        errors.append([(one.code, one.message, one.hints) for one in caught.value.all_problems()])
    assert errors[0] == errors[1]
    assert isinstance(caught.value, RuleBroken)
