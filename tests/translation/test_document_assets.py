"""T5 in documents: whole units from memories first, then sentences; terms; and the report about them."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from dragoman.access.staff import OPERATOR
from dragoman.database.connections import ALL_ACCOUNTS, Database, transaction
from dragoman.formats.format import Document, Unit
from dragoman.memories.actions import MemoryChanges, change_memory
from dragoman.memories.model import Context
from dragoman.segments import Code, CodeKind, Text, render
from dragoman.termbases.glossary_cache import open_glossary_cache
from dragoman.translation.documents.translating import DocumentOrder, DocumentTranslation, translate_document
from dragoman.translation.translator import Translator
from tests.translation.assets import Owner, make_owner, unit
from tests.translation.hostile import ChangingEngine, route
from tests.translation.test_document import Kept


@pytest_asyncio.fixture
async def owner(database: Database) -> AsyncIterator[Owner]:
    async with open_glossary_cache() as glossary_cache:
        yield await make_owner(database, glossary_cache, "Ours")


async def test_a_chosen_memory_is_looked_into_only_while_it_is_enabled(owner: Owner) -> None:
    chosen = await owner.add_memory(unit("House", "Casa"), used=False)
    assert (await owner.assets(memory_id=chosen)).look_up is not None
    async with transaction(owner.database, account=ALL_ACCOUNTS) as tx:
        await change_memory(tx, chosen, changes=MemoryChanges(disabled=True), staff=OPERATOR)
    assert (await owner.assets(memory_id=chosen)).look_up is None


def string(number: int, text: str, **fields: object) -> Unit:
    return Unit(id=str(number), segment=(Text(text=text),), **fields)  # type: ignore[arg-type]


async def translated(
    translator: Translator,
    owner: Owner,
    *units: Unit,
    engine: ChangingEngine | None = None,
    kept: Kept | None = None,
) -> DocumentTranslation:
    order = DocumentOrder(
        route=route(engine or ChangingEngine()), language="en", assets=await owner.assets(), name="a.txt"
    )
    return await translate_document(translator, Document(units=units), order, checkpoints=kept or Kept())


def texts(result: DocumentTranslation) -> list[str]:
    return [render(segment) for segment in result.targets.values()]


async def test_units_come_first_then_their_sentences(translator: Translator, owner: Owner) -> None:
    memory = await owner.add_memory(
        unit("Red house. Big dog.", "Casa y perro."), unit("Red house.", "Casa colorada.")
    )
    await owner.add_term("tree", "árbol")
    engine = ChangingEngine()
    result = await translated(
        translator,
        owner,
        string(1, "Red house. Big dog."),
        string(2, "Red house. My tree."),
        string(3, "Red house."),
        engine=engine,
    )
    assert texts(result) == ["Casa y perro.", "Casa colorada. yM árbol.", "Casa colorada."]
    assert [len(batch) for batch in engine.sent] == [1]
    report = result.report
    assert report.origins == {f"memory:{memory}": 3, "changing 1": 1}
    assert (report.segments, report.translated, report.terms_applied, report.terms_missed) == (4, 4, 1, 0)
    assert len(report.units_used) == 3


async def test_the_same_neighbours_or_key_decide(translator: Translator, owner: Owner) -> None:
    memory = await owner.add_memory(unit("Open", "Abrir"))
    await owner.write(
        unit("Open", "Abierto", context=Context(previous="Door", next="Close")),
        unit("Open", "Apertura", context=Context(document="a.txt", key="menu.open")),
        memory_id=memory,
    )
    result = await translated(
        translator,
        owner,
        string(1, "Door"),
        string(2, "Open"),
        string(3, "Close"),
        string(4, "Open", context="menu.open"),
    )
    assert texts(result) == ["oorD", "Abierto", "loseC", "Apertura"]
    assert "MEMORY_AMBIGUOUS" not in result.report.issues


async def test_codes_of_the_format_and_placeholders_are_placed(translator: Translator, owner: Owner) -> None:
    await owner.add_memory(unit("Save <b>{count}</b> files", "Archivos {count}: <b>guardar</b>"))
    bold = [Code(id="7", kind=kind, type="fmt", data="<w:b/>") for kind in (CodeKind.OPEN, CodeKind.CLOSE)]
    segment = (Text(text="Save "), bold[0], Text(text="{count}"), bold[1], Text(text=" files"))
    result = await translated(translator, owner, Unit(id="1", segment=segment))
    assert result.targets["1"] == (
        Text(text="Archivos {count}: "),
        bold[0],
        Text(text="guardar"),
        bold[1],
    )
    assert result.report.codes == 3


async def test_a_memory_may_say_what_the_source_says(translator: Translator, owner: Owner) -> None:
    await owner.add_memory(unit("OK", "OK"))
    assert texts(await translated(translator, owner, string(1, "OK"))) == ["OK"]


async def test_a_run_goes_on_with_what_the_one_before_took(translator: Translator, owner: Owner) -> None:
    await owner.add_memory(unit("Dog 0.", "Perro."))
    units = [string(1, "Dog 0. Cat 0."), *(string(n, f"Cat {n}.") for n in range(2, 250))]
    kept = Kept(stop_after=1)
    with pytest.raises(InterruptedError):
        await translated(translator, owner, *units, kept=kept)
    kept.stop_after = None
    result = await translated(translator, owner, *units, kept=kept)
    assert texts(result)[0] == "Perro. atC 0."
    assert len(result.report.units_used) == 1
