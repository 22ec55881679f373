"""Files of TMX on their way into a memory: whole, once, resumed where a killed run stopped, undone."""

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
from tests.memories.conftest import Archive, new_memory, write_file

MANY = [(f"The red house number {n} is big.", f"La casa roja {n} es grande.") for n in range(1300)]
LONG = [
    (f"The red house number {n} is big.", f"La casa roja {n} es grande.") for n in range(4300)
]  # 3 batches


async def end(archive: Archive, number: int, *, undo: bool) -> None:
    async with transaction(archive.resources.database, account=ALL_ACCOUNTS) as tx:
        await actions.end_import(tx, archive.memory, number, undo=undo, staff=OPERATOR)


async def undo(archive: Archive, number: int) -> None:
    await end(archive, number, undo=True)
    await work.undo_import(archive.resources, import_id=number, account_id=archive.account)


async def test_a_file_becomes_units(archive: Archive) -> None:
    number = await archive.hand_in(write_file(*MANY))
    assert await archive.waiting(IMPORT) == [{"number": number, "account": archive.account}]
    assert (await archive.report(number)).record.progress == 0
    done = await archive.work(number)
    assert (done.state, done.progress, done.failure) == (State.FINISHED, 1.0, None)
    assert done.counts == Counts(read=1300, added=1300)
    assert await archive.pairs() == MANY


async def test_the_file_is_destroyed_at_the_end(archive: Archive) -> None:
    number = await archive.hand_in(write_file(*MANY[:2]))
    assert len(await archive.files()) == 1
    done = await archive.work(number)
    assert done.key is None
    (message,) = await archive.waiting(DELETE_FILE)
    await work.delete_file(archive.resources, file=done.file)
    assert (await archive.files(), message) == ([], {"file": str(done.file)})


async def test_the_same_file_twice_changes_nothing(archive: Archive) -> None:
    await archive.bring(*MANY[:600])
    before = await archive.units()
    again = await archive.bring(*MANY[:600])
    assert again.counts == Counts(read=600, unchanged=600)
    assert await archive.units() == before


async def test_what_is_newer_replaces_and_what_is_older_does_not(archive: Archive) -> None:
    first = write_file(("House", "Casa"), attributes='changedate="20200101T000000Z"')
    older = write_file(("House", "Vieja"), attributes='changedate="20190101T000000Z"')
    newer = write_file(("House", "Hogar"), attributes='changedate="20210101T000000Z"')
    counts = [(await archive.work(await archive.hand_in(one))).counts for one in (first, older, newer)]
    assert counts == [
        Counts(read=1, added=1),
        Counts(read=1, unchanged=1),
        Counts(read=1, updated=1),
    ]
    assert await archive.pairs() == [("House", "Hogar")]


async def test_a_source_twice_in_one_file_is_one_unit(archive: Archive) -> None:
    done = await archive.bring(("House", "Casa"), ("House", "Hogar"), ("House", "Hogar"))
    assert done.counts == Counts(read=3, added=1, updated=1, unchanged=1)
    assert await archive.pairs() == [("House", "Hogar")]


async def test_usage_dates_and_people_are_kept(archive: Archive) -> None:
    attributes = (
        'creationdate="20200101T000000Z" creationid="ann" changedate="20200203T000000Z" changeid="bob" '
        'usagecount="7" lastusagedate="20200304T000000Z"'
    )
    await archive.work(await archive.hand_in(write_file(("House", "Casa"), attributes=attributes)))
    (kept,) = await archive.units()
    unit = kept.unit
    assert None not in (unit.created, unit.changed, kept.last_used)
    assert (str(unit.created)[:10], unit.created_by) == ("2020-01-01", "ann")
    assert (str(unit.changed)[:10], unit.changed_by) == ("2020-02-03", "bob")
    assert (kept.used, str(kept.last_used)[:10]) == (7, "2020-03-04")


async def test_options_choose_languages_and_say_what_units_are(archive: Archive) -> None:
    data = write_file(("House", "Casa"), target="es-MX").replace(
        b"</body>",
        b'<tu><tuv xml:lang="en"><seg>House</seg></tuv><tuv xml:lang="de"><seg>Haus</seg></tuv></tu></body>',
    )
    number = await archive.hand_in(
        data, target_languages=("es",), origin=UnitOrigin.MACHINE, status=UnitStatus.UNCONFIRMED
    )
    assert (await archive.work(number)).counts == Counts(read=2, added=1, skipped=1)
    (kept,) = await archive.units()
    assert (kept.unit.target_language, kept.unit.origin, kept.unit.status) == (
        "es-MX",
        UnitOrigin.MACHINE,
        UnitStatus.UNCONFIRMED,
    )


