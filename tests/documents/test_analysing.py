"""Analysing a document inside the service: with memories, within bounds, and without a trace."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from dragoman.access.model import Caller
from dragoman.analysis.concurrency_limit import AnalysisSlots
from dragoman.analysis.model import Band
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.documents.actions import Submission
from dragoman.documents.analysing import DocumentAnalysis, analyse_document
from dragoman.errors import RuleBroken, TooManyRequests, Unavailable
from dragoman.memories import store
from dragoman.memories.model import Context, MemoryUnit
from dragoman.memories.rows import write_row
from dragoman.segments import Text
from dragoman.translation.protection.markup import parse
from tests.documents.conftest import Desk

PAGE = b"<p>The red house is big. It is old.</p><p>The <b>garden</b> is small.</p><p>It is old.</p>"


async def analyse(desk: Desk, data: bytes = PAGE, *, caller: Caller | None = None) -> DocumentAnalysis:
    submission = Submission(file_name="page.html", data=data, source="en", target="es")
    return await analyse_document(desk.resources, submission, caller=caller or desk.caller)


def segments(analysis: DocumentAnalysis) -> dict[Band, int]:
    bands = analysis.report.total.bands
    return {band: amount.count.segments for band, amount in bands.items() if amount.count.segments}


async def remember(desk: Desk, *units: MemoryUnit) -> int:
    account = desk.caller.account_id
    async with transaction(desk.resources.database, account=account) as tx:
        memory = await store.insert_memory(
            tx, account_id=account, name="Ours", primary=False, use_for_translation=True
        )
        rows = [write_row(unit, memory_id=memory.id) for unit in units]
        await store.write_units(tx, rows, account_id=account, memory_id=memory.id)
    return memory.id


def unit(source: str, *, context: Context | None = None) -> MemoryUnit:
    return MemoryUnit(
        source_language="en",
        target_language="es",
        source=parse(source),
        target=(Text(text="…"),),
        context=context or Context(),
    )


async def test_the_account_s_memories_are_asked(desk: Desk) -> None:
    assert segments(await analyse(desk)) == {Band.NONE: 3, Band.REPETITION: 1}
    memory = await remember(
        desk,
        unit("It is old.", context=Context(previous="The red house is big.", next="The garden is small.")),
        unit("The <i>garden</i> is small."),
        unit("The red house is so big."),
    )
    analysis = await analyse(desk)
    assert segments(analysis) == {Band.CONTEXT: 1, Band.EXACT: 2, Band.FUZZY_85: 1}
    assert memory in [one.memory_id for one in analysis.report.memories]
    assert (analysis.words, analysis.most_words) == (15, desk.resources.settings.max_document_words)


async def test_nothing_is_left_of_it(desk: Desk) -> None:
    before = await traces(desk)
    await analyse(desk)
    assert await traces(desk) == before


async def traces(desk: Desk) -> tuple[object, ...]:
    """Every file of the service, and the number of rows in every table that a job would write to."""
    files = sorted(str(path) for path in desk.resources.settings.data.rglob("*") if path.is_file())
    names = ("documents", "notifications", "procrastinate_jobs", "memory_units", "idempotency_keys")
    rows = {}
    async with transaction(desk.resources.database, account=ALL_ACCOUNTS) as tx:
        known = set((await tx.connection.execute(text("select tablename from pg_tables"))).scalars())
        for name in names:
            if name in known:
                rows[name] = (await tx.connection.execute(text(f"select count(*) from {name}"))).scalar_one()
    return files, rows


async def test_a_document_that_cannot_be_read_is_refused_with_its_code(desk: Desk) -> None:
    with pytest.raises(RuleBroken, match=r"^DOCUMENT_EMPTY: The document is empty"):
        await analyse(desk, b"")


async def test_places_are_bounded_for_each_and_for_all() -> None:
    turns = AnalysisSlots()
    with turns.take(1), turns.take(1):
        with pytest.raises(TooManyRequests) as own, turns.take(1):
            pass
        assert own.value.retry_after == 5
        with turns.take(2), turns.take(2), pytest.raises(Unavailable), turns.take(3):
            pass
        with turns.take(3):
            pass
    with turns.take(1), pytest.raises(ZeroDivisionError), turns.take(1):
        raise ZeroDivisionError
    with turns.take(1), turns.take(1):
        pass
