"""Terms through Apertium, examined again: each sentence is right, or an issue says what is not."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from dragoman.engines import open_engines
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from dragoman.termbases.checking import ProposedConcept, ProposedTerm, check_proposal
from dragoman.termbases.model import Concept, Gender
from dragoman.translation.assets import Assets
from dragoman.translation.routes import Routes, build_routes, find_route
from dragoman.translation.text import translate_texts
from dragoman.translation.translator import Translator
from tests.translation.terms import glossary

# Pair, terms, text, translation, issues about terms. "(m)" is the gender that a term base gives.
CASES = tuple(
    line.split("\t")
    for line in (Path(__file__).parent / "terms_examined.tsv").read_text(encoding="utf-8").splitlines()
)


@pytest_asyncio.fixture(scope="module")
async def routes() -> AsyncIterator[Routes]:
    async with open_engines(Settings(engine_processes=1), metrics=Metrics()) as engines:
        yield build_routes(engines, pivots=("en", "es"), sandbox=False)


def read_concept(written: str, pair: str) -> Concept:
    """A concept as a term base makes it of `source=target`; without a target it is not to be translated."""
    languages, terms = pair.split("-"), [one.strip() for one in written.split("=")]
    proposed = (
        ProposedTerm(
            language=language,
            text=text.removesuffix("(m)"),
            gender=Gender.MASCULINE if text.endswith("(m)") else None,
        )
        for language, text in zip(languages, terms, strict=True)
        if text
    )
    return check_proposal(ProposedConcept(terms=tuple(proposed), do_not_translate=not terms[1]))


@pytest.mark.parametrize("pair", sorted({case[0] for case in CASES}))
async def test_sentences(routes: Routes, translator: Translator, pair: str) -> None:
    route, wrong = find_route(routes, *pair.split("-")), []
    for _, terms, text, wanted, issues in (case for case in CASES if case[0] == pair):
        concepts = (read_concept(one, pair) for one in terms.split(";"))
        compiled = glossary(*concepts, source=pair[:2], target=pair[3:])
        [result] = await translate_texts(translator, [text], route=route, assets=Assets(glossary=compiled))
        codes = [one.code for one in result.translation.issues if one.code.startswith("TERM_")]
        if (result.text, " ".join(codes)) != (wanted, issues):
            wrong.append((terms, text, result.text, codes))
        assert all(term.applied for term in result.translation.terms), text
    assert wrong == []