async def test_a_file_that_breaks_off_keeps_what_was_before_and_says_so(archive: Archive) -> None:
    data = write_file(*MANY)
    done = await archive.work(await archive.hand_in(data[: len(data) // 2]))
    assert done.counts.added == len(await archive.units())
    assert 600 < done.counts.added < 700
    assert (done.state, done.key) == (State.FAILED, None) or done.counts.problems > 0
    await undo(archive, done.id)
    assert await archive.units() == []
    undone = (await archive.report(done.id)).record
    assert (undone.state, undone.undone) == (State.UNDONE, done.counts.added)


@pytest.mark.parametrize(
    "data", [b"no xml", b"<html/>", b"<!DOCTYPE tmx [<!ENTITY a 'b'>]><tmx/>"], ids=["text", "html", "entity"]
)
async def test_what_is_no_tmx_fails_with_its_reason(archive: Archive, data: bytes) -> None:
    done = await archive.work(await archive.hand_in(data))
    assert (done.state, done.counts) == (State.FAILED, Counts())
    assert done.failure is not None
    assert done.failure.code is FailureCode.TMX_UNREADABLE


async def test_problems_are_listed_and_counted(archive: Archive) -> None:
    number = await archive.hand_in(write_file(*([("", "x")] * 1500), ("House", "Casa")))
    done = await archive.work(number)
    report = await archive.report(number)
    assert (done.counts.refused, done.counts.added) == (1500, 1)
    assert done.counts.problems >= 1500
    assert len(report.problems) == 1000
    assert [problem.number for problem in report.problems[:1]] == [1]


async def test_a_run_goes_on_exactly_where_the_one_before_died(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = await archive.hand_in(write_file(*LONG, *LONG[:100]))
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
            await archive.work(number)
    assert len(await archive.units()) == 4000
    done = await archive.work(number)
    assert done.counts == Counts(read=4400, added=4300, unchanged=100)
    assert (done.run, await archive.pairs()) == (3, LONG)


async def test_only_the_last_run_writes(archive: Archive) -> None:
    """A run that was thought dead, and another one, at once: nothing is counted twice."""
    number = await archive.hand_in(write_file(*MANY))
    await asyncio.gather(*(archive.work(number) for _ in range(3)), return_exceptions=False)
    done = (await archive.report(number)).record
    assert done.state in (State.FINISHED, State.RUNNING)
    done = await archive.work(number)
    assert (done.counts, await archive.pairs()) == (Counts(read=1300, added=1300), MANY)


async def test_a_file_that_never_gets_on_is_given_up(archive: Archive) -> None:
    number = await archive.hand_in(write_file(*MANY[:3]))
    for _ in range(work.MOST_IDLE_RUNS):
        async with transaction(archive.resources.database, account=archive.account) as tx:
            assert await claim_import(tx, number) is not None
    done = await archive.work(number)
    assert (done.state, await archive.units()) == (State.FAILED, [])
    assert done.failure is not None
    assert (done.failure.code, "never got on" in done.failure.message) == (FailureCode.IMPORT_FAILED, True)


async def test_two_imports_into_one_memory_at_once(archive: Archive) -> None:
    first = await archive.hand_in(write_file(*MANY[:900]))
    second = await archive.hand_in(write_file(*reversed(MANY[400:])))
    done = await asyncio.gather(archive.work(first), archive.work(second))
    assert sum(one.counts.added for one in done) == 1300
    assert sum(one.counts.unchanged for one in done) == 500
    assert sorted(await archive.pairs()) == sorted(MANY)


async def test_a_cancelled_import_stops_and_can_be_undone(archive: Archive) -> None:
    await archive.bring(("House", "Casa"))
    number = await archive.hand_in(write_file(*MANY))
    await end(archive, number, undo=False)
    assert (await archive.work(number)).state is State.CANCELLED
    assert await archive.pairs() == [("House", "Casa")]
    with pytest.raises(Conflict):
        await end(archive, number, undo=False)
    await undo(archive, number)
    assert (await archive.report(number)).record.undone == 0


async def test_undoing_leaves_what_others_brought_or_changed(archive: Archive) -> None:
    await archive.bring(("House", "Casa"))
    second = await archive.bring(("House", "Hogar"), ("Garden", "Jardín"), ("River", "Río"))
    await archive.bring(("River", "Arroyo"))
    await undo(archive, second.id)
    assert sorted(await archive.pairs()) == [("House", "Hogar"), ("River", "Arroyo")]


async def test_a_memory_deleted_while_its_import_runs(archive: Archive) -> None:
    number = await archive.hand_in(write_file(*MANY))
    async with transaction(archive.resources.database, account=archive.account) as tx:
        claimed = await claim_import(tx, number)
    assert claimed is not None
    async with transaction(archive.resources.database, account=ALL_ACCOUNTS) as tx:
        await delete_memory(tx, archive.memory, staff=OPERATOR)
    batch = batches.ImportBatch(
        units=write_columns([]), counts=Counts(), problems=(), bytes_read=0, last=True
    )
    with pytest.raises(Superseded):
        await work._write(archive.resources, claimed, batch)
    assert await archive.waiting(DELETE_MEMORY) == [{"memory": archive.memory, "account": archive.account}]
    await remove_memory(archive.resources, memory_id=archive.memory, account_id=archive.account)
    with pytest.raises(MemoryNotFound):
        await archive.report(number)


async def test_too_large_a_file_is_refused_before_it_is_stored(archive: Archive) -> None:
    settings = archive.resources.settings.model_copy(update={"max_memory_bytes": 1024})
    small = Archive(
        resources=replace(archive.resources, settings=settings),
        account=archive.account,
        memory=archive.memory,
    )
    with pytest.raises(LimitExceeded):
        await small.hand_in(write_file(*MANY))
    assert await archive.files() == []


async def test_nobody_finds_anothers_import(archive: Archive, database: Database) -> None:
    number = await archive.hand_in(write_file(*MANY[:1]))
    theirs, other = await new_memory(database, "Theirs")
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        with pytest.raises(ImportNotFound):
            await actions.find_import(tx, other, number, limit=1)
    async with transaction(database, account=theirs) as tx:
        with pytest.raises(MemoryNotFound):
            await actions.find_import(tx, archive.memory, number, limit=1)
