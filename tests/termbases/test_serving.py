"""Glossaries for translation: what any process committed is in the next one, and each is compiled once."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from dragoman.database.connections import Database, open_database
from dragoman.database.urls import ServerUrls
from dragoman.errors import Unavailable
from dragoman.segments import Text
from dragoman.termbases.bases import TermBase
from dragoman.termbases.checking import ProposedConcept, ProposedTerm
from dragoman.termbases.editing import EditedConcept
from dragoman.termbases.planning import ImportMode
from dragoman.termbases.recognition import Glossary, recognise
from dragoman.termbases.serving import (
    GlossaryCache,
    glossary_for_translation,
    glossary_of_chosen,
    open_glossary_cache,
)
from tests.termbases.conftest import make_base
from tests.termbases.desk import add, change, change_base, delete, load, proposal


@pytest_asyncio.fixture
async def glossary_cache() -> AsyncIterator[GlossaryCache]:
    async with open_glossary_cache() as opened:
        yield opened


async def ask(
    glossary_cache: GlossaryCache, database: Database, base: TermBase, pair: str = "en-de"
) -> Glossary | None:
    source, _, target = pair.partition("-")
    return await glossary_for_translation(
        glossary_cache, database, account_id=base.account_id, source=source, target=target
    )


def required(glossary: Glossary | None, text: str) -> list[list[str]]:
    """What the terms of a text must become."""
    if glossary is None:
        return []
    return [[term.text for term in match.required] for match in recognise(glossary, (Text(text=text),))]


async def test_every_change_is_in_the_next_glossary(
    glossary_cache: GlossaryCache, database: Database, ours: TermBase
) -> None:
    async def said() -> list[list[str]]:
        return required(await ask(glossary_cache, database, ours), "A paper jam in the tray")

    assert await said() == []
    await add(database, ours, proposal(en="paper jam", de="Papierstau"))
    assert await said() == [["Papierstau"]]
    await add(database, ours, proposal(en="tray", de="Fach"))
    assert await said() == [["Papierstau"], ["Fach"]]
    await change(database, EditedConcept(term_base_id=ours.id, number=1), proposal(en="paper jam", de="Stau"))
    assert await said() == [["Stau"], ["Fach"]]
    await delete(database, EditedConcept(term_base_id=ours.id, number=2))
    assert await said() == [["Stau"]]
    await load(database, ours, "en,de\ntray,Schacht\n", ImportMode.REPLACE)
    assert await said() == [["Schacht"]]
    await change_base(database, ours, use_for_translation=False)
    assert await said() == []
    await change_base(database, ours, use_for_translation=True, disabled=True)
    assert await said() == []
    await change_base(database, ours, disabled=False)
    assert await said() == [["Schacht"]]


async def test_an_edit_costs_what_it_changes(
    glossary_cache: GlossaryCache, database: Database, ours: TermBase
) -> None:
    await load(database, ours, "en,de\n" + "".join(f"word{n},Wort{n}\n" for n in range(1_200)))
    first = await ask(glossary_cache, database, ours)
    assert first is not None
    await change(database, EditedConcept(term_base_id=ours.id, number=8), proposal(en="word7", de="Sieben"))
    await delete(database, EditedConcept(term_base_id=ours.id, number=9))
    await change(database, EditedConcept(term_base_id=ours.id, number=8), proposal(en="word7", de="7"))
    await add(database, ours, proposal(en="tray", de="Fach"))
    second = await ask(glossary_cache, database, ours)
    assert second is not None
    assert second.whole is first
    assert len(second.changed) == 3
    assert required(second, "word6 word7 word8 tray") == [["Wort6"], ["7"], ["Fach"]]
    await delete(database, EditedConcept(term_base_id=ours.id, number=1201))
    third = await ask(glossary_cache, database, ours)
    assert third is not None
    assert third.whole is first
    assert required(third, "word7 word8 tray") == [["7"]]
    more = await make_base(database, "More", ours.account_id)
    await add(database, more, proposal(en="paper", de="Papier"))
    fourth = await ask(glossary_cache, database, ours)
    assert fourth is not None
    assert fourth.whole is None
    assert required(fourth, "word7 word8 paper") == [["7"], ["Papier"]]
    await load(
        database, ours, "en,de\n" + "".join(f"word{n},Ort{n}\n" for n in range(1_200)), ImportMode.REPLACE
    )
    fifth = await ask(glossary_cache, database, ours)
    assert fifth is not None
    assert fifth.whole is None  # so many are compiled anew
    assert required(fifth, "word7 word8 paper") == [["Ort7"], ["Ort8"], ["Papier"]]


async def test_edits_while_a_glossary_is_made_are_in_the_next(
    glossary_cache: GlossaryCache, database: Database, ours: TermBase
) -> None:
    await load(database, ours, "en,de\n" + "".join(f"word{n},Wort{n}\n" for n in range(500)))
    first = asyncio.create_task(ask(glossary_cache, database, ours))
    while not glossary_cache.entries:
        await asyncio.sleep(0)
    await add(database, ours, proposal(en="tray", de="Fach"))
    second = await ask(glossary_cache, database, ours)
    assert required(second, "word7 tray") == [["Wort7"], ["Fach"]]
    assert second is not None
    assert second.whole is await first


async def test_what_another_process_changes_is_seen_here(
    glossary_cache: GlossaryCache, database: Database, database_urls: ServerUrls, ours: TermBase
) -> None:
    await add(database, ours, proposal(en="tray", de="Fach"))
    async with (
        open_database(database_urls.application, connections=2) as elsewhere,
        open_glossary_cache() as other,
    ):
        first = [await ask(glossary_cache, database, ours), await ask(other, elsewhere, ours)]
        await change(
            elsewhere, EditedConcept(term_base_id=ours.id, number=1), proposal(en="tray", de="Schacht")
        )
        second = [await ask(glossary_cache, database, ours), await ask(other, elsewhere, ours)]
    assert [required(one, "tray") for one in first] == [[["Fach"]]] * 2
    assert [required(one, "tray") for one in second] == [[["Schacht"]]] * 2


async def test_all_term_bases_of_the_account_and_of_no_other_are_in_it(
    glossary_cache: GlossaryCache, database: Database, ours: TermBase, theirs: TermBase
) -> None:
    more = await make_base(database, "More", ours.account_id)
    await add(database, ours, proposal(en="tray", de="Fach"))
    await add(database, more, proposal(en="paper", de="Papier"))
    await add(database, theirs, proposal(en="jam", de="Stau"))
    text = "paper jam in the tray"
    assert required(await ask(glossary_cache, database, ours), text) == [["Papier"], ["Fach"]]
    assert required(await ask(glossary_cache, database, theirs), text) == [["Stau"]]


async def test_chosen_term_bases_hold_in_their_order_while_they_are_enabled(
    glossary_cache: GlossaryCache, database: Database, ours: TermBase
) -> None:
    more = await make_base(database, "More", ours.account_id)
    await add(database, ours, proposal(en="tray", de="Fach"))
    await add(database, more, proposal(en="tray", de="Schacht"))

    async def said(*chosen: TermBase) -> list[list[str]]:
        ids = [base.id for base in chosen]
        glossary = await glossary_of_chosen(
            glossary_cache, database, account_id=ours.account_id, chosen=ids, source="en", target="de"
        )
        return required(glossary, "tray")

    assert await said(ours, more) == [["Fach"]]
    assert await said(more, ours) == [["Schacht"]]
    await change_base(database, more, disabled=True)
    assert await said(more, ours) == [["Fach"]]
    assert await said(more) == []


async def test_one_glossary_is_made_for_all_who_ask(
    glossary_cache: GlossaryCache, database: Database, ours: TermBase
) -> None:
    await add(database, ours, proposal(en="tray", de="Fach", fr="bac"))
    asked = await asyncio.gather(*(ask(glossary_cache, database, ours) for _ in range(20)))
    assert asked[0] is not None
    assert all(one is asked[0] for one in asked)
    assert await ask(glossary_cache, database, ours) is asked[0]
    french = await ask(glossary_cache, database, ours, "en-fr")
    assert required(french, "tray") == [["bac"]]
    assert await ask(glossary_cache, database, ours, "ja-th") is None
    assert gc.isenabled()


async def test_who_gives_up_waiting_spoils_nothing_for_others(
    glossary_cache: GlossaryCache, database: Database, ours: TermBase
) -> None:
    await load(database, ours, "en,de\n" + "".join(f"word{n},Wort{n}\n" for n in range(500)))
    impatient = [asyncio.create_task(ask(glossary_cache, database, ours)) for _ in range(3)]
    patient = asyncio.create_task(ask(glossary_cache, database, ours))
    while not glossary_cache.entries:
        await asyncio.sleep(0)
    for task in impatient:
        task.cancel()
    assert required(await patient, "word7") == [["Wort7"]]


async def test_a_glossary_that_could_not_be_made_is_tried_again(
    glossary_cache: GlossaryCache, database: Database, database_urls: ServerUrls, ours: TermBase
) -> None:
    await add(database, ours, proposal(en="tray", de="Fach"))
    async with open_database(database_urls.application, connections=1) as narrow:
        async with narrow.engine.connect():  # the only connection, so that concepts cannot be read
            waiting = asyncio.create_task(ask(glossary_cache, narrow, ours))
            while not glossary_cache.entries:
                await asyncio.sleep(0.01)
            (place,) = glossary_cache.entries.values()
            place.task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting
        assert not glossary_cache.entries
        assert required(await ask(glossary_cache, narrow, ours), "tray") == [["Fach"]]


async def test_without_its_database_it_says_so(glossary_cache: GlossaryCache) -> None:
    async with open_database("postgresql://nobody@127.0.0.1:1/none", connections=1) as away:
        with pytest.raises(Unavailable):
            await glossary_for_translation(glossary_cache, away, account_id=1, source="en", target="de")


async def test_glossaries_that_were_not_used_for_long_make_room(database: Database, ours: TermBase) -> None:
    terms = [ProposedTerm(language=code, text=f"word {code}") for code in ("en", "de", "fr", "it", "es")]
    await add(database, ours, ProposedConcept(terms=tuple(terms)))
    async with open_glossary_cache(most_terms=13) as glossary_cache:  # two of five terms and one each
        german = await ask(glossary_cache, database, ours, "en-de")
        await ask(glossary_cache, database, ours, "en-fr")
        assert await ask(glossary_cache, database, ours, "en-de") is german
        await ask(glossary_cache, database, ours, "en-it")
        assert [key.target for key in glossary_cache.entries] == ["de", "it"]
        assert await ask(glossary_cache, database, ours, "en-de") is german


async def test_one_that_is_larger_than_the_room_is_kept_alone(database: Database, ours: TermBase) -> None:
    await add(database, ours, proposal(en="tray", de="Fach", fr="bac"))
    async with open_glossary_cache(most_terms=1) as glossary_cache:
        german = await ask(glossary_cache, database, ours)
        assert await ask(glossary_cache, database, ours) is german
        await ask(glossary_cache, database, ours, "en-fr")
        assert [key.target for key in glossary_cache.entries] == ["fr"]


async def test_closing_gives_up_what_is_being_made(database: Database, ours: TermBase) -> None:
    await add(database, ours, proposal(en="tray", de="Fach"))
    async with open_glossary_cache() as glossary_cache:
        waiting = asyncio.create_task(ask(glossary_cache, database, ours))
        while not glossary_cache.entries:
            await asyncio.sleep(0)
    done = await asyncio.gather(waiting, return_exceptions=True)
    assert isinstance(done[0], Glossary | asyncio.CancelledError)
