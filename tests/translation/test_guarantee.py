"""The guarantee of T4 and T10: with any engine the source's codes, nested, in its structure."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from dragoman.engines import open_engines
from dragoman.engines.pseudo import PAIRS, PseudoEngine
from dragoman.segments import codes, is_nested
from dragoman.segments.structure import find_faults
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from dragoman.translation.model import Origin
from dragoman.translation.pair_index import EngineChoice, RouteStep
from dragoman.translation.protection.markup import parse
from dragoman.translation.protection.placeholders import protect
from dragoman.translation.routes import Route, build_routes
from dragoman.translation.splitting.text_runs import STRUCTURE
from dragoman.translation.text import TextTranslation, translate_texts
from dragoman.translation.translator import Translator, create_translator
from tests.translation.hostile import CHANGES, Change, ChangingEngine, random_text, route

TEXTS = 10_000


def check(text: str, result: TextTranslation) -> None:
    """The multiset and the nesting of codes, and the white space at the ends, read anew from the strings."""
    source, target = protect(parse(text)), protect(parse(result.text))
    assert tags(text) == tags(result.text)
    assert Counter(codes(source)) == Counter(codes(result.translation.segment)) or text == result.text
    assert is_nested(target)
    for code in codes(source):
        assert code.data in result.text
    if result.translation.origin is Origin.ENGINE:
        assert not find_faults(source, result.translation.segment, STRUCTURE), text
    assert (
        text[: len(text) - len(text.lstrip())] == result.text[: len(result.text) - len(result.text.lstrip())]
    )
    assert text[len(text.rstrip()) :] == result.text[len(result.text.rstrip()) :]


def tags(text: str) -> Counter[str]:
    return Counter(code.data for code in codes(parse(text)))


def texts(number: int, seed: int) -> list[str]:
    dice = random.Random(seed)
    return [random_text(dice) for _ in range(number)]


async def translate_all(translator: Translator, everything: list[str], way: Route) -> list[TextTranslation]:
    results = []
    for start in range(0, len(everything), 100):
        results += await translate_texts(translator, everything[start : start + 100], route=way)
    return results


async def test_ten_thousand_texts_through_the_pseudo_engine(translator: Translator) -> None:
    """T4: tag-aware mode of an engine that keeps codes in place."""
    pair = next(pair for pair in PAIRS if (pair.source, pair.target) == ("en", "fr"))
    way = Route(
        source="en",
        target="fr",
        steps=(RouteStep(choices=(EngineChoice(engine=PseudoEngine(), pair=pair),)),),
    )
    everything = texts(TEXTS, seed=1)
    for text, result in zip(everything, await translate_all(translator, everything, way), strict=True):
        check(text, result)


@pytest.mark.parametrize("change", CHANGES)
async def test_ten_thousand_texts_through_engines_that_lose_codes(
    translator: Translator, change: Change
) -> None:
    """T4: engines that drop, repeat, move, alter and invent codes, or answer with nothing or too much."""
    everything = texts(TEXTS // len(CHANGES) + 1, seed=2)
    way = route(ChangingEngine(change=change))
    for text, result in zip(everything, await translate_all(translator, everything, way), strict=True):
        check(text, result)


async def test_long_texts_keep_codes_across_sentences() -> None:
    """T4: pairs across sentence borders, with an engine that loses what it can."""
    translator = create_translator(Settings(result_cache_mb=1, split_characters=200), Metrics())
    dice = random.Random(3)
    everything = [". ".join(random_text(dice) for _ in range(12)) for _ in range(10)]
    everything += [f"<p>{text}</p>" for text in everything]
    for change in CHANGES:
        way = route(ChangingEngine(change=change), ChangingEngine())
        for text, result in zip(everything, await translate_all(translator, everything, way), strict=True):
            check(text, result)


async def test_every_apertium_mode_kind_keeps_codes() -> None:
    """T4: the same texts through real pipelines, one direct pair and one pivot."""
    metrics = Metrics()
    settings = Settings()
    async with open_engines(settings, metrics=metrics) as engines:
        routes = build_routes(engines, pivots=settings.pivots, sandbox=False)
        found = (routes.get(*pair) for pair in (("en", "es"), ("es", "ca"), ("fr", "en")))
        wanted = [route for route in found if route is not None]
        if not wanted:
            pytest.skip("Apertium is not installed on this machine, or has none of en-es, es-ca, fr-en")
        translator = create_translator(settings, metrics)
        everything = texts(300, seed=4)
        for route in wanted:
            results = await translate_all(translator, everything, route)
            for text, result in zip(everything, results, strict=True):
                check(text, result)
            assert any(result.translation.origin is Origin.ENGINE for result in results)
