"""The cache of glossaries: it has every committed change, and compiles each glossary once."""

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
from dragoman.termbases.editing import ConceptTarget
from dragoman.termbases.glossary_cache import (
    GlossaryCache,
    glossary_for_translation,
    glossary_of_chosen,
    open_glossary_cache,
)
from dragoman.termbases.planning import ImportMode
from dragoman.termbases.recognition import Glossary, recognise
from tests.termbases.conftest import make_base
from tests.termbases.staff_actions import add, change, change_base, delete, import_file, proposal


@pytest_asyncio.fixture
async def glossary_cache() -> AsyncIterator[GlossaryCache]:
    async with open_glossary_cache() as opened:
        yield opened


async def find_glossary(
    glossary_cache: GlossaryCache, database: Database, base: TermBase, pair: str = "en-de"
) -> Glossary | None:
    source, _, target = pair.partition("-")
    return await glossary_for_translation(
        glossary_cache, database, account_id=base.account_id, source=source, target=target
    )


def required(glossary: Glossary | None, text: str) -> list[list[str]]:
    """The required terms for a text."""
    if glossary is None:
        return []
    return [[term.text for term in match.required] for match in recognise(glossary, (Text(text=text),))]


async def test_every_change_is_in_the_next_glossary(
    glossary_cache: GlossaryCache, database: Database, ours: TermBase
) -> None:
    async def required_terms() -> list[list[str]]:
        return required(await find_glossary(glossary_cache, database, ours), "A paper jam in the tray")

    assert await required_terms() == []
    await add(database, ours, proposal(en="paper jam", de="Papierstau"))
    assert await required_terms() == [["Papierstau"]]
    await add(database, ours, proposal(en="tray", de="Fach"))
    assert await required_terms() == [["Papierstau"], ["Fach"]]
    await change(database, ConceptTarget(term_base_id=ours.id, number=1), proposal(en="paper jam", de="Stau"))
    assert await required_terms() == [["Stau"], ["Fach"]]
    await delete(database, ConceptTarget(term_base_id=ours.id, number=2))
    assert await required_terms() == [["Stau"]]
    await import_file(database, ours, "en,de\ntray,Schacht\n", ImportMode.REPLACE)
    assert await required_terms() == [["Schacht"]]
    await change_base(database, ours, use_for_translation=False)
    assert await required_terms() == []
    await change_base(database, ours, use_for_translation=True, disabled=True)
    assert await required_terms() == []
    await change_base(database, ours, disabled=False)
    assert await required_terms() == [["Schacht"]]


async def test_an_edit_compiles_only_the_changed_concepts(
    glossary_cache: GlossaryCache, database: Database, ours: TermBase
) -> None:
    await import_file(database, ours, "en,de\n" + "".join(f"word{n},Wort{n}\n" for n in range(1_200)))
    first = await find_glossary(glossary_cache, database, ours)
    assert first is not None
    await change(database, ConceptTarget(term_base_id=ours.id, number=8), proposal(en="word7", de="Sieben"))
    await delete(database, ConceptTarget(term_base_id=ours.id, number=9))
    await change(database, ConceptTarget(term_base_id=ours.id, number=8), proposal(en="word7", de="7"))
    await add(database, ours, proposal(en="tray", de="Fach"))
    second = await find_glossary(glossary_cache, database, ours)
    assert second is not None
    assert second.whole is first
    assert len(second.changed) == 3
    assert required(second, "word6 word7 word8 tray") == [["Wort6"], ["7"], ["Fach"]]
    await delete(database, ConceptTarget(term_base_id=ours.id, number=1201))
    third = await find_glossary(glossary_cache, database, ours)
    assert third is not None
    assert third.whole is first
    assert required(third, "word7 word8 tray") == [["7"]]
    more = await make_base(database, "More", ours.account_id)
    await add(database, more, proposal(en="paper", de="Papier"))
    fourth = await find_glossary(glossary_cache, database, ours)
    assert fourth is not None
    assert fourth.whole is None
    assert required(fourth, "word7 word8 paper") == [["7"], ["Papier"]]
    await import_file(
        database, ours, "en,de\n" + "".join(f"word{n},Ort{n}\n" for n in range(1_200)), ImportMode.REPLACE
    )
    fifth = await find_glossary(glossary_cache, database, ours)
    assert fifth is not None
    assert fifth.whole is None  # so many are compiled anew
    assert required(fifth, "word7 word8 paper") == [["Ort7"], ["Ort8"], ["Papier"]]


async def test_edits_during_a_compilation_are_in_the_next_glossary(
    glossary_cache: GlossaryCache, database: Database, ours: TermBase
) -> None:
    await import_file(database, ours, "en,de\n" + "".join(f"word{n},Wort{n}\n" for n in range(500)))
    first = asyncio.create_task(find_glossary(glossary_cache, database, ours))
    while not glossary_cache.entries:
        await asyncio.sleep(0)
    await add(database, ours, proposal(en="tray", de="Fach"))
    second = await find_glossary(glossary_cache, database, ours)
    assert required(second, "word7 tray") == [["Wort7"], ["Fach"]]
    assert second is not None
    assert second.whole is await first


