"""Imports of TMX files into a memory: complete, without duplicates, resumed after a killed run, undone."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from dragoman.access.staff import OPERATOR
from dragoman.database.connections import ALL_ACCOUNTS, Database, transaction
from dragoman.errors import Conflict, LimitExceeded
from dragoman.memories.actions import delete_memory
from dragoman.memories.columns import write_columns
from dragoman.memories.imports import actions, batches, work
from dragoman.memories.imports.model import Counts, FailureCode, State
from dragoman.memories.imports.store import claim_import
from dragoman.memories.messages import DELETE_FILE, DELETE_MEMORY, IMPORT
from dragoman.memories.model import UnitOrigin, UnitStatus
from dragoman.memories.refusals import ImportNotFound, MemoryNotFound
from dragoman.memories.removal import remove_memory
from dragoman.runs.run import Superseded
from tests.memories.conftest import MemoryImports, new_memory, write_file

MANY = [(f"The red house number {n} is big.", f"La casa roja {n} es grande.") for n in range(1300)]
LONG = [
    (f"The red house number {n} is big.", f"La casa roja {n} es grande.") for n in range(4300)
]  # 3 batches


async def end(imports: MemoryImports, number: int, *, undo: bool) -> None:
    async with transaction(imports.resources.database, account=ALL_ACCOUNTS) as tx:
        await actions.end_import(tx, imports.memory, number, undo=undo, staff=OPERATOR)


async def undo(imports: MemoryImports, number: int) -> None:
    await end(imports, number, undo=True)
    await work.undo_import(imports.resources, import_id=number, account_id=imports.account)


async def test_a_file_becomes_units(imports: MemoryImports) -> None:
    number = await imports.submit(write_file(*MANY))
    assert await imports.queued(IMPORT) == [{"number": number, "account": imports.account}]
    assert (await imports.report(number)).record.progress == 0
    done = await imports.run(number)
    assert (done.state, done.progress, done.failure) == (State.FINISHED, 1.0, None)
    assert done.counts == Counts(read=1300, added=1300)
    assert await imports.pairs() == MANY


async def test_the_file_is_destroyed_at_the_end(imports: MemoryImports) -> None:
    number = await imports.submit(write_file(*MANY[:2]))
    assert len(await imports.files()) == 1
    done = await imports.run(number)
    assert done.key is None
    (message,) = await imports.queued(DELETE_FILE)
    await work.delete_file(imports.resources, file=done.file)
    assert (await imports.files(), message) == ([], {"file": str(done.file)})


async def test_the_same_file_twice_changes_nothing(imports: MemoryImports) -> None:
    await imports.import_units(*MANY[:600])
    before = await imports.units()
    again = await imports.import_units(*MANY[:600])
    assert again.counts == Counts(read=600, unchanged=600)
    assert await imports.units() == before


async def test_newer_units_replace_and_older_ones_do_not(imports: MemoryImports) -> None:
    first = write_file(("House", "Casa"), attributes='changedate="20200101T000000Z"')
    older = write_file(("House", "Vieja"), attributes='changedate="20190101T000000Z"')
    newer = write_file(("House", "Hogar"), attributes='changedate="20210101T000000Z"')
    counts = [(await imports.run(await imports.submit(one))).counts for one in (first, older, newer)]
    assert counts == [
        Counts(read=1, added=1),
        Counts(read=1, unchanged=1),
        Counts(read=1, updated=1),
    ]
    assert await imports.pairs() == [("House", "Hogar")]


async def test_a_source_twice_in_one_file_is_one_unit(imports: MemoryImports) -> None:
    done = await imports.import_units(("House", "Casa"), ("House", "Hogar"), ("House", "Hogar"))
    assert done.counts == Counts(read=3, added=1, updated=1, unchanged=1)
    assert await imports.pairs() == [("House", "Hogar")]


async def test_usage_dates_and_people_are_kept(imports: MemoryImports) -> None:
    attributes = (
        'creationdate="20200101T000000Z" creationid="ann" changedate="20200203T000000Z" changeid="bob" '
        'usagecount="7" lastusagedate="20200304T000000Z"'
    )
    await imports.run(await imports.submit(write_file(("House", "Casa"), attributes=attributes)))
    (kept,) = await imports.units()
    unit = kept.unit
    assert None not in (unit.created, unit.changed, kept.last_used)
    assert (str(unit.created)[:10], unit.created_by) == ("2020-01-01", "ann")
    assert (str(unit.changed)[:10], unit.changed_by) == ("2020-02-03", "bob")
    assert (kept.used, str(kept.last_used)[:10]) == (7, "2020-03-04")


async def test_options_choose_languages_origin_and_status(imports: MemoryImports) -> None:
    data = write_file(("House", "Casa"), target="es-MX").replace(
        b"</body>",
        b'<tu><tuv xml:lang="en"><seg>House</seg></tuv><tuv xml:lang="de"><seg>Haus</seg></tuv></tu></body>',
    )
    number = await imports.submit(
        data, target_languages=("es",), origin=UnitOrigin.MACHINE, status=UnitStatus.UNCONFIRMED
    )
    assert (await imports.run(number)).counts == Counts(read=2, added=1, skipped=1)
    (kept,) = await imports.units()
    assert (kept.unit.target_language, kept.unit.origin, kept.unit.status) == (
        "es-MX",
        UnitOrigin.MACHINE,
        UnitStatus.UNCONFIRMED,
    )


async def test_units_before_the_end_of_a_truncated_file_are_kept(imports: MemoryImports) -> None:
    data = write_file(*MANY)
    done = await imports.run(await imports.submit(data[: len(data) // 2]))
    assert done.counts.added == len(await imports.units())
    assert 600 < done.counts.added < 700
    assert (done.state, done.key) == (State.FAILED, None) or done.counts.problems > 0
    await undo(imports, done.id)
    assert await imports.units() == []
    undone = (await imports.report(done.id)).record
    assert (undone.state, undone.undone) == (State.UNDONE, done.counts.added)


@pytest.mark.parametrize(
    "data", [b"no xml", b"<html/>", b"<!DOCTYPE tmx [<!ENTITY a 'b'>]><tmx/>"], ids=["text", "html", "entity"]
)
async def test_a_file_that_is_not_tmx_fails_with_its_reason(imports: MemoryImports, data: bytes) -> None:
    done = await imports.run(await imports.submit(data))
    assert (done.state, done.counts) == (State.FAILED, Counts())
    assert done.failure is not None
    assert done.failure.code is FailureCode.TMX_UNREADABLE


async def test_problems_are_listed_and_counted(imports: MemoryImports) -> None:
    number = await imports.submit(write_file(*([("", "x")] * 1500), ("House", "Casa")))
    done = await imports.run(number)
    report = await imports.report(number)
    assert (done.counts.refused, done.counts.added) == (1500, 1)
    assert done.counts.problems >= 1500
    assert len(report.problems) == 1000
    assert [problem.number for problem in report.problems[:1]] == [1]


async def test_a_run_continues_exactly_where_the_one_before_died(
    imports: MemoryImports, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = await imports.submit(write_file(*LONG, *LONG[:100]))
    written = 0
    real = work._write

    async def die_after_it(*arguments: object) -> object:
        nonlocal written
        done = await real(*arguments)  # type: ignore[arg-type]
        written += 1
        if written in (1, 2):
            raise MemoryError
        return done

    monkeypatch.setattr(work, "_write", die_after_it)
    for _ in range(2):
        with pytest.raises(MemoryError):
            await imports.run(number)
    assert len(await imports.units()) == 4000
    done = await imports.run(number)
    assert done.counts == Counts(read=4400, added=4300, unchanged=100)
    assert (done.run, await imports.pairs()) == (3, LONG)


async def test_only_the_last_run_writes(imports: MemoryImports) -> None:
    """Concurrent runs, as after one that was taken for dead, count no unit twice."""
    number = await imports.submit(write_file(*MANY))
    await asyncio.gather(*(imports.run(number) for _ in range(3)), return_exceptions=False)
    done = (await imports.report(number)).record
    assert done.state in (State.FINISHED, State.RUNNING)
    done = await imports.run(number)
    assert (done.counts, await imports.pairs()) == (Counts(read=1300, added=1300), MANY)


async def test_an_import_without_progress_fails(imports: MemoryImports) -> None:
    number = await imports.submit(write_file(*MANY[:3]))
    for _ in range(work.MOST_IDLE_RUNS):
        async with transaction(imports.resources.database, account=imports.account) as tx:
            assert await claim_import(tx, number) is not None
    done = await imports.run(number)
    assert (done.state, await imports.units()) == (State.FAILED, [])
    assert done.failure is not None
    assert (done.failure.code, "same unit" in done.failure.message) == (FailureCode.IMPORT_FAILED, True)


async def test_two_imports_into_one_memory_at_once(imports: MemoryImports) -> None:
    first = await imports.submit(write_file(*MANY[:900]))
    second = await imports.submit(write_file(*reversed(MANY[400:])))
    done = await asyncio.gather(imports.run(first), imports.run(second))
    assert sum(one.counts.added for one in done) == 1300
    assert sum(one.counts.unchanged for one in done) == 500
    assert sorted(await imports.pairs()) == sorted(MANY)


async def test_a_cancelled_import_stops_and_can_be_undone(imports: MemoryImports) -> None:
    await imports.import_units(("House", "Casa"))
    number = await imports.submit(write_file(*MANY))
    await end(imports, number, undo=False)
    assert (await imports.run(number)).state is State.CANCELLED
    assert await imports.pairs() == [("House", "Casa")]
    with pytest.raises(Conflict):
        await end(imports, number, undo=False)
    await undo(imports, number)
    assert (await imports.report(number)).record.undone == 0


async def test_undoing_keeps_units_of_other_imports_and_changed_units(imports: MemoryImports) -> None:
    await imports.import_units(("House", "Casa"))
    second = await imports.import_units(("House", "Hogar"), ("Garden", "Jardín"), ("River", "Río"))
    await imports.import_units(("River", "Arroyo"))
    await undo(imports, second.id)
    assert sorted(await imports.pairs()) == [("House", "Hogar"), ("River", "Arroyo")]


async def test_a_memory_deleted_while_its_import_runs(imports: MemoryImports) -> None:
    number = await imports.submit(write_file(*MANY))
    async with transaction(imports.resources.database, account=imports.account) as tx:
        claimed = await claim_import(tx, number)
    assert claimed is not None
    async with transaction(imports.resources.database, account=ALL_ACCOUNTS) as tx:
        await delete_memory(tx, imports.memory, staff=OPERATOR)
    batch = batches.ImportBatch(
        units=write_columns([]), counts=Counts(), problems=(), bytes_read=0, last=True
    )
    with pytest.raises(Superseded):
        await work._write(imports.resources, claimed, batch)
    assert await imports.queued(DELETE_MEMORY) == [{"memory": imports.memory, "account": imports.account}]
    await remove_memory(imports.resources, memory_id=imports.memory, account_id=imports.account)
    with pytest.raises(MemoryNotFound):
        await imports.report(number)


async def test_too_large_a_file_is_refused_before_it_is_stored(imports: MemoryImports) -> None:
    settings = imports.resources.settings.model_copy(update={"max_memory_bytes": 1024})
    small = MemoryImports(
        resources=replace(imports.resources, settings=settings),
        account=imports.account,
        memory=imports.memory,
    )
    with pytest.raises(LimitExceeded):
        await small.submit(write_file(*MANY))
    assert await imports.files() == []


async def test_imports_of_other_memories_and_accounts_are_not_found(
    imports: MemoryImports, database: Database
) -> None:
    number = await imports.submit(write_file(*MANY[:1]))
    theirs, other = await new_memory(database, "Theirs")
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        with pytest.raises(ImportNotFound):
            await actions.find_import(tx, other, number, limit=1)
    async with transaction(database, account=theirs) as tx:
        with pytest.raises(MemoryNotFound):
            await actions.find_import(tx, imports.memory, number, limit=1)
