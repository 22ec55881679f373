"""T5, T11: from which score on a memory wins over an engine; on a real database."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from dragoman.access.staff import OPERATOR
from dragoman.catalog.customers import AccountChanges, change_account
from dragoman.database.connections import ALL_ACCOUNTS, Database, transaction
from dragoman.formats.format import Document, Unit
from dragoman.segments import Segment, Text, render
from dragoman.termbases.glossary_cache import open_glossary_cache
from dragoman.translation.documents.translating import DocumentOrder, DocumentTranslation, translate_document
from dragoman.translation.model import CodesMethod, IssueCode, Origin
from dragoman.translation.text import TextTranslation, translate_texts
from dragoman.translation.translator import Translator
from tests.translation.assets import Owner, make_owner, unit
from tests.translation.hostile import ChangingEngine, drops_all, route
from tests.translation.test_document import Kept

_WORDS = {"press": "presione", "the": "el", "red": "rojo", "button": "botón", "now": "ahora", "big": "gran"}
_LONG = "Do not open the {} door of the old machine while it is still running fast."
_LARGO = "No abra la puerta {} de la máquina vieja mientras todavía funcione deprisa."


def by_words(segment: Segment, _dice: random.Random) -> Segment:
    """A translation word by word that leaves codes at their words."""
    return tuple(
        Text(text=" ".join(_WORDS.get(word.lower(), word) for word in part.text.split(" ")))
        if isinstance(part, Text)
        else part
        for part in segment
    )


@pytest_asyncio.fixture
async def owner(database: Database) -> AsyncIterator[Owner]:
    async with open_glossary_cache() as glossary_cache:
        yield await make_owner(database, glossary_cache, "Ours")


class Desk:
    """Translates for an owner, by an engine that remembers what it was asked."""

    def __init__(self, translator: Translator, owner: Owner) -> None:
        self.translator = translator
        self.owner = owner
        self.engine = ChangingEngine(change=by_words)

    async def one(self, text: str, *, threshold: int | None = None) -> TextTranslation:
        assets = await self.owner.assets(threshold=threshold)
        way = route(self.engine)
        [result] = await translate_texts(self.translator, [text], route=way, assets=assets)
        return result

    async def document(self, *texts: str, threshold: int | None = None) -> DocumentTranslation:
        order = DocumentOrder(
            route=route(self.engine), language="en", assets=await self.owner.assets(threshold=threshold)
        )
        units = tuple(Unit(id=str(number), segment=(Text(text=text),)) for number, text in enumerate(texts))
        return await translate_document(self.translator, Document(units=units), order, checkpoints=Kept())


@pytest.fixture
def desk(translator: Translator, owner: Owner) -> Desk:
    return Desk(translator, owner)


def codes_of(result: TextTranslation) -> list[IssueCode]:
    return [one.code for one in result.translation.issues]


async def test_a_match_with_other_codes_wins_and_explain_tells(desk: Desk) -> None:
    memory = await desk.owner.add_memory(
        unit("Press <i>the</i> red button now", "Pulse <i>el</i> botón rojo ya")
    )
    result = await desk.one("<p>Press the red button now</p>")
    assert result.text == "<p>Pulse el botón rojo ya</p>"
    assert (result.translation.origin, result.translation.engine) == (Origin.MEMORY, None)
    assert codes_of(result) == [IssueCode.MEMORY_ADAPTED]
    assert result.translation.memory is not None
    assert (result.translation.memory.memory_id, result.translation.memory.score) == (memory, 97)
    assert desk.engine.sent == []


async def test_an_engine_tells_the_places_and_the_memory_the_words(desk: Desk) -> None:
    await desk.owner.add_memory(unit("Press the red button now", "Pulse el botón rojo ya"))
    result = await desk.one("Press the <b>red</b> button now")
    assert result.text == "Pulse el botón <b>rojo</b> ya"
    assert (result.translation.origin, result.translation.codes) == (Origin.MEMORY, CodesMethod.MEMORY)
    assert result.translation.engine is None
    assert len(desk.engine.sent) == 1
    # An engine that loses codes cannot show where they belong: its own translation is taken.
    desk.engine = ChangingEngine(change=drops_all, name="losing")
    made = await desk.one("Press the <b>red</b> button now")
    assert made.translation.origin is Origin.ENGINE


async def test_an_exact_match_whose_codes_its_translation_lacks_wins_too(desk: Desk) -> None:
    await desk.owner.add_memory(unit("Press the <b>red</b> button", "Pulse el botón rojo"))
    result = await desk.one("Press the <b>red</b> button")
    assert (result.text, codes_of(result)) == ("Pulse el botón <b>rojo</b>", [IssueCode.MEMORY_ADAPTED])
    assert result.translation.memory is not None
    assert result.translation.memory.score == 100


@pytest.mark.parametrize(
    ("threshold", "origin"),
    [
        (None, Origin.MEMORY),
        (85, Origin.MEMORY),
        (97, Origin.MEMORY),
        (98, Origin.ENGINE),
        (101, Origin.ENGINE),
    ],
)
async def test_the_threshold_decides(desk: Desk, threshold: int | None, origin: Origin) -> None:
    await desk.owner.add_memory(unit("Press the <b>red</b> button", "Pulse el botón <b>rojo</b>"))
    result = await desk.one("Press the red button", threshold=threshold)
    assert result.translation.origin is origin
    assert result.text == ("Pulse el botón rojo" if origin is Origin.MEMORY else "Presione el rojo botón")


async def test_other_words_are_taken_with_a_threshold(desk: Desk) -> None:
    await desk.owner.add_memory(unit(_LONG.format("<b>red</b>"), _LARGO.format("<b>roja</b>")))
    text = _LONG.format("<b>green</b>")
    left = await desk.one(text)
    assert left.translation.origin is Origin.ENGINE
    taken = await desk.one(text, threshold=85)
    assert taken.text == _LARGO.format("<b>roja</b>")
    assert taken.translation.memory is not None
    assert 85 <= taken.translation.memory.score < 95
    [issue] = taken.translation.issues
    assert (issue.code, issue.severity) == (IssueCode.MEMORY_FUZZY, "warning")
    assert "green" in issue.message
    assert "red" in issue.message
    above = await desk.one(text, threshold=taken.translation.memory.score + 1)
    assert above.translation.origin is Origin.ENGINE


async def test_the_same_words_go_before_a_nearer_text_with_other_words(desk: Desk) -> None:
    long = "Press the <b>red</b> button of <i>this</i> very old machine now or never again my friend"
    largo = "Pulse el botón rojo de esta máquina tan vieja ahora o nunca más amigo mío"
    await desk.owner.add_memory(
        unit(long, largo),
        unit("Press the red button of this very old machine now or never again my dear", "otra cosa"),
    )
    plain = "Press the red button of this very old machine now or never again my friend"
    result = await desk.one(plain, threshold=80)
    assert (result.text, codes_of(result)) == (largo, [IssueCode.MEMORY_ADAPTED])


async def test_numbers_and_placeholders_become_those_of_the_text(desk: Desk) -> None:
    await desk.owner.add_memory(
        unit(
            _LONG.format("third") + " See page 3 of {manual}", _LARGO.format("tercera") + " Vea 3 de {manual}"
        )
    )
    result = await desk.one(_LONG.format("third") + " See page 4 of {manual}")
    assert result.text == _LARGO.format("tercera") + " Vea 4 de {manual}"
    assert result.translation.origin is Origin.MEMORY


async def test_what_the_account_says_holds_until_the_request_says_another_score(desk: Desk) -> None:
    await desk.owner.add_memory(unit("Press the <b>red</b> button", "Pulse el botón <b>rojo</b>"))

    async def choose(score: int | None) -> None:
        async with transaction(desk.owner.database, account=ALL_ACCOUNTS) as tx:
            changes = AccountChanges(defaults={"memory_threshold": score})
            await change_account(tx, desk.owner.account_id, changes=changes, staff=OPERATOR)

    await choose(99)
    assert (await desk.one("Press the red button")).translation.origin is Origin.ENGINE
    assert (await desk.one("Press the red button", threshold=90)).translation.origin is Origin.MEMORY
    await choose(None)
    assert (await desk.one("Press the red button")).translation.origin is Origin.MEMORY


async def test_in_documents_whole_units_and_sentences_are_adapted_and_counted(desk: Desk) -> None:
    memory = await desk.owner.add_memory(
        unit("Press the red button now. Big dog", "Pulse el botón rojo ya. Perrazo"),
        unit("Press the <i>red</i> button", "Pulse el botón <i>rojo</i>"),
    )
    texts = (
        "<b>Press the red button now.</b> Big dog",  # as a whole
        "Press the red button. Now",  # by its sentences, and not the mark at the end
        "Press the <b>red</b> button",
        "now",
    )
    result = await desk.document(*texts)
    assert [render(target) for target in result.targets.values()] == [
        "<b>Pulse el botón rojo ya.</b> Perrazo",
        "Presione el rojo button. Ahora",
        "Pulse el botón <b>rojo</b>",
        "ahora",
    ]
    report = result.report
    assert report.origins[f"memory:{memory}"] == 2
    assert report.issues == {"MEMORY_ADAPTED": 1}
    assert (report.memory.segments, report.memory.words) == (2, 7 + 4)
    assert len(report.units_used) == 2


async def test_equal_texts_are_looked_up_once(desk: Desk) -> None:
    await desk.owner.add_memory(unit("Press the <b>red</b> button", "Pulse el botón <b>rojo</b>"))
    assets = await desk.owner.assets()
    assert assets.look_up is not None
    segment: Segment = (Text(text="Press the red button"),)
    first = await assets.look_up.find_similar([segment, segment])
    assert [len(one) for one in first] == [1, 1]
    again = await assets.look_up.find_similar([segment])
    assert again[0] is first[0]