async def test_changes_by_another_process_are_seen(
    glossary_cache: GlossaryCache, database: Database, database_urls: ServerUrls, ours: TermBase
) -> None:
    await add(database, ours, proposal(en="tray", de="Fach"))
    async with (
        open_database(database_urls.application, connections=2) as elsewhere,
        open_glossary_cache() as other,
    ):
        first = [
            await find_glossary(glossary_cache, database, ours),
            await find_glossary(other, elsewhere, ours),
        ]
        await change(
            elsewhere, ConceptTarget(term_base_id=ours.id, number=1), proposal(en="tray", de="Schacht")
        )
        second = [
            await find_glossary(glossary_cache, database, ours),
            await find_glossary(other, elsewhere, ours),
        ]
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
    assert required(await find_glossary(glossary_cache, database, ours), text) == [["Papier"], ["Fach"]]
    assert required(await find_glossary(glossary_cache, database, theirs), text) == [["Stau"]]


async def test_chosen_term_bases_apply_in_their_order_while_they_are_enabled(
    glossary_cache: GlossaryCache, database: Database, ours: TermBase
) -> None:
    more = await make_base(database, "More", ours.account_id)
    await add(database, ours, proposal(en="tray", de="Fach"))
    await add(database, more, proposal(en="tray", de="Schacht"))

    async def required_terms(*chosen: TermBase) -> list[list[str]]:
        ids = [base.id for base in chosen]
        glossary = await glossary_of_chosen(
            glossary_cache, database, account_id=ours.account_id, chosen=ids, source="en", target="de"
        )
        return required(glossary, "tray")

    assert await required_terms(ours, more) == [["Fach"]]
    assert await required_terms(more, ours) == [["Schacht"]]
    await change_base(database, more, disabled=True)
    assert await required_terms(more, ours) == [["Fach"]]
    assert await required_terms(more) == []


async def test_concurrent_callers_share_one_compilation(
    glossary_cache: GlossaryCache, database: Database, ours: TermBase
) -> None:
    await add(database, ours, proposal(en="tray", de="Fach", fr="bac"))
    found = await asyncio.gather(*(find_glossary(glossary_cache, database, ours) for _ in range(20)))
    assert found[0] is not None
    assert all(one is found[0] for one in found)
    assert await find_glossary(glossary_cache, database, ours) is found[0]
    french = await find_glossary(glossary_cache, database, ours, "en-fr")
    assert required(french, "tray") == [["bac"]]
    assert await find_glossary(glossary_cache, database, ours, "ja-th") is None
    assert gc.isenabled()


async def test_a_cancelled_caller_does_not_cancel_the_compilation(
    glossary_cache: GlossaryCache, database: Database, ours: TermBase
) -> None:
    await import_file(database, ours, "en,de\n" + "".join(f"word{n},Wort{n}\n" for n in range(500)))
    impatient = [asyncio.create_task(find_glossary(glossary_cache, database, ours)) for _ in range(3)]
    patient = asyncio.create_task(find_glossary(glossary_cache, database, ours))
    while not glossary_cache.entries:
        await asyncio.sleep(0)
    for task in impatient:
        task.cancel()
    assert required(await patient, "word7") == [["Wort7"]]


async def test_a_failed_compilation_is_retried(
    glossary_cache: GlossaryCache, database: Database, database_urls: ServerUrls, ours: TermBase
) -> None:
    await add(database, ours, proposal(en="tray", de="Fach"))
    async with open_database(database_urls.application, connections=1) as narrow:
        async with narrow.engine.connect():  # the only connection, so that concepts cannot be read
            waiting = asyncio.create_task(find_glossary(glossary_cache, narrow, ours))
            while not glossary_cache.entries:
                await asyncio.sleep(0.01)
            (entry,) = glossary_cache.entries.values()
            entry.task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting
        assert not glossary_cache.entries
        assert required(await find_glossary(glossary_cache, narrow, ours), "tray") == [["Fach"]]


async def test_without_the_database_it_is_unavailable(glossary_cache: GlossaryCache) -> None:
    async with open_database("postgresql://absent@127.0.0.1:1/none", connections=1) as away:
        with pytest.raises(Unavailable):
            await glossary_for_translation(glossary_cache, away, account_id=1, source="en", target="de")


async def test_the_least_recently_used_glossaries_are_dropped(database: Database, ours: TermBase) -> None:
    terms = [ProposedTerm(language=code, text=f"word {code}") for code in ("en", "de", "fr", "it", "es")]
    await add(database, ours, ProposedConcept(terms=tuple(terms)))
    async with open_glossary_cache(most_terms=13) as glossary_cache:  # two of five terms and one each
        german = await find_glossary(glossary_cache, database, ours, "en-de")
        await find_glossary(glossary_cache, database, ours, "en-fr")
        assert await find_glossary(glossary_cache, database, ours, "en-de") is german
        await find_glossary(glossary_cache, database, ours, "en-it")
        assert [key.target for key in glossary_cache.entries] == ["de", "it"]
        assert await find_glossary(glossary_cache, database, ours, "en-de") is german


async def test_a_glossary_over_the_limit_is_kept_alone(database: Database, ours: TermBase) -> None:
    await add(database, ours, proposal(en="tray", de="Fach", fr="bac"))
    async with open_glossary_cache(most_terms=1) as glossary_cache:
        german = await find_glossary(glossary_cache, database, ours)
        assert await find_glossary(glossary_cache, database, ours) is german
        await find_glossary(glossary_cache, database, ours, "en-fr")
        assert [key.target for key in glossary_cache.entries] == ["fr"]


async def test_closing_cancels_compilations(database: Database, ours: TermBase) -> None:
    await add(database, ours, proposal(en="tray", de="Fach"))
    async with open_glossary_cache() as glossary_cache:
        waiting = asyncio.create_task(find_glossary(glossary_cache, database, ours))
        while not glossary_cache.entries:
            await asyncio.sleep(0)
    done = await asyncio.gather(waiting, return_exceptions=True)
    assert isinstance(done[0], Glossary | asyncio.CancelledError)
