"""The record of sources with several targets: right through every way that units come, change and go."""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import create_async_engine

from dragoman.access.staff import OPERATOR
from dragoman.database.connections import ALL_ACCOUNTS, Database, Transaction, transaction
from dragoman.database.migrate import MIGRATIONS, migrate
from dragoman.database.urls import ServerUrls, parse_url
from dragoman.memories.actions import delete_memory
from dragoman.memories.imports.actions import end_import
from dragoman.memories.imports.work import undo_import
from dragoman.memories.model import Context, MemoryUnit
from dragoman.memories.removal import remove_memory
from dragoman.memories.rows import write_row
from dragoman.memories.store import (
    RowLock,
    find_memory,
    write_units,
)
from dragoman.memories.units import actions
from dragoman.memories.units.model import UnitChanges
from dragoman.memories.units.selection import UnitSelection
from dragoman.memories.words import Side
from dragoman.segments import render
from tests.memories.conftest import MemoryImports, new_memory, write_file
from tests.memories.test_lookup import unit

# What the record is to have: all units are read, in no time for the few of a test.
COMPUTED = """
select memory_id, hash from memory_units group by memory_id, hash having count(distinct target) > 1
"""


async def require_right(tx: Transaction) -> None:
    """Fail unless what is recorded of all memories is what their units have."""
    recorded = await tx.connection.execute(text("select memory_id, hash from memory_duplicates"))
    computed = await tx.connection.execute(text(COMPUTED))
    assert sorted(recorded.all()) == sorted(computed.all())


async def shown(database: Database, memory: int) -> dict[str, list[str]]:
    """The sources with several targets, as two of them to a page show them."""
    after, pages = b"", []
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        await require_right(tx)
        while after is not None:
            groups, after = await actions.list_duplicates(tx, memory, after=after, limit=2)
            pages += groups
    sources = [{render(one.unit.source) for one in group} for group in pages]
    assert all(len(one) == 1 for one in sources)
    targets = [[render(one.unit.target) for one in group] for group in pages]
    return {source: found for (source,), found in zip(sources, targets, strict=True)}


def placed(source: str, target: str, place: str, **fields: object) -> MemoryUnit:
    return unit(source, target, context=Context(document=place), **fields)


async def write_in(tx: Transaction, memory: int, account: int, *units: MemoryUnit) -> list[int]:
    await find_memory(tx, memory, hold=RowLock.UNITS)
    rows = [write_row(one, memory_id=memory) for one in units]
    return [one.id for one in await write_units(tx, rows, account_id=account, memory_id=memory)]


async def write(database: Database, memory: int, account: int, *units: MemoryUnit) -> list[int]:
    async with transaction(database, account=account) as tx:
        return await write_in(tx, memory, account, *units)


async def change(tx: Transaction, memory: int, unit_id: int, target: str) -> None:
    kept = await actions.find_unit(tx, memory, unit_id)
    changes = UnitChanges(version=kept.version, target=target)
    await actions.change_unit(tx, memory, unit_id, changes=changes, staff=OPERATOR)


async def test_a_second_target_makes_a_duplicate_and_its_end_unmakes_it(
    imports: MemoryImports, database: Database
) -> None:
    memory, account = imports.memory, imports.account
    await imports.import_units(("House", "Casa"), ("Garden", "Jardín"))
    await write(database, memory, account, placed("House", "Casa", "a"), placed("House", "Casa", "b"))
    assert await shown(database, memory) == {}
    (other,) = await write(database, memory, account, placed("House", "Hogar", "c"))
    assert await shown(database, memory) == {"House": ["Casa", "Casa", "Casa", "Hogar"]}
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        await change(tx, memory, other, "Casa")
    assert await shown(database, memory) == {}
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        await change(tx, memory, other, "Vivienda")
    assert list(await shown(database, memory)) == ["House"]
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        await actions.delete_unit(tx, memory, other, staff=OPERATOR)
    assert await shown(database, memory) == {}


