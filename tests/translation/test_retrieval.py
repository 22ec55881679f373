"""T5: what memories have is taken before an engine is asked; on a real database."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest
import pytest_asyncio

from dragoman.access.staff import OPERATOR
from dragoman.database.connections import ALL_ACCOUNTS, Database, transaction
from dragoman.memories import actions as memories
from dragoman.memories.actions import MemoryChanges
from dragoman.memories.model import UnitOrigin, UnitStatus
from dragoman.memories.usage import count_usage
from dragoman.termbases.glossary_cache import open_glossary_cache
from dragoman.translation.assets import NO_ASSETS
from dragoman.translation.model import CodesMethod, IssueCode, MemoryUse, Origin, TermMethod, TermUse
from dragoman.translation.text import TextTranslation, translate_texts
from dragoman.translation.translator import Translator
from tests.translation.assets import Owner, make_owner, unit
from tests.translation.hostile import ChangingEngine, route


@pytest_asyncio.fixture
async def owner(database: Database) -> AsyncIterator[Owner]:
    async with open_glossary_cache() as glossary_cache:
        yield await make_owner(database, glossary_cache, "Ours")


class Desk:
    """Translates for an owner, by an engine that remembers what it was asked."""

    def __init__(self, translator: Translator, owner: Owner) -> None:
        self.translator = translator
        self.owner = owner
        self.engine = ChangingEngine()

    async def translate(
        self, *texts: str, source: str = "en", target: str = "es", threshold: int | None = None
    ) -> list[TextTranslation]:
        assets = await self.owner.assets(source, target, threshold=threshold)
        return await translate_texts(self.translator, texts, route=route(self.engine), assets=assets)

    async def one(
        self, text: str, *, source: str = "en", target: str = "es", threshold: int | None = None
    ) -> TextTranslation:
        [result] = await self.translate(text, source=source, target=target, threshold=threshold)
        return result


@pytest.fixture
def desk(translator: Translator, owner: Owner) -> Desk:
    return Desk(translator, owner)


async def test_an_account_without_assets_gets_what_it_got_before(desk: Desk) -> None:
    assert await desk.owner.assets() == NO_ASSETS
    texts = ["The <b>red</b> house", " {x} dog ", "42"]
    without = await translate_texts(desk.translator, texts, route=route(desk.engine))
    assert await desk.translate(*texts) == without


@pytest.mark.parametrize(
    ("text", "wanted", "method"),
    [
        ("Red house.", "Casa colorada.", CodesMethod.NONE),
        ("  Red house.\n", "  Casa colorada.\n", CodesMethod.EDGES),
        ("<p>Red house.</p>", "<p>Casa colorada.</p>", CodesMethod.EDGES),
        (
            "Save <i class='x'>{count}</i> files",
            "Guardar archivos: <i class='x'>{count}</i>",
            CodesMethod.MEMORY,
        ),
    ],
)
async def test_a_hit_asks_no_engine(desk: Desk, text: str, wanted: str, method: CodesMethod) -> None:
    await desk.owner.add_memory(
        unit("Red house.", "Casa colorada. "),
        unit("Save <b>{count}</b> files", "Guardar archivos: <b>{count}</b>"),
    )
    result = await desk.one(text)
    assert result.text == wanted
    assert (result.translation.origin, result.translation.codes) == (Origin.MEMORY, method)
    assert result.translation.engine is None
    assert result.translation.memory is not None
    assert result.translation.memory.score == 100
    assert desk.engine.sent == []


@pytest.mark.parametrize(
    "fields",
    [
        {"status": UnitStatus.UNCONFIRMED},
        {"origin": UnitOrigin.MACHINE},
        {"source_language": "en-US"},
        {"target_language": "es-MX"},
    ],
    ids=str,
)
async def test_penalties_decide_with_the_threshold(desk: Desk, fields: dict[str, object]) -> None:
    await desk.owner.add_memory(unit("red house", "casa roja", **fields))

    async def ask(threshold: int | None = None) -> TextTranslation:
        return await desk.one("red house", source="en-GB", target="es-ES", threshold=threshold)

    taken = await ask()
    assert (taken.text, taken.translation.origin) == ("casa roja", Origin.MEMORY)
    assert taken.translation.memory is not None
    score = taken.translation.memory.score
    assert 85 <= score < 100
    assert (await ask(score)).translation.origin is Origin.MEMORY
    left = await ask(score + 1)
    assert (left.text, left.translation.origin) == ("edr ouseh", Origin.ENGINE)


async def test_another_language_is_never_taken(desk: Desk) -> None:
    await desk.owner.add_memory(unit("red house", "casa roja", target_language="pt"))
    assert (await desk.one("red house", threshold=50)).text == "edr ouseh"


async def test_alike_is_not_the_same(desk: Desk) -> None:
    await desk.owner.add_memory(
        unit("red house", "casa roja"), unit("<b>dog</b> eats", "perro"), unit("page 3", "página 3")
    )
    texts = ("Red house", "red  house", "dog eats", "page 4", "42")
    results = await desk.translate(*texts, threshold=100)
    assert {one.translation.origin for one in results} == {Origin.ENGINE, Origin.UNCHANGED}


async def test_of_several_translations_the_best_memorys_newest_is_taken(desk: Desk) -> None:
    old, new = datetime(2020, 1, 1, tzinfo=UTC), datetime(2024, 1, 1, tzinfo=UTC)
    first = await desk.owner.add_memory(unit("dog", "can", changed=old))
    await desk.owner.add_memory(unit("dog", "chucho", changed=new), unit("cat", "gato"))
    result = await desk.one("dog")
    assert result.text == "can"
    assert result.translation.memory is not None
    assert (result.translation.memory.memory_id, result.translation.memory.score) == (first, 99)
    assert [one.code for one in result.translation.issues] == [IssueCode.MEMORY_AMBIGUOUS]
    assert (await desk.one("cat")).translation.issues == ()


async def test_sentences_of_long_texts_are_looked_up_too(desk: Desk) -> None:
    known, long = "Red house.", "Big dog " * 150 + "runs."
    memory = await desk.owner.add_memory(unit(known, "Casa colorada."))
    result = await desk.one(f"<p>{known} {long}</p> ")
    assert result.text.startswith("<p>Casa colorada. igB ogd")
    assert result.text.endswith("</p> ")
    assert (result.translation.origin, result.translation.memory) == (Origin.ENGINE, None)
    assert [one.memory_id for one in result.translation.units] == [memory]
    assert len(desk.engine.sent[0]) == 1


async def test_a_memory_that_is_switched_off_or_emptied_is_not_asked(desk: Desk) -> None:
    memory = await desk.owner.add_memory(unit("dog", "perro"))
    kept = await desk.owner.add_memory(unit("cat", "gato"))
    loaded = await desk.owner.assets()
    async with transaction(desk.owner.database, account=ALL_ACCOUNTS) as tx:
        await memories.delete_memory(tx, memory, staff=OPERATOR)
        await memories.change_memory(
            tx, kept, changes=MemoryChanges(use_for_translation=False), staff=OPERATOR
        )
    results = await desk.translate("dog", "cat")
    assert [one.text for one in results] == ["ogd", "atc"]
    # A request that is under way may find its memory gone, and goes on.
    way = route(desk.engine)
    results = await translate_texts(desk.translator, ["dog", "cat"], route=way, assets=loaded)
    assert results[1].text == "gato"
    assert results[0].text in {"ogd", "perro"}


async def test_tenants_share_nothing(desk: Desk, translator: Translator) -> None:
    await desk.owner.add_memory(unit("dog", "nuestro perro"))
    await desk.owner.add_term("house", "nuestra casa")
    theirs = await make_owner(desk.owner.database, desk.owner.glossary_cache, "Theirs")
    await theirs.add_memory(unit("dog", "su perro"))
    other = Desk(translator, theirs)
    assert [one.text for one in await desk.translate("dog", "red house")] == [
        "nuestro perro",
        "edr nuestra casa",
    ]
    assert [one.text for one in await other.translate("dog", "red house")] == ["su perro", "edr ouseh"]


async def test_what_people_wrote_is_checked_and_not_changed(desk: Desk) -> None:
    await desk.owner.add_memory(unit("red house", "casa colorada"), unit("big house", "gran vivienda"))
    await desk.owner.add_term("house", "vivienda", "viviendas")
    missed, kept, made = await desk.translate("red house", "big house", "old house")
    assert (missed.text, missed.translation.terms) == (
        "casa colorada",
        (TermUse(source="house", target="vivienda", method=None),),
    )
    assert [one.code for one in missed.translation.issues] == [IssueCode.TERM_NOT_APPLIED]
    assert (kept.text, kept.translation.issues) == ("gran vivienda", ())
    assert kept.translation.terms == (TermUse(source="house", target="vivienda", method=TermMethod.MEMORY),)
    assert (made.text, made.translation.origin) == ("ldo vivienda", Origin.ENGINE)


async def test_a_translation_that_would_make_tags_is_not_taken(desk: Desk) -> None:
    await desk.owner.add_memory(unit("dog", "x <"), unit("cat", " "))
    assert [one.text for one in await desk.translate("dog", "cat")] == ["ogd", "atc"]


async def test_use_is_counted(desk: Desk) -> None:
    memory = await desk.owner.add_memory()
    [identity] = await desk.owner.write(unit("dog", "perro"), memory_id=memory)
    results = await desk.translate("dog", "dog", "cat")
    used = [one for result in results for one in result.translation.units]
    assert used == [MemoryUse(memory_id=memory, unit_id=identity, score=100)] * 2
    await count_usage(desk.owner.database, [one.unit_id for one in used], account_id=desk.owner.account_id)
    [kept] = await desk.owner.kept(identity)
    assert kept.used == 2
