"""Terms through Apertium: in the number of the source, and with words beside them that agree."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import pytest
import pytest_asyncio

from dragoman.engines import open_engines
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from dragoman.termbases.model import Concept, Term, TermMatching
from dragoman.termbases.recognition import Glossary
from dragoman.translation.assets import Assets
from dragoman.translation.model import IssueCode
from dragoman.translation.routes import Routes, build_routes, find_route
from dragoman.translation.text import TextTranslation, translate_texts
from dragoman.translation.translator import Translator
from tests.translation.terms import glossary

TERMS: Mapping[str, Mapping[str, str]] = {
    "en-es": {
        "paper jam": "atasco de papel",
        "tray": "cajón",
        "printer": "equipo de impresión",
        "hard disk": "unidad de disco",
        "server": "máquina central",
        "user": "persona usuaria",
        "cache memory": "memoria caché",
        "button": "tecla",
    },
    "en-ca": {
        "paper jam": "embús de paper",
        "tray": "calaix",
        "printer": "equip d'impressió",
        "hard disk": "unitat de disc",
        "server": "màquina central",
        "user": "persona usuària",
        "button": "tecla",
    },
    "en-gl": {
        "paper jam": "atasco de papel",
        "tray": "caixón",
        "printer": "equipo de impresión",
        "hard disk": "unidade de disco",
        "server": "máquina central",
        "button": "tecla",
    },
    "es-ca": {
        "mermelada": "embús",
        "impresora": "equip d'impressió",
        "bandeja": "calaix",
    },
    "fr-es": {
        "imprimante": "equipo de impresión",
        "bac": "bandeja",
    },
    "es-pt": {
        "coche": "viatura",
        "impresora": "equipamento de impressão",
    },
    "es-fr": {
        "atasco": "bourrage papier",
        "bandeja": "bac à papier",
        "libro": "publication",
    },
    "es-it": {
        "bandeja": "vassoio della carta",
        "libro": "pubblicazione",
    },
    "en-fr": {
        "paper jam": "bourrage papier",
    },
    "en-it": {
        "paper jam": "inceppamento",
    },
    "en-pt": {
        "paper jam": "atolamento de papel",
    },
}
# Term bases say nothing about genders and list no plurals; engines say other words than these.
CASES = tuple(
    line.split("\t")
    for line in (Path(__file__).parent / "terms_agreement.tsv").read_text(encoding="utf-8").splitlines()
)


@pytest_asyncio.fixture(scope="module")
async def routes() -> AsyncIterator[Routes]:
    async with open_engines(Settings(engine_processes=1), metrics=Metrics()) as engines:
        yield build_routes(engines, pivots=("en", "es"), sandbox=False)


def term_base(pair: str, terms: Mapping[str, str]) -> Glossary:
    source, _, target = pair.partition("-")
    concepts = (
        Concept(
            terms=(
                Term(language=source, text=text, match=TermMatching.STEM),
                Term(language=target, text=wanted, match=TermMatching.STEM),
            )
        )
        for text, wanted in terms.items()
    )
    return glossary(*concepts, source=source, target=target)


async def through(
    routes: Routes, translator: Translator, pair: str, texts: list[str], terms: Glossary
) -> list[TextTranslation]:
    way = find_route(routes, *pair.split("-"))
    return await translate_texts(translator, texts, route=way, assets=Assets(glossary=terms))


def about_terms(result: TextTranslation) -> list[IssueCode]:
    return [one.code for one in result.translation.issues if one.code.startswith("TERM_")]


@pytest.mark.parametrize("pair", TERMS)
async def test_sentences(routes: Routes, translator: Translator, pair: str) -> None:
    cases = [(text, wanted) for one, text, wanted in CASES if one == pair]
    results = await through(
        routes, translator, pair, [text for text, _ in cases], term_base(pair, TERMS[pair])
    )
    assert [result.text for result in results] == [wanted for _, wanted in cases]
    assert [about_terms(result) for result in results] == [[]] * len(cases)
    assert all(term.applied for result in results for term in result.translation.terms)


async def test_plurals_of_terms_that_count_exactly(routes: Routes, translator: Translator) -> None:
    """Terms kept before `stem` was usual: the source finds listed forms, the target is made."""
    concept = Concept(
        terms=(
            Term(language="en", text="paper jam", forms=("paper jams",)),
            Term(language="es", text="atasco de papel"),
        )
    )
    [result] = await through(
        routes, translator, "en-es", ["Several paper jams were found."], glossary(concept)
    )
    assert result.text == "Varios atascos de papel estuvieron encontrados."
    assert [(term.target, term.applied) for term in result.translation.terms] == [("atascos de papel", True)]


@pytest.mark.parametrize(
    ("term", "text", "said"),
    [
        ("usuario y clave", "The users were found.", "usuario y clave"),
        ("alta resolución", "Two users", "alta resolución"),
    ],
)
async def test_a_plural_that_cannot_be_made_is_reported(
    routes: Routes, translator: Translator, term: str, text: str, said: str
) -> None:
    terms = term_base("en-es", {"user": term})
    [result] = await through(routes, translator, "en-es", [text], terms)
    assert said in result.text
    assert [one.applied for one in result.translation.terms] == [True]
    assert IssueCode.TERM_NUMBER in about_terms(result)


async def test_a_gender_that_is_not_known_is_reported(routes: Routes, translator: Translator) -> None:
    terms = term_base("en-es", {"printer": "cliente"})
    [result] = await through(routes, translator, "en-es", ["The printer is red."], terms)
    assert result.text == "La cliente es roja."
    assert about_terms(result) == [IssueCode.TERM_AGREEMENT]


async def test_a_verb_is_not_a_noun(routes: Routes, translator: Translator) -> None:
    terms = term_base("en-es", {"print": "copia"})
    [result] = await through(routes, translator, "en-es", ["Printing was stopped."], terms)
    assert "copia" not in result.text.lower()
    assert about_terms(result) == [IssueCode.TERM_NOT_APPLIED]