async def test_the_same_words_in_another_direction_or_memory_are_no_duplicate(
    imports: MemoryImports, database: Database
) -> None:
    _, second = await new_memory(database, imports.account, name="Second")
    theirs, third = await new_memory(database, "Theirs")
    await imports.import_units(("House", "Casa"))
    await imports.run(await imports.submit(write_file(("House", "Haus"), target="de")))
    await write(database, second, imports.account, unit("House", "Hogar"))
    await write(database, third, theirs, placed("House", "a", "a"), placed("House", "b", "b"))
    assert await shown(database, imports.memory) == {}
    assert await shown(database, second) == {}
    assert await shown(database, third) == {"House": ["a", "b"]}
    async with transaction(database, account=imports.account) as tx:
        assert (await tx.connection.execute(text("select * from memory_duplicates"))).all() == []


async def test_an_import_that_replaces_a_target_makes_and_unmakes_duplicates(
    imports: MemoryImports, database: Database
) -> None:
    await write(database, imports.memory, imports.account, placed("House", "Casa", "a"))
    await imports.import_units(("House", "Casa"), ("Sun", "Sol"))
    assert await shown(database, imports.memory) == {}
    newer = write_file(("House", "Hogar"), ("Sun", "Astro"), attributes='changedate="20990101T000000Z"')
    await imports.run(await imports.submit(newer))
    assert await shown(database, imports.memory) == {"House": ["Casa", "Hogar"]}
    await imports.import_units(("House", "Casa"))
    assert await shown(database, imports.memory) == {}


async def test_undoing_an_import_takes_its_duplicates_back(
    imports: MemoryImports, database: Database
) -> None:
    sources = [f"Sentence {n}" for n in range(5)]
    many = [placed(one, f"{one} here", "a") for one in sources]
    await write(database, imports.memory, imports.account, *many)
    done = await imports.import_units(*((one, f"{one} there") for one in sources))
    assert sorted(await shown(database, imports.memory)) == sources
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        await end_import(tx, imports.memory, done.id, undo=True, staff=OPERATOR)
    await undo_import(imports.resources, import_id=done.id, account_id=imports.account)
    assert await shown(database, imports.memory) == {}
    assert len(await imports.units()) == len(sources)


async def test_a_search_that_deletes_units_and_a_deleted_memory_leave_no_record(
    imports: MemoryImports, database: Database
) -> None:
    memory = imports.memory
    many = [placed(source, target, target) for source in ("House", "Sun") for target in ("one", "two")]
    await write(database, memory, imports.account, *many)
    assert sorted(await shown(database, memory)) == ["House", "Sun"]
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        selection = UnitSelection(search="house", side=Side.SOURCE)
        await actions.delete_units(tx, memory, selection=selection, expected=2, staff=OPERATOR)
    assert await shown(database, memory) == {"Sun": ["one", "two"]}
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        stale = "insert into memory_duplicates (account_id, memory_id, hash) values (:account, :memory, '')"
        await tx.connection.execute(text(stale), {"account": imports.account, "memory": memory})
        await delete_memory(tx, memory, staff=OPERATOR)
    await remove_memory(imports.resources, memory_id=memory, account_id=imports.account)
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        assert (await tx.connection.execute(text("select * from memory_duplicates"))).all() == []


def _go_back(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.downgrade(config, "0031")


async def test_units_of_the_release_before_are_recorded(
    imports: MemoryImports, database: Database, database_urls: ServerUrls
) -> None:
    theirs, other = await new_memory(database, "Theirs")
    for account, memory in ((imports.account, imports.memory), (theirs, other)):
        units = [placed("House", one, one) for one in ("Casa", f"Hogar {account}")]
        await write(database, memory, account, *units, placed("Sun", "Sol", "a"), placed("Sun", "Sol", "b"))
    engine = create_async_engine("postgresql+psycopg://", connect_args=dict(parse_url(database_urls.owner)))
    async with engine.connect() as connection:
        await connection.run_sync(_go_back)
        await connection.commit()
    await engine.dispose()
    assert (await migrate(database_urls.owner)).before == "0031"
    assert await shown(database, imports.memory) == {"House": ["Casa", f"Hogar {imports.account}"]}
    assert await shown(database, other) == {"House": ["Casa", f"Hogar {theirs}"]}
